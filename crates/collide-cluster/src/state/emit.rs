//! The stage "emit": events of pairs, answers, and the tiles of the next tick.

use collide_world::fingerprint;

use super::step::merged;
use crate::ClusterError;
use crate::events::compare;
use crate::question::answer;
use crate::state::WorkerState;
use crate::wire::{EmitMessage, Envelope, StepMessage};

impl WorkerState {
    /// Merges the messages of all workers after their steps into pairs, events and answers.
    pub(crate) fn emit(
        &mut self,
        mut messages: Vec<(u32, StepMessage)>,
    ) -> Result<Vec<Envelope<EmitMessage>>, ClusterError> {
        self.spare_pairs = std::mem::replace(&mut self.previous_pairs, std::mem::take(&mut self.pairs));
        self.spare_pairs.clear();
        let mut out: Vec<EmitMessage> = self.outbox();
        let mut weights = Vec::new();
        for (from, message) in &mut messages {
            if *from == self.me {
                self.pairs = std::mem::take(&mut message.pairs);
            }
        }
        let own = self.pairs.len();
        for (from, message) in messages {
            self.pairs.extend(message.pairs);
            self.hits.extend(message.answers);
            weights.extend(message.weights);
            self.margin[1] = self.margin[1].max(message.margin);
            if let Some(out) = out.get_mut(from as usize) {
                super::views::collect_visible(&self.world, &message.view_queries, &mut out.visible);
            }
        }
        if self.pairs.len() > own {
            // The list consists of sorted runs.
            self.pairs.sort();
        }
        if self.settings.world.events {
            compare(&self.previous_pairs, &self.pairs, &mut self.events);
        }
        self.report.pairs = self.pairs.len();
        self.merge_answers();
        if !weights.is_empty() {
            self.balance(&merged(weights));
        }
        if !self.has_views() {
            return Ok(vec![]);
        }
        if self.settings.fingerprint {
            out[0].pairs.clone_from(&self.pairs);
        }
        self.send(4, out)
    }

    /// Whether a tick has the stage "view".
    pub(crate) fn has_views(&self) -> bool {
        self.settings.fingerprint || self.settings.interest
    }

    fn merge_answers(&mut self) {
        let mut hits = std::mem::take(&mut self.hits);
        hits.sort_by_key(|hit| hit.batch);
        let of = |batch: u32| hits.iter().filter(move |hit| hit.batch == batch).copied().collect();
        self.answers = (0..).zip(&self.questions).map(|(batch, (_, question))| answer(question, of(batch))).collect();
        self.questions.clear();
    }

    /// Rebalances the tiles if shares are uneven. All workers have the same weights, so all decide the same.
    fn balance(&mut self, weights: &[(u32, u64)]) {
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        self.report.heaviest = weights.iter().map(|(_, weight)| *weight).max().map(|weight| (weight, total));
        self.next_map = self.map().rebalanced(weights, self.settings.max_imbalance_percent);
        self.report.rebalanced = self.next_map.is_some();
    }

    /// Merges the messages of all workers into visible entities, and into the pairs of the whole world.
    pub(crate) fn view(&mut self, messages: Vec<(u32, EmitMessage)>) -> Result<Vec<Envelope<()>>, ClusterError> {
        let (mut entities, mut pairs) = (Vec::new(), Vec::new());
        for (_, message) in messages {
            entities.extend(message.visible);
            pairs.extend(message.pairs);
        }
        if self.settings.interest {
            self.views.update(entities)?;
        }
        self.summary = None;
        if self.settings.fingerprint && self.me == 0 {
            pairs.sort();
            let tick = [self.tick as u32, (self.tick >> 32) as u32];
            let numbers = pairs.iter().flat_map(|(a, b)| [a.slot(), a.generation(), b.slot(), b.generation()]);
            self.summary = Some((fingerprint(tick.into_iter().chain(numbers)), pairs.len()));
        }
        Ok(vec![])
    }
}
