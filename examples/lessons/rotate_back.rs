//! Lesson 3: circle against a rotated rectangle, by rotating the circle back.
//!
//!     cargo run --release --bin rotate_back
//!
//! The mistake: rotating by the angle instead of by minus the angle. The circle is then tested against the mirror image.

use collide2d::{Circle, OrientedRect, Rotor, Vec2, overlaps};

/// The classic code for a rectangle around the origin: rotate the center by `angle`, then take the nearest point.
fn classic(circle: &Circle, half: Vec2, angle: f32) -> bool {
    let center = Vec2::from_angle(angle).rotate(circle.center());
    center.distance_squared(center.clamp(-half, half)) <= circle.radius() * circle.radius()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (half, degrees) = (Vec2::new(4.0, 0.5), 30.0_f32);
    let beam = OrientedRect::new([0.0, 0.0], half, Rotor::from_degrees(degrees)?)?;
    println!("a beam rotated by 30 degrees; # both hit, X the wrong rotation errs, . neither hits");
    for row in -4..=4 {
        let mut line = String::new();
        for column in -8..=8 {
            let circle = Circle::new([column as f32 * 0.6, row as f32 * -0.6], 0.25)?;
            // `overlaps` is exact: no angle and no root is computed.
            let (wrong, exact) = (classic(&circle, half, degrees.to_radians()), overlaps(beam, circle));
            line.push_str(if wrong != exact {
                " X"
            } else if exact {
                " #"
            } else {
                " ."
            });
        }
        println!("{line}");
    }
    Ok(())
}

#[test]
fn the_wrong_rotation_tests_the_mirror_image() {
    let half = Vec2::new(4.0, 0.5);
    let beam = OrientedRect::new([0.0, 0.0], half, Rotor::from_degrees(30.0).unwrap()).unwrap();
    let angle = 30.0_f32.to_radians();
    for (x, y, hits) in [(2.0, 1.2, true), (2.0, -1.2, false)] {
        let circle = Circle::new([x, y], 0.25).unwrap();
        assert_eq!(overlaps(beam, circle), hits);
        assert_eq!(classic(&circle, half, -angle), hits);
        assert_eq!(classic(&circle, half, angle), !hits);
    }
}
