//! Pages that users keep for themselves.

/// A match, a position or a line of analysis that a user keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub id: i64,
    /// The path of its page, with the query.
    pub path: String,
    pub title: String,
    /// Separated by spaces.
    pub tags: String,
}

impl Bookmark {
    /// The maximum number of a user's bookmarks.
    pub const MAX: usize = 500;
    /// Maximum length of a title, in characters.
    pub const LONGEST_TITLE: usize = 120;
    /// The maximum number of tags.
    pub const MOST_TAGS: usize = 10;
    /// Maximum length of a tag, in characters.
    pub const LONGEST_TAG: usize = 30;

    /// Tags as people type them, in lower case, each once, and separated by spaces.
    ///
    /// ```
    /// use parlour::lists::Bookmark;
    /// assert_eq!(Bookmark::tags_of(" Endgame, kalah  endgame"), "endgame kalah");
    /// ```
    pub fn tags_of(typed: &str) -> String {
        let mut tags: Vec<String> = Vec::new();
        for tag in typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|tag| !tag.is_empty()) {
            let tag = tag.to_lowercase();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags.join(" ")
    }

    /// Whether it has a tag, unless that is empty, and all these words in its title and tags, in any case.
    pub fn matches(&self, words: &str, tag: &str) -> bool {
        let text = format!("{} {}", self.title.to_lowercase(), self.tags);
        (tag.is_empty() || self.tags.split(' ').any(|own| own == tag))
            && words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}
