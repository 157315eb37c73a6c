//! Stub.
use super::{BotChoice, BotLevel, BotRules, SearchLimits};
use crate::games::aeroplane::Aeroplane;
use crate::games::Rules;
impl BotRules for Aeroplane {
    const VALUE_UNIT: &'static str = "";
    fn choose(&self, _: BotLevel, _: u64, _: &SearchLimits) -> Option<BotChoice<Self::Move>> {
        let mv = self.legal_moves().first()?.clone();
        self.to_act().seat()?;
        Some(BotChoice { mv: mv.clone(), value: 0.0, depth: 0, nodes: 0, line: vec![mv] })
    }
}
