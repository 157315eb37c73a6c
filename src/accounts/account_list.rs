//! Lists of accounts to be created, as CSV.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::Username;
use super::error::{AccountListProblem, LineProblem};
use crate::users::look_alike_key;
use crate::users::preferences::{EmailAddress, EmailAddressError};

/// How many accounts can be created at once.
const MOST: usize = 500;
/// Maximum length of the name of an unknown column that is repeated, in characters.
const LONGEST_COLUMN: usize = 40;

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedAccount {
    pub line: usize,
    pub name: Username,
    pub email: Option<EmailAddress>,
}

/// A valid list, in which no two accounts have the same name or address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountList(pub(super) Vec<ListedAccount>);

impl AccountList {
    /// Parses CSV with the columns `name` and `email`, in this order unless the first line names them. Values are
    /// separated by commas, semicolons or tabs. `accepts` says whether the site can send email to an address.
    ///
    /// # Errors
    /// All problems of the list.
    pub fn parse(text: &str, accepts: impl Fn(&EmailAddress) -> bool) -> Result<Self, Vec<LineProblem>> {
        let text = text.trim_start_matches('\u{feff}');
        if let Some(line) = line_of_open_quote(text) {
            return Err(vec![LineProblem { line: Some(line), problem: AccountListProblem::OpenQuote }]);
        }
        let whole = |problem| vec![LineProblem { line: None, problem }];
        let mut records = records(text);
        let header = records.first().filter(|record| is_header(record)).cloned();
        let columns = match &header {
            Some(header) => Columns::of(header)
                .map_err(|problem| vec![LineProblem { line: Some(line(text, header)), problem }])?,
            None => Columns { name: 0, email: Some(1) },
        };
        records.drain(..usize::from(header.is_some()));
        match records.len() {
            0 => return Err(whole(AccountListProblem::Empty)),
            count if count > MOST => return Err(whole(AccountListProblem::TooMany(count))),
            _ => {}
        }
        let mut list = ListReader::default();
        for record in &records {
            list.read(line(text, record), record, columns, &accepts);
        }
        if list.problems.is_empty() { Ok(Self(list.accounts)) } else { Err(list.problems) }
    }
}

/// The line in which a quotation mark is that is not closed.
fn line_of_open_quote(text: &str) -> Option<usize> {
    let (mut line, mut open) = (1, None);
    for character in text.chars() {
        match character {
            '\n' => line += 1,
            '"' => open = if open.is_some() { None } else { Some(line) },
            _ => {}
        }
    }
    open
}

/// The lines that are not empty.
fn records(text: &str) -> Vec<StringRecord> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = [b';', b'\t'].into_iter().find(|one| first.contains(char::from(*one))).unwrap_or(b',');
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(delimiter).trim(Trim::All);
    // Text is always valid for this reader.
    let records = reader.from_reader(text.as_bytes()).into_records().filter_map(Result::ok);
    records.filter(|record| record.iter().any(|value| !value.is_empty())).collect()
}

/// The line in which a record begins, from 1. The reader counts empty lines before a record as its first ones.
fn line(text: &str, record: &StringRecord) -> usize {
    let start = record.position().and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or_default();
    let rest = text.get(start..).unwrap_or_default();
    let start = text.len() - rest.trim_start_matches(['\n', '\r']).len();
    1 + text.get(..start).unwrap_or_default().matches('\n').count()
}

fn is_name(column: &str) -> bool {
    column.eq_ignore_ascii_case("name")
}

fn is_email(column: &str) -> bool {
    ["email", "e-mail"].iter().any(|name| column.eq_ignore_ascii_case(name))
}

fn is_header(record: &StringRecord) -> bool {
    record.iter().any(|column| is_name(column) || is_email(column))
}

/// Where the values of a line are.
#[derive(Clone, Copy)]
struct Columns {
    name: usize,
    email: Option<usize>,
}

impl Columns {
    /// The columns that a header names.
    fn of(header: &StringRecord) -> Result<Self, AccountListProblem> {
        let (mut names, mut emails) = (Vec::new(), Vec::new());
        for (index, column) in header.iter().enumerate() {
            match column {
                column if is_name(column) => names.push(index),
                column if is_email(column) => emails.push(index),
                "" => {}
                other => {
                    let column = other.chars().take(LONGEST_COLUMN).collect();
                    return Err(AccountListProblem::UnknownColumn(column));
                }
            }
        }
        match (&names[..], &emails[..]) {
            ([name], []) => Ok(Self { name: *name, email: None }),
            ([name], [email]) => Ok(Self { name: *name, email: Some(*email) }),
            ([], _) => Err(AccountListProblem::NoNameColumn),
            _ => Err(AccountListProblem::ColumnTwice),
        }
    }
}

#[derive(Default)]
struct ListReader {
    accounts: Vec<ListedAccount>,
    problems: Vec<LineProblem>,
    /// The lines of names, by their look.
    names: HashMap<String, usize>,
    /// The lines of addresses.
    addresses: HashMap<String, usize>,
}

