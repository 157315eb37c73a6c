//! Who has signed in at the provider, as its claims say.

use serde_json::{Map, Value};

use crate::now::Moment;
use crate::users::Role;

/// Maximum length of a subject, in bytes, as OpenID Connect limits it.
const LONGEST_SUBJECT: usize = 255;

/// A user of the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OidcIdentity {
    /// The URL of the provider.
    pub issuer: String,
    /// The id of the user there, which never changes.
    pub subject: String,
    /// What the user could be called here, the best first.
    pub names: Vec<String>,
    /// Their email address, if the provider has verified it.
    pub email: Option<String>,
    /// Their role here; `None` if the provider does not decide it.
    pub role: Option<Role>,
    /// When they last proved to the provider who they are.
    pub authenticated_at: Option<Moment>,
}

/// Claims by name.
pub(super) type Claims = Map<String, Value>;

/// The user of verified claims: those of the ID token, and those of the UserInfo endpoint, which may have what the
/// token lacks.
///
/// # Errors
/// A claim is invalid: which one.
pub(super) fn identity(
    issuer: &str,
    role_claim: Option<&str>,
    [token, info]: [&Claims; 2],
) -> Result<OidcIdentity, &'static str> {
    let subject = token.get("sub").and_then(Value::as_str).unwrap_or_default();
    if subject.is_empty() || subject.len() > LONGEST_SUBJECT {
        return Err("sub");
    }
    if !info.is_empty() && info.get("sub").and_then(Value::as_str) != Some(subject) {
        return Err("sub of the UserInfo endpoint");
    }
    let claim = |name: &str| token.get(name).or_else(|| info.get(name));
    let text = |name| claim(name).and_then(Value::as_str);
    // Some providers put an email address into `preferred_username`.
    let local = |text: &str| text.split('@').next().unwrap_or_default().to_owned();
    let names =
        [text("preferred_username").map(local), text("email").map(local), text("name").map(str::to_owned)];
    // Whether the address is verified is said where the address is.
    let with_email = [token, info].into_iter().find(|claims| claims.contains_key("email"));
    let verified = with_email.filter(|claims| claims.get("email_verified").is_some_and(is_true));
    let authenticated_at = token.get("auth_time").and_then(Value::as_f64);
    Ok(OidcIdentity {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
        names: names.into_iter().flatten().collect(),
        email: verified.and_then(|claims| claims.get("email")?.as_str()).map(str::to_owned),
        role: role_claim.map(|name| role(claim(name))).transpose()?,
        #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970")]
        authenticated_at: authenticated_at.map(|seconds| Moment((seconds * 1000.0) as i64)),
    })
}

fn is_true(value: &Value) -> bool {
    value == true || value == "true"
}

/// The highest role in a text or a list of texts. Without one, a user is a player.
fn role(claim: Option<&Value>) -> Result<Role, &'static str> {
    let role = |text: &Value| text.as_str().map(|text| Role::from_key(text).unwrap_or_default());
    match claim {
        None | Some(Value::Null) => Ok(Role::default()),
        Some(Value::Array(texts)) => {
            let roles: Option<Vec<Role>> = texts.iter().map(role).collect();
            Ok(roles.ok_or("the role")?.into_iter().max().unwrap_or_default())
        }
        Some(text) => role(text).ok_or("the role"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(value: &Value) -> Claims {
        value.as_object().cloned().unwrap_or_default()
    }

    fn of(token: &Value, info: &Value) -> Result<OidcIdentity, &'static str> {
        identity("https://login.example", Some("groups"), [&claims(token), &claims(info)])
    }

    #[test]
    fn claims_are_read_from_the_token_or_else_from_the_userinfo_endpoint() {
        let token = json!({ "sub": "1", "preferred_username": "ada@club.example", "auth_time": 5 });
        let info =
            json!({ "sub": "1", "preferred_username": "x", "email": "al@club.example", "name": "Ada L" });
        let found = of(&token, &info).unwrap();
        assert_eq!(found.names, ["ada", "al", "Ada L"]);
        assert_eq!((found.email, found.authenticated_at), (None, Some(Moment(5000))));
    }

    #[test]
    fn an_address_counts_only_if_it_is_verified_where_it_is_given() {
        let email = |token: Value, info: Value| of(&token, &info).unwrap().email;
        let sure = json!({ "sub": "1", "email": "b@x.example", "email_verified": true });
        assert_eq!(email(sure.clone(), json!({})).as_deref(), Some("b@x.example"));
        assert_eq!(email(json!({ "sub": "1", "email": "a@x.example" }), sure), None);
        let text = json!({ "sub": "1", "email": "a@x.example", "email_verified": "true" });
        assert!(email(text, json!({})).is_some());
        let no = json!({ "sub": "1", "email": "a@x.example", "email_verified": false });
        assert_eq!(email(no, json!({})), None);
    }

    #[test]
    fn a_role_is_a_text_or_in_a_list_of_texts() {
        let role = |groups: Value| of(&json!({ "sub": "1", "groups": groups }), &json!({})).map(|it| it.role);
        for (groups, expected) in [
            (json!("admin"), Role::Admin),
            (json!(["staff", "moderator"]), Role::Moderator),
            (json!(["moderator", "admin"]), Role::Admin),
            (json!(["Admin", "administrators"]), Role::Player),
            (json!(null), Role::Player),
            (json!([]), Role::Player),
        ] {
            assert_eq!(role(groups), Ok(Some(expected)));
        }
        for groups in [json!(1), json!({ "admin": true }), json!(["admin", 1]), json!(true)] {
            assert_eq!(role(groups), Err("the role"));
        }
        assert_eq!(of(&json!({ "sub": "1" }), &json!({})).unwrap().role, Some(Role::Player));
    }

    #[test]
    fn an_invalid_subject_is_refused() {
        for token in [json!({}), json!({ "sub": "" }), json!({ "sub": 1 }), json!({ "sub": "x".repeat(256) })]
        {
            assert_eq!(of(&token, &json!({})), Err("sub"));
        }
        for info in [json!({ "sub": "2" }), json!({ "name": "Ada" })] {
            assert!(of(&json!({ "sub": "1" }), &info).is_err());
        }
    }
}
