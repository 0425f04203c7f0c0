//! `collide pairs` on input that is not valid: the file, the line, the column and the value are named, nothing is
//! written to standard output.

mod common;

use common::{Files, pairs};

fn check(text: &str, message: &str) {
    let ran = pairs(text, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "for {text:?}: {}", ran.err);
    assert_eq!(ran.err, format!("error: units.csv:{message}\n"), "for {text:?}");
}

const HEADER: &str = "id,x,y,radius,min_x,min_y,max_x,max_y,width,height,angle,cos,sin";

/// A row under the full header.
fn check_row(row: &str, message: &str) {
    check(&format!("{HEADER}\nfine,0,0,1,,,,,,,,,\n{row}\n"), &format!("3: {message}"));
}

#[test]
fn numbers() {
    check_row("a,NaN,0,1,,,,,,,,,", "x: must be a finite number, is NaN");
    check_row("a,0,-inf,1,,,,,,,,,", "y: must be a finite number, is -inf");
    check_row("a,0,0,1e39,,,,,,,,,", "radius: must be at most 3.4028235e38 in size, is 1e39");
    check_row("a,0,0,-1,,,,,,,,,", "radius: must not be negative, is -1");
    check_row("a,abc,0,1,,,,,,,,,", "x: not a number: \"abc\"");
    check_row("a,\"1,5\",0,1,,,,,,,,,", "x: not a number: \"1,5\"; for a decimal comma write a point: 1.5");
    check_row("a,\"1,2,3\",0,1,,,,,,,,,", "x: not a number: \"1,2,3\"");
    check_row("a,0,0,,,,,,-3,1,,,", "width: must not be negative, is -3");
    check_row("a,0,0,,,,,,3,-0.5,,,", "height: must not be negative, is -0.5");
    check_row("a,0,0,,,,,,1e-45,1,,,", "width: too small to be halved without rounding, is 1e-45");
    check_row("a,,,,5,0,4,1,,,,,", "min_x: must not be above the maximum 4, is 5");
    check_row("a,,,,0,7,4,1,,,,,", "min_y: must not be above the maximum 1, is 7");
    check_row("a,0,0,,,,,,1,1,,0,0", "cos: cos and sin must not both be zero");
}

#[test]
fn missing_and_foreign_cells() {
    check_row("a,1,,2,,,,,,,,,", "y: missing: this is a circle (x,y,radius)");
    check_row("a,,,,1,2,3,,,,,,", "max_y: missing: this is a rectangle (min_x,min_y,max_x,max_y)");
    check_row("a,1,2,,,,,,3,,,,", "height: missing: this is a rectangle (x,y,width,height)");
    check_row("a,1,2,,,,,,,,45,,", "width: missing: this is a rectangle (x,y,width,height)");
    check_row("a,1,2,,,,,,1,1,,1,", "sin: missing: cos is given");
    check_row("a,1,2,,,,,,1,1,,,1", "cos: missing: sin is given");
    check_row("a,1,2,,,,,,1,1,45,1,0", "angle: must be empty where cos and sin are given");
    check_row("a,1,2,3,,,,,1,,,,", "width: must be empty: this is a circle (x,y,radius), and a row is one shape");
    check_row(
        "a,1,,,0,0,1,1,,,,,",
        "x: must be empty: this is a rectangle (min_x,min_y,max_x,max_y), and a row is one shape",
    );
    // Cells of two kinds are reported before missing cells.
    check_row("a,,,1,0,0,1,1,,,,,", "min_x: must be empty: this is a circle (x,y,radius), and a row is one shape");
    check_row(
        "a,,,,0,0,1,1,2,,,,",
        "min_x: must be empty: this is a rectangle (x,y,width,height), and a row is one shape",
    );
    let forms = "missing: a row is a circle (x,y,radius) or a rectangle (min_x,min_y,max_x,max_y) \
                 or a rectangle (x,y,width,height) or a capsule (x,y,radius,points) \
                 or a polygon (x,y,radius,points)";
    check_row("a,,,,,,,,,,,,", &format!("x: {forms}"));
    check_row("a,1,2,,,,,,,,,,", &format!("radius: {forms}"));
    check_row(",0,0,1,,,,,,,,,", "id: missing");
    check_row("a,0,0,1", "row: has 4 cells where the header has 13");
    check_row("a", "row: has 1 cell where the header has 13");
    // Blank lines are skipped, but counted.
    check("id,x,y,radius\n   \n\t\na,0,0,-1\n", "4: radius: must not be negative, is -1");
}

