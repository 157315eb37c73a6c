//! Texts for the terminal.

use super::logging;

/// An error and its causes on one line, each once: the text of many errors includes that of their cause. It may quote a
/// file, so characters that control a terminal are escaped.
pub fn in_one_line(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    escaped(&line)
}

/// A text from a file, for the terminal.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let _ = logging::escape(text, &mut escaped);
    escaped
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn each_cause_of_an_error_is_printed_once() {
        let full = || anyhow::Error::new(std::io::Error::other("the disk is full"));
        let repeats = || full().context("it failed: the disk is full");
        assert_eq!(in_one_line(&repeats()), "it failed: the disk is full");
        assert_eq!(in_one_line(&repeats().context("no copy")), "no copy: it failed: the disk is full");
        assert_eq!(in_one_line(&full().context("no copy")), "no copy: the disk is full");
    }
}
