//! JSON in and out: the strict reader, tool calls and replies, the digest of a request.