#[test]
fn headers() {
    check("", "1: header: the file is empty; expected a header row such as id,x,y,radius");
    check("\n\n", "1: header: the file is empty; expected a header row such as id,x,y,radius");
    check(
        "\nid,x,y\na,1,2\n",
        "2: header: no shape: needs x,y,radius or min_x,min_y,max_x,max_y or x,y,width,height or points; found id,x,y",
    );
    check("id,x,y,radius,x\n", "1: header: column \"x\" occurs twice");
    check("id,x,y,radius,X\n", "1: header: column \"x\" occurs twice");
    check("id,id,x,y,radius\n", "1: header: column \"id\" occurs twice");
    // `--skip-invalid` does not help: without a header the rows have no meaning.
    assert_eq!(pairs("id,x,y\na,1,2\n", &["--skip-invalid"]).code, 2);
}

#[test]
fn duplicate_ids() {
    check(
        "id,x,y,radius\np1,0,0,1\nq,0,0,1\np1,5,5,1\n",
        "4: id: duplicate \"p1\", first on line 2; --ids row ignores ids",
    );
}

#[test]
fn ticks() {
    let header = "tick,id,x,y,radius";
    let rows = |rows: &str| format!("{header}\n{rows}\n");
    check(&rows("0,a,0,0,1\n,b,0,0,1"), "3: tick: missing");
    for wrong in ["-1", "1.5", "+1", "one", "18446744073709551616"] {
        let message = format!("2: tick: must be a whole number from 0 to 18446744073709551615, is {wrong}");
        check(&rows(&format!("{wrong},a,0,0,1")), &message);
    }
    check(&rows("3,a,0,0,1\n2,a,0,0,1"), "3: tick: must not be below that of the row before, 3, is 2");
    check(
        &rows("1,a,0,0,1\n4,a,0,0,1\n4,a,0,0,1"),
        "4: id: duplicate \"a\" in tick 4, first on line 3; --ids row ignores ids",
    );
    check(&format!("tick,{header}\n"), "1: header: column \"tick\" occurs twice");
    let ran = pairs(&rows("1,a,0,0,1\n0,a,0,0,1\n1,b,0,0,1"), &["--skip-invalid", "--count"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "1\n"), "{}", ran.err);
}

#[test]
fn ticks_of_json_lines() {
    let row = |tick: &str, id: u32| format!("{{{tick}\"id\":{id},\"x\":0,\"y\":0,\"radius\":1}}\n");
    let cases = [
        (row("\"tick\":1,", 1) + &row("", 2), "tick: missing: the rows before it have one"),
        (row("", 1) + &row("\"tick\":1,", 2), "tick: must be absent: the rows before it have none"),
        (row("\"tick\":1,", 1) + &row("\"tick\":0,", 2), "tick: must not be below that of the row before, 1, is 0"),
        (
            row("\"tick\":1,", 1) + &row("\"tick\":1,", 1),
            "id: duplicate \"1\" in tick 1, first on line 1; --ids row ignores ids",
        ),
        (
            row("\"tick\":1,", 1) + &row("\"tick\":\"2\",", 1),
            "tick: must be a whole number from 0 to 18446744073709551615, is \"2\"",
        ),
    ];
    for (text, message) in cases {
        let files = Files::new(&[("units.jsonl", text.as_bytes())]);
        let ran = files.pairs(&["units.jsonl"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err), (2, "", format!("error: units.jsonl:2: {message}\n")));
    }
}

