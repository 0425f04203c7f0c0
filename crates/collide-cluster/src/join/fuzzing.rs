//! Greetings from arbitrary bytes.

use super::greeting::{framed, packed, unpacked};
use super::hello::Hello;
use super::plan::{Plan, complete};

/// Unpacks greetings, and computes the tick that their processes continue from. `bodies` are greetings without their
/// headers.
///
/// # Panics
/// If a greeting is not the same after it is sent again, or the plan is not one for these processes.
pub fn agree(bodies: &[&[u8]]) {
    let mut hellos: Vec<Hello> = Vec::new();
    for body in bodies {
        assert!(unpacked(body).is_none_or(|hello| unpacked(&packed(&hello).expect("a greeting")) == Some(hello)));
        let Some(hello) = framed(body).ok().and_then(|bytes| unpacked(&bytes)) else { continue };
        assert_eq!(unpacked(&packed(&hello).expect("a greeting")).as_ref(), Some(&hello));
        // Greetings are accepted from the worker that is expected, and kept in order.
        hellos.push(Hello { worker: hellos.len() as u32, ..hello });
    }
    let plan = Plan::of(&hellos);
    assert!(plan.sources.iter().all(|worker| (*worker as usize) < hellos.len()));
    assert!(plan.map.as_ref().is_none_or(|map| map.workers() == hellos.len()));
    for worker in 0..hellos.len() as u32 {
        assert!(plan.suppress_through(&hellos, worker) >= plan.tick);
    }
    assert_eq!(complete(&hellos), hellos.iter().filter_map(|hello| hello.emitted).max());
}
