//! Staff decide a match only while they have the role they were admitted with.

use super::*;
use crate::store::{Append, Appended};
use crate::users::{Act, By, Deed, Note, Reason};

async fn becomes(house: &House, whom: UserId, to: Role) {
    let why = Reason::parse("for the test", Act::ChangeRole).unwrap();
    let deed = Deed::ChangeRole { from: None, to };
    house.referee.store.deal(By::CommandLine, whom, deed, why, Moment(1_000)).await.unwrap().unwrap();
}

async fn voids(house: &House, table: &Table, role: Role) -> Result<Arc<Table>, RefereeError> {
    house.referee.rule((cleo(), role), &table.m.id, Ruling::Void, "called away".to_owned()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_decided_by_staff_and_not_by_those_who_were() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    becomes(&house, cleo().id, Role::Moderator).await;
    for role in [Role::Admin, Role::Player] {
        let refused = voids(&house, &table, role).await.unwrap_err();
        assert!(matches!(refused, RefereeError::NotPermitted(Refused::NotYours)), "{role}: {refused:?}");
    }
    let suspend = Deed::Suspend { until: None };
    let why = || Reason::parse("for the test", Act::Suspend).unwrap();
    let deal = async |deed| {
        house
            .referee
            .store
            .deal(By::CommandLine, cleo().id, deed, why(), Moment(1_000))
            .await
            .unwrap()
            .unwrap();
    };
    deal(suspend).await;
    assert!(voids(&house, &table, Role::Moderator).await.is_err(), "suspended");
    deal(Deed::EndSuspension).await;
    assert!(voids(&house, &table, Role::Moderator).await.unwrap().m.ending().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decision_is_not_written_once_the_role_is_lost() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let write = async |role| {
        let mut append = Append::default();
        append.add(&table, &[], false);
        append.note_by_staff(
            Note::new(Moment(1_000), By::Person(cleo().id), Act::AbortMatch),
            cleo().id,
            role,
        );
        house.referee.store.append(append).await.unwrap()
    };
    assert_eq!(write(Role::Moderator).await, Appended::Overtaken);
    becomes(&house, cleo().id, Role::Moderator).await;
    assert_eq!(write(Role::Moderator).await, Appended::Done);
    assert_eq!(write(Role::Admin).await, Appended::Overtaken);
}