impl ListReader {
    fn read(
        &mut self,
        line: usize,
        record: &StringRecord,
        columns: Columns,
        accepts: impl Fn(&EmailAddress) -> bool,
    ) {
        let is_other = |index| index != columns.name && Some(index) != columns.email;
        let surplus = record.iter().enumerate().any(|(index, value)| is_other(index) && !value.is_empty());
        if surplus {
            self.problems.push(LineProblem { line: Some(line), problem: AccountListProblem::TooManyValues });
        }
        let name = self.name(line, record.get(columns.name).unwrap_or_default());
        let email = columns.email.and_then(|column| record.get(column)).filter(|value| !value.is_empty());
        let email = email.map(|text| self.email(line, text, accepts)).transpose();
        let problems = [name.as_ref().err(), email.as_ref().err()].into_iter().flatten().cloned();
        self.problems.extend(problems.map(|problem| LineProblem { line: Some(line), problem }));
        if let (Ok(name), Ok(email)) = (name, email) {
            self.accounts.push(ListedAccount { line, name, email });
        }
    }

    fn name(&mut self, line: usize, text: &str) -> Result<Username, AccountListProblem> {
        if text.is_empty() {
            return Err(AccountListProblem::NoName);
        }
        let name = Username::parse_new(text).map_err(AccountListProblem::Name)?;
        match self.names.insert(look_alike_key(name.key()), line) {
            Some(first) => Err(AccountListProblem::NameTwice(first)),
            None => Ok(name),
        }
    }

    fn email(
        &mut self,
        line: usize,
        text: &str,
        accepts: impl Fn(&EmailAddress) -> bool,
    ) -> Result<EmailAddress, AccountListProblem> {
        let address = EmailAddress::parse(text)
            .and_then(|address| if accepts(&address) { Ok(address) } else { Err(EmailAddressError::Form) })
            .map_err(AccountListProblem::Address)?;
        match self.addresses.insert(address.as_str().to_ascii_lowercase(), line) {
            Some(first) => Err(AccountListProblem::AddressTwice(first)),
            None => Ok(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::UsernameError;

    fn read(text: &str) -> Result<Vec<(usize, String, String)>, Vec<LineProblem>> {
        let list = AccountList::parse(text, |address| address.as_str() != "ada@localhost");
        let fields = |account: ListedAccount| {
            let email = account.email.map(|address| address.to_string());
            (account.line, account.name.to_string(), email.unwrap_or_default())
        };
        list.map(|list| list.0.into_iter().map(fields).collect())
    }

    fn problems(text: &str) -> Vec<(Option<usize>, AccountListProblem)> {
        read(text).unwrap_err().into_iter().map(|problem| (problem.line, problem.problem)).collect()
    }

    #[test]
    fn lists_are_read_with_and_without_a_header_by_any_separator() {
        let two = |lines: [usize; 2]| {
            let [ada, ben] = lines;
            Ok(vec![
                (ada, "Ada".to_owned(), "ada@example.org".to_owned()),
                (ben, "Ben".to_owned(), String::new()),
            ])
        };
        for text in
            ["Ada,ada@example.org\nBen", "Ada;ada@example.org\r\nBen;\r\n", "Ada\tada@example.org\nBen\t"]
        {
            assert_eq!(read(text), two([1, 2]), "{text:?}");
        }
        for text in [
            "\u{feff}name,email\nAda,ada@example.org\nBen,\n",
            "Email , Name\nada@example.org,Ada\n,Ben\n",
            "\"Name\";\"E-Mail\";\n\"Ada\";\"ada@example.org\";\nBen;;\n",
        ] {
            assert_eq!(read(text), two([2, 3]), "{text:?}");
        }
        assert_eq!(read("\n\nAda, ada@example.org\n  \n,\n\nBen\n"), two([3, 7]), "empty lines are counted");
    }

    #[test]
    fn every_problem_is_reported_with_its_line() {
        use AccountListProblem as Problem;
        for (text, line, problem) in [
            ("", None, Problem::Empty),
            ("name,email\n\n", None, Problem::Empty),
            ("Ada\n\"Ben\nCleo\n", Some(2), Problem::OpenQuote),
            ("name,class\nAda,5b", Some(1), Problem::UnknownColumn("class".to_owned())),
            ("name,name\nAda,Ada", Some(1), Problem::ColumnTwice),
            ("email\nada@example.org", Some(1), Problem::NoNameColumn),
            ("Ada,,5b", Some(1), Problem::TooManyValues),
            ("Ben\n,ada@example.org", Some(2), Problem::NoName),
            ("<b>Ada</b>", Some(1), Problem::Name(UsernameError::Characters)),
            ("Ada\0", Some(1), Problem::Name(UsernameError::Characters)),
            ("\"Ada\nBen\"", Some(1), Problem::Name(UsernameError::Characters)),
            ("admin", Some(1), Problem::Name(UsernameError::Reserved)),
            ("Bill\nCleo\nB1LL", Some(3), Problem::NameTwice(1)),
            ("Ada,ada", Some(1), Problem::Address(EmailAddressError::Form)),
            ("Ada,ada@localhost", Some(1), Problem::Address(EmailAddressError::Form)),
            ("Ada,a@example.org\nBen,A@example.org", Some(2), Problem::AddressTwice(1)),
        ] {
            assert_eq!(problems(text), [(line, problem)], "{text:?}");
        }
        let both = problems("x,y");
        assert_eq!((both.len(), both[0].0, both[1].0), (2, Some(1), Some(1)));
    }

    #[test]
    fn a_list_has_500_accounts_at_most() {
        let names = |count| (0..count).map(|number| format!("pupil{number}x\n")).collect::<String>();
        assert_eq!(read(&format!("name\n{}", names(500))).unwrap().len(), 500);
        assert_eq!(problems(&names(501)), [(None, AccountListProblem::TooMany(501))]);
        assert_eq!(problems(&"a\n".repeat(32_000)), [(None, AccountListProblem::TooMany(32_000))]);
    }
}
