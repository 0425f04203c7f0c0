//! Lesson 2: the nine regions around a rectangle, and the nearest edge or corner.
//!
//!     cargo run --release --bin nine_regions
//!
//! The mistake: signs of cross products with `>`. A point on the border is then in no region, and where the corners come
//! in the other order, nothing is ever inside.

use collide2d::{Circle, Rect, Vec2, contact, region_of_rect};

/// The classic code: a point is inside if it is to the left of every edge.
fn left_of_all(corners: [Vec2; 4], point: Vec2) -> bool {
    (0..4).all(|index| {
        let (from, to) = (corners[index], corners[(index + 1) % 4]);
        (to - from).perp_dot(point - from) > 0.0
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rect, corners) = (Rect::new([0.0, 0.0], [4.0, 2.0])?, [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]);
    for y in [3.0, 1.0, -1.0] {
        for x in [-1.0, 2.0, 5.0] {
            let circle = Circle::new([x, y], 1.5)?;
            let region = region_of_rect(&rect, circle.center()).ok_or("not finite")?;
            // Beside an edge the normal is along an axis, beyond a corner it is slanted.
            let contact = contact(rect, circle).ok_or("apart")?;
            println!("({x:2}, {y:2}) {:12} normal {:6.3}", format!("{region:?}"), contact.normal);
        }
    }
    let border = Vec2::new(4.0, 1.0);
    println!("({}, {}) on the border: exact {:?}", border.x, border.y, region_of_rect(&rect, border));
    println!("the classic code says inside: {}", left_of_all(corners.map(Vec2::from), border));
    Ok(())
}

#[test]
fn products_lose_the_border_and_the_other_order() {
    let rect = Rect::new([0.0, 0.0], [4.0, 2.0]).unwrap();
    let mut corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]].map(Vec2::from);
    let (inside, border) = (Vec2::new(2.0, 1.0), Vec2::new(4.0, 1.0));
    assert!(left_of_all(corners, inside) && !left_of_all(corners, border));
    assert_eq!(region_of_rect(&rect, border), Some(collide2d::Region::Inside));
    corners.reverse();
    assert!(!left_of_all(corners, inside));
}
