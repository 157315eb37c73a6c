//! People who look after the house.

use parlour::accounts::Username;
use parlour::users::{By, Deed, Reason, Role};

use super::{PASSWORD, Person, TestSite};

impl TestSite {
    /// Somebody with an account and this role, signed in.
    pub async fn register_as(&self, name: &str, role: Role) -> Person {
        let person = self.register(name).await;
        self.make(name, role).await;
        let signed_in = person.post("/login", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(signed_in.status, 303);
        person
    }

    /// Gives somebody a role, as the command line does.
    pub async fn make(&self, name: &str, role: Role) {
        self.deal(name, Deed::ChangeRole { from: None, to: role }).await;
    }

    /// Makes somebody stand aside until somebody ends it.
    pub async fn suspend(&self, name: &str) {
        self.deal(name, Deed::Suspend { until: None }).await;
    }

    async fn deal(&self, name: &str, deed: Deed) {
        let accounts = &self.site.as_ref().unwrap().state.accounts;
        let name = Username::parse(name).unwrap();
        let person = accounts.directory().find(name.as_str()).await.unwrap().unwrap();
        let reason = Reason::parse("for the test", deed.act()).unwrap();
        accounts.deal(By::CommandLine, person.id, deed, reason).await.unwrap();
    }
}
