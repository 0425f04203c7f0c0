//! Input that people write: rows without ids, other separators, short forms of numbers, and what the messages advise.

mod common;

use common::{Files, Ran, pairs};

fn check(ran: &Ran, out: &str) {
    assert_eq!((ran.code, ran.out.as_str()), (0, out), "{}", ran.err);
}

fn check_error(ran: &Ran, message: &str) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{message}");
    assert!(ran.err.starts_with("error: ") && ran.err.contains(message), "{message}: {}", ran.err);
}

#[test]
fn rows_without_ids_have_their_numbers() {
    check(&pairs("x,y,radius\n0,0,1\n9,0,1\n1,0,1\n", &[]), "a,b\n0,2\n");
    check(&pairs("x,y,radius\n0,0,1\n1,0,1\n", &["--format", "jsonl"]), "{\"a\":0,\"b\":1}\n");
    // The numbers are those of the rows of the file, with those that are left out.
    check(&pairs("x,y,radius\n0,0,1\n?,0,1\n1,0,1\n", &["--skip-invalid"]), "a,b\n0,2\n");
    // In each tick they begin at 0.
    let recording = "tick,x,y,radius\n3,0,0,1\n3,9,0,1\n4,8,0,1\n4,9,0,1\n";
    let files = Files::new(&[("match.csv", recording.as_bytes())]);
    check(&files.run(&["events", "match.csv"], b""), "tick,kind,a,b\n4,began,0,1\n");

    let lines = "{\"x\":0,\"y\":0,\"radius\":1}\n{\"x\":1,\"y\":0,\"radius\":1}\n";
    let mixed = format!("{lines}{{\"id\":7,\"x\":1,\"y\":0,\"radius\":1}}\n");
    let files = Files::new(&[("units.jsonl", lines.as_bytes()), ("mixed.jsonl", mixed.as_bytes())]);
    check(&files.pairs(&["units.jsonl"]), "a,b\n0,1\n");
    check_error(
        &files.pairs(&["mixed.jsonl"]),
        "mixed.jsonl:3: id: must be absent: the rows before it have none; --ids",
    );
    check(&files.pairs(&["mixed.jsonl", "--ids", "row"]), "a,b\n0,1\n0,2\n1,2\n");
}

#[test]
fn ids_may_be_ignored() {
    let text = "id,x,y,radius\ntank,0,0,1\ntank,1,0,1\n";
    check_error(&pairs(text, &[]), "units.csv:3: id: duplicate \"tank\", first on line 2; --ids row ignores ids");
    check(&pairs(text, &["--ids", "row"]), "a,b\n0,1\n");
    let files = Files::new(&[("units.csv", text.as_bytes()), ("shots.csv", b"x,y\n0,0\n5,0\n")]);
    let ran = files.run(&["query", "units.csv", "shots.csv", "--ids", "row", "--mode", "count"], b"");
    check(&ran, "query,kind,count\n0,overlap,2\n1,overlap,0\n");
}

#[test]
fn other_forms_of_files_are_recognised() {
    check(&pairs("ID,X,Y,Radius\na,0,0,1\nb,1,0,1\n", &[]), "a,b\na,b\n");
    check_error(
        &pairs("id;x;y;radius\na;0,5;0;1\n", &[]),
        "separated by semicolons? use commas, and points in numbers",
    );
    check_error(&pairs("id\tx\ty\tradius\n", &[]), "separated by tabs? use commas, and points in numbers");
    let lines = b"{\"id\":1,\"x\":0,\"y\":0,\"radius\":1}\n{\"id\":2,\"x\":0,\"y\":0,\"radius\":1}\n";
    let files = Files::new(&[
        ("units.json", lines),
        ("array.json", b"[\n{\"id\":1,\"x\":0,\"y\":0,\"radius\":1}]\n"),
        ("fake.ctrace", b"id,x,y,radius\n"),
    ]);
    check(&files.pairs(&["units.json"]), "a,b\n1,2\n");
    check(&files.pairs_of(&["-"], lines), "a,b\n1,2\n");
    check_error(&files.pairs(&["array.json"]), "array.json: is a JSON array; write one object on each line");
    check_error(&files.pairs(&["fake.ctrace"]), "fake.ctrace: is not a trace; `collide convert` writes one");
}

/// What programs for tables write around the rows.
#[test]
fn spreadsheets_are_read() {
    let rows = "id,x,y,radius\na,0,0,1\n,,,\nb,1,0,1\n , ,\t,\n,,,\n";
    let ran = pairs(&format!("\u{feff}sep=,\r\n{rows}"), &[]);
    check(&ran, "a,b\na,b\n");
    assert!(ran.err.starts_with("2 shapes: 1 pair "), "{}", ran.err);
    // Blank rows are not numbered.
    check(&pairs("x,y,radius\n,,\n0,0,1\n,,\n1,0,1\n", &[]), "a,b\n0,1\n");
    check_error(&pairs(&format!("SEP=,\n{rows}c,?,0,1\n"), &[]), "units.csv:8: x: not a number: \"?\"");
    let semicolons = "units.csv:1: sep: the columns are separated by ';'; use commas, and points in numbers";
    check_error(&pairs("sep=;\nid;x;y;radius\n", &[]), semicolons);
    check_error(&pairs("sep=,\n", &[]), "units.csv:1: header: the file is empty");
}

