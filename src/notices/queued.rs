//! What a queued email about matches says: it is written from how things stand when it is sent.

use std::sync::Arc;

use serde::Deserialize;

use super::Notices;
use super::due;
use super::kind::Kind;
use super::post::Unwritable;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::{Letter, StoreError, Told};
use crate::texts::{Language, in_language};
use crate::urls;
use crate::views::letters::{self, Body, Piece, Written};

/// What a queued email comes to.
pub(super) enum Checked {
    /// It says this, about one match if there is one.
    Send(Written, Option<MatchId>),
    /// It may not be sent before this moment.
    Wait(Moment),
    /// None of it applies any more; it has been removed.
    Nothing,
    /// It cannot be read.
    Unreadable(Unwritable),
}

/// The body of a row of the outbox.
#[derive(Deserialize)]
#[serde(untagged)]
enum Queued {
    /// What it tells.
    Tells(Vec<(MatchId, String, i64)>),
    /// That there are open reports.
    Reports {
        #[serde(rename = "reports")]
        _reported_at: i64,
    },
    /// As rows were written before version 0.2: text that is sent as it is.
    Rendered {
        subject: String,
        text: String,
        html: String,
        #[serde(default)]
        language: String,
    },
}

impl Notices {
    /// Looks again at a queued email: drops what no longer applies, and writes what is left.
    pub(super) async fn check_notification(
        &self,
        letter: &Letter,
        now: Moment,
    ) -> Result<Checked, StoreError> {
        let tells = match serde_json::from_str(&letter.body) {
            Ok(Queued::Tells(tells)) => tells,
            Ok(Queued::Reports { .. }) => return self.check_report_email(letter, now).await,
            Ok(Queued::Rendered { subject, text, html, language }) => {
                // They may have chosen another language since it was written.
                let language = Language::from_key(&language).unwrap_or(letter.language);
                let body = Body { subject: &subject, text: &text, html: &html };
                return Ok(Checked::Send(self.framed(letter, language, body), None));
            }
            Err(error) => return Ok(Checked::Unreadable(Unwritable::new(error))),
        };
        let mut ids: Vec<_> = tells.iter().map(|(id, ..)| id.clone()).collect();
        ids.sort();
        ids.dedup();
        let facts = self.store.facts_of_user(letter.to.id, &ids).await?;
        let of = |id: &MatchId| facts.iter().find(|facts| facts.id == *id);
        let (mut holds, mut dropped, mut earliest) = (Vec::<Told>::new(), Vec::<Told>::new(), None);
        for told in tells {
            let kind = Kind::from_key(&told.1);
            let from =
                of(&told.0).zip(kind).and_then(|(facts, kind)| due::may_be_mailed(facts, kind, told.2, now));
            match from {
                Some(from) => {
                    earliest = Some(earliest.map_or(from, |earliest: Moment| earliest.min(from)));
                    holds.push(told);
                }
                None => dropped.push(told),
            }
        }
        if !dropped.is_empty() {
            self.store.drop_from_letter(letter, &holds, &dropped).await?;
        }
        match earliest {
            None => return Ok(Checked::Nothing),
            Some(earliest) if earliest > now => return Ok(Checked::Wait(earliest)),
            Some(_) => {}
        }
        let tables = self.store.readable_tables(&ids).await?.tables;
        let kinds = holds.iter().filter_map(|(_, kind, _)| Kind::from_key(kind));
        let vacation = self.vacation_left(letter.to.id, kinds).await?;
        let pieces: Vec<_> = ids
            .iter()
            .filter_map(|id| {
                let kinds = holds.iter().filter(|(of, ..)| of == id);
                let kinds: Vec<_> = kinds.filter_map(|(_, kind, _)| Kind::from_key(kind)).collect();
                let facts = of(id).filter(|_| !kinds.is_empty())?;
                let table = Arc::clone(tables.get(id)?);
                Some(self.piece(letter.to.id, &kinds, facts.heard, table, facts, vacation))
            })
            .collect();
        self.written(letter, &pieces, &holds).await
    }

    async fn written(
        &self,
        letter: &Letter,
        pieces: &[Piece],
        holds: &[Told],
    ) -> Result<Checked, StoreError> {
        let Some(written) = in_language(letter.language, || letters::news(pieces)) else {
            self.store.drop_from_letter(letter, &[], holds).await?;
            return Ok(Checked::Nothing);
        };
        let framed = self.framed(letter, letter.language, written.body());
        let about = match pieces {
            [one] => Some(one.table.m.id.clone()),
            _ => None,
        };
        Ok(Checked::Send(framed, about))
    }

    pub(super) fn framed(&self, letter: &Letter, language: Language, body: Body<'_>) -> Written {
        let settings = format!("{}{}", self.site, urls::Settings);
        let unsubscribe = self.unsubscribe_link(letter);
        in_language(language, || letters::notices(&letter.to.name, body, &settings, &unsubscribe))
    }

    /// The link that ends all mail to the recipient of an email.
    pub(super) fn unsubscribe_link(&self, letter: &Letter) -> String {
        let since = letter.since.unwrap_or(letter.made_at);
        let key = self.keys.unsubscribing(letter.to.id, since);
        format!("{}{}", self.site, urls::Unsubscribe { key: &key })
    }
}
