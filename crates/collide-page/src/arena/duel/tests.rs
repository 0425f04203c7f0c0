use collide_rules::{REWIND, SECONDS, SPEED, SWORD_LENGTH, Score, Weapon, layers};
use collide2d::{Query, Segment, Trace};

use super::*;
use crate::arena::client_message::Scene;

/// A duel with a player.
fn duel() -> (Duel, usize) {
    let mut duel = Duel::new(Show { scene: Scene::Duel, ..Show::default() });
    let number = duel.join().unwrap().unwrap();
    (duel, number)
}

fn at(duel: &Duel, number: usize) -> Option<Vec2> {
    steering::place(&duel.game, duel.game.actors().get(number)?)
}

fn walk(duel: &mut Duel, number: usize, walk: Vec2) {
    duel.input(number, Input { walk, ..Input::default() });
    duel.tick().unwrap();
}

#[test]
fn a_player_who_walks_moves_and_the_slide_is_shown() {
    let (mut duel, number) = duel();
    let (from, mut stopped) = (at(&duel, number).unwrap(), 0);
    walk(&mut duel, number, Vec2::X);
    let to = at(&duel, number).unwrap();
    assert!((to - from).length() <= SPEED * SECONDS * 1.01 && to != from, "{from} to {to}");
    for tick in 0..600 {
        walk(&mut duel, number, Vec2::from_angle((tick / 100) as f32));
        let slid = &duel.log(number).unwrap().slid;
        stopped += usize::from(!slid.hits.is_empty());
        assert!(slid.hits.is_empty() || !slid.tested.is_empty());
    }
    assert!(stopped > 0, "it met a wall");
}

/// The first blue bot that the player sees at a time of the past: its number and its place then.
fn seen(duel: &Duel, number: usize, time: f64) -> Option<(usize, Vec2)> {
    let (past, from) = (duel.game.world().at(time).ok()?, at(duel, number)?);
    (1..BOTS).step_by(2).find_map(|bot| {
        let known = [duel.handle(bot), duel.handle(number)];
        let then = past.shape(known[0]?)?.center();
        let line = Query::new(Segment::new(from, then).ok()?);
        let is_free = (then - from).length() < 20.0 && !past.blocked(line.on(layers::OPAQUE));
        // The line meets this bot, perhaps the player, and nothing else.
        let others = past.overlap(Query::from(Capsule::new(from, then, 0.5).ok()?));
        (is_free && others.iter().all(|other| known.contains(&Some(*other)))).then_some((bot, then))
    })
}

#[test]
fn a_shot_hits_what_was_seen_and_the_page_is_given_both_places() {
    for back in [0, 6, 12] {
        let (mut duel, number) = duel();
        let mut hits = 0;
        for _ in 0..1_500 {
            let shown = duel.game.now() - f64::from(back);
            if let Some((bot, then)) = seen(&duel, number, shown) {
                let (target, aim) = (duel.handle(bot), then - at(&duel, number).unwrap());
                let attack = Some(Weapon::Gun);
                duel.input(number, Input { walk: Vec2::ZERO, aim, attack, shown });
                duel.tick().unwrap();
                let Some(shot) = duel.log(number).unwrap().shots.back().filter(|shot| shot.shown == shown) else {
                    continue;
                };
                assert!(
                    shot.hit && shot.time == shown && shot.tick as f64 == shown + f64::from(back) + 1.0,
                    "{shot:?}"
                );
                assert_eq!((shot.seen, shot.decided), (Some(then.into()), Some(then.into())));
                let now = target.and_then(|handle| Some(duel.game.world().shape(handle)?.center().into()));
                assert_eq!(shot.now, now);
                hits += 1;
            } else {
                let direction = Vec2::from_angle(duel.game.now() as f32 * 0.01);
                walk(&mut duel, number, direction);
            }
        }
        assert!(hits >= 5, "{hits} with {back}");
    }
}

#[test]
fn a_shot_from_longer_ago_than_the_memory_is_decided_in_the_oldest_tick() {
    let (mut duel, number) = duel();
    (0..40).for_each(|_| duel.tick().unwrap());
    let shown = duel.game.now() - 30.0;
    duel.input(number, Input { aim: Vec2::X, attack: Some(Weapon::Gun), shown, ..Input::default() });
    duel.tick().unwrap();
    let shot = duel.log(number).unwrap().shots.back().unwrap();
    assert_eq!(shot.time, duel.game.now() - (REWIND - 1) as f64);
}

