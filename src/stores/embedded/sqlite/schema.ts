// The tables of a sqlite file, version by version. PRAGMA user_version is the number of these steps that a file has
// had.
//
// Texts of callers are TEXT, so that a shell shows them, but are read back as bytes (CAST AS BLOB): the binding ends
// a TEXT at its first NUL.

/** The steps in their order. A released step never changes; a new step is added behind it. Words about them would be a part of each Worker. */
export const MIGRATIONS: readonly string[] = [
  // `blobs` says who may read a blob; its text, which forks share, is in `blob_texts`.
  `
  CREATE TABLE threads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    thread TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    schema INTEGER NOT NULL,
    version INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    cancelled_epoch INTEGER NOT NULL,
    status TEXT NOT NULL,
    length INTEGER NOT NULL,
    base INTEGER NOT NULL,
    summary TEXT,
    meta TEXT NOT NULL,
    state TEXT NOT NULL,
    counters TEXT NOT NULL,
    pending_ids TEXT,
    pending_calls TEXT,
    marks TEXT NOT NULL,
    lease_owner TEXT,
    lease_until INTEGER,
    steps TEXT NOT NULL,
    log_last INTEGER NOT NULL,
    log_count INTEGER NOT NULL,
    log_until INTEGER NOT NULL,
    UNIQUE (tenant, thread)
  ) STRICT;
  CREATE INDEX threads_newest ON threads (tenant, created_at, thread);
  CREATE INDEX threads_expiring ON threads (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX threads_logging ON threads (log_until) WHERE log_count > 0;

  CREATE TABLE entries (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (thread, place)
  ) STRICT;

  CREATE TABLE inbox (
    place INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX inbox_thread ON inbox (thread);

  CREATE TABLE receipts (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    state TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    first INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    text TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (thread, key)
  ) STRICT;
  CREATE INDEX receipts_expiring ON receipts (expires_at);

  CREATE TABLE events (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (thread, seq)
  ) STRICT;

  CREATE TABLE blobs (
    tenant TEXT NOT NULL,
    thread TEXT NOT NULL,
    id TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (tenant, thread, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blobs_id ON blobs (id);
  CREATE INDEX blobs_expiring ON blobs (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE blob_texts (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TRIGGER blob_texts_unused AFTER DELETE ON blobs
    WHEN NOT EXISTS (SELECT 1 FROM blobs WHERE id = OLD.id)
    BEGIN DELETE FROM blob_texts WHERE id = OLD.id; END;
  `,
  // Learned capabilities: what models were found to lack; core/model/capability.ts names the features.
  `
  CREATE TABLE lessons (
    tenant TEXT NOT NULL,
    model TEXT NOT NULL,
    feature TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, model, feature)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lessons_expiring ON lessons (expires_at);
  `,
  // `definitions`: what tenants define at run time, such as policies.
  `
  CREATE TABLE definitions (
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tenant, kind, name)
  ) STRICT, WITHOUT ROWID;
  `,
  // `awaits`: since when pending calls wait for people. Of a thread that waits already the time is not known.
  `
  ALTER TABLE threads ADD COLUMN awaits INTEGER;
  UPDATE threads SET awaits = created_at WHERE pending_ids IS NOT NULL AND status IN ('waiting', 'open');
  CREATE INDEX threads_awaiting ON threads (tenant, awaits, thread) WHERE awaits IS NOT NULL;
  `,
  // The ledgers of tenants: `ledger_sums` has what is booked (used) and reserved (held), `ledger_ended` bookings and the reservations that
  // they have ended. Amounts are numbers with blanks between, in the order of core/store/ledger.ts.
  `
  CREATE TABLE ledger_days (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    day TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (tenant, day)
  ) STRICT;
  CREATE INDEX ledger_days_expiring ON ledger_days (expires_at);

  CREATE TABLE ledger_sums (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    amounts TEXT NOT NULL,
    PRIMARY KEY (day, kind, account)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger_reservations (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    accounts TEXT NOT NULL,
    amounts TEXT NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ledger_reservations_expiring ON ledger_reservations (day, expires_at);

  CREATE TABLE ledger_ended (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (day, kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ledger_ended_expiring ON ledger_ended (until);

  CREATE TABLE ledger_counts (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
  `,
  // `due`: what is to be looked at, and from when on. Threads of before have no work that goes on by itself.
  `
  CREATE TABLE due (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX due_first ON due (at);
  `,
  // `facets`: what threads are found by, as a JSON list of texts; null in a thread whose last writer kept none (core/store/thread_filter.ts).
  // `given_title`, `archived`: what people have put on a thread, a title as JSON with its facets, and whether it is archived.
  // `thread_sets`: the sets of threads that a list with a filter reads: those with a facet, those with a status, and those that are archived or not.
  // ENTER_SETS enters threads of before.
  `
  ALTER TABLE threads ADD COLUMN facets TEXT;
  ALTER TABLE threads ADD COLUMN given_title TEXT;
  ALTER TABLE threads ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

  CREATE INDEX threads_unindexed ON threads (tenant) WHERE facets IS NULL;

  CREATE TABLE thread_sets (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    thread TEXT NOT NULL,
    id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    PRIMARY KEY (tenant, name, created_at, thread)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX thread_sets_id ON thread_sets (id);

  CREATE TRIGGER threads_entered AFTER INSERT ON threads
    BEGIN
      INSERT OR IGNORE INTO thread_sets SELECT NEW.tenant, 'status=' || NEW.status, NEW.created_at, NEW.thread, NEW.id
        UNION SELECT NEW.tenant, 'archived=' || iif(NEW.archived, 'true', 'false'), NEW.created_at, NEW.thread, NEW.id
        UNION SELECT NEW.tenant, value, NEW.created_at, NEW.thread, NEW.id FROM json_each(ifnull(NEW.facets, '[]'))
        UNION SELECT NEW.tenant, value, NEW.created_at, NEW.thread, NEW.id FROM json_each(ifnull(NEW.given_title, '{}'), '$.facets');
    END;
  CREATE TRIGGER threads_moved AFTER UPDATE OF status, facets, given_title, archived ON threads
    WHEN NEW.status <> OLD.status OR NEW.facets IS NOT OLD.facets OR NEW.given_title IS NOT OLD.given_title OR NEW.archived <> OLD.archived
    BEGIN
      DELETE FROM thread_sets WHERE id = OLD.id;
      INSERT OR IGNORE INTO thread_sets SELECT NEW.tenant, 'status=' || NEW.status, NEW.created_at, NEW.thread, NEW.id
        UNION SELECT NEW.tenant, 'archived=' || iif(NEW.archived, 'true', 'false'), NEW.created_at, NEW.thread, NEW.id
        UNION SELECT NEW.tenant, value, NEW.created_at, NEW.thread, NEW.id FROM json_each(ifnull(NEW.facets, '[]'))
        UNION SELECT NEW.tenant, value, NEW.created_at, NEW.thread, NEW.id FROM json_each(ifnull(NEW.given_title, '{}'), '$.facets');
    END;
  `,
];

