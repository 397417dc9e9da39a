//! The tables that an append reads and writes, and their copies for an import.
//!
//! - Both get the same statements, except for the schema.

/// The statements for one schema.
pub(super) struct Tables {
    /// What is known about requests.
    pub(super) known: &'static str,
    /// The holders of claims, by key and by request.
    pub(super) claims: &'static str,
    pub(super) records: &'static str,
    pub(super) head: &'static str,
    /// What is stored about requests.
    pub(super) note: &'static str,
    pub(super) opened: &'static str,
    pub(super) not_open: &'static str,
    pub(super) free: &'static str,
    pub(super) claim: &'static str,
    pub(super) erase: &'static str,
}

impl Tables {
    pub(super) const fn all(&self) -> [&'static str; 10] {
        let Tables { known, claims, records, head, note, opened, not_open, free, claim, erase } = self;
        [known, claims, records, head, note, opened, not_open, free, claim, erase]
    }
}

macro_rules! tables {
    ($schema:literal, $not_open:expr) => {
        Tables {
            known: concat!(
                "SELECT r.request, r.last, r.asked, r.sensitive, r.claim, r.content, r.closed, r.closed_at,
                EXISTS (SELECT FROM ",
                $schema,
                ".pending p WHERE p.request = r.request) FROM ",
                $schema,
                ".request r WHERE r.request = ANY($1)"
            ),
            claims: concat!(
                "SELECT key, request FROM ",
                $schema,
                ".claim WHERE key = ANY($1) UNION SELECT c.key, c.request FROM ",
                $schema,
                ".claim c JOIN ",
                $schema,
                ".request r ON c.key = r.claim WHERE r.request = ANY($2)"
            ),
            records: concat!(
                "INSERT INTO ",
                $schema,
                ".record (position, request, seq, at, digest, link, salt, body, seal, secret)
                SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[],
                $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])"
            ),
            head: concat!(
                "UPDATE ",
                $schema,
                ".head SET position = $1, link = $2, open = $3 WHERE k = 0"
            ),
            note: concat!(
                "INSERT INTO ",
                $schema,
                ".request (request, last, asked, sensitive, claim, content, closed, closed_at)
                SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::boolean[],
                $7::bigint[], $8::bigint[]) ON CONFLICT (request) DO UPDATE SET last = excluded.last,
                asked = excluded.asked, sensitive = excluded.sensitive, claim = excluded.claim,
                content = excluded.content, closed = excluded.closed, closed_at = excluded.closed_at"
            ),
            opened: concat!(
                "INSERT INTO ",
                $schema,
                ".pending SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])"
            ),
            not_open: $not_open,
            free: concat!("DELETE FROM ", $schema, ".claim WHERE key = ANY($1)"),
            claim: concat!("INSERT INTO ", $schema, ".claim SELECT * FROM unnest($1::bytea[], $2::bytea[])"),
            erase: concat!(
                "UPDATE ",
                $schema,
                ".record SET secret = NULL WHERE request = ANY($1) AND secret IS NOT NULL"
            ),
        }
    };
}

pub(super) const STORE: Tables = tables!(
    "asq",
    "WITH seen AS (DELETE FROM asq.announced WHERE request = ANY($1) OR request = ANY(
        SELECT request || '\\x01'::bytea FROM unnest($1::bytea[]) AS gone (request))),
    put_off AS (DELETE FROM asq.snoozed WHERE request = ANY($1))
    DELETE FROM asq.pending WHERE request = ANY($1)"
);

pub(super) const INCOMING: Tables =
    tables!("asq_incoming", "DELETE FROM asq_incoming.pending WHERE request = ANY($1)");
