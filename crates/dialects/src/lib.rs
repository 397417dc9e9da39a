//! Foreign tool contracts: read a call into a request, write the ending back.
