//! Text as a part of a URL.

use std::fmt::{self, Display, Formatter};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that may be unescaped anywhere in a URL (RFC 3986, 2.3).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Text as a part of a URL, with all reserved characters escaped.
pub struct UrlSegment<'a>(pub &'a str);

impl Display for UrlSegment<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        utf8_percent_encode(self.0, UNRESERVED).fmt(f)
    }
}
