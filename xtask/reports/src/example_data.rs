//! Derives `examples/data/*.csv`, as described in `examples/data/README.md`.
//!
//! Lengths are integers in metres, written in kilometres with three decimals. So squares are exactly square, and the
//! files are the same on every machine.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::path::Path;

use collide_core::Shape;
use collide_scenes::SceneKind;
use serde::Deserialize;
use serde::de::DeserializeOwned;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The mean radius of the earth in metres (IUGG).
const EARTH_RADIUS: f64 = 6_371_008.8;
const REFERENCE_LATITUDE: f64 = 39.0;
const REFERENCE_LONGITUDE: f64 = -96.0;
const CONTROL_ZONE_RADIUS: Metres = Metres(8_000);
const ZIP_HALF_SIDE: i64 = 1_500;

const ARENA_COUNT: usize = 3_000;
const ARENA_SEED: u64 = 1;
const ARENA_COLUMNS: [&str; 12] =
    ["id", "x", "y", "radius", "min_x", "min_y", "max_x", "max_y", "width", "height", "cos", "sin"];

/// Writes every file. Reads the sources from an unpacked `vega-datasets` package.
pub fn run(vega_datasets_dir: &Path) -> Result<()> {
    let sources = vega_datasets_dir.join("data");
    let airports = read_csv(&sources.join("airports.csv"))?;
    let zip_codes = read_csv(&sources.join("zipcodes.csv"))?;
    let earthquakes = fs::read_to_string(sources.join("earthquakes.json"))
        .map_err(|error| format!("{}: {error}", sources.join("earthquakes.json").display()))?;
    write("airports.csv", &airport_rows(airports)?)?;
    write("zipcodes.csv", &zip_code_rows(zip_codes)?)?;
    write("earthquakes.csv", &earthquake_rows(&serde_json::from_str(&earthquakes)?)?)?;
    write("arena.csv", &arena_rows()?)
}

/// A length in metres, displayed as kilometres.
#[derive(Clone, Copy)]
struct Metres(i64);

impl Metres {
    fn rounded(metres: f64) -> Self {
        Self(metres.round() as i64)
    }
}

impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:03}", self.0.abs() / 1000, self.0.abs() % 1000)
    }
}

/// The equirectangular projection: x to the east and y to the north of the reference point.
fn project(latitude: f64, longitude: f64) -> (Metres, Metres) {
    let east = (longitude - REFERENCE_LONGITUDE + 180.0).rem_euclid(360.0) - 180.0;
    let x = EARTH_RADIUS * libm::cos(REFERENCE_LATITUDE.to_radians()) * east.to_radians();
    let y = EARTH_RADIUS * (latitude - REFERENCE_LATITUDE).to_radians();
    (Metres::rounded(x), Metres::rounded(y))
}

/// The radius of an earthquake: 0.25 km at magnitude 0, ten times the area for each step.
fn magnitude_radius(magnitude: f64) -> Metres {
    Metres::rounded(250.0 * libm::pow(10.0, magnitude / 2.0))
}

#[derive(Deserialize)]
struct Airport {
    iata: String,
    latitude: f64,
    longitude: f64,
}

fn airport_rows(airports: Vec<Airport>) -> Result<String> {
    let rows = airports.into_iter().map(|airport| {
        let (x, y) = project(airport.latitude, airport.longitude);
        [airport.iata, x.to_string(), y.to_string(), CONTROL_ZONE_RADIUS.to_string()]
    });
    to_csv(["id", "x", "y", "radius"], rows)
}

#[derive(Deserialize)]
struct ZipCode {
    /// Text, because codes in the north-east start with zeros.
    zip_code: String,
    latitude: f64,
    longitude: f64,
}

fn zip_code_rows(zip_codes: Vec<ZipCode>) -> Result<String> {
    let rows = zip_codes.into_iter().map(|zip| {
        let (x, y) = project(zip.latitude, zip.longitude);
        let corner = |sign: i64| [x, y].map(|Metres(center)| Metres(center + sign * ZIP_HALF_SIDE).to_string());
        let ([min_x, min_y], [max_x, max_y]) = (corner(-1), corner(1));
        [zip.zip_code, min_x, min_y, max_x, max_y]
    });
    to_csv(["id", "min_x", "min_y", "max_x", "max_y"], rows)
}

