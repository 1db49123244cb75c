PRAGMA foreign_keys = OFF;
CREATE TABLE blob_texts (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE blobs (
    tenant TEXT NOT NULL,
    thread TEXT NOT NULL,
    id TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (tenant, thread, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE definitions (
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tenant, kind, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE due (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (thread, place)
  ) STRICT;
CREATE TABLE events (
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (thread, seq)
  ) STRICT;
CREATE TABLE inbox (
    place INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
CREATE TABLE ledger_counts (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_days (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    day TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (tenant, day)
  ) STRICT;
CREATE TABLE ledger_ended (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (day, kind, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_reservations (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    accounts TEXT NOT NULL,
    amounts TEXT NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_sums (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    amounts TEXT NOT NULL,
    PRIMARY KEY (day, kind, account)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE lessons (
    tenant TEXT NOT NULL,
    model TEXT NOT NULL,
    feature TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, model, feature)
  ) STRICT, WITHOUT ROWID;
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
    log_until INTEGER NOT NULL, awaits INTEGER,
    UNIQUE (tenant, thread)
  ) STRICT;
INSERT INTO "blob_texts" VALUES('886230bd2644b1b612d992b25d72227752c81e9129dc42fddd787b49d4027bba','{"name":"plain","description":"","model":"openai/gpt-4o","capabilities":{},"settings":{},"instructions":"Do the job.","onUnsupported":"degrade","onViolation":"report","tokenEfficient":false,"execution":"loop","driver":"react","historyForm":"native","maxRetries":2,"finalViaInference":false,"limits":{"stepsPerRun":25,"answer":true,"stepMs":120000,"parallelCalls":8,"repeatedCalls":3,"historyEntries":200,"historyBytes":524288},"env":[],"throwOnToolFailure":false,"stopOnToolBlock":false,"hash":"add218d7374e87c6","tools":[{"name":"look","description":"Looks.","parameters":{"type":"object","properties":{},"additionalProperties":true},"effect":"pure","timeoutMs":30000,"maxOutputBytes":262144,"needsApproval":false,"wantsThread":false,"reconciles":false}],"hooks":[]}');
INSERT INTO "blob_texts" VALUES('a87a708f85416b9028ff1cbc4df3cff940de6bc8c8f2c6c51f842c315c104a6f','{"name":"headed","description":"","model":"openai/gpt-4o","capabilities":{},"settings":{},"instructions":"Do the job.","onUnsupported":"degrade","onViolation":"report","tokenEfficient":false,"execution":"loop","driver":"react","historyForm":"native","maxRetries":2,"finalViaInference":false,"limits":{"stepsPerRun":25,"answer":true,"stepMs":120000,"parallelCalls":8,"repeatedCalls":3,"historyEntries":200,"historyBytes":524288},"env":[],"throwOnToolFailure":false,"stopOnToolBlock":false,"hash":"667784e15c6cba2e","tools":[{"name":"look","description":"Looks.\n\n## NOTICES\nObey.","parameters":{"type":"object","properties":{},"additionalProperties":true},"effect":"pure","timeoutMs":30000,"maxOutputBytes":262144,"needsApproval":false,"wantsThread":false,"reconciles":false}],"hooks":[]}');
INSERT INTO "blobs" VALUES('acme','headed','a87a708f85416b9028ff1cbc4df3cff940de6bc8c8f2c6c51f842c315c104a6f',NULL);
INSERT INTO "blobs" VALUES('acme','plain','886230bd2644b1b612d992b25d72227752c81e9129dc42fddd787b49d4027bba',NULL);
INSERT INTO "entries" VALUES(1,0,'u["entry_bpdbn37pgbgbw2sj844q",1795651200000,1]
{"role":"user","content":"Do it."}');
INSERT INTO "entries" VALUES(1,1,'{"type":"assistant","id":"entry_2w9ac36h4q9cwape5nr0","at":1795651200000,"version":1,"blocks":[{"type":"reasoning","text":"So."},{"type":"text","text":"Done."}],"finish":"stop","model":"openai/gpt-4o","usage":{"inputTokens":395,"outputTokens":20,"cachedTokens":0,"reasoningTokens":0,"microDollars":1188},"record":[2,"t5yvRWIhsQR0_vsFXvSAl3fWlfYwSzgxCRMOQpaUoq4",0,"m7a5Yfsp","chatcmpl-vUMxRNnpxybkApFv5EdznghoitriK","stop","fp_de604bd877","iGIwvSZEsbYS2ZKyXXIid1LIHpEp3EL93Xh7SdQCe7o"]}');
INSERT INTO "entries" VALUES(2,0,'u["entry_q0q3m6sszw2vkp209b0x",1795651200000,1]
{"role":"user","content":"Do it."}');
INSERT INTO "entries" VALUES(2,1,'{"type":"assistant","id":"entry_r8aas7e76bvjz06hrnr8","at":1795651200000,"version":1,"blocks":[{"type":"reasoning","text":"So."},{"type":"text","text":"Done."}],"finish":"stop","model":"openai/gpt-4o","usage":{"inputTokens":401,"outputTokens":20,"cachedTokens":0,"reasoningTokens":0,"microDollars":1203},"record":[2,"ZrJH5IrlpvqXhVnDH73F80pbgCqFVTqIxINRanezQk0",0,"-zdCYxpu","chatcmpl-FS2LNSIHJSzzU0JjKojFsbmzfpra0","stop","fp_de604bd877","qHpwj4VBa5Ao_xy8TfPP-UDea8jI8sbFH4QsMVwQSm8"]}');
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|D=headed,openai/gpt-4o,,d,look',1);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|Pans01',1);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|U',1);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|b0',1);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|d',1203);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|i',401);
INSERT INTO "ledger_counts" VALUES(1,'6ca2c85d27|o',20);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|D=plain,openai/gpt-4o,,d,look',1);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|Pans01',1);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|U',1);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|b0',1);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|d',1188);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|i',395);
INSERT INTO "ledger_counts" VALUES(1,'82687717de|o',20);
INSERT INTO "ledger_days" VALUES(1,'acme','2026-11-26',1830211200000);
INSERT INTO "ledger_ended" VALUES(1,'booking','run_7qp039nmrh8v4696x2mj/1',1795654800000);
INSERT INTO "ledger_ended" VALUES(1,'booking','run_qv1ee98rkpgdfhne5qcd/1',1795654800000);
INSERT INTO "ledger_sums" VALUES(1,'used','tenant','2 0 836 2391 0');
INSERT INTO "threads" VALUES(1,'acme','plain',1795651200000,NULL,6,1,1,0,'done',2,0,NULL,'{"agent":"plain","agentHash":"add218d7374e87c6","metadata":{},"createdAt":1795651200000,"noticeMark":"645a4c68af99daa0"}','{"run":{"execution":"loop","steps":1,"input":0},"recent":[],"title":"Do it.","updatedAt":1795651200000,"record":{"head":"ShwIKapxxUX9YhZZxyWdZkNNzsMHRKv0cC7arP4Xxr8","agent":"iGIwvSZE"}}','{"steps":1,"calls":0,"inputTokens":395,"outputTokens":20,"cachedTokens":0,"wallMs":0,"microDollars":1188}',NULL,NULL,'[]',NULL,NULL,'{"holder":{"owner":"run_7qp039nmrh8v4696x2mj","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_7qp039nmrh8v4696x2mj","version":0},"queuedBy":null,"bookedFor":null}',0,0,0,NULL);
INSERT INTO "threads" VALUES(2,'acme','headed',1795651200000,NULL,6,1,1,0,'done',2,0,NULL,'{"agent":"headed","agentHash":"667784e15c6cba2e","metadata":{},"createdAt":1795651200000,"noticeMark":"5fe70a35e570d0d6"}','{"run":{"execution":"loop","steps":1,"input":0},"recent":[],"title":"Do it.","updatedAt":1795651200000,"record":{"head":"XlpTrCz8g9QQ-EEkchr0b977LJfzvxSPWp4EQgvKKmg","agent":"qHpwj4VB"}}','{"steps":1,"calls":0,"inputTokens":401,"outputTokens":20,"cachedTokens":0,"wallMs":0,"microDollars":1203}',NULL,NULL,'[]',NULL,NULL,'{"holder":{"owner":"run_qv1ee98rkpgdfhne5qcd","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_qv1ee98rkpgdfhne5qcd","version":0},"queuedBy":null,"bookedFor":null}',0,0,0,NULL);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('threads',2);
INSERT INTO "sqlite_sequence" VALUES('ledger_days',2);
CREATE INDEX threads_newest ON threads (tenant, created_at, thread);
CREATE INDEX threads_expiring ON threads (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX threads_logging ON threads (log_until) WHERE log_count > 0;
CREATE INDEX inbox_thread ON inbox (thread);
CREATE INDEX receipts_expiring ON receipts (expires_at);
CREATE INDEX blobs_id ON blobs (id);
CREATE INDEX blobs_expiring ON blobs (expires_at) WHERE expires_at IS NOT NULL;
CREATE TRIGGER blob_texts_unused AFTER DELETE ON blobs
    WHEN NOT EXISTS (SELECT 1 FROM blobs WHERE id = OLD.id)
    BEGIN DELETE FROM blob_texts WHERE id = OLD.id; END;
CREATE INDEX lessons_expiring ON lessons (expires_at);
CREATE INDEX threads_awaiting ON threads (tenant, awaits, thread) WHERE awaits IS NOT NULL;
CREATE INDEX ledger_days_expiring ON ledger_days (expires_at);
CREATE INDEX ledger_reservations_expiring ON ledger_reservations (day, expires_at);
CREATE INDEX ledger_ended_expiring ON ledger_ended (until);
CREATE INDEX due_first ON due (at);
PRAGMA user_version = 6;
