//! Answers of the playground.

use collide2d::{
    Circle, Contact, Impact, Moving, Region, Relation, Shape, Touching, Vec2, closest_points, contact, distance,
    region_of, relation, sweep,
};
use serde::Serialize;

use super::corners::corners;
use super::lesson::{Scene, Steps};
use super::margin::Margin;
use super::plain;
use super::question::{Question, QuestionError};

/// The results of the kernels for a circle and each of its obstacles.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// Whether anything is hit.
    hit: bool,
    /// The obstacle that the moving circle hits first.
    first: Option<usize>,
    obstacles: Vec<Finding>,
    /// The steps of the lesson.
    steps: Option<Steps>,
}

#[derive(Debug, Serialize)]
struct Finding {
    relation: &'static str,
    /// Whether the relation counts as a hit under the requested touching rule.
    hit: bool,
    distance: f32,
    /// The region around a rectangle in which the center of the circle lies.
    region: Option<&'static str>,
    /// The point of the obstacle nearest to the center of the circle; `None` if the center lies in the obstacle.
    nearest: Option<Nearest>,
    contact: Option<ContactOutput>,
    margin: Margin,
    /// The result of rounded arithmetic.
    plain_hit: bool,
    impact: Option<ImpactOutput>,
    /// The center of the circle in the frame of the rectangle without its rotation.
    unrotated_center: Option<[f64; 2]>,
    /// The outline of a rectangle obstacle: its corners in order.
    corners: Option<[[f64; 2]; 4]>,
}

#[derive(Debug, Serialize)]
struct Nearest {
    point: [f32; 2],
    distance: f32,
}

#[derive(Debug, Serialize)]
struct ContactOutput {
    /// From the circle to the obstacle.
    normal: [f32; 2],
    depth: f32,
    points: Vec<[f32; 2]>,
}

#[derive(Debug, Serialize)]
struct ImpactOutput {
    time: f32,
    normal: [f32; 2],
    points: Vec<[f32; 2]>,
}

impl Answer {
    /// The answer to a question.
    ///
    /// # Errors
    /// [`QuestionError`] if a shape is not valid, or there are too many.
    pub fn to(question: &Question) -> Result<Self, QuestionError> {
        let (circle, obstacles, moving) = (question.circle()?, question.obstacles()?, question.moving()?);
        let find = |obstacle: &Shape| Finding::of(&circle, obstacle, question.touching(), moving.as_ref());
        let findings: Vec<Finding> = obstacles.iter().map(find).collect();
        let steps = question.lesson()?.map(|lesson| {
            let (touching, motion, switches) = (question.touching(), question.motion(), lesson.switches.as_slice());
            Steps::of(lesson.name, &Scene { circle: &circle, obstacles: &obstacles, touching, motion, switches })
        });
        let (hit, first) = (findings.iter().any(|finding| finding.hit), first_hit(&findings));
        Ok(Self { hit, first, obstacles: findings, steps })
    }
}

/// The obstacle with the earliest impact; the first in the list if several have the same time.
fn first_hit(findings: &[Finding]) -> Option<usize> {
    let impacts = findings.iter().enumerate();
    let impacts = impacts.filter_map(|(index, finding)| Some((finding.impact.as_ref()?.time, index)));
    impacts.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

impl Finding {
    fn of(circle: &Circle, obstacle: &Shape, touching: Touching, moving: Option<&Moving>) -> Self {
        let relation = relation(*circle, *obstacle);
        Self {
            relation: name_of_relation(relation),
            hit: touching.accepts(relation),
            distance: distance(*circle, *obstacle),
            region: region_of(*obstacle, circle.center()).map(name_of_region),
            nearest: nearest(circle.center(), obstacle),
            contact: contact(*circle, *obstacle).map(ContactOutput::from),
            margin: Margin::of(circle, obstacle),
            plain_hit: plain::overlaps(circle, obstacle),
            impact: moving.and_then(|moving| sweep(*moving, *obstacle)).map(ImpactOutput::from),
            unrotated_center: unrotated_center(circle.center(), obstacle),
            corners: corners(obstacle),
        }
    }
}

fn nearest(center: Vec2, obstacle: &Shape) -> Option<Nearest> {
    let point = Circle::new(center, 0.0).ok()?;
    let closest = closest_points(point, *obstacle)?;
    Some(Nearest { point: closest.on_b.into(), distance: closest.distance })
}

/// Rounded, for the picture only.
fn unrotated_center(center: Vec2, obstacle: &Shape) -> Option<[f64; 2]> {
    let Shape::OrientedRect(rect) = obstacle else { return None };
    let (cos, sin) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
    let pivot = rect.center().as_dvec2();
    let d = center.as_dvec2() - pivot;
    Some([pivot.x + cos * d.x + sin * d.y, pivot.y + cos * d.y - sin * d.x])
}

fn name_of_relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Apart => "apart",
        Relation::Touching => "touching",
        Relation::Interior => "interior",
    }
}

fn name_of_region(region: Region) -> &'static str {
    match region {
        Region::Inside => "inside",
        Region::Left => "left",
        Region::Right => "right",
        Region::Bottom => "bottom",
        Region::Top => "top",
        Region::BottomLeft => "bottom-left",
        Region::BottomRight => "bottom-right",
        Region::TopLeft => "top-left",
        Region::TopRight => "top-right",
    }
}

fn rows(points: &[Vec2]) -> Vec<[f32; 2]> {
    points.iter().map(|point| point.to_array()).collect()
}

impl From<Contact> for ContactOutput {
    fn from(contact: Contact) -> Self {
        Self { normal: contact.normal.into(), depth: contact.depth, points: rows(contact.points.as_slice()) }
    }
}

impl From<Impact> for ImpactOutput {
    fn from(impact: Impact) -> Self {
        Self { time: impact.time, normal: impact.normal.into(), points: rows(impact.points.as_slice()) }
    }
}
