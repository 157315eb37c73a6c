//! Handing things over on the threads where they are waited for.
//!
//! To wake somebody who waits on a web worker takes a system call when it is done from another thread, and none when it is
//! done from the worker's own. So what a commit has to say on a thread is carried there together.

use tokio::runtime::Handle;

/// Where somebody waits: a web worker, or another runtime.
#[derive(Clone, Debug)]
pub struct Place(Handle);

impl Place {
    /// The runtime that runs this.
    pub fn here() -> Self {
        Self(Handle::current())
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.0.id() == other.0.id()
    }
}

type Parcel = Box<dyn FnOnce() + Send>;

/// A round: what is to be handed over, by place.
#[derive(Default)]
pub struct Round(Vec<(Place, Vec<Parcel>)>);

impl Round {
    /// Takes something along that is to be done at a place, after what was taken along for it before.
    pub fn take(&mut self, to: &Place, parcel: impl FnOnce() + Send + 'static) {
        let parcel = Box::new(parcel);
        match self.0.iter_mut().find(|(place, _)| place == to) {
            Some((_, parcels)) => parcels.push(parcel),
            None => self.0.push((to.clone(), vec![parcel])),
        }
    }

    /// Hands everything over. What was for a runtime that has ended is let go.
    pub fn go(self) {
        for (place, parcels) in self.0 {
            place.0.spawn(async move {
                for hand_over in parcels {
                    hand_over();
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use tokio::runtime::Builder;
    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn everything_is_handed_over_in_its_order_on_the_thread_where_it_is_waited_for() {
        let (says, said) = mpsc::channel();
        let (end, ends) = oneshot::channel::<()>();
        let worker = thread::spawn(move || {
            let runtime = Builder::new_current_thread().build().unwrap();
            runtime.block_on(async move {
                says.send((Place::here(), thread::current().id())).unwrap();
                let _ = ends.await;
            });
        });
        let (place, there) = said.recv().unwrap();
        let (hears, heard) = mpsc::channel();
        let mut round = Round::default();
        for number in 0..3 {
            let hears = hears.clone();
            round.take(&place, move || hears.send((number, thread::current().id())).unwrap());
        }
        round.go();
        assert_eq!(heard.iter().take(3).collect::<Vec<_>>(), [0, 1, 2].map(|number| (number, there)));
        end.send(()).unwrap();
        worker.join().unwrap();
    }
}
