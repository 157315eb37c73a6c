//! The text that Prometheus reads.

use std::fmt::{Display, Write};

/// Something that is read off when somebody asks.
#[derive(Clone, Debug)]
pub struct Sample {
    name: &'static str,
    help: &'static str,
    kind: &'static str,
    labels: String,
    value: f64,
}

impl Sample {
    /// Something that goes up and down. Samples of one name follow each other.
    pub fn gauge(name: &'static str, help: &'static str, labels: &[(&str, &str)], value: f64) -> Self {
        let labels: Vec<_> = labels.iter().map(|(label, is)| format!("{label}=\"{is}\"")).collect();
        Self { name, help, kind: "gauge", labels: labels.join(","), value }
    }
}

/// A text in the making.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    name: String,
}

impl Text {
    /// Begins something that only goes up.
    pub fn counter(&mut self, name: &str, help: &str) -> &mut Self {
        self.begin(name, help, "counter")
    }

    /// Begins something that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str) -> &mut Self {
        self.begin(name, help, "gauge")
    }

    /// Begins something that takes time.
    pub fn histogram(&mut self, name: &str, help: &str) -> &mut Self {
        self.begin(name, help, "histogram")
    }

    /// A value of what was begun last.
    pub fn value(&mut self, labels: &str, value: impl Display) {
        let name = std::mem::take(&mut self.name);
        self.line(&name, labels, value);
        self.name = name;
    }

    /// A value.
    pub fn line(&mut self, name: &str, labels: &str, value: impl Display) {
        // Writing to a text does not fail.
        let _ = match labels {
            "" => writeln!(self.text, "{name} {value}"),
            labels => writeln!(self.text, "{name}{{{labels}}} {value}"),
        };
    }

    /// What was read off.
    pub fn samples(&mut self, samples: &[Sample]) {
        for sample in samples {
            if self.name != sample.name {
                self.begin(sample.name, sample.help, sample.kind);
            }
            self.value(&sample.labels, sample.value);
        }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }

    fn begin(&mut self, name: &str, help: &str, kind: &str) -> &mut Self {
        name.clone_into(&mut self.name);
        let _ = write!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        self
    }
}
