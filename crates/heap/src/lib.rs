//! The memory allocator of a program that is linked with musl, as asq is distributed on Linux.
//!
//! - musl's own maps and unmaps single pages. A first frame waits for that (docs/performance.md), and so does SQLite.
//! - These functions take the place of C's. Rust's allocator calls them, too.
//! - Blocks of a megabyte and more are mapped by themselves, so the system gets them back when they are freed.
//! - With another C library nothing is replaced.
//!
//! A program names this crate to get it: `use asq_heap as _;`.

use dlmalloc::Dlmalloc;
use libc::{EINVAL, ENOMEM, MAP_ANON, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

static MEMORY: Mutex<Dlmalloc> = Mutex::new(Dlmalloc::new());

/// Blocks of at least so many bytes are mapped.
const MAPPED: usize = 1 << 20;
/// What stands before a mapped block: a word that is free, and one with the size of the mapping.
const HEAD: usize = 16;
/// The largest page of a kernel that asq runs on.
const PAGE: usize = 1 << 16;
/// dlmalloc has flags in the same place, right before a block. In a block that is in use one of these is set; the size
/// of a mapping has none.
const IN_USE: usize = 3;
/// Bits of that word that aren't part of the size.
const FLAGS: usize = 7;

/// The lock of the standard library takes no memory of its own.
fn memory() -> MutexGuard<'static, Dlmalloc> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the functions return: null has a reason in errno.
fn given(block: *mut u8) -> *mut c_void {
    if block.is_null() {
        fail(ENOMEM);
    }
    block.cast()
}

fn fail(reason: c_int) {
    // SAFETY: the address is that of this thread's errno.
    #[cfg(target_os = "linux")]
    unsafe {
        *libc::__errno_location() = reason;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = reason;
}

/// The size of the mapping for a block, in whole pages of any kernel.
fn mapping(size: usize) -> Option<usize> {
    size.checked_add(HEAD)?.checked_next_multiple_of(PAGE)
}

/// The word before a block. A neighbour's end may change a flag in it, so the lock has to be held.
///
/// # Safety
///
/// The block is one of ours and in use.
unsafe fn word_before(block: *mut u8) -> usize {
    // SAFETY: dlmalloc and `map` have written it there.
    unsafe { block.cast::<usize>().sub(1).read() }
}

/// The size of a block's mapping, if it has one. The lock has to be held.
///
/// # Safety
///
/// The block is one of ours and in use.
unsafe fn mapped(block: *mut u8) -> Option<usize> {
    // SAFETY: as above.
    let word = unsafe { word_before(block) };
    (word & IN_USE == 0).then_some(word)
}

/// Writes the size of a mapping before its block, and returns the block; null if there is no mapping.
///
/// # Safety
///
/// The mapping has this size, or it is `MAP_FAILED`.
unsafe fn block_of(mapping: *mut c_void, size: usize) -> *mut u8 {
    if mapping == MAP_FAILED {
        return null_mut();
    }
    // SAFETY: a mapping is larger than what stands before its block.
    unsafe {
        let block = mapping.cast::<u8>().add(HEAD);
        block.cast::<usize>().sub(1).write(size);
        block
    }
}

fn map(size: usize) -> *mut u8 {
    let Some(size) = mapping(size) else { return null_mut() };
    // SAFETY: a new mapping touches no other.
    unsafe {
        let access = PROT_READ | PROT_WRITE;
        block_of(libc::mmap(null_mut(), size, access, MAP_PRIVATE | MAP_ANON, -1, 0), size)
    }
}

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub extern "C" fn malloc(size: usize) -> *mut c_void {
    if size >= MAPPED {
        return given(map(size));
    }
    // SAFETY: any size will do.
    given(unsafe { memory().c_malloc(size) })
}

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { return given(null_mut()) };
    let block = malloc(size);
    if !block.is_null() && size < MAPPED {
        // SAFETY: the block has this size. A new mapping is zero by itself.
        unsafe { block.write_bytes(0, size) };
    }
    block
}

/// # Safety
///
/// The pointer is null, or one of these functions has returned it and it hasn't been freed.
#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    if block.is_null() {
        return malloc(size);
    }
    let old = block.cast::<u8>();
    let mut memory = memory();
    // SAFETY: as above.
    let kept = match unsafe { mapped(old) } {
        #[cfg(target_os = "linux")]
        Some(from) if size >= MAPPED => {
            let Some(to) = mapping(size) else { return given(null_mut()) };
            // SAFETY: the mapping is the block's own, and nothing refers to its old place afterwards.
            return given(unsafe {
                block_of(libc::mremap(old.sub(HEAD).cast(), from, to, libc::MREMAP_MAYMOVE), to)
            });
        }
        Some(from) => from - HEAD,
        // SAFETY: as above.
        None if size < MAPPED => return given(unsafe { memory.c_realloc(old, size) }),
        // SAFETY: as above. The size of dlmalloc's blocks includes the word before them.
        None => (unsafe { word_before(old) } & !FLAGS) - size_of::<usize>(),
    };
    drop(memory);
    let new = malloc(size);
    if !new.is_null() {
        // SAFETY: both blocks have as many bytes, and they are two.
        unsafe {
            new.cast::<u8>().copy_from_nonoverlapping(old, kept.min(size));
            free(block);
        }
    }
    new
}

