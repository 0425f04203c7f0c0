//! `collide pairs` on valid input.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{Files, pairs, program};

/// A row of one shape of each form; only neighbours touch.
const MIXED: &str = "\
name,id,x,y,radius,min_x,min_y,max_x,max_y,width,height,angle,cos,sin
ball,a,0,0,1,,,,,,,,,
wall,b,,,,1,-1,2,1,,,,,
crate,c,3,0,,,,,,2,2,,,
gate,d,5,0,,,,,,2,2,90,,
beam,e,8,0,,,,,,2,4,,0,1
far,f,100,0,1,,,,,,,,,
";

#[test]
fn every_form_of_shape_in_one_file() {
    let ran = pairs(MIXED, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a,b\na,b\nb,c\nc,d\nd,e\n"));
    assert!(
        ran.err.starts_with(
            "units.csv: ignored column: \"name\"\n\
             6 shapes: 4 pairs that overlap or touch\n\
             5 shapes are in a pair; the busiest are \"b\" and 2 more, with 2 others each\n\
             strategy brute: few shapes"
        ),
        "{}",
        ran.err
    );
}

#[test]
fn the_summary_names_the_busiest_shape() {
    let summary = |ran: &common::Ran| ran.err.rsplit_once("strategy ").unwrap().0.to_owned();
    let text = "id,x,y,radius\na,0,0,1\nhub,1,0,1\nb,2.5,0,1\nc,9,9,1\n";
    let ran = pairs(text, &[]);
    assert_eq!(ran.out, "a,b\na,hub\nhub,b\n");
    let busiest = "3 shapes are in a pair; the busiest is \"hub\", with 2 others\n";
    assert_eq!(summary(&ran), format!("4 shapes: 2 pairs that overlap or touch\n{busiest}"));
    let ran = pairs(text, &["--touching", "open"]);
    assert_eq!(summary(&ran), format!("4 shapes: 2 pairs that overlap, touching does not count\n{busiest}"));
    // `--count` keeps no pairs, so no shape is known.
    assert_eq!(summary(&pairs(text, &["--count"])), "4 shapes: 2 pairs that overlap or touch\n");
    let files = Files::new(&[("a.csv", text.as_bytes()), ("b.csv", b"id,x,y,radius\nb,9,9,1\n")]);
    assert_eq!(
        summary(&files.pairs(&["a.csv", "--against", "b.csv"])),
        "4 shapes against 1 shape: 1 pair that overlaps or touches\n\
         1 shape of FILE is in a pair; the busiest is \"c\", with 1 shape of FILE2\n"
    );
}

#[test]
fn touching_open_leaves_out_what_only_touches() {
    assert_eq!(pairs(MIXED, &["--touching", "open", "--count"]).out, "0\n");
    assert_eq!(pairs(MIXED, &["--touching", "closed", "--count"]).out, "4\n");
    let overlapping = "id,x,y,radius\na,0,0,1\nb,1.5,0,1\nc,3.5,0,1\n";
    assert_eq!(pairs(overlapping, &["--touching", "open"]).out, "a,b\na,b\n");
    assert_eq!(pairs(overlapping, &[]).out, "a,b\na,b\nb,c\n");
}

#[test]
fn pairs_come_in_order_of_the_input() {
    let text = "id,x,y,radius\nz,0,0,9\nm,1,0,9\na,2,0,9\n";
    for strategy in ["auto", "brute", "grid", "sweep", "rtree"] {
        for threads in ["1", "2", "4"] {
            let ran = pairs(text, &["--strategy", strategy, "--threads", threads]);
            assert_eq!(ran.out, "a,b\nz,m\nz,a\nm,a\n", "{strategy} on {threads}");
        }
    }
}

#[test]
fn ids_are_printed_back_as_given() {
    let text =
        "radius,y,x,id\n1,0,0,\"a,1\"\n1,0,1,\"say \"\"hi\"\"\"\n1,0,0,\"two\nlines\"\n1,0,50,007\n1,0,51, spaced \n";
    let ran = pairs(text, &[]);
    let expected =
        "a,b\n\"a,1\",\"say \"\"hi\"\"\"\n\"a,1\",\"two\nlines\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n007, spaced \n";
    assert_eq!((ran.code, ran.out.as_str()), (0, expected));
}

#[test]
fn a_mark_at_the_start_and_windows_lines_are_no_matter() {
    let text = MIXED.replace('\n', "\r\n");
    for text in [format!("\u{feff}{MIXED}"), text.clone(), format!("\u{feff}{text}"), format!("\n\n{MIXED}\n\n")] {
        assert_eq!(pairs(&text, &["--count"]).out, "4\n", "{text:?}");
    }
}

#[test]
fn a_header_alone_is_no_shapes() {
    for text in ["id,x,y,radius\n", "id,x,y,radius"] {
        let ran = pairs(text, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (0, "a,b\n"));
        assert!(ran.err.starts_with("0 shapes: 0 pairs that overlap or touch\nstrategy brute: "), "{}", ran.err);
    }
}

#[test]
fn numbers_are_read_to_the_nearest_float_and_centered_rectangles_are_not_rounded() {
    // 0.1 and 0.05 as 32-bit floats sum up to 0.150000002..., which lies between two of them: an edge rounded to the
    // nearest would reach the upper one.
    let text = "id,x,y,width,height,radius\nr,0.1,0,0.1,1,\np,0.15,0,,,0\n";
    assert_eq!(pairs(text, &["--count"]).out, "0\n");
    let within = text.replace("p,0.15", "p,0.14999999");
    assert_eq!(pairs(&within, &["--count"]).out, "1\n");
}

#[test]
fn against_another_file() {
    let files = Files::new(&[
        ("a.csv", b"id,x,y,radius\np,0,0,1\nq,10,0,1\n"),
        ("b.jsonl", b"{\"id\":\"p\",\"x\":10,\"y\":1,\"radius\":0.5}\n\n{\"id\":7,\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"angle\":45}\n"),
    ]);
    assert_eq!(files.pairs(&["a.csv", "--against", "b.jsonl"]).out, "a,b\np,7\nq,p\n");
    let jsonl = files.pairs(&["b.jsonl", "--against", "a.csv", "--format", "jsonl"]);
    assert_eq!(jsonl.out, "{\"a\":\"p\",\"b\":\"q\"}\n{\"a\":7,\"b\":\"p\"}\n");
    assert_eq!(files.pairs(&["a.csv", "--against", "b.jsonl", "--count"]).out, "2\n");
    let both = files.pairs(&["-", "--against", "-"]);
    assert_eq!(both.code, 2);
    assert_eq!(both.err, "error: FILE and --against: only one of them can be standard input\n");
}

#[test]
fn a_tick_of_several() {
    let ticks = "id,x,y,radius,tick\na,0,0,1,3\nb,9,0,1,3\nc,9,0,1,8\nb,1,0,1,8\na,0,0,1,8\n";
    let wall = "id,min_x,min_y,max_x,max_y\nwall,0,1,1,1\n";
    let files = Files::new(&[("units.csv", ticks.as_bytes()), ("wall.csv", wall.as_bytes())]);
    assert_eq!(files.pairs(&["units.csv", "--tick", "3"]).out, "a,b\n");
    assert_eq!(files.pairs(&["units.csv", "--tick", "8"]).out, "a,b\nb,a\n");
    // A file without ticks has the same shapes at every tick.
    assert_eq!(files.pairs(&["wall.csv", "--tick", "8", "--count"]).out, "0\n");
    let touched = files.pairs(&["units.csv", "--against", "wall.csv", "--tick", "8"]);
    assert_eq!(touched.out, "a,b\nb,wall\na,wall\n", "{}", touched.err);
    // A single tick needs no --tick, whatever its number.
    assert_eq!(pairs("tick,id,x,y,radius\n7,a,0,0,1\n7,b,0,0,1\n", &[]).out, "a,b\na,b\n");
    assert_eq!(pairs("tick,id,x,y,radius\n", &[]).out, "a,b\n");
}

#[test]
fn standard_input_is_csv() {
    let files = Files::new(&[("b.csv", b"id,x,y,radius\np,0,0,1\n")]);
    let stdin = b"id,x,y,radius\na,1,0,1\nb,5,5,1\n";
    assert_eq!(files.pairs_of(&["-", "--against", "b.csv"], stdin).out, "a,b\na,p\n");
    assert_eq!(files.pairs_of(&["-"], b"id,x,y,radius\na,x,0,1\n").err, "error: -:2: x: not a number: \"x\"\n");
}

#[test]
fn more_pairs_than_the_limit_are_an_error() {
    let mut text = "id,x,y,radius,width,height\n".to_owned();
    (0..8_000).for_each(|row| text += &format!("{row},0,0,1,,\n"));
    let files = Files::new(&[("pile.csv", text.as_bytes()), ("one.csv", b"id,x,y,radius\na,0,0,1\n")]);
    let refused = |arguments: &[&str], limit: &str| {
        let ran = files.pairs(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        let start = format!("error: pile.csv: pairs: more than the budget of {limit}, at least ");
        let end = "; --max-pairs N allows more, and --count counts them without a limit\n";
        assert!(ran.err.starts_with(&start) && ran.err.ends_with(end), "{}", ran.err);
    };
    refused(&["pile.csv"], "25000000");
    refused(&["pile.csv", "--against", "pile.csv", "--strategy", "sweep"], "25000000");
    for strategy in ["levels", "sweep", "rtree", "brute"] {
        let one = ["pile.csv", "--against", "one.csv", "--strategy", strategy, "--max-pairs"];
        refused(&[&one[..], &["7999"]].concat(), "7999");
        assert_eq!(files.pairs(&[&one[..], &["8000"]].concat()).out.lines().count(), 8_001);
    }
    assert_eq!(files.pairs(&["pile.csv", "--count"]).out, "31996000\n");
    assert_eq!(files.pairs(&["pile.csv", "--count", "--max-pairs", "9"]).code, 2);
}

/// A list of the pairs would take more than ten gigabytes.
#[test]
fn a_pile_is_counted_without_memory_for_its_pairs() {
    let mut text = "id,x,y,radius,min_x,min_y,max_x,max_y\n".to_owned();
    (0..20_000).for_each(|row| text += &format!("{row},0,0,1,,,,\nr{row},,,,0,0,1,1\n"));
    let files = Files::new(&[("pile.csv", text.as_bytes())]);
    assert_eq!(files.pairs(&["pile.csv", "--count"]).out, format!("{}\n", 40_000_u64 * 39_999 / 2));
    assert_eq!(files.pairs(&["pile.csv", "--against", "pile.csv", "--count"]).out, "1600000000\n");
}

#[test]
fn contacts_as_csv_and_json() {
    let text = "id,x,y,radius,width,height\na,0,0,1,,\nb,1,0,1,,\nc,0,-1.5,,4,2\nd,4,-1.5,,4,2\n";
    let ran = pairs(text, &["--contacts"]);
    let expected = "\
a,b,normal_x,normal_y,depth,x1,y1,x2,y2
a,b,1,0,1,0.5,0,,
a,c,0,-1,0.5,0,-0.75,,
b,c,0,-1,0.5,1,-0.75,,
c,d,1,0,0,2,-2.5,2,-0.5
";
    assert_eq!((ran.code, ran.out.as_str()), (0, expected));
    let ran = pairs(text, &["--contacts", "--format", "jsonl"]);
    let first = r#"{"a":"a","b":"b","normal":[1.0,0.0],"depth":1.0,"points":[[0.5,0.0]]}"#;
    let last = r#"{"a":"c","b":"d","normal":[1.0,0.0],"depth":0.0,"points":[[2.0,-2.5],[2.0,-0.5]]}"#;
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines[0], lines[3]), (first, last));
    assert_eq!(pairs(text, &["--contacts", "--count"]).code, 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut text = "id,x,y,radius\n".to_owned();
    (0..1000).for_each(|row| text += &format!("unit{row},0,0,1\n"));
    let files = tempfile::TempDir::new().unwrap();
    let path = files.path().join("pile.csv");
    std::fs::write(&path, text).unwrap();
    for format in ["csv", "jsonl"] {
        let mut child = Command::new(program())
            .arg("pairs")
            .arg(&path)
            .args(["--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
        let said = String::from_utf8(ended.stderr).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "1,000 shapes: 499,500 pairs that overlap or touch");
        assert_eq!(
            lines[1],
            "1,000 shapes are in a pair; the busiest are \"unit0\" and 999 more, with 999 others each"
        );
        assert!(lines.len() == 3 && lines[2].starts_with("strategy "), "only the summary: {said}");
    }
}
