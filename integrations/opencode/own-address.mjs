// An address of this machine that only this process uses: a server that stops and comes back finds its port free there.
// All of 127/8 is loopback on Linux, and a process's number picks its address. crates/testkit/src/loopback.rs does the same.

export const OWN_ADDRESS = `127.${64 | (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

// Below the ports that the system assigns.
let next = 20_000;

/** The arguments of a server that nobody else's takes the port from. */
export const ownPlace = () => ["--listen", OWN_ADDRESS, "--port", `${next++}`];