/** The number of steps of a file that has `thread_sets`. */
export const SETS_STEP = 7;

/**
 * Behind that step, in a file: threads of before, by their texts, as core/thread_facets.ts writes facets. Which tools they have
 * called stands in their histories, and words of titles are found by no statement: the command treadle threads index reads those.
 * Objects began with all steps, so this is no part of a Worker.
 */
export const ENTER_SETS = `
  UPDATE threads SET facets = (
    SELECT json_group_array(facet) FROM (
      SELECT 'user=' || substr(json_quote(json_extract(meta, '$.user')), 2, length(json_quote(json_extract(meta, '$.user'))) - 2) AS facet
        WHERE json_type(meta, '$.user') = 'text'
      UNION ALL SELECT 'agent=' || json_extract(meta, '$.agent')
        WHERE json_type(meta, '$.agent') = 'text'
      UNION ALL SELECT * FROM (
        SELECT 'metadata.' || json_quote(key) || '=' || CASE type
            WHEN 'text' THEN substr(json_quote(value), 2, length(json_quote(value)) - 2)
            WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE value END
          FROM json_each(meta, '$.metadata')
          WHERE type IN ('text', 'integer', 'real', 'true', 'false') AND length(value) <= 256 LIMIT 32)
      UNION ALL SELECT 'error=' || json_extract(state, '$.error.code')
        WHERE status = 'failed' AND json_type(state, '$.error.code') = 'text'
    )
  ) WHERE json_valid(meta) AND json_valid(state);
  INSERT OR IGNORE INTO thread_sets SELECT tenant, 'status=' || status, created_at, thread, id FROM threads
    UNION ALL SELECT tenant, 'archived=false', created_at, thread, id FROM threads;
`;