#[test]
fn a_crowd_far_away_changes_nothing_for_a_player() {
    let [(mut quiet, number), (mut crowded, _)] = [duel(), duel()];
    let place = at(&quiet, number).unwrap();
    let far = -Vec2::splat(map::HALF).copysign(place);
    crowded.drop_crowd(Some(far)).unwrap();
    let view = |duel: &Duel| -> Vec<Vec2> {
        let observer = duel.game.actors()[number].observer.unwrap();
        let places = duel.game.interest().visible(observer).iter();
        places.filter_map(|handle| Some(duel.game.world().shape(*handle)?.center())).collect()
    };
    let sorted = |mut places: Vec<Vec2>| {
        places.sort_unstable_by(|a, b| a.x.total_cmp(&b.x));
        places
    };
    // Bots that have met the crowd come by later.
    for tick in 0..120 {
        walk(&mut quiet, number, Vec2::Y);
        walk(&mut crowded, number, Vec2::Y);
        assert_eq!(at(&quiet, number), at(&crowded, number));
        assert_eq!(sorted(view(&quiet)), sorted(view(&crowded)), "{tick}");
    }
    assert!(crowded.crowd_count() > CROWD / 4, "{}", crowded.crowd_count());
    // Beside the player it fills the view up to its limit.
    crowded.drop_crowd(at(&crowded, number)).unwrap();
    assert_eq!(crowded.crowd_count(), 0);
    (0..60).for_each(|_| walk(&mut crowded, number, Vec2::ZERO));
    assert!(view(&crowded).len() <= 64);
}

#[test]
fn what_entered_and_did_not_leave_is_in_view() {
    let (mut duel, number) = duel();
    for tick in 0..1_500 {
        if tick % 500 == 0 {
            // A crowd onto the player, which dies, and away again.
            let to = at(&duel, number).filter(|_| tick > 0);
            duel.drop_crowd(to).unwrap();
        }
        walk(&mut duel, number, Vec2::from_angle((tick / 100) as f32));
        let (log, observer) = (duel.log(number).unwrap(), duel.game.actors()[number].observer.unwrap());
        assert_eq!(log.entered - log.left, duel.game.interest().visible(observer).len() as u64, "{tick}");
    }
    let log = duel.log(number).unwrap();
    assert!(log.deaths > 0 && log.left > 100, "{} deaths, {} left", log.deaths, log.left);
}

/// The hits on a player who walks around for this number of ticks.
fn hits(duel: &mut Duel, number: usize, ticks: u32) -> usize {
    let hits = (0..ticks).map(|tick| {
        let handle = duel.handle(number);
        walk(duel, number, Vec2::from_angle((tick / 100) as f32));
        duel.game.hits().iter().filter(|hit| Some(hit.target) == handle).count()
    });
    hits.sum()
}

#[test]
fn bots_aim_at_a_player_after_its_first_attack() {
    let (mut duel, number) = duel();
    let before = hits(&mut duel, number, 3_000);
    duel.input(number, Input { aim: Vec2::X, attack: Some(Weapon::Gun), ..Input::default() });
    let after = hits(&mut duel, number, 3_000);
    assert!(before * 3 < after, "{before} hits before, {after} after");
}

#[test]
fn a_crowd_strikes_only_enemies_in_reach() {
    let (mut duel, number) = duel();
    duel.drop_crowd(at(&duel, number)).unwrap();
    let mut strikes = 0;
    for _ in 0..240 {
        let before: Vec<_> = (0..duel.rivals()).filter_map(|rival| at(&duel, rival)).collect();
        duel.tick().unwrap();
        for attack in duel.game.attacks().iter().filter(|attack| attack.by >= duel.rivals()) {
            let is_near = before.iter().any(|at| (*at - attack.from).length() < SWORD_LENGTH + 1.0);
            assert!(attack.weapon == Weapon::Sword && is_near, "{attack:?}");
            strikes += 1;
        }
    }
    assert!((1..1_000).contains(&strikes), "{strikes}");
}

