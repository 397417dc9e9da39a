/* Stops a program that would write more than there is room for, where the compiler knows the room.
   glibc has this as _FORTIFY_SOURCE, and musl has nothing of the kind. `cargo xtask dist` includes it in all C code,
   and looks for copies_too_much in SQLite. */
#ifndef __ASSEMBLER__
#include <string.h>

static __attribute__((noinline, cold, noreturn, unused)) void copies_too_much(void) { __builtin_trap(); }

#define CHECKED static inline __attribute__((always_inline, unused)) void *

CHECKED checked_memcpy(void *to, const void *from, size_t size) {
    if (size > __builtin_object_size(to, 0)) copies_too_much();
    return __builtin_memcpy(to, from, size);
}

CHECKED checked_memmove(void *to, const void *from, size_t size) {
    if (size > __builtin_object_size(to, 0)) copies_too_much();
    return __builtin_memmove(to, from, size);
}

CHECKED checked_memset(void *to, int byte, size_t size) {
    if (size > __builtin_object_size(to, 0)) copies_too_much();
    return __builtin_memset(to, byte, size);
}

#undef CHECKED
#define memcpy(to, from, size) checked_memcpy(to, from, size)
#define memmove(to, from, size) checked_memmove(to, from, size)
#define memset(to, byte, size) checked_memset(to, byte, size)
#endif