#[test]
fn which_tick_must_be_said() {
    let ticked = |ticks: &[u64]| {
        ticks.iter().fold("tick,id,x,y,radius\n".to_owned(), |text, tick| text + &format!("{tick},a,0,0,1\n"))
    };
    let cases: [(&[u64], &str); 4] = [
        (&[0, 1, 2], "3 ticks, 0 to 2"),
        (&[5, 7], "2 ticks, 5, 7"),
        (&[0, 2, 4, 6, 8, 10, 12, 14, 99], "9 ticks, 0, 2, ... 99"),
        (&[0, u64::MAX], "2 ticks, 0, 18446744073709551615"),
    ];
    for (ticks, list) in cases {
        let ran = pairs(&ticked(ticks), &[]);
        let message = format!("error: units.csv: has {list}; choose one with --tick N\n");
        assert_eq!((ran.code, ran.out.as_str(), ran.err), (2, "", message));
        let ran = pairs(&ticked(ticks), &["--tick", "3"]);
        assert_eq!((ran.code, ran.err), (2, format!("error: units.csv: has no tick 3; it has {list}\n")));
    }
    assert_eq!(pairs(&ticked(&[7]), &["--tick", "3"]).err, "error: units.csv: has no tick 3; it has only tick 7\n");
}

#[test]
fn broken_quotes() {
    let never = "quote: opened here and never closed";
    check("id,x,y,radius\na,0,0,1\n\"b,1,2,3\nc,1,2,3\nd,1,1,1\n", &format!("3: {never}"));
    check("id,x,y,radius\na,0,0,1\nb,1,2,\"3", &format!("3: {never}"));
    check("id,\"x,y,radius\na,0,0,1\n", &format!("1: {never}"));
    check("id,x,y,radius\n\"a\"b,0,0,1\n", "2: quote: text after a closing quote");
    let within = "a quote inside an unquoted cell; quote the cell and double the quote";
    check("id,x,y,radius\n5\" gun,0,0,1\n", &format!("2: quote: {within}"));
    // A quote within a row may take the next rows with it, so it is not skipped.
    let ran = pairs("id,x,y,radius\na,0,0,1\nb,0,\"0,1\nc,1,1,1\n\"d\",1,1,1\n", &["--skip-invalid"]);
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (2, "", "error: units.csv:3: quote: text after a closing quote\n")
    );
    // An open quote takes the rest of the file with it, so this cannot be skipped either.
    let ran = pairs("id,x,y,radius\na,0,0,1\n\"b,1,2,3\nc,1,2,3\n", &["--skip-invalid"]);
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (2, "", "error: units.csv:3: quote: opened here and never closed\n")
    );
}

#[test]
fn lines_are_those_of_the_file() {
    let not = "x: not a number: \"?\"";
    check("\n\nid,x,y,radius\n\n\na,?,0,1\n", &format!("6: {not}"));
    check("id,x,y,radius\r\n\r\na,0,0,1\r\n\r\nb,?,0,1\r\n", &format!("5: {not}"));
    check("id,x,y,radius\n\"a\nb\nc\",0,0,1\nd,?,0,1\n", &format!("5: {not}"));
    // More than the parser reads at a time, with empty lines between.
    let mut text = "id,x,y,radius\n".to_owned();
    (0..20_000).for_each(|row| text += &format!("unit{row},0.25,1e3,1\n\n"));
    check(&format!("{text}last,?,0,1"), &format!("40002: {not}"));
}

#[test]
fn long_values_are_cut_in_messages() {
    let (nines, cut) = ("9".repeat(100_000), "9".repeat(100));
    check(
        &format!("id,x,y,radius\na,{nines},0,1\n"),
        &format!("2: x: must be at most 3.4028235e38 in size, is {cut}... (100000 characters)"),
    );
    check(
        &format!("id,x,y,radius\na,0,0,?{nines}\n"),
        &format!("2: radius: not a number: \"?{}\"... (100001 characters)", &cut[1..]),
    );
    let needs = "no shape: needs x,y,radius or min_x,min_y,max_x,max_y or x,y,width,height or points";
    check(&format!("{nines},x,y\n"), &format!("1: header: {needs}; found {cut}... (100000 characters),x,y"));
    check(
        &format!("id,x,y,radius\n{nines},0,0,1\n"),
        &format!("2: id: must be at most 4096 bytes, is {cut}... (100000 characters)"),
    );
    let tick = format!("tick,id,x,y,radius\n{nines},a,0,0,1\n");
    let whole = "must be a whole number from 0 to 18446744073709551615";
    check(&tick, &format!("2: tick: {whole}, is {cut}... (100000 characters)"));
    let id = "é".repeat(2_000);
    check(
        &format!("id,x,y,radius\n{id},0,0,1\n{id},0,0,1\n"),
        &format!(
            "3: id: duplicate \"{}\"... (2000 characters), first on line 2; --ids row ignores ids",
            "é".repeat(100)
        ),
    );
    let files = Files::new(&[("units.jsonl", format!("{{\"id\":1,\"x\":[{nines}]}}\n").as_bytes())]);
    let message = format!("error: units.jsonl:1: x: must be a number, is [{}... (100002 characters)\n", &cut[1..]);
    assert_eq!(files.pairs(&["units.jsonl"]).err, message);
}

