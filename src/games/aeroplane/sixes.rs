//! The planes moved with sixes in the current turn.

/// A set of planes of one seat: the bit of a plane is its number from 0.
pub type PlaneSet = u8;

/// The planes of a set, by number.
pub fn bits(planes: PlaneSet) -> impl Iterator<Item = u8> {
    (0..4).filter(move |plane| planes >> plane & 1 == 1)
}

/// One set of planes for each six used, in order. The first sixteen are stored inline; there can be more only without
/// the three sixes rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SixesInARow {
    first: u64,
    used: u32,
    more: Vec<PlaneSet>,
}

const IN_PLACE: u32 = 16;

impl SixesInARow {
    /// How many sixes were used.
    #[inline]
    pub const fn count(&self) -> u32 {
        self.used
    }

    /// Every plane that was moved with a six.
    pub fn planes(&self) -> PlaneSet {
        self.iter().fold(0, |all, planes| all | planes)
    }

    /// The planes moved with each six.
    pub fn iter(&self) -> impl Iterator<Item = PlaneSet> {
        let first =
            (0..self.used.min(IN_PLACE)).map(|index| (self.first >> (4 * index) & 0b1111) as PlaneSet);
        first.chain(self.more.iter().copied())
    }

    #[inline]
    pub(super) fn push(&mut self, planes: PlaneSet) {
        if self.used < IN_PLACE {
            self.first |= u64::from(planes) << (4 * self.used);
        } else {
            self.more.push(planes);
        }
        self.used += 1;
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        if self.used > 0 {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_sixes_is_recorded_in_order() {
        let mut sixes = SixesInARow::default();
        let moved: Vec<PlaneSet> = (0..40).map(|six| 1 + six % 15).collect();
        moved.iter().for_each(|planes| sixes.push(*planes));
        assert_eq!((sixes.count(), sixes.iter().collect::<Vec<_>>()), (40, moved));
        assert_eq!(sixes.planes(), 0b1111);
        sixes.clear();
        assert_eq!(sixes, SixesInARow::default());
    }
}