/// The part of the USGS feed in use; see <https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php>.
#[derive(Deserialize)]
struct EarthquakeFeed {
    features: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    id: String,
    properties: EventProperties,
    geometry: EventGeometry,
}

#[derive(Deserialize)]
struct EventProperties {
    #[serde(rename = "type")]
    kind: String,
    mag: Option<f64>,
}

#[derive(Deserialize)]
struct EventGeometry {
    /// Longitude and latitude in degrees, depth in kilometres.
    coordinates: [f64; 3],
}

/// Earthquakes only, no blasts, with a magnitude of zero or more.
fn earthquake_rows(feed: &EarthquakeFeed) -> Result<String> {
    let earthquakes = feed.features.iter().filter(|event| event.properties.kind == "earthquake");
    let rows = earthquakes.filter_map(|event| {
        let magnitude = event.properties.mag.filter(|&magnitude| magnitude >= 0.0)?;
        let [longitude, latitude, _depth] = event.geometry.coordinates;
        let (x, y) = project(latitude, longitude);
        Some([event.id.clone(), x.to_string(), y.to_string(), magnitude_radius(magnitude).to_string()])
    });
    to_csv(["id", "x", "y", "radius"], rows)
}

fn arena_rows() -> Result<String> {
    let scene = SceneKind::Mixed.generate(ARENA_COUNT, ARENA_SEED);
    let rows = scene.shapes().iter().enumerate().map(|(index, shape)| {
        let mut cells = shape_cells(shape);
        cells.insert("id", index.to_string());
        ARENA_COLUMNS.map(|column| cells.remove(column).unwrap_or_default())
    });
    to_csv(ARENA_COLUMNS, rows)
}

/// The cells that describe a shape, by column. Rust prints the shortest number that reads back to the same bits.
fn shape_cells(shape: &Shape) -> BTreeMap<&'static str, String> {
    let cells = shape.kind().columns().iter().zip(shape.to_numbers()).map(|(column, number)| match *column {
        "half_x" => ("width", 2.0 * number),
        "half_y" => ("height", 2.0 * number),
        column => (column, number),
    });
    cells.map(|(column, value)| (column, value.to_string())).collect()
}

fn read_csv<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows: csv::Result<Vec<T>> = csv::Reader::from_reader(file).into_deserialize().collect();
    rows.map_err(|error| format!("{}: {error}", path.display()).into())
}

fn to_csv<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn write(name: &str, content: &str) -> Result<()> {
    let path = crate::root().join("examples/data").join(name);
    fs::write(&path, content)?;
    println!("{name}: {} rows, {} bytes", content.lines().count() - 1, content.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arena_on_disk_is_the_generated_one() {
        let on_disk = include_str!("../../../examples/data/arena.csv");
        assert!(on_disk.lines().eq(arena_rows().unwrap().lines()), "run `cargo xtask example-data`");
    }

    #[test]
    fn the_projection_puts_the_reference_at_the_origin_and_wraps_at_the_antimeridian() {
        let project = |latitude, longitude| {
            let (x, y) = project(latitude, longitude);
            (x.to_string(), y.to_string())
        };
        assert_eq!(project(39.0, -96.0), ("0.000".to_owned(), "0.000".to_owned()));
        assert_eq!(project(40.0, -97.0), ("-86.415".to_owned(), "111.195".to_owned()));
        assert!(project(13.0, 145.0).0.starts_with("-10"), "Guam lies west of the mainland");
    }

    #[test]
    fn radii_follow_the_magnitude() {
        assert_eq!(magnitude_radius(0.0).to_string(), "0.250");
        assert_eq!(magnitude_radius(2.0).to_string(), "2.500");
        assert_eq!(magnitude_radius(6.0).to_string(), "250.000");
    }

    #[test]
    fn metres_display_as_kilometres() {
        assert_eq!(
            [0, 7, -7, 1_500, -12_345].map(|m| Metres(m).to_string()),
            ["0.000", "0.007", "-0.007", "1.500", "-12.345"]
        );
    }
}
