use super::Queries;
use crate::Settings;
use crate::store::Store;

/// The entities of a world now: for calls that find where some of them go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Present<'a> {
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
}

impl<'a> Present<'a> {
    pub(crate) fn queries(self) -> Queries<'a> {
        Queries::now(self.store, self.settings)
    }
}
