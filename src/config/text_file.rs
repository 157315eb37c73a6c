//! Text files that people edit.

use std::io;
use std::path::Path;

/// The text of a file, without the byte order mark of some editors.
///
/// # Errors
/// It cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(std::fs::read(path)?)
}

/// Text as of a file, without the byte order mark of some editors.
///
/// # Errors
/// It is not UTF-8.
pub fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    let invalid = |words| io::Error::new(io::ErrorKind::InvalidData, words);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(invalid("it is UTF-16: save it as UTF-8"));
    }
    let text = String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn a_file_of_any_editor_is_read_or_its_encoding_named() {
        assert_eq!(text_of(b"\xef\xbb\xbfa\r\n".to_vec()).unwrap(), "a\r\n");
        assert_eq!(text_of(b"a".to_vec()).unwrap(), "a");
        for bytes in [&b"\xff\xfea\0"[..], b"\xfe\xff\0a"] {
            assert!(text_of(bytes.to_vec()).unwrap_err().to_string().contains("UTF-16"));
        }
        assert!(text_of(b"\xe4".to_vec()).is_err());
    }
}
