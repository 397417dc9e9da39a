//! The story, told to memory.

mod story;

use story::Opened;

fn open() -> Opened {
    let store = asq_store::Memory::new([9; 32]);
    let again = store.clone();
    Opened { store: Box::new(store), again: Box::new(move || Box::new(again.clone())) }
}

story!(open);
