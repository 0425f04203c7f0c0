//! The entities in sectors, compared with brute force.

use collide2d::{Filter, Handle, Hits, Mode, Queries, Query, Ray, Sector, Vec2};
use proptest::prelude::{TestCaseError, prop_assert_eq};

/// Sectors with a ray and a motion as borders, a half of them with an inner radius.
pub fn sectors_of(rays: &[Ray], motions: &[Vec2], filters: &[Filter]) -> Vec<Query<Sector>> {
    let sector = |(((index, ray), to), filter): (((usize, &Ray), &Vec2), &Filter)| {
        let sector = Sector::new(ray.origin(), ray.direction(), *to, ray.max_t().min(3.0)).ok()?;
        let inner = if index % 2 == 0 { 0.0 } else { 0.5 };
        Some(Query { what: sector.with_inner(inner).unwrap_or(sector), filter: *filter })
    };
    rays.iter().enumerate().zip(motions).zip(filters).filter_map(sector).collect()
}

/// Asks for sectors one by one and as batches, all hits and the first `count`. `hits_of` finds all by slot.
pub fn check_sectors(
    queries: &Queries<'_>,
    sectors: &[Query<Sector>],
    count: usize,
    hits_of: impl Fn(&Query<Sector>) -> Vec<Handle>,
) -> Result<(), TestCaseError> {
    let mut hits = Hits::default();
    for mode in [Mode::All, Mode::First(1), Mode::First(count), Mode::Count] {
        queries.sector_batch_into(sectors, mode, &mut hits).unwrap();
        prop_assert_eq!(hits.len(), sectors.len());
        for (number, sector) in sectors.iter().enumerate() {
            let mut all = hits_of(sector);
            prop_assert_eq!(&queries.sector(*sector), &all, "{:?}", sector);
            if let Mode::First(most) = mode {
                all.truncate(most);
            }
            prop_assert_eq!(hits.count(number), all.len());
            prop_assert_eq!(hits.of(number), if mode == Mode::Count { &[] } else { all.as_slice() }, "{:?}", sector);
        }
    }
    Ok(())
}
