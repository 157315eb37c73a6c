//! The windows of a board: every run of squares that a line of marks could fill.

/// Squares of the largest board.
pub(super) const SQUARES: usize = 15 * 15;
/// Windows of the largest board: at most one in each of four directions begins at a square.
pub(super) const WINDOWS: usize = 4 * SQUARES;

/// The windows of a board of a size, for lines of a length.
pub(super) struct LineGeometry {
    pub size: usize,
    pub line: usize,
    /// The squares of each window, one after the other.
    windows: Vec<[u8; 6]>,
    /// The windows through each square.
    through: Vec<Vec<u16>>,
    /// The squares at most two steps from each square.
    pub near: Vec<Vec<u8>>,
}

impl LineGeometry {
    /// The windows of a board with so many files and ranks, for lines of so many marks.
    pub fn new(size: u8, line: u8) -> Self {
        let (size, line) = (i16::from(size), i16::from(line));
        let at = |file: i16, rank: i16| {
            let on = (0..size).contains(&file) && (0..size).contains(&rank);
            on.then_some((rank * size + file) as u8)
        };
        let squares = || (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)));
        let mut windows = Vec::new();
        let mut through = vec![Vec::new(); (size * size) as usize];
        for (file, rank) in squares() {
            for (files, ranks) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                if at(file + files * (line - 1), rank + ranks * (line - 1)).is_none() {
                    continue;
                }
                let mut window = [0; 6];
                for (step, square) in (0..line).zip(&mut window) {
                    *square = at(file + files * step, rank + ranks * step).unwrap_or_default();
                    through[usize::from(*square)].push(windows.len() as u16);
                }
                windows.push(window);
            }
        }
        let around = |(file, rank)| {
            let steps = (-2..=2).flat_map(|ranks| (-2..=2).map(move |files| (files, ranks)));
            steps.filter_map(|(files, ranks)| at(file + files, rank + ranks)).collect()
        };
        let near = squares().map(around).collect();
        Self { size: size as usize, line: line as usize, windows, through, near }
    }

    /// How many squares there are.
    pub const fn squares(&self) -> usize {
        self.size * self.size
    }

    /// How many windows there are.
    pub const fn windows(&self) -> usize {
        self.windows.len()
    }

    /// The squares of a window.
    #[inline]
    pub fn squares_of(&self, window: u16) -> &[u8] {
        &self.windows[usize::from(window)][..self.line]
    }

    /// The windows through a square.
    #[inline]
    pub fn through(&self, square: usize) -> &[u16] {
        &self.through[square]
    }
}
