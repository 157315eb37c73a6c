//! Staff.

use parlour::accounts::Username;
use parlour::users::{AuditActor, Role, StaffAction, StaffReason};

use super::{PASSWORD, TestPerson, TestSite};

impl TestSite {
    /// A user with this role, signed in.
    pub async fn register_as(&self, name: &str, role: Role) -> TestPerson {
        let person = self.register(name).await;
        self.make(name, role).await;
        let signed_in = person.post("/login", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(signed_in.status, 303);
        person
    }

    /// Changes the role of a user, like the command line.
    pub async fn make(&self, name: &str, role: Role) {
        self.apply_action(name, StaffAction::ChangeRole { from: None, to: role }).await;
    }

    /// Suspends a user without an end.
    pub async fn suspend(&self, name: &str) {
        self.apply_action(name, StaffAction::Suspend { until: None, changes: false }).await;
    }

    async fn apply_action(&self, name: &str, action: StaffAction) {
        let accounts = &self.site.as_ref().unwrap().state.accounts;
        let name = Username::parse(name).unwrap();
        let person = accounts.directory().find(name.as_str()).await.unwrap().unwrap();
        let reason = StaffReason::parse("for the test", action.act()).unwrap();
        accounts.apply_action(AuditActor::CommandLine, person.id, action, reason).await.unwrap();
    }
}
