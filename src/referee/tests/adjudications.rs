//! Rulings are only possible with the role that staff were admitted with.

use super::*;
use crate::users::{AuditActor, StaffAction, StaffActionKind, StaffReason};

pub(super) async fn becomes(site: &RefereeSite, user: UserId, to: Role) {
    let why = StaffReason::parse("for the test", StaffActionKind::ChangeRole).unwrap();
    let action = StaffAction::ChangeRole { from: None, to };
    site.referee
        .store
        .apply_action(AuditActor::CommandLine, user, action, why, Moment(1_000))
        .await
        .unwrap()
        .unwrap();
}

async fn voids(site: &RefereeSite, view: &MatchView, role: Role) -> Result<Arc<MatchView>, RefereeError> {
    site.referee.adjudicate((cleo(), role), &view.m.id, Ruling::Void, "called away".to_owned()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_staff_without_a_part_in_a_match_decide_it() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    becomes(&site, cleo().id, Role::Moderator).await;
    for role in [Role::Admin, Role::Player] {
        let refused = voids(&site, &view, role).await.unwrap_err();
        assert!(
            matches!(refused, RefereeError::NotPermitted(StaffActionError::NotYours)),
            "{role}: {refused:?}"
        );
    }
    let suspend = StaffAction::Suspend { until: None, changes: false };
    let why = || StaffReason::parse("for the test", StaffActionKind::Suspend).unwrap();
    let apply_action = async |action| {
        site.referee
            .store
            .apply_action(AuditActor::CommandLine, cleo().id, action, why(), Moment(1_000))
            .await
            .unwrap()
            .unwrap();
    };
    apply_action(suspend).await;
    assert!(voids(&site, &view, Role::Moderator).await.is_err(), "suspended");
    apply_action(StaffAction::EndSuspension).await;
    assert!(voids(&site, &view, Role::Moderator).await.unwrap().m.ending().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ruling_on_an_unreadable_match_is_an_error_and_the_match_is_not_missing() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    becomes(&site, cleo().id, Role::Moderator).await;
    site.referee.store.execute_for_test("UPDATE match_events SET body = '{}' WHERE kind = 'joined'").await;
    site.referee.clear_cache();
    let refused = voids(&site, &view, Role::Moderator).await;
    assert!(matches!(refused, Err(RefereeError::Unreadable(_))), "{refused:?}");
}