#[test]
fn geojson_and_numbers_that_json_has_not_are_explained() {
    let feature = r#"{"type":"Feature","id":3,"geometry":{"type":"Point","coordinates":[1,2]}}"#;
    let collection = format!("{{\"type\":\"FeatureCollection\",\"features\":[{feature}]}}");
    let sequence = format!("\u{1e}{feature}\n");
    let files = Files::new(&[
        ("zones.geojson", b"{\n".as_slice()),
        ("features.jsonl", feature.as_bytes()),
        ("zones.json", collection.as_bytes()),
        ("sequence.json", sequence.as_bytes()),
        ("pretty.json", b"{\n  \"type\": \"Feature\"\n"),
        ("nan.jsonl", b"{\"x\":NaN,\"y\":0,\"radius\":1}\n"),
        ("infinity.jsonl", b"{\"x\":0,\"y\":-Infinity,\"radius\":1}\n"),
    ]);
    let geojson = "is GeoJSON, which is not read; write each polygon as a row such as \
        {\"id\":1,\"points\":[[0,0],[4,0],[0,3]]}, with coordinates in a plane\n";
    let check = |name: &str, message: &str| check_error(&files.pairs(&[name]), &format!("{name}{message}"));
    check("zones.geojson", &format!(": {geojson}"));
    check("features.jsonl", &format!(":1: json: {geojson}"));
    check("zones.json", &format!(":1: json: {geojson}"));
    check("sequence.json", ": is a JSON text sequence; write one object on each line, without separators (JSON lines)");
    check("pretty.json", ":1: json: EOF while parsing an object at character 1; write each object on one line");
    let numbers = "; JSON has no NaN and no infinity: write null, or leave the key out";
    check("nan.jsonl", &format!(":1: json: expected value at character 6{numbers}"));
    check("infinity.jsonl", &format!(":1: json: invalid number at character 13{numbers}"));
}

/// Columns that are not known are ignored. Messages name them, and the column that one seems to mean.
#[test]
fn columns_under_other_names_are_named() {
    let note = |file: &str, name: &str, column: &str| {
        format!("{file}: column {name:?} is ignored; did you mean {column:?}?\n")
    };
    let said = |text: &str| pairs(text, &[]).err;
    let ran = said("id,x,y,radius,Vertices,team\na,0,0,1,0 0 1 1,red\n");
    let both = note("units.csv", "vertices", "points") + "units.csv: ignored column: \"team\"\n";
    assert!(ran.starts_with(&(both + "1 shape")), "{ran}");
    let ran = said("id,x,y,width,height,rotation,corners\na,0,0,1,1,45,4\n");
    let both = note("units.csv", "rotation", "angle") + &note("units.csv", "corners", "points");
    assert!(ran.starts_with(&(both + "1 shape")), "{ran}");
    // The column is there under its own name, or a letter may mean anything.
    let ran = said("id,x,y,radius,vertices,Points\na,0,0,1,3,\n");
    assert!(ran.starts_with("units.csv: ignored column: \"vertices\"\n1 shape"), "{ran}");
    let ran = said("id,x,y,width,height,r,g,heading,name\na,0,0,1,1,255,0,90,crate\n");
    assert!(ran.starts_with("units.csv: ignored columns: \"r\", \"g\", \"heading\", \"name\"\n1 shape"), "{ran}");
    let many: Vec<String> = (0..20).map(|index| format!("c{index}")).collect();
    let ran = said(&format!("x,y,radius,{}\n", many.join(",")));
    assert!(ran.starts_with("units.csv: ignored columns: \"c0\", \"c1\", ") && ran.contains("\"c11\", ...\n"), "{ran}");
    // Where something is missing, it may be that.
    check_error(&pairs("id,x,y,r\n", &[]), "found id,x,y,r; did you mean \"radius\" instead of \"r\"?");
    check_error(&pairs("x,y,w,h\n", &[]), "; did you mean \"width\" instead of \"w\", \"height\" instead of \"h\"?");
    let corners = ["min_x", "min_y", "max_x", "max_y"];
    for names in ["minX,minY,maxX,maxY", "xmin,ymin,xmax,ymax"] {
        let (ran, names) = (pairs(&format!("{names}\n"), &[]), names.to_ascii_lowercase());
        let meant = corners.iter().zip(names.split(','));
        let meant: Vec<_> = meant.map(|(column, name)| format!("{column:?} instead of {name:?}")).collect();
        check_error(&ran, &format!("; did you mean {}?\n", meant.join(", ")));
    }

    let file = |lines: &str| Files::new(&[("units.jsonl", lines.as_bytes())]).pairs(&["units.jsonl"]);
    let ran = file(
        "{\"id\":1,\"x\":0,\"y\":0,\"radius\":1,\"team\":\"red\"}\n\
        {\"id\":2,\"x\":9,\"y\":0,\"radius\":1,\"Points\":[[0,0],[1,1]]}\n\
        {\"id\":3,\"x\":5,\"y\":0,\"radius\":1,\"verts\":[0,0,1,1],\"Tick\":7}\n",
    );
    let both = note("units.jsonl", "Points", "points") + &note("units.jsonl", "Tick", "tick");
    let both = both + "units.jsonl: ignored columns: \"team\", \"verts\"\n";
    assert!(ran.err.starts_with(&(both + "3 shapes")), "{}", ran.err);
    let ran = file("{\"ID\":1,\"X\":0,\"y\":0,\"radius\":1}\n");
    check_error(&ran, "; did you mean \"id\" instead of \"ID\", \"x\" instead of \"X\"?");
    let ran = file("{\"ID\":\"a\",\"x\":0,\"y\":0,\"radius\":1}\n");
    assert!(ran.err.starts_with(&note("units.jsonl", "ID", "id")), "{}", ran.err);
}

