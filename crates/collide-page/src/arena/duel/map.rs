//! The map of the duel: a court with four doors in the middle, and around it the same quarter four times.

use collide_rules::{BORDER, Error, Game, Places};
use collide2d::{Capsule, OrientedRect, Polygon, Rect, Rotor, Settings, Shape, Vec2};

/// Half the side of the map.
pub(crate) const HALF: f32 = 40.0;

const PICKUPS: usize = 16;
/// The inner and outer radius of a view: a screen wide.
const VIEW: [f32; 2] = [13.0, 15.0];
/// The maximum number of entities in a view.
const MAX_VISIBLE: usize = 64;

/// Half the side of the court, and half the width of its gates.
const COURT: f32 = 9.0;
const GATE: f32 = 2.4;
/// Radians a tick: a turn of a door takes 8 seconds.
const DOOR_SPEED: f32 = 0.013;

/// The middles of tiles, of crates, and the ends of capsules, in one quarter.
const TILES: [[f32; 2]; 9] = [
    [15.0, 15.0],
    [17.0, 15.0],
    [19.0, 15.0],
    [15.0, 17.0],
    [15.0, 19.0],
    [29.0, 29.0],
    [31.0, 29.0],
    [29.0, 31.0],
    [22.0, -32.0],
];
const CRATES: [[f32; 2]; 6] = [[12.6, 1.4], [12.6, 2.7], [13.9, 1.4], [24.5, 22.0], [25.8, 22.0], [5.0, 5.0]];
const CAPSULES: [[[f32; 2]; 2]; 3] =
    [[[20.0, 3.0], [28.0, 8.0]], [[34.0, 14.0], [34.0, 22.0]], [[10.0, 24.0], [17.0, 29.0]]];

/// The game on its map, without actors.
pub(super) fn game(settings: Settings, places: Places<'_>) -> Result<Game, Error> {
    let mut game = Game::new(&walls()?, PICKUPS, settings, places)?.with_view(VIEW).with_max_visible(MAX_VISIBLE);
    for quarter in 0..4 {
        let gate = turned([COURT, 0.0], quarter);
        let along = Rotor::from_degrees(90.0 + 90.0 * quarter as f32)?;
        game.add_door(OrientedRect::new(gate, [GATE - 0.35, 0.2], along)?, gate, DOOR_SPEED)?;
        for at in CRATES {
            game.add_crate(Rect::from_center(turned(at, quarter), [0.6, 0.6])?)?;
        }
    }
    Ok(game)
}

fn walls() -> Result<Vec<Shape>, Error> {
    let mut walls: Vec<Shape> = Vec::new();
    for quarter in 0..4 {
        let at = |point: [f32; 2]| turned(point, quarter);
        let (inner, outer) = (HALF, HALF + BORDER);
        let (a, b) = (at([inner, -outer]), at([outer, outer]));
        walls.push(Rect::new(a.min(b), a.max(b))?.into());
        // The court: a wall on each side of a gate.
        for side in [-1.0, 1.0] {
            walls.push(Capsule::new(at([COURT, side * COURT]), at([COURT, side * (GATE + 0.4)]), 0.4)?.into());
        }
        for tile in TILES {
            walls.push(Rect::from_center(at(tile), [1.0, 1.0])?.into());
        }
        for [from, to] in CAPSULES {
            walls.push(Capsule::new(at(from), at(to), 0.6)?.into());
        }
        let rock = [[23.5, 14.0], [26.5, 13.0], [28.0, 15.5], [26.0, 17.8], [23.2, 16.8]].map(at);
        walls.push(Polygon::new(&rock, 0.3)?.into());
        let stone = [[4.0, 17.0], [6.5, 17.5], [6.0, 20.5], [3.2, 20.0]].map(at);
        walls.push(Polygon::new(&stone, 0.5)?.into());
        let wedge = [[8.0, 34.0], [13.0, 33.0], [9.5, 37.0]].map(at);
        walls.push(Polygon::new(&wedge, 0.2)?.into());
        let slab = Rotor::from_degrees(40.0 + 90.0 * quarter as f32)?;
        walls.push(OrientedRect::new(at([36.0, 4.0]), [2.6, 0.5], slab)?.into());
    }
    walls.push(Polygon::regular(6, 1.6)?.into());
    Ok(walls)
}

/// A point of the first quarter, in another one.
fn turned([x, y]: [f32; 2], quarter: usize) -> Vec2 {
    match quarter {
        0 => Vec2::new(x, y),
        1 => Vec2::new(-y, x),
        2 => Vec2::new(-x, -y),
        _ => Vec2::new(y, -x),
    }
}
