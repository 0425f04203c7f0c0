use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use collide_core::Shape;
use collide_scenes::SceneKind;

/// Mean radius of the earth in kilometres.
const EARTH_RADIUS_KM: f64 = 6371.0088;

/// Where the projection is true to scale.
const REFERENCE: (f64, f64) = (39.0, -96.0);

/// Radius of the zone around an airport, and half the side of the square around a ZIP code, in kilometres.
const AIRPORT_RADIUS_KM: f64 = 9.3;
const ZIP_HALF_SIDE_KM: f64 = 2.5;

/// Size and seed of the generated arena.
const ARENA: (usize, u64) = (3000, 1);

/// Writes the files of `examples/data` from the unpacked npm package `vega-datasets`.
pub(crate) fn run(vega: &Path) -> Result<(), String> {
    let out = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/data");
    write(&out.join("airports.csv"), &airports(&vega.join("data/airports.csv"))?)?;
    write(&out.join("zipcodes.csv"), &zip_codes(&vega.join("data/zipcodes.csv"))?)?;
    write(&out.join("arena.csv"), &arena())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: cannot write: {error}", path.display()))?;
    println!("{}: {} bytes, {} lines", path.display(), text.len(), text.lines().count());
    Ok(())
}

/// A circle around each airport.
fn airports(source: &Path) -> Result<String, String> {
    let mut text = "id,x,y,radius\n".to_owned();
    for (id, x, y) in places(source, "iata")? {
        let _ = writeln!(text, "{id},{x:.3},{y:.3},{AIRPORT_RADIUS_KM}");
    }
    Ok(text)
}

/// A square around each ZIP code.
fn zip_codes(source: &Path) -> Result<String, String> {
    let mut text = "id,min_x,min_y,max_x,max_y\n".to_owned();
    for (id, x, y) in places(source, "zip_code")? {
        let [low_x, low_y] = [x - ZIP_HALF_SIDE_KM, y - ZIP_HALF_SIDE_KM];
        let [high_x, high_y] = [x + ZIP_HALF_SIDE_KM, y + ZIP_HALF_SIDE_KM];
        let _ = writeln!(text, "{id},{low_x:.2},{low_y:.2},{high_x:.2},{high_y:.2}");
    }
    Ok(text)
}

/// Id and place of each row, in kilometres east and north of the reference point (equirectangular projection).
fn places(source: &Path, id: &str) -> Result<Vec<(String, f64, f64)>, String> {
    let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", source.display());
    let mut reader = csv::Reader::from_path(source).map_err(|error| fault(&error))?;
    let header = reader.headers().map_err(|error| fault(&error))?.clone();
    let column =
        |name: &str| header.iter().position(|column| column == name).ok_or_else(|| fault(&format!("no column {name}")));
    let (id, latitude, longitude) = (column(id)?, column("latitude")?, column("longitude")?);
    let east_km_per_degree = EARTH_RADIUS_KM.to_radians() * REFERENCE.0.to_radians().cos();
    let mut places = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| fault(&error))?;
        let number =
            |index: usize| record[index].parse::<f64>().map_err(|error| fault(&format!("{error}: {}", &record[index])));
        let x = (number(longitude)? - REFERENCE.1) * east_km_per_degree;
        let y = (number(latitude)? - REFERENCE.0) * EARTH_RADIUS_KM.to_radians();
        places.push((record[id].to_owned(), x, y));
    }
    Ok(places)
}

/// A generated scene, each number in the shortest form that reads back to the same bits.
fn arena() -> String {
    let mut text = "id,x,y,radius,min_x,min_y,max_x,max_y,width,height,cos,sin\n".to_owned();
    for (number, shape) in SceneKind::Mixed.generate(ARENA.0, ARENA.1).shapes().iter().enumerate() {
        let _ = match shape {
            Shape::Circle(circle) => {
                let center = circle.center();
                writeln!(text, "ball{number},{},{},{},,,,,,,,", center.x, center.y, circle.radius())
            }
            Shape::Rect(rect) => {
                let (min, max) = (rect.min(), rect.max());
                writeln!(text, "crate{number},,,,{},{},{},{},,,,", min.x, min.y, max.x, max.y)
            }
            Shape::OrientedRect(rect) => {
                let (center, size, rotor) = (rect.center(), rect.half_extents() * 2.0, rect.rotor());
                let (cos, sin) = (rotor.cos(), rotor.sin());
                writeln!(text, "door{number},{},{},,,,,,{},{},{cos},{sin}", center.x, center.y, size.x, size.y)
            }
        };
    }
    text
}