/// # Safety
///
/// The pointer is null, or one of these functions has returned it and it hasn't been freed.
#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub unsafe extern "C" fn free(block: *mut c_void) {
    let block = block.cast::<u8>();
    if block.is_null() {
        return;
    }
    let mut memory = memory();
    // SAFETY: as above; the mapping is the block's own.
    unsafe {
        match mapped(block) {
            Some(size) => {
                drop(memory);
                libc::munmap(block.sub(HEAD).cast(), size);
            }
            None => memory.c_free(block),
        }
    }
}

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub extern "C" fn aligned_alloc(align: usize, size: usize) -> *mut c_void {
    if !align.is_power_of_two() {
        fail(EINVAL);
        return null_mut();
    }
    if align <= HEAD {
        return malloc(size);
    }
    // SAFETY: the alignment is a power of two.
    given(unsafe { memory().c_memalign(align, size) })
}

#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub extern "C" fn memalign(align: usize, size: usize) -> *mut c_void {
    aligned_alloc(align, size)
}

/// # Safety
///
/// The address for the result can be written.
#[cfg_attr(target_env = "musl", unsafe(no_mangle))]
pub unsafe extern "C" fn posix_memalign(result: *mut *mut c_void, align: usize, size: usize) -> c_int {
    if !align.is_power_of_two() || align < size_of::<usize>() {
        return EINVAL;
    }
    let block = aligned_alloc(align, size);
    if block.is_null() {
        return ENOMEM;
    }
    // SAFETY: as above.
    unsafe { *result = block };
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fills a block with one byte and tells whether all of it has that byte.
    fn holds(block: *mut c_void, size: usize, byte: u8) -> bool {
        let bytes = unsafe { std::slice::from_raw_parts_mut(block.cast::<u8>(), size) };
        bytes.fill(byte);
        bytes.iter().all(|it| *it == byte)
    }

    const SIZES: [usize; 9] = [0, 1, 24, 25, 4096, 300_000, MAPPED - 1, MAPPED, 5 * MAPPED + 77];

    #[test]
    fn a_block_keeps_its_content_from_each_size_to_each_other() {
        for before in SIZES {
            for after in SIZES {
                let first = malloc(before);
                assert!(!first.is_null() && holds(first, before, 7));
                let other = malloc(64);
                let changed = unsafe { realloc(first, after) };
                let kept = unsafe { std::slice::from_raw_parts(changed.cast::<u8>(), before.min(after)) };
                assert!(kept.iter().all(|it| *it == 7), "{before} to {after}");
                assert!(holds(changed, after, 8) && holds(other, 64, 9), "{before} to {after}");
                unsafe { free(changed) };
                unsafe { free(other) };
            }
        }
        unsafe { free(null_mut()) };
        let fresh = unsafe { realloc(null_mut(), 8) };
        assert!(holds(fresh, 8, 9));
        unsafe { free(fresh) };
    }

    #[test]
    fn blocks_from_a_megabyte_on_are_mapped_and_others_are_not() {
        for size in SIZES {
            let block = malloc(size).cast::<u8>();
            let held = memory();
            let found = unsafe { mapped(block) };
            drop(held);
            let expected = (size >= MAPPED).then(|| mapping(size).unwrap());
            assert_eq!(found, expected, "{size}");
            unsafe { free(block.cast()) };
        }
    }

    #[test]
    fn counted_memory_is_zero_also_where_it_was_used_before() {
        for size in [512, 2 * MAPPED] {
            let used = malloc(size);
            assert!(holds(used, size, 1));
            unsafe { free(used) };
            let counted = calloc(size / 8, 8);
            let bytes = unsafe { std::slice::from_raw_parts(counted.cast::<u8>(), size) };
            assert!(bytes.iter().all(|it| *it == 0), "{size}");
            unsafe { free(counted) };
        }
    }

    #[test]
    fn memory_is_aligned_as_asked() {
        for (align, size) in [(8, 100), (16, MAPPED), (64, 100), (4096, 100), (4096, 2 * MAPPED)] {
            let mut found = null_mut();
            assert_eq!(unsafe { posix_memalign(&raw mut found, align, size) }, 0);
            for block in [found, aligned_alloc(align, size), memalign(align, size)] {
                assert!(block.addr().is_multiple_of(align) && holds(block, size, 5), "{align}");
                unsafe { free(block) };
            }
        }
        let grown = unsafe { realloc(aligned_alloc(4096, 2 * MAPPED), 3 * MAPPED) };
        assert!(holds(grown, 3 * MAPPED, 6));
        unsafe { free(grown) };
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_cannot_be_given_is_refused_with_a_reason() {
        let none = |what: &str, reason: c_int, block: *mut c_void| {
            let told = std::io::Error::last_os_error().raw_os_error();
            assert_eq!((block, told), (null_mut(), Some(reason)), "{what}");
        };
        none("malloc", ENOMEM, malloc(usize::MAX / 2));
        none("malloc of all", ENOMEM, malloc(usize::MAX));
        none("calloc", ENOMEM, calloc(usize::MAX, 2));
        none("aligned_alloc", ENOMEM, aligned_alloc(64, usize::MAX / 2));
        none("aligned_alloc by 3", EINVAL, aligned_alloc(3, 8));
        for size in [8, MAPPED] {
            let first = malloc(size);
            none("realloc", ENOMEM, unsafe { realloc(first, usize::MAX / 2) });
            assert!(holds(first, size, 4));
            unsafe { free(first) };
        }
        let mut found = null_mut();
        for (align, size, reason) in [(64, usize::MAX / 2, ENOMEM), (24, 8, EINVAL), (4, 8, EINVAL)] {
            assert_eq!(unsafe { posix_memalign(&raw mut found, align, size) }, reason);
        }
        assert_eq!(found, null_mut());
    }

    #[test]
    fn threads_share_it() {
        std::thread::scope(|scope| {
            for byte in 0..4 {
                scope.spawn(move || {
                    for size in 1..400 {
                        let block = malloc(size);
                        assert!(holds(block, size, byte));
                        unsafe { free(block) };
                    }
                });
            }
        });
    }
}
