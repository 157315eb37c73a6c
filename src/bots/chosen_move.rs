//! The move a bot has chosen, with its evaluation.

/// The move a bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove<M> {
    /// The move.
    pub mv: M,
    /// What the bot expects, from the view of the seat that moves, in the units of the game: see
    /// [`BotRules::VALUE_UNIT`](super::BotRules::VALUE_UNIT).
    pub value: f64,
    /// Plies searched to the end; 0 where a search by depth does not apply.
    pub depth: u32,
    /// Positions searched, or plies played out.
    pub nodes: u64,
    /// The expected moves, the chosen one first; throws of the dice are left out.
    pub line: Vec<M>,
}

impl<M: ToString> ChosenMove<M> {
    /// The same choice with its moves in notation.
    pub fn in_notation(self) -> ChosenMove<String> {
        ChosenMove {
            mv: self.mv.to_string(),
            value: self.value,
            depth: self.depth,
            nodes: self.nodes,
            line: self.line.iter().map(ToString::to_string).collect(),
        }
    }
}