#[test]
fn counts_have_short_forms() {
    let files = Files::new(&[]);
    let lines = |n: &str| files.run(&["gen", "uniform", "-n", n], b"");
    assert_eq!(lines("1_000").out.lines().count(), 1_001);
    let ran = lines("2k");
    assert_eq!((ran.out.lines().count(), ran.err.as_str()), (2_001, "2,000 shapes\n"));
    assert_eq!(lines("1.5e3").out.lines().count(), 1_501);
    check_error(&lines("-5"), "must be from 0 to 10,000,000");
    check_error(&lines("1e9"), "must be from 0 to 10,000,000");
    check_error(&lines("many"), "must be a whole number, such as 5000, 5e3 or 5k");
    check_error(&pairs("id,x,y,radius\na,0,0,1\nb,0,0,1\n", &["--max-pairs", "0e5"]), "more than the budget of 0");
}

#[test]
fn what_has_no_effect_is_said() {
    let text = "id,x,y,radius\na,0,0,1\nb,1,0,1\n";
    let ran = pairs(text, &["--tick", "3"]);
    assert!(ran.err.starts_with("units.csv: has no ticks, so --tick 3 has no effect\n"), "{}", ran.err);
    let files = Files::new(&[("units.csv", text.as_bytes()), ("shots.csv", b"x,y\n0,0\n")]);
    let ran = files.run(&["query", "units.csv", "shots.csv", "--at", "2.5"], b"");
    assert!(ran.err.starts_with("units.csv: has no ticks, so --at 2.5 has no effect\n"), "{}", ran.err);
    let ran = files.run(&["events", "units.csv"], b"");
    assert!(ran.err.starts_with("units.csv: has only one tick, so all pairs begin at it\n"), "{}", ran.err);
}

#[test]
fn an_input_is_never_overwritten() {
    let text = b"id,x,y,radius\na,0,0,1\n";
    let files = Files::new(&[("units.csv", text)]);
    check_error(&files.run(&["convert", "units.csv", "./units.csv"], b""), "units.csv: is also an input");
    check_error(&files.run(&["compare", "units.csv", "--html", "units.csv"], b""), "units.csv: is also an input");
    assert_eq!(std::fs::read(files.path().join("units.csv")).unwrap(), text);
    assert_eq!(files.run(&["convert", "units.csv", "other.csv"], b"").code, 0);
}

/// A rectangle given by its corners at one tick and by its center and an angle at the next moves and turns in between.
/// Its center is no short number: it is rounded.
#[test]
fn a_rectangle_may_begin_to_turn() {
    let recording = "\
tick,id,min_x,min_y,max_x,max_y,x,y,width,height,angle
0,door,0.1,0.7,1.3,0.9,,,,,
1,door,,,,,10.7,0.8,1.2,0.2,90
2,door,20.1,0.7,21.3,0.9,,,,,
";
    let files = Files::new(&[("match.csv", recording.as_bytes()), ("shots.csv", b"x,y\n5.7,0.8\n15.7,0.8\n0.7,0.8\n")]);
    let at = |time: &str| files.run(&["query", "match.csv", "shots.csv", "--at", time, "--mode", "count"], b"");
    let rows = |counts: [u32; 3]| {
        let rows = counts.iter().enumerate().map(|(query, count)| format!("{query},overlap,{count}\n"));
        "query,kind,count\n".to_owned() + &rows.collect::<String>()
    };
    check(&at("0.5"), &rows([1, 0, 0]));
    check(&at("1.5"), &rows([0, 1, 0]));
    check(&at("0"), &rows([0, 0, 1]));
}

#[test]
fn manual_pages_refer_to_pages_that_exist() {
    let files = Files::new(&[]);
    let page = files.run(&["man"], b"").out;
    assert!(page.contains("skip\\-invalid"), "{page}");
    assert!(!page.contains("collide\\-pairs(1)"), "one page refers to no others: {page}");
    assert_eq!(files.run(&["man", "pages"], b"").code, 0);
    let main = std::fs::read_to_string(files.path().join("pages/collide.1")).unwrap();
    assert!(main.contains("collide\\-pairs(1)") && files.path().join("pages/collide-pairs.1").exists(), "{main}");
}
