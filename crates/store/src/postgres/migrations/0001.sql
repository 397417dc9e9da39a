-- The same shape as every other store's. Migrations are only ever added.
CREATE SCHEMA IF NOT EXISTS asq;

-- One row: where the log ends, where it begins, how many requests are open. It is locked by every append, so that
-- positions come in the order of commits.
CREATE TABLE asq.head (
    k            smallint PRIMARY KEY CHECK (k = 0),
    version      integer  NOT NULL,
    position     bigint   NOT NULL,
    link         bytea    NOT NULL,
    genesis      bigint   NOT NULL,
    genesis_link bytea    NOT NULL,
    open         bigint   NOT NULL
);
INSERT INTO asq.head VALUES (0, 0, 0, decode(repeat('00', 32), 'hex'), 0, decode(repeat('00', 32), 'hex'), 0);

-- Bodies are bytes, not JSON of the database's own: that refuses U+0000.
CREATE TABLE asq.record (
    position bigint PRIMARY KEY,
    request  bytea  NOT NULL,
    seq      bigint NOT NULL,
    at       bigint NOT NULL,
    digest   bytea  NOT NULL,
    link     bytea  NOT NULL,
    salt     bytea,
    body     bytea,
    seal     bytea,
    secret   bytea,
    UNIQUE (request, seq)
);

-- What is known of each request: the number of its last record, where it was asked and closed.
CREATE TABLE asq.request (
    request   bytea  PRIMARY KEY,
    last      bigint NOT NULL,
    asked     bigint,
    sensitive text   NOT NULL,
    claim     bytea,
    content   boolean NOT NULL,
    closed    bigint,
    closed_at bigint
);
CREATE INDEX request_closed ON asq.request (closed) WHERE closed IS NOT NULL;

CREATE TABLE asq.pending (
    position bigint PRIMARY KEY,
    request  bytea  NOT NULL UNIQUE,
    summary  bytea  NOT NULL
);

CREATE TABLE asq.claim (
    key     bytea PRIMARY KEY,
    request bytea NOT NULL
);

-- Beside the log.
CREATE TABLE asq.draft (
    request    bytea   NOT NULL,
    question   integer NOT NULL,
    rev        bigint  NOT NULL,
    surface    bigint  NOT NULL,
    at         bigint  NOT NULL,
    body       bytea   NOT NULL,
    other_by   bigint,
    other_body bytea,
    PRIMARY KEY (request, question)
);

CREATE TABLE asq.unsent (
    n        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request  bytea   NOT NULL,
    question integer NOT NULL,
    rev      bigint  NOT NULL,
    surface  bigint  NOT NULL,
    at       bigint  NOT NULL,
    body     bytea   NOT NULL
);
CREATE INDEX unsent_request ON asq.unsent (request);
CREATE INDEX unsent_at ON asq.unsent (at);

CREATE TABLE asq.announced (request bytea PRIMARY KEY);
CREATE TABLE asq.snoozed (request bytea PRIMARY KEY, until bigint NOT NULL);

-- An inbox that is in use renews its row.
CREATE TABLE asq.presence (
    n  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL
);

-- What history is searched by; made from the log when somebody searches, and may be made again.
CREATE TABLE asq.past (
    closed   bigint PRIMARY KEY,
    request  bytea  NOT NULL,
    asked_at bigint NOT NULL,
    agent    bytea,
    folder   bytea,
    words    tsvector NOT NULL
);
CREATE INDEX past_words ON asq.past USING gin (words);
CREATE TABLE asq.past_upto (k smallint PRIMARY KEY CHECK (k = 0), closed bigint NOT NULL);
INSERT INTO asq.past_upto VALUES (0, 0);
