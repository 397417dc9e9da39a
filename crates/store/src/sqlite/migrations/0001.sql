-- The last record: commit order is position order, and the chain hangs on it. One row.
CREATE TABLE head (
  k INTEGER PRIMARY KEY CHECK (k = 0),
  position INTEGER NOT NULL,
  link BLOB NOT NULL,
  open INTEGER NOT NULL,        -- how many requests are
  first INTEGER NOT NULL,       -- up to here the beginning was cut off
  first_link BLOB NOT NULL
) STRICT;
INSERT INTO head VALUES (0, 0, zeroblob(32), 0, 0, zeroblob(32));

-- The log.
CREATE TABLE record (
  position INTEGER PRIMARY KEY,
  request BLOB NOT NULL,        -- 16 bytes, the highest first
  seq INTEGER NOT NULL,         -- from 1
  at INTEGER NOT NULL,          -- milliseconds since 1970
  mark INTEGER NOT NULL,        -- 1: asked, claimed by content; 2: asked, some question asks for a secret; 4: closed
  digest BLOB NOT NULL,
  link BLOB NOT NULL,
  salt BLOB,
  seal BLOB,
  body BLOB,                    -- no body: pruned
  secret BLOB                   -- no secret where there is a seal: erased
) STRICT;
CREATE UNIQUE INDEX record_of_request ON record (request, seq);

-- What is open, in the order of asking.
CREATE TABLE pending (
  position INTEGER PRIMARY KEY,
  request BLOB NOT NULL,
  summary BLOB NOT NULL
) STRICT;

-- What names a request.
CREATE TABLE claim (
  key TEXT PRIMARY KEY,
  request BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What was typed so far, beside the log.
CREATE TABLE draft (
  request BLOB NOT NULL,
  question INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  by INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body BLOB NOT NULL,
  other_by INTEGER,
  other BLOB,
  PRIMARY KEY (request, question)
) STRICT, WITHOUT ROWID;

-- What was typed too late.
CREATE TABLE unsent (
  n INTEGER PRIMARY KEY,
  request BLOB NOT NULL,
  question INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  by INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX unsent_of_request ON unsent (request);

-- What was seen of what is open.
CREATE TABLE seen (
  request BLOB PRIMARY KEY,
  announced INTEGER NOT NULL,
  until INTEGER NOT NULL        -- put off until then; 0 is not
) STRICT, WITHOUT ROWID;

-- What is over, made from the log when somebody looks; can be made again.
CREATE TABLE past (
  position INTEGER PRIMARY KEY, -- of the record that closed it
  request BLOB NOT NULL,
  asked INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  agent TEXT,
  folder TEXT
) STRICT;
CREATE TABLE past_until (
  k INTEGER PRIMARY KEY CHECK (k = 0),
  position INTEGER NOT NULL
) STRICT;
INSERT INTO past_until VALUES (0, 0);
CREATE VIRTUAL TABLE past_words USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none
);
