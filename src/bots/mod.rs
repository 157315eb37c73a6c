//! Players made by code: search, evaluation of each game, levels. Pure.