#[test]
fn the_first_error_of_the_file_is_reported() {
    // The rows of many chunks; the last error is found first.
    let mut text = "id,x,y,radius\n".to_owned();
    (0..200_000).for_each(|row| text += &format!("unit{row},0.25,1e3,1\n"));
    check(
        &format!("{text}unit7,0,0,1\na,0,0,?\nb,0,\"0,1"),
        "200002: id: duplicate \"unit7\", first on line 9; --ids row ignores ids",
    );
    check(&format!("{text}a,0,0,?\nb,0,\"0,1"), "200002: radius: not a number: \"?\"");
    check(&format!("{text}b,0,\"0,1"), "200002: quote: opened here and never closed");
}

#[cfg(unix)]
#[test]
fn a_file_without_line_breaks_is_refused_at_once() {
    let files = Files::new(&[("keys.jsonl", b"")]);
    let ran = files.pairs(&["/dev/zero"]);
    let message = "error: /dev/zero:1: row: longer than the limit of 1048576 bytes\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (2, "", message));
    let keys: String = (0..200_000).map(|key| format!(",\"{key}\":1")).collect();
    std::fs::write(files.path().join("keys.jsonl"), format!("\n{{\"id\":1{keys}}}\n")).unwrap();
    let message = "error: keys.jsonl:2: row: longer than the limit of 1048576 bytes\n";
    assert_eq!(files.pairs(&["keys.jsonl", "--skip-invalid"]).err, message);
}

/// Under a limit of memory, reading fails and says so. An abort would be a signal, without an exit code.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error() {
    let mut text = "id,x,y,radius\n".to_owned();
    (0..200_000).for_each(|row| text += &format!("{row},{row},0,0.25\n"));
    let files = Files::new(&[("units.csv", text.as_bytes())]);
    // Kilobytes: from too little for the rows to enough for the search.
    let mut codes = Vec::new();
    for limit in [40_000, 50_000, 60_000, 80_000, 100_000, 400_000] {
        let script = format!("ulimit -v {limit}; exec \"$0\" pairs units.csv --count --threads 1");
        let mut shell = std::process::Command::new("sh");
        let output = shell.current_dir(files.path()).args(["-c", &script]).arg(common::program()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => assert_eq!(output.stdout, b"0\n"),
            Some(2) => assert!(said.starts_with("error: units.csv: not enough memory for "), "{limit}: {said}"),
            code => panic!("{limit}: {code:?}: {said}"),
        }
        codes.extend(output.status.code());
    }
    assert_eq!((codes[0], codes[5]), (2, 0), "{codes:?}");
}

#[test]
fn text_that_is_not_utf8() {
    let files = Files::new(&[
        ("latin.csv", b"id,x,y,radius\nfine,0,0,1\nb\xe9,1,1,1\n"),
        ("note.csv", b"id,x,y,note,radius\nfine,0,0,caf\xc3\xa9,1\nb,0,0,caf\xe9,1\n"),
        ("wide.csv", b"\xff\xfei\0d\0"),
        ("latin.jsonl", b"{\"id\":\"b\xe9\",\"x\":1,\"y\":1,\"radius\":1}\n"),
    ]);
    assert_eq!(files.pairs(&["latin.csv"]).err, "error: latin.csv:3: id: is not UTF-8 text\n");
    assert_eq!(files.pairs(&["note.csv"]).err, "error: note.csv:3: row: cell 4 is not UTF-8 text\n");
    assert_eq!(files.pairs(&["wide.csv"]).err, "error: wide.csv: is UTF-16 text; save it as UTF-8\n");
    assert_eq!(files.pairs(&["latin.jsonl"]).err, "error: latin.jsonl:1: json: is not UTF-8 text\n");
}