#[test]
fn a_recording_replays_with_its_fingerprint() {
    let (mut duel, number) = duel();
    assert!(duel.record(true).is_none());
    duel.drop_crowd(Some(Vec2::ZERO)).unwrap();
    for tick in 0..200 {
        let aim = Vec2::from_angle(tick as f32);
        let attack = Some([Weapon::Gun, Weapon::Rocket, Weapon::Sword][tick % 3]);
        duel.input(number, Input { walk: aim, aim, attack, shown: duel.game.now() });
        duel.tick().unwrap();
    }
    let Score { shots, rockets, strikes, .. } = duel.game.score();
    assert!(shots.min(rockets).min(strikes) > 5, "{:?}", duel.game.score());
    let recorded = duel.record(false).unwrap();
    let (mut world, mut ticks, mut last) = (World::default(), 0, 0);
    for tick in Trace::new(&*recorded.bytes) {
        let tick = tick.unwrap();
        tick.replay(&mut world).unwrap();
        (ticks, last) = (ticks + 1, world.fingerprint());
    }
    assert_eq!((ticks, last), (recorded.ticks, recorded.fingerprint));
}

#[test]
fn a_crowd_beside_the_border_is_inside_of_the_map() {
    let (mut duel, _) = duel();
    duel.drop_crowd(Some(Vec2::new(-map::HALF, map::HALF))).unwrap();
    for _ in 0..120 {
        duel.tick().unwrap();
        for number in duel.crowd.actors.clone() {
            assert!(at(&duel, number).is_none_or(|at| at.abs().max_element() < map::HALF));
        }
    }
    assert!(duel.crowd_count() > 100, "{}", duel.crowd_count());
}

#[test]
fn the_first_shot_of_a_new_player_has_a_target_before_it() {
    let (mut duel, first) = duel();
    let mut players = vec![first];
    while let Some(number) = duel.join().unwrap() {
        players.push(number);
    }
    assert_eq!(players.len(), MAX_PLAYERS);
    let partners: Vec<_> = duel.partners().map(|partner| partner.number).collect();
    assert!(partners.len() > MAX_PLAYERS / 2, "{partners:?}");
    for wait in [1, 40, 70] {
        (0..wait).for_each(|_| duel.tick().unwrap());
        let number = players[0];
        let partner = duel.log(number).unwrap().partner.unwrap();
        let aim = at(&duel, partner.number).unwrap() - at(&duel, number).unwrap();
        assert!((3.0..7.0).contains(&aim.length()), "{aim}");
        let shown = duel.game.now();
        duel.input(number, Input { aim, attack: Some(Weapon::Gun), shown, ..Input::default() });
        duel.tick().unwrap();
        assert!(duel.log(number).unwrap().shots.back().unwrap().hit, "after {wait} ticks");
    }
    assert_eq!(duel.log(first).unwrap().hits, 3);
}

#[test]
fn figures_face_where_they_aim_and_hold_what_they_attacked_with() {
    let (mut duel, number) = duel();
    let figure = |duel: &Duel| {
        let everything = Rect::new([-99.0; 2], [99.0; 2]).unwrap();
        let own = at(duel, number).unwrap();
        let (_, figure) = duel.figures(&everything).find(|(at, _)| *at == own).unwrap();
        (figure.angle, figure.weapon)
    };
    let way = duel.log(number).unwrap().partner.unwrap().way;
    assert_eq!(figure(&duel), (way.y.atan2(way.x), Weapon::Gun), "it faces its partner");
    walk(&mut duel, number, Vec2::Y);
    assert_eq!(figure(&duel).0, std::f32::consts::FRAC_PI_2);
    duel.input(number, Input { aim: Vec2::new(-1.0, 0.0), attack: Some(Weapon::Sword), ..Input::default() });
    duel.tick().unwrap();
    assert_eq!(figure(&duel), (std::f32::consts::PI, Weapon::Sword));
}

#[test]
fn a_crowd_costs_work() {
    let (mut duel, number) = duel();
    duel.tick().unwrap();
    let before = duel.game.work();
    duel.drop_crowd(at(&duel, number)).unwrap();
    (0..120).for_each(|_| duel.tick().unwrap());
    let crowded = duel.game.work();
    assert!(before > 0 && crowded > 10 * before, "{before} to {crowded}");
}
