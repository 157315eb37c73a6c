//! What is known about a match for a user who may have to be notified.

use std::sync::Arc;

use super::service::NoticeService;
use crate::matches::{MatchId, MatchNews, MatchView, match_news};
use crate::now::Moment;
use crate::store::{LoggedMatch, NoticeRecipient, StoreError};
use crate::users::UserId;

/// A match for one of its users.
#[derive(Clone, Debug)]
pub(super) struct NoticeFacts {
    pub id: MatchId,
    pub recipient: NoticeRecipient,
    pub news: MatchNews,
}

/// A match for one of its users, with its state.
pub(super) type MatchFacts = (NoticeFacts, Arc<MatchView>);

// What depends on a match that cannot be read is owed again once it can be: until then it has no facts.
impl NoticeService {
    /// The facts of these matches, for all users who want notices.
    pub(super) async fn facts_of(&self, ids: &[MatchId]) -> Result<Vec<NoticeFacts>, StoreError> {
        let ids = self.store.with_recipients(ids).await?;
        let mut facts = Vec::new();
        for logged in self.store.load_logged_matches(&ids).await? {
            let users = logged.view.m.concerned_users();
            let recipients = self.store.notice_recipients(users, &logged.view.m.id).await?;
            for recipient in recipients.into_iter().filter(|it| it.mail.is_some() || it.push.is_some()) {
                facts.push(self.facts(&logged, recipient).await?);
            }
        }
        Ok(facts)
    }

    /// The facts of these matches for one user, whether or not they want notices.
    pub(super) async fn facts_of_user(
        &self,
        user: UserId,
        ids: &[MatchId],
    ) -> Result<Vec<MatchFacts>, StoreError> {
        let mut facts = Vec::new();
        for logged in self.store.load_logged_matches(ids).await? {
            let recipients = self.store.notice_recipients(vec![user], &logged.view.m.id).await?;
            for recipient in recipients {
                facts.push((self.facts(&logged, recipient).await?, Arc::clone(&logged.view)));
            }
        }
        Ok(facts)
    }

    async fn facts(
        &self,
        logged: &LoggedMatch,
        recipient: NoticeRecipient,
    ) -> Result<NoticeFacts, StoreError> {
        let muted = self.store.user_settings(recipient.user).await?.muted_players();
        let news = match_news(&logged.view, &logged.log, recipient.user, recipient.mark, &muted);
        Ok(NoticeFacts { id: logged.view.m.id.clone(), recipient, news })
    }
}

impl NoticeFacts {
    /// The begin and deadline of the turn of the user, if it can run out of time.
    pub fn turn(&self) -> Option<(Moment, Moment)> {
        self.news.turn.map(|turn| (turn.began, turn.deadline))
    }
}