#[test]
fn json_lines() {
    let cases: [(&str, &str); 7] = [
        ("{\"id\":\"a\",\"x\":\"1\",\"y\":1,\"radius\":1}", "x: must be a number, is \"1\""),
        ("{\"id\":1.5,\"x\":1,\"y\":1,\"radius\":1}", "id: must be a text or a whole number, is 1.5"),
        ("{\"x\":1,\"y\":1,\"radius\":1}", "id: missing"),
        ("{\"id\":\"a\",\"x\":1,\"y\":1e+40,\"radius\":1}", "y: must be at most 3.4028235e38 in size, is 1e+40"),
        ("{\"id\":\"a\",\"x\":1,\"y\":1,\"radius\":-2}", "radius: must not be negative, is -2"),
        (
            "{\"id\":\"a\",",
            "json: EOF while parsing a value at character 10; write each object on one line (JSON lines)",
        ),
        ("[1]", "json: invalid type: sequence, expected an object at character 0"),
    ];
    for (line, message) in cases {
        let text = format!("\u{feff}{{\"id\":\"fine\",\"x\":1,\"y\":1,\"radius\":1}}\r\n\r\n{line}\r\n");
        let files = Files::new(&[("units.ndjson", text.as_bytes())]);
        let ran = files.pairs(&["units.ndjson"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err), (2, "", format!("error: units.ndjson:3: {message}\n")));
    }
    let twice = "{\"id\":1,\"x\":1,\"y\":1,\"radius\":1}\n{\"id\":\"1\",\"x\":1,\"y\":1,\"radius\":1}\n";
    let files = Files::new(&[("units.jsonl", twice.as_bytes()), ("none.jsonl", b"")]);
    assert_eq!(
        files.pairs(&["units.jsonl"]).err,
        "error: units.jsonl:2: id: duplicate \"1\", first on line 1; --ids row ignores ids\n"
    );
    assert_eq!(files.pairs(&["none.jsonl"]).out, "a,b\n");
    // The case of the extension does not matter, and a key has one value.
    let files = Files::new(&[("UNITS.JSONL", b"{\"id\":1,\"x\":0,\"y\":0,\"radius\":1,\"x\":9}\n")]);
    let message = "error: UNITS.JSONL:1: json: key \"x\" occurs twice at character 37\n";
    assert_eq!(files.pairs(&["UNITS.JSONL"]).err, message);
}

#[test]
fn skip_invalid_goes_on_and_says_so() {
    let text = "id,x,y,radius\na,0,0,1\nb,NaN,0,1\nc,1,0,1\nc,1,0,1\nd,0,0\ne,0,0,-1\n";
    let ran = pairs(text, &["--skip-invalid"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a,b\na,c\n"));
    let expected = "\
units.csv: left out 4 of 6 rows:
  units.csv:3: x: must be a finite number, is NaN
  units.csv:5: id: duplicate \"c\", first on line 4; --ids row ignores ids
  units.csv:6: row: has 3 cells where the header has 4
  ...
2 shapes: 1 pair ";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
}

#[test]
fn files_and_arguments() {
    let files = Files::new(&[("a.csv", b"id,x,y,radius\n")]);
    let absent = files.pairs(&["absent.csv"]);
    assert_eq!(absent.code, 2);
    assert!(absent.err.starts_with("error: absent.csv: cannot open: "), "{}", absent.err);
    let folder = files.pairs(&["."]);
    assert_eq!((folder.code, folder.out.as_str()), (2, ""));
    assert!(folder.err.starts_with("error: .: cannot open: "), "{}", folder.err);
    assert_eq!(files.pairs(&["a.csv", "--threads", "0"]).err, "error: threads: must be at least 1, is 0\n");
    let many = files.pairs(&["a.csv", "--threads", "18446744073709551615"]);
    assert_eq!((many.code, many.err.as_str()), (2, "error: threads: must be at most 1024, is 18446744073709551615\n"));
    for wrong in [["--strategy", "quadtree"], ["--touching", "maybe"], ["--format", "xml"], ["--threads", "-1"]] {
        let ran = files.pairs(&[&["a.csv"], wrong.as_slice()].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{wrong:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let files = Files::new(&[("a.csv", b"id,x,y,radius\na,0,0,1\nb,0,0,1\n")]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let path = files.path().join("a.csv");
    let output = std::process::Command::new(common::program()).arg("pairs").arg(path).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("standard output: cannot write: "), "{said}");
}
