//! Values for the C interface from the bytes of the fuzzer, and the pointers that its functions take.

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use arbitrary::Arbitrary;
use collide::*;

/// A small number, or any bits.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Float {
    Small(i8),
    Any(u32),
}

/// One of the handles so far, or any number.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Choice {
    Known(u8),
    Any(u64),
}

/// The kind of a shape, its first numbers, and the halves that follow.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Form(pub u8, pub [Float; 7], pub [i8; COLLIDE_NUMBERS - 7]);

#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Item(pub Form, pub u8, pub u8, pub [u64; 2], pub i64);

#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Watcher(pub Choice, pub bool, pub [Float; 4], pub u8, pub Sieve);

#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Sieve(pub u8, pub Choice, pub [u64; 2], pub i64);

#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Options(pub u8, pub u8, pub bool, pub i16, pub Option<Sieve>);

#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Rules(pub [u8; 4], pub Float, pub Float, pub u8, pub bool);

impl Float {
    pub fn number(self) -> f32 {
        match self {
            Self::Small(number) => f32::from(number) * 0.5,
            Self::Any(bits) => f32::from_bits(bits),
        }
    }
}

impl Form {
    pub fn shape(self) -> CollideShape {
        let Self(kind, first, rest) = self;
        let mut numbers = [0.0; COLLIDE_NUMBERS];
        numbers[..7].copy_from_slice(&first.map(Float::number));
        numbers[7..].copy_from_slice(&rest.map(|half| Float::Small(half).number()));
        CollideShape { kind: if kind < 200 { kind % 5 } else { kind }, numbers }
    }
}

impl Item {
    pub fn entity(self) -> CollideEntity {
        let Self(form, mobility, sensor, [category, mask], group) = self;
        let mobility = if mobility < 240 { mobility % 3 } else { mobility };
        let entity = collide_entity(form.shape());
        let layers = CollideLayers { category, mask, group };
        CollideEntity { mobility, sensor, layers: if sensor < 128 { entity.layers } else { layers }, ..entity }
    }
}

impl Rules {
    pub fn settings(self) -> CollideSettings {
        let Self([strategy, touching, order, events], cell, distance, history, too_many) = self;
        CollideSettings {
            strategy: strategy % 7,
            touching: touching % 3,
            order: order % 3,
            events,
            static_pairs: u8::from(events > 1),
            sensor_pairs: u8::from(events > 127),
            change_ticks: u8::from(events % 2 == 1),
            threads: if too_many { u32::MAX } else { 1 },
            cell: cell.number(),
            history_teleport_distance: distance.number(),
            // The other bits of the history and of the order.
            crowd_max: u32::from(history / 8),
            history_ticks: usize::from(history % 8),
            crowd_first: u64::from(order / 3),
        }
    }
}

/// Passes an array to the library for reading.
pub fn lend<T>(items: &[T]) -> In<T> {
    // SAFETY: the calls below pass the length of the array, and it lives longer than the calls.
    unsafe { In::new(items.as_ptr()) }
}

/// Passes memory to the library for writing.
pub fn out<T>(items: &mut [T]) -> Out<T> {
    // SAFETY: as above, and the memory is not used otherwise during the call.
    unsafe { Out::new(items.as_mut_ptr()) }
}

/// An object of the library, freed at the end.
pub struct Object<T>(*mut T, extern "C" fn(Mut<T>));

impl<T> Object<T> {
    pub fn new(make: impl FnOnce(Out<*mut T>) -> CollideStatus, free: extern "C" fn(Mut<T>)) -> Option<Self> {
        let mut object = [null_mut()];
        let made = is_ok(make(out(&mut object)));
        assert_eq!(made, !object[0].is_null());
        made.then_some(Self(object[0], free))
    }

    pub fn read(&self) -> In<T> {
        // SAFETY: the library has created it, and it is freed only when this is dropped.
        unsafe { In::new(self.0) }
    }

    pub fn change(&self) -> Mut<T> {
        // SAFETY: as above, and it is not used otherwise during a call.
        unsafe { Mut::new(self.0) }
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        (self.1)(self.change());
    }
}

/// Checks that a rejected call has a documented status and a message.
pub fn is_ok(status: CollideStatus) -> bool {
    if status == COLLIDE_OK || status == COLLIDE_END {
        return status == COLLIDE_OK;
    }
    // SAFETY: it is never null and ends with a zero byte.
    let message = unsafe { CStr::from_ptr(collide_last_error()) };
    assert!(status < COLLIDE_NO_THREADS, "{status}: {message:?}");
    assert!(!message.is_empty());
    false
}

impl Object<CollideBuffer> {
    /// The bytes in the buffer.
    pub fn bytes(&self) -> Vec<u8> {
        let (data, length) = (collide_buffer_data(self.read()), collide_buffer_len(self.read()));
        // SAFETY: the buffer has this number of bytes, and is not changed here.
        unsafe { std::slice::from_raw_parts(data, length) }.to_vec()
    }
}

impl Object<CollideHits> {
    /// The starts and the handles of the answers, where they have these.
    pub fn lists(&self, count: usize) -> (Option<Vec<usize>>, Option<Vec<CollideHandle>>) {
        let (starts, handles, ray_hits) = (null(), null(), null());
        let (impacts, distances, blocked, stopped) = (null(), null(), null(), null());
        let mut hits = [CollideHitsView {
            count: 0,
            total: 0,
            work: 0,
            stopped_count: 0,
            stopped,
            starts,
            handles,
            ray_hits,
            impacts,
            distances,
            blocked,
        }];
        assert!(is_ok(collide_hits_view(self.read(), out(&mut hits))));
        let [hits] = hits;
        assert_eq!(hits.count, count);
        let list = |start: *const usize, count| {
            // SAFETY: the library documents these lengths, and the hits are not changed here.
            (!start.is_null()).then(|| unsafe { std::slice::from_raw_parts(start, count) }.to_vec())
        };
        let handles = || {
            // SAFETY: as above.
            unsafe { std::slice::from_raw_parts(hits.handles, hits.total) }.to_vec()
        };
        (list(hits.starts, count + 1), (!hits.handles.is_null()).then(handles))
    }
}
