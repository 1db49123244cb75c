PRAGMA foreign_keys = OFF;
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
CREATE TABLE blob_texts (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE lessons (
    tenant TEXT NOT NULL,
    model TEXT NOT NULL,
    feature TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, model, feature)
  ) STRICT, WITHOUT ROWID;
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
INSERT INTO threads VALUES (1, 'acme', 'planned', 1795310767360, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767360}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xf10f3ef0x04270057x463866c7"],"updatedAt":1795310767378}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":14}', '["call_tcegvaqwbtdyhpcf4v5w","call_vwe17dnew24q2wfdqj6h","call_q41g5gm9065jjcf4fsj1"]', '[{"id":"call_tcegvaqwbtdyhpcf4v5w","name":"pure","args":{"label":"planned.0.0"},"disposition":{"type":"run"},"epoch":1},{"id":"call_vwe17dnew24q2wfdqj6h","name":"keyed","args":{"label":"planned.0.1"},"disposition":{"type":"run"},"epoch":1},{"id":"call_q41g5gm9065jjcf4fsj1","name":"once","args":{"label":"planned.0.2"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_sy8qe8vg59te4qya4kq6","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_sy8qe8vg59te4qya4kq6","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (2, 'acme', 'approval', 1795310767383, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767383}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xbb51a1b2x6aed81ae"],"updatedAt":1795310767387}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', '["call_ek271fw0v77jqhkz9kmd","call_f03z8kdj4za19sdrq51g"]', '[{"id":"call_ek271fw0v77jqhkz9kmd","name":"remove","args":{"label":"approval.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_f03z8kdj4za19sdrq51g","name":"pure","args":{"label":"approval.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_qnw2qerk7jbh7bhn2wy3","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_qnw2qerk7jbh7bhn2wy3","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (3, 'acme', 'denial', 1795310767390, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767390}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xde84b0bdxffc263b1"],"updatedAt":1795310767393}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', '["call_fpc22z6pm61hcg0p8d9k","call_fps5fef2za74t4a36xng"]', '[{"id":"call_fpc22z6pm61hcg0p8d9k","name":"remove","args":{"label":"denial.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_fps5fef2za74t4a36xng","name":"pure","args":{"label":"denial.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_se2604b9xb13svpnqmp7","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_se2604b9xb13svpnqmp7","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (4, 'acme', 'approved', 1795310767395, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767395}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x527ba5a6xaa47ff92"],"updatedAt":1795310767398}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', '["call_dzrfm8t3y1gezpya31qb","call_ckdtgz82zr00pg5nm1y1"]', '[{"id":"call_dzrfm8t3y1gezpya31qb","name":"remove","args":{"label":"approved.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_ckdtgz82zr00pg5nm1y1","name":"pure","args":{"label":"approved.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[["call_dzrfm8t3y1gezpya31qb",{"decision":{"approved":true,"reason":"Fine.","at":1795310767400}}]]', NULL, NULL, '{"holder":{"owner":"run_vfj5apf59vpvjbw4gczk","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_vfj5apf59vpvjbw4gczk","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (5, 'acme', 'predicted', 1795310767401, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767401}', '{"run":{"execution":"predict","steps":1,"input":0,"choice":{"type":"tool","name":"keyed"},"satisfied":true},"recent":["x00a3c403"],"updatedAt":1795310767404}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_8dc7b0tvexbw3a2cxm05"]', '[{"id":"call_8dc7b0tvexbw3a2cxm05","name":"keyed","args":{"label":"predicted.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_sqp0kgyrtf3c3v4yhney","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_sqp0kgyrtf3c3v4yhney","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (6, 'acme', 'forced', 1795310767406, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767406}', '{"run":{"execution":"loop","steps":1,"input":0,"choice":{"type":"tool","name":"once"},"satisfied":true},"recent":["x3f53d77b"],"updatedAt":1795310767408}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_br3j7fbpdat44wq5j6ph"]', '[{"id":"call_br3j7fbpdat44wq5j6ph","name":"once","args":{"label":"forced.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_gt76ar8wqgxnvqtv726n","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_gt76ar8wqgxnvqtv726n","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (7, 'acme', 'cancelled', 1795310767411, NULL, 1, 1, 2, 2, 'cancelled', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767411}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xf2ff97dd"],"updatedAt":1795310767413}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_w7gz4s7jp0tg3zqrj8am"]', '[{"id":"call_w7gz4s7jp0tg3zqrj8am","name":"once","args":{"label":"cancelled.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_bf9hb2bwt36n5m6ps2qz","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_bf9hb2bwt36n5m6ps2qz","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (8, 'acme', 'limited', 1795310767415, NULL, 1, 2, 2, 0, 'open', 4, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767415}', '{"run":{"execution":"loop","steps":1,"input":0,"acted":true},"recent":["x55caad38x43b0acc4"],"updatedAt":1795310767427,"error":{"code":"model_rate_limit","message":"anthropic/claude-sonnet-4-5 (HTTP 429, rate_limit_error): Too many requests."},"resumeAt":1795310887427}', '{"steps":2,"calls":2,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":11}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_hkqarrfsetmmm7c3702n","epoch":2,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_hkqarrfsetmmm7c3702n","version":1},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (9, 'acme', 'replayed', 1795310767428, NULL, 1, 2, 2, 0, 'done', 4, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767428}', '{"run":{"execution":"loop","steps":2,"input":0,"acted":true},"recent":["xab58a33e"],"updatedAt":1795310767433}', '{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":3}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_ars3pjwvawjng21y8ggx","epoch":2,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_ars3pjwvawjng21y8ggx","version":1},"queuedBy":null,"bookedFor":null}', 2000008, 17, 1795314367433);
INSERT INTO threads VALUES (10, 'acme', 'summarised', 1795310767434, NULL, 1, 9, 9, 0, 'open', 21, 18, 'SUMMARY of four', '{"agent":"brief","agentHash":"4b03af3c0736e6d5","metadata":{},"createdAt":1795310767434}', '{"run":{"execution":"loop","steps":1,"input":18},"recent":["x086305f3x7d450850"],"updatedAt":1795310767457}', '{"steps":9,"calls":4,"inputTokens":240,"outputTokens":108,"cachedTokens":0,"wallMs":18}', '["call_wz4z51br369rzmjmf4kq","call_h3djj117j0a1bk0ee5kj"]', '[{"id":"call_wz4z51br369rzmjmf4kq","name":"keyed","args":{"label":"five.0.0"},"disposition":{"type":"run"},"epoch":9},{"id":"call_h3djj117j0a1bk0ee5kj","name":"once","args":{"label":"five.0.1"},"disposition":{"type":"run"},"epoch":9}]', '[]', NULL, NULL, '{"holder":{"owner":"run_2ca53w0j68web67cgs7d","epoch":9,"created":false,"resumed":false,"version":8,"ended":true},"committed":{"owner":"run_2ca53w0j68web67cgs7d","version":8},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (11, 'acme', 'large', 1795310767462, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767462}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xc161e8c4"],"updatedAt":1795310767465}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', '["call_xq9m36p8yw97x4hqv48j"]', '[{"id":"call_xq9m36p8yw97x4hqv48j","name":"keyed","args":{"label":"large.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_dp6500de53n3jcdyywnd","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_dp6500de53n3jcdyywnd","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (12, 'acme', 'fork', 1795310767469, NULL, 1, 1, 0, 0, 'waiting', 3, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767469,"forkedFrom":{"thread":"large","version":1}}', '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":1795310767469}', '{"steps":0,"calls":0,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"wallMs":0}', NULL, NULL, '[]', NULL, NULL, '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (13, 'acme', 'long', 1795310767470, NULL, 1, 21, 21, 0, 'open', 2022, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767470}', '{"run":{"execution":"loop","steps":1,"input":2020},"recent":["x4c5d89d9"],"updatedAt":1795310767634}', '{"steps":21,"calls":0,"inputTokens":420,"outputTokens":189,"cachedTokens":0,"wallMs":77}', '["call_w9xqq52szezn7g5jbzw7"]', '[{"id":"call_w9xqq52szezn7g5jbzw7","name":"keyed","args":{"label":"long_end.0.0"},"disposition":{"type":"run"},"epoch":21}]', '[]', NULL, NULL, '{"holder":{"owner":"run_myyf4cvf07rvg5fhrqkf","epoch":21,"created":false,"resumed":false,"version":20,"ended":true},"committed":{"owner":"run_myyf4cvf07rvg5fhrqkf","version":20},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (14, 'acme', 'queued', 1795310767635, NULL, 1, 2, 2, 0, 'done', 4, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767635}', '{"run":{"execution":"loop","steps":2,"input":0,"acted":true},"recent":["xcc7baa9c"],"updatedAt":1795310767641}', '{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":5}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_trm5pjf8w4nmp4ef9y99","epoch":2,"created":false,"resumed":false,"version":1,"ended":true},"committed":{"owner":"run_trm5pjf8w4nmp4ef9y99","version":1},"queuedBy":"run_d7gp2y20x8wr56cd5afy","bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (15, 'acme', 'died_acting', 1795310767642, NULL, 1, 1, 2, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767642}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x91026ac0xd818b5a0xea8a64eb"],"updatedAt":1795310767647}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":4}', '["call_zmmsghnb4qechr8bzb8b","call_wx34d4mbk479419tt60w","call_szdppcvgs5gjbqsyje6v"]', '[{"id":"call_zmmsghnb4qechr8bzb8b","name":"once","args":{"label":"died_acting.0.0"},"disposition":{"type":"run"},"epoch":1},{"id":"call_wx34d4mbk479419tt60w","name":"keyed","args":{"label":"died_acting.0.1"},"disposition":{"type":"run"},"epoch":1},{"id":"call_szdppcvgs5gjbqsyje6v","name":"pure","args":{"label":"died_acting.0.2"},"disposition":{"type":"run"},"epoch":1}]', '[["call_zmmsghnb4qechr8bzb8b",{"startedEpoch":2}]]', 'run_n46gz3sk85pnxf5pma8h', 1795310797647, '{"holder":{"owner":"run_n46gz3sk85pnxf5pma8h","epoch":2,"created":true,"resumed":false,"version":0,"ended":false},"committed":{"owner":"run_n46gz3sk85pnxf5pma8h","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (16, 'acme', 'died_queued', 1795310767642, NULL, 1, 1, 2, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767642}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x7bd3b813"],"updatedAt":1795310767645}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_7q66wx7vjm5bmtgf5ckx"]', '[{"id":"call_7q66wx7vjm5bmtgf5ckx","name":"once","args":{"label":"died_queued.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[["call_7q66wx7vjm5bmtgf5ckx",{"startedEpoch":2}]]', 'run_yrmr4rhn84kmpcettmbv', 1795310797646, '{"holder":{"owner":"run_yrmr4rhn84kmpcettmbv","epoch":2,"created":true,"resumed":false,"version":0,"ended":false},"committed":{"owner":"run_yrmr4rhn84kmpcettmbv","version":0},"queuedBy":"run_bw2qbqdms1a92qq918zq","bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (17, 'acme', 'died_planning', 1795310767643, NULL, 1, 0, 1, 0, 'waiting', 0, 0, NULL, '{"agent":"worker","agentHash":"2133692478928a9f","metadata":{},"createdAt":1795310767643}', '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":0}', '{"steps":0,"calls":0,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"wallMs":0}', NULL, NULL, '[]', 'run_4qv5mvhkynadw4rvkc6a', 1795310797643, '{"holder":{"owner":"run_4qv5mvhkynadw4rvkc6a","epoch":1,"created":true,"resumed":false,"version":0,"ended":false},"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO entries VALUES (1, 0, 'u["entry_csx0x7stycnm61ks1wgd",1795310767360,1]
{"role":"user","content":"job planned: pure keyed once"}');
INSERT INTO entries VALUES (1, 1, '{"type":"assistant","id":"entry_8r9tb6jpxj6zsv1v26fs","at":1795310767378,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of planned.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHBsYW5uZWQuMA=="}}},{"type":"call","id":"call_tcegvaqwbtdyhpcf4v5w","name":"pure","args":"{\"label\":\"planned.0.0\"}"},{"type":"call","id":"call_vwe17dnew24q2wfdqj6h","name":"keyed","args":"{\"label\":\"planned.0.1\"}"},{"type":"call","id":"call_q41g5gm9065jjcf4fsj1","name":"once","args":"{\"label\":\"planned.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (2, 0, 'u["entry_5h0a6bvrnqa7rnyn4gd8",1795310767383,1]
{"role":"user","content":"job approval: remove pure"}');
INSERT INTO entries VALUES (2, 1, '{"type":"assistant","id":"entry_vkjny4mkcqwebg6tqr5m","at":1795310767387,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of approval.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGFwcHJvdmFsLjA="}}},{"type":"call","id":"call_ek271fw0v77jqhkz9kmd","name":"remove","args":"{\"label\":\"approval.0.0\"}"},{"type":"call","id":"call_f03z8kdj4za19sdrq51g","name":"pure","args":"{\"label\":\"approval.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (3, 0, 'u["entry_2ee6jsxrxneazwjpy085",1795310767390,1]
{"role":"user","content":"job denial: remove pure"}');
INSERT INTO entries VALUES (3, 1, '{"type":"assistant","id":"entry_wywmj5ax19fwkncasy6g","at":1795310767393,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of denial.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRlbmlhbC4w"}}},{"type":"call","id":"call_fpc22z6pm61hcg0p8d9k","name":"remove","args":"{\"label\":\"denial.0.0\"}"},{"type":"call","id":"call_fps5fef2za74t4a36xng","name":"pure","args":"{\"label\":\"denial.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (4, 0, 'u["entry_ykjt4k8k5haz24zpwtp6",1795310767395,1]
{"role":"user","content":"job approved: remove pure"}');
INSERT INTO entries VALUES (4, 1, '{"type":"assistant","id":"entry_h6m9wzksarna28axghmm","at":1795310767397,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of approved.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGFwcHJvdmVkLjA="}}},{"type":"call","id":"call_dzrfm8t3y1gezpya31qb","name":"remove","args":"{\"label\":\"approved.0.0\"}"},{"type":"call","id":"call_ckdtgz82zr00pg5nm1y1","name":"pure","args":"{\"label\":\"approved.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (5, 0, 'u["entry_m74mb47mys059zcmqq64",1795310767401,1]
{"role":"user","content":"job predicted: keyed"}');
INSERT INTO entries VALUES (5, 1, '{"type":"assistant","id":"entry_ww7tvcdeeqc5vv8qx8e5","at":1795310767403,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of predicted.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHByZWRpY3RlZC4w"}}},{"type":"call","id":"call_8dc7b0tvexbw3a2cxm05","name":"keyed","args":"{\"label\":\"predicted.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9},"choice":{"requested":{"type":"tool","name":"keyed"},"source":"request","enforcement":"native","outcome":{"type":"satisfied"}}}');
INSERT INTO entries VALUES (6, 0, 'u["entry_5bh2d2n9pxstg874qbzd",1795310767406,1]
{"role":"user","content":"job forced: once"}');
INSERT INTO entries VALUES (6, 1, '{"type":"assistant","id":"entry_d23sjk8jxfgdw2gtm1y1","at":1795310767408,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of forced.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZvcmNlZC4w"}}},{"type":"call","id":"call_br3j7fbpdat44wq5j6ph","name":"once","args":"{\"label\":\"forced.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9},"choice":{"requested":{"type":"tool","name":"once"},"source":"request","enforcement":"native","outcome":{"type":"satisfied"}}}');
INSERT INTO entries VALUES (7, 0, 'u["entry_pktkhtdt48q1jwketsn3",1795310767411,1]
{"role":"user","content":"job cancelled: once"}');
INSERT INTO entries VALUES (7, 1, '{"type":"assistant","id":"entry_dcqf58ke4z1494js35nt","at":1795310767413,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of cancelled.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGNhbmNlbGxlZC4w"}}},{"type":"call","id":"call_w7gz4s7jp0tg3zqrj8am","name":"once","args":"{\"label\":\"cancelled.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (8, 0, 'u["entry_sy43ryc345rw9xggng45",1795310767415,1]
{"role":"user","content":"job limited: keyed once"}');
INSERT INTO entries VALUES (8, 1, '{"type":"assistant","id":"entry_spyrm62n1xxc4j5q97x3","at":1795310767417,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of limited.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxpbWl0ZWQuMA=="}}},{"type":"call","id":"call_bt0658vs4w73bh8hm8y7","name":"keyed","args":"{\"label\":\"limited.0.0\"}"},{"type":"call","id":"call_zcsahbwsj6gvzfa69afy","name":"once","args":"{\"label\":\"limited.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (8, 2, 't["entry_067smpd9hzb8rpfa2d10",1795310767421,2,"keyed",0,0]
{"role":"tool","tool_call_id":"call_bt0658vs4w73bh8hm8y7","content":"{\"did\":\"limited.0.0\"}"}');
INSERT INTO entries VALUES (8, 3, 't["entry_dnf52t2q9z4xabcmk3wd",1795310767421,2,"once",0,0]
{"role":"tool","tool_call_id":"call_zcsahbwsj6gvzfa69afy","content":"{\"did\":\"limited.0.1\"}"}');
INSERT INTO entries VALUES (9, 0, 'u["entry_yt2xnrtxvz6pyp1wfp3g",1795310767428,1]
{"role":"user","content":"job replayed: pure"}');
INSERT INTO entries VALUES (9, 1, '{"type":"assistant","id":"entry_nv3a5wv5xgex5cebxgg1","at":1795310767431,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of replayed.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHJlcGxheWVkLjA="}}},{"type":"call","id":"call_cf6jnxp3kcyy0gdk780h","name":"pure","args":"{\"label\":\"replayed.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (9, 2, 't["entry_kyqv8q01g5vsdjej1fyj",1795310767432,2,"pure",0,0]
{"role":"tool","tool_call_id":"call_cf6jnxp3kcyy0gdk780h","content":"{\"did\":\"replayed.0.0\"}"}');
INSERT INTO entries VALUES (9, 3, 'a["entry_hxv2bq0ets4s0t3390w0",1795310767433,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job replayed is done."}');
INSERT INTO entries VALUES (10, 0, 'u["entry_gevmpbwrx2etk2ysxtge",1795310767434,1]
{"role":"user","content":"job one: pure"}');
INSERT INTO entries VALUES (10, 1, '{"type":"assistant","id":"entry_j56tfzpn8y6n4168kfex","at":1795310767436,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of one.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIG9uZS4w"}}},{"type":"call","id":"call_9zg3rj2z8e18yvqqv99n","name":"pure","args":"{\"label\":\"one.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (10, 2, 't["entry_ee01sj6wxyjv3jmz79be",1795310767436,2,"pure",0,0]
{"role":"tool","tool_call_id":"call_9zg3rj2z8e18yvqqv99n","content":"{\"did\":\"one.0.0\"}"}');
INSERT INTO entries VALUES (10, 3, 'a["entry_jmy9r467ypvt9fvmgack",1795310767437,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job one is done."}');
INSERT INTO entries VALUES (10, 4, 'u["entry_q9gpxgmgebm1fm3zartj",1795310767438,3]
{"role":"user","content":"job two: pure"}');
INSERT INTO entries VALUES (10, 5, '{"type":"assistant","id":"entry_mwh6qrh97kqmv2q85qt5","at":1795310767440,"version":3,"blocks":[{"type":"reasoning","text":"Plan 0 of two.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHR3by4w"}}},{"type":"call","id":"call_py82s6k6w7wtjtx22y3r","name":"pure","args":"{\"label\":\"two.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (10, 6, 't["entry_zj95qemwwdspc9ygbvrx",1795310767440,4,"pure",0,0]
{"role":"tool","tool_call_id":"call_py82s6k6w7wtjtx22y3r","content":"{\"did\":\"two.0.0\"}"}');
INSERT INTO entries VALUES (10, 7, 'a["entry_pcjk78bg9fw90gmg2wxh",1795310767441,4,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job two is done."}');
INSERT INTO entries VALUES (10, 8, '{"type":"summary","id":"entry_peb7nqasy765g0wmk7ks","at":1795310767443,"version":4,"text":"SUMMARY of one, two","through":7}');
INSERT INTO entries VALUES (10, 9, 'u["entry_cge1matz9f2zhfassm71",1795310767444,5]
{"role":"user","content":"job three: pure"}');
INSERT INTO entries VALUES (10, 10, '{"type":"assistant","id":"entry_pmh0pvbdd0q94zg1c3bt","at":1795310767445,"version":5,"blocks":[{"type":"reasoning","text":"Plan 0 of three.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHRocmVlLjA="}}},{"type":"call","id":"call_f6vpjqb82bx926x3bs09","name":"pure","args":"{\"label\":\"three.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (10, 11, 't["entry_bsccv4qeq8br1hbgq34n",1795310767446,6,"pure",1,0]
{"role":"tool","tool_call_id":"call_f6vpjqb82bx926x3bs09","content":"{\"did\":\"three.0.0\"}"}');
INSERT INTO entries VALUES (10, 12, 'a["entry_nqkn425xtfer1v00baxh",1795310767447,6,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job three is done."}');
INSERT INTO entries VALUES (10, 13, 'u["entry_fwkjv41zzd6nvxv64f59",1795310767448,7]
{"role":"user","content":"job four: pure"}');
INSERT INTO entries VALUES (10, 14, '{"type":"assistant","id":"entry_kfcw8dspj9mg99sn6dh6","at":1795310767450,"version":7,"blocks":[{"type":"reasoning","text":"Plan 0 of four.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZvdXIuMA=="}}},{"type":"call","id":"call_d9ras4cneqfr1ymvzy8r","name":"pure","args":"{\"label\":\"four.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (10, 15, '{"type":"summary","id":"entry_x2cbhns742jnr9ts0ekx","at":1795310767451,"version":7,"text":"SUMMARY of three","through":13}');
INSERT INTO entries VALUES (10, 16, 't["entry_d3e3dfwpdt0arq9tyse8",1795310767452,8,"pure",0,0]
{"role":"tool","tool_call_id":"call_d9ras4cneqfr1ymvzy8r","content":"{\"did\":\"four.0.0\"}"}');
INSERT INTO entries VALUES (10, 17, 'a["entry_jr0r2ykw7zaemaappzvs",1795310767454,8,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job four is done."}');
INSERT INTO entries VALUES (10, 18, 'u["entry_g5cehnymn4tc11e9vvm3",1795310767455,9]
{"role":"user","content":"job five: keyed once"}');
INSERT INTO entries VALUES (10, 19, '{"type":"assistant","id":"entry_mf9cvefkf7j7hyypqk72","at":1795310767457,"version":9,"blocks":[{"type":"reasoning","text":"Plan 0 of five.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZpdmUuMA=="}}},{"type":"call","id":"call_wz4z51br369rzmjmf4kq","name":"keyed","args":"{\"label\":\"five.0.0\"}"},{"type":"call","id":"call_h3djj117j0a1bk0ee5kj","name":"once","args":"{\"label\":\"five.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (10, 20, '{"type":"summary","id":"entry_myf8nt8s2f28ehs1wpvb","at":1795310767458,"version":9,"text":"SUMMARY of four","through":18}');
INSERT INTO entries VALUES (11, 0, '{"type":"blob","blob":{"id":"cf5550108c1945fa472730be329bbc5775c9e07c6b5b192b0d38b241fe5b9c61","chunks":1,"bytes":84094}}');
INSERT INTO entries VALUES (11, 1, '{"type":"assistant","id":"entry_40n3tcd22ea1ehk2dkeh","at":1795310767465,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of large.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxhcmdlLjA="}}},{"type":"call","id":"call_xq9m36p8yw97x4hqv48j","name":"keyed","args":"{\"label\":\"large.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (12, 0, '{"type":"blob","blob":{"id":"cf5550108c1945fa472730be329bbc5775c9e07c6b5b192b0d38b241fe5b9c61","chunks":1,"bytes":84094}}');
INSERT INTO entries VALUES (12, 1, '{"type":"assistant","id":"entry_40n3tcd22ea1ehk2dkeh","at":1795310767465,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of large.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxhcmdlLjA="}}},{"type":"call","id":"call_xq9m36p8yw97x4hqv48j","name":"keyed","args":"{\"label\":\"large.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (12, 2, '{"type":"tool","id":"entry_4mmat7w8tk749cdcv47a","at":1795310767469,"version":1,"callId":"call_xq9m36p8yw97x4hqv48j","name":"keyed","outcome":"skipped","output":null,"error":{"kind":"cancelled","message":"Forked before this call ran."},"ms":0}');
INSERT INTO entries VALUES (13, 0, 'u["entry_rwvzwqcp9jv465d9xcdz",1795310767470,1]
{"role":"user","content":"n0"}');
INSERT INTO entries VALUES (13, 1, 'u["entry_sv40sv5gq2nqm7710wwb",1795310767470,1]
{"role":"user","content":"n1"}');
INSERT INTO entries VALUES (13, 2, 'u["entry_5h0d2r11ztcg9ps5bj2g",1795310767470,1]
{"role":"user","content":"n2"}');
INSERT INTO entries VALUES (13, 3, 'u["entry_c79waccqwtt0tvmt5tpx",1795310767470,1]
{"role":"user","content":"n3"}');
INSERT INTO entries VALUES (13, 4, 'u["entry_6xahf4ycvr80nkpmkyv2",1795310767470,1]
{"role":"user","content":"n4"}');
INSERT INTO entries VALUES (13, 5, 'u["entry_ffyfg2s1k4e42j1evkeb",1795310767470,1]
{"role":"user","content":"n5"}');
INSERT INTO entries VALUES (13, 6, 'u["entry_w8ajq09f0zmc2s8sjvk3",1795310767470,1]
{"role":"user","content":"n6"}');
INSERT INTO entries VALUES (13, 7, 'u["entry_k8z90psbqj3nbess3zaj",1795310767470,1]
{"role":"user","content":"n7"}');
INSERT INTO entries VALUES (13, 8, 'u["entry_7savvhmpm054pnax366g",1795310767470,1]
{"role":"user","content":"n8"}');
INSERT INTO entries VALUES (13, 9, 'u["entry_5qak9tf8hhakje3ex2w7",1795310767470,1]
{"role":"user","content":"n9"}');
INSERT INTO entries VALUES (13, 10, 'u["entry_2xjzh7nrj4qg31qrysd7",1795310767470,1]
{"role":"user","content":"n10"}');
INSERT INTO entries VALUES (13, 11, 'u["entry_dp141w6jtyvxsn409953",1795310767470,1]
{"role":"user","content":"n11"}');
INSERT INTO entries VALUES (13, 12, 'u["entry_g0jy9adk74h1fvxvwe2q",1795310767470,1]
{"role":"user","content":"n12"}');
INSERT INTO entries VALUES (13, 13, 'u["entry_q2sef48hv7yjzhk0tkbz",1795310767470,1]
{"role":"user","content":"n13"}');
INSERT INTO entries VALUES (13, 14, 'u["entry_k10k1fyjqhejmm0yyg5w",1795310767470,1]
{"role":"user","content":"n14"}');
INSERT INTO entries VALUES (13, 15, 'u["entry_yejga9k2f26ywwy0rypc",1795310767470,1]
{"role":"user","content":"n15"}');
INSERT INTO entries VALUES (13, 16, 'u["entry_zwv51gz1mad9rt15d4ce",1795310767470,1]
{"role":"user","content":"n16"}');
INSERT INTO entries VALUES (13, 17, 'u["entry_mz8x6r1yqsjcgft3bfzw",1795310767470,1]
{"role":"user","content":"n17"}');
INSERT INTO entries VALUES (13, 18, 'u["entry_cqywtkjnp5x2c01jafcn",1795310767470,1]
{"role":"user","content":"n18"}');
INSERT INTO entries VALUES (13, 19, 'u["entry_xj5x33agntbzehwdwnh0",1795310767470,1]
{"role":"user","content":"n19"}');
INSERT INTO entries VALUES (13, 20, 'u["entry_sdpjn5nkb1r8pggptwds",1795310767470,1]
{"role":"user","content":"n20"}');
INSERT INTO entries VALUES (13, 21, 'u["entry_5xvn5z5an0gaye728ak9",1795310767470,1]
{"role":"user","content":"n21"}');
INSERT INTO entries VALUES (13, 22, 'u["entry_fxk0jmzk9gbnekbyv851",1795310767470,1]
{"role":"user","content":"n22"}');
INSERT INTO entries VALUES (13, 23, 'u["entry_5bqbpjbyrp0cncs9smw2",1795310767470,1]
{"role":"user","content":"n23"}');
INSERT INTO entries VALUES (13, 24, 'u["entry_wbhmc0bvdpq4agk547vd",1795310767470,1]
{"role":"user","content":"n24"}');
INSERT INTO entries VALUES (13, 25, 'u["entry_1z76p54fbyatx1h6kmfq",1795310767470,1]
{"role":"user","content":"n25"}');
INSERT INTO entries VALUES (13, 26, 'u["entry_0hcq03zyhcazbxnxy1xa",1795310767470,1]
{"role":"user","content":"n26"}');
INSERT INTO entries VALUES (13, 27, 'u["entry_p4ybtk1jf8ww1w6b0jj4",1795310767470,1]
{"role":"user","content":"n27"}');
INSERT INTO entries VALUES (13, 28, 'u["entry_j65xnrg7v4f3pazs3hmy",1795310767470,1]
{"role":"user","content":"n28"}');
INSERT INTO entries VALUES (13, 29, 'u["entry_hapvfw3sbvynqb6wxffy",1795310767470,1]
{"role":"user","content":"n29"}');
INSERT INTO entries VALUES (13, 30, 'u["entry_6s5828jm4t4p2f3k314q",1795310767470,1]
{"role":"user","content":"n30"}');
INSERT INTO entries VALUES (13, 31, 'u["entry_s9fsvbgbw0w668vgjvnv",1795310767470,1]
{"role":"user","content":"n31"}');
INSERT INTO entries VALUES (13, 32, 'u["entry_cg1p2bnvnprk4x2cf0xc",1795310767470,1]
{"role":"user","content":"n32"}');
INSERT INTO entries VALUES (13, 33, 'u["entry_bgzxvtj7fazqrjmsqxq5",1795310767470,1]
{"role":"user","content":"n33"}');
INSERT INTO entries VALUES (13, 34, 'u["entry_cdz0pnghsj4w1tgf304m",1795310767470,1]
{"role":"user","content":"n34"}');
INSERT INTO entries VALUES (13, 35, 'u["entry_qpq6s2a255fzkeat4ek6",1795310767470,1]
{"role":"user","content":"n35"}');
INSERT INTO entries VALUES (13, 36, 'u["entry_b09spwzvs68c8s9dxz8q",1795310767470,1]
{"role":"user","content":"n36"}');
INSERT INTO entries VALUES (13, 37, 'u["entry_b3gp7nf4aegn1x89e699",1795310767470,1]
{"role":"user","content":"n37"}');
INSERT INTO entries VALUES (13, 38, 'u["entry_dzymdegfwvhsz6whyyr3",1795310767470,1]
{"role":"user","content":"n38"}');
INSERT INTO entries VALUES (13, 39, 'u["entry_9bjneed32gfxnah2b91y",1795310767470,1]
{"role":"user","content":"n39"}');
INSERT INTO entries VALUES (13, 40, 'u["entry_vmems5gswxfvq1289j4e",1795310767470,1]
{"role":"user","content":"n40"}');
INSERT INTO entries VALUES (13, 41, 'u["entry_t82akwkzymkkhej4g9ny",1795310767470,1]
{"role":"user","content":"n41"}');
INSERT INTO entries VALUES (13, 42, 'u["entry_vyncyb9dm9653chrph7z",1795310767470,1]
{"role":"user","content":"n42"}');
INSERT INTO entries VALUES (13, 43, 'u["entry_jrynex6b0va03x5v6pm8",1795310767470,1]
{"role":"user","content":"n43"}');
INSERT INTO entries VALUES (13, 44, 'u["entry_qevekrmmg7n2hvcfrant",1795310767470,1]
{"role":"user","content":"n44"}');
INSERT INTO entries VALUES (13, 45, 'u["entry_k20zpx6kmdstt6zryvja",1795310767470,1]
{"role":"user","content":"n45"}');
INSERT INTO entries VALUES (13, 46, 'u["entry_x9zjvckb2mv9nyw15sgk",1795310767470,1]
{"role":"user","content":"n46"}');
INSERT INTO entries VALUES (13, 47, 'u["entry_sp6xq0fp48dkdr13fk0w",1795310767470,1]
{"role":"user","content":"n47"}');
INSERT INTO entries VALUES (13, 48, 'u["entry_0z3w051pfqe6cm8k8p30",1795310767470,1]
{"role":"user","content":"n48"}');
INSERT INTO entries VALUES (13, 49, 'u["entry_yy9fpmnxbvb5w7q9s25r",1795310767470,1]
{"role":"user","content":"n49"}');
INSERT INTO entries VALUES (13, 50, 'u["entry_01bn11f22x83yyqfpcav",1795310767470,1]
{"role":"user","content":"n50"}');
INSERT INTO entries VALUES (13, 51, 'u["entry_m8x42vqwf55khhnjfkwr",1795310767470,1]
{"role":"user","content":"n51"}');
INSERT INTO entries VALUES (13, 52, 'u["entry_3ftgayc5xk8az15fp5zx",1795310767470,1]
{"role":"user","content":"n52"}');
INSERT INTO entries VALUES (13, 53, 'u["entry_pa3zp7w2bs00q718dzq1",1795310767470,1]
{"role":"user","content":"n53"}');
INSERT INTO entries VALUES (13, 54, 'u["entry_fv82kgxkhcgez3z9ym72",1795310767470,1]
{"role":"user","content":"n54"}');
INSERT INTO entries VALUES (13, 55, 'u["entry_9nexjhvffemb94795cvr",1795310767470,1]
{"role":"user","content":"n55"}');
INSERT INTO entries VALUES (13, 56, 'u["entry_b08xh62vbb7jk2hv7y0z",1795310767470,1]
{"role":"user","content":"n56"}');
INSERT INTO entries VALUES (13, 57, 'u["entry_pd50ksdr93meqqw6q018",1795310767470,1]
{"role":"user","content":"n57"}');
INSERT INTO entries VALUES (13, 58, 'u["entry_fw23vj97172mmt20d8ny",1795310767470,1]
{"role":"user","content":"n58"}');
INSERT INTO entries VALUES (13, 59, 'u["entry_qhjjdjhmth1jn0dn0019",1795310767470,1]
{"role":"user","content":"n59"}');
INSERT INTO entries VALUES (13, 60, 'u["entry_4znvp1v6j71qk1fmth7q",1795310767470,1]
{"role":"user","content":"n60"}');
INSERT INTO entries VALUES (13, 61, 'u["entry_e1rqh9pfk834k0exz9qe",1795310767470,1]
{"role":"user","content":"n61"}');
INSERT INTO entries VALUES (13, 62, 'u["entry_j5qyr0yq6ngh9jg87j0b",1795310767470,1]
{"role":"user","content":"n62"}');
INSERT INTO entries VALUES (13, 63, 'u["entry_774njdqtmdb1m5vh9zg1",1795310767470,1]
{"role":"user","content":"n63"}');
INSERT INTO entries VALUES (13, 64, 'u["entry_1q506avj3xm9mj8xy0qg",1795310767470,1]
{"role":"user","content":"n64"}');
INSERT INTO entries VALUES (13, 65, 'u["entry_83d1zyne4da8taxth6rd",1795310767470,1]
{"role":"user","content":"n65"}');
INSERT INTO entries VALUES (13, 66, 'u["entry_k29kcbc7f22fqrwk9jrn",1795310767470,1]
{"role":"user","content":"n66"}');
INSERT INTO entries VALUES (13, 67, 'u["entry_5g5cqpktt5hkbbx8tnf8",1795310767470,1]
{"role":"user","content":"n67"}');
INSERT INTO entries VALUES (13, 68, 'u["entry_q7wj2s872kjz6nds2z31",1795310767470,1]
{"role":"user","content":"n68"}');
INSERT INTO entries VALUES (13, 69, 'u["entry_ghfq9ab66ff4wjtv4fjs",1795310767470,1]
{"role":"user","content":"n69"}');
INSERT INTO entries VALUES (13, 70, 'u["entry_3cd3kwjb0kab4cjm3hek",1795310767470,1]
{"role":"user","content":"n70"}');
INSERT INTO entries VALUES (13, 71, 'u["entry_a1f9j85zhgcnvavqmhy2",1795310767470,1]
{"role":"user","content":"n71"}');
INSERT INTO entries VALUES (13, 72, 'u["entry_avszbawn2zf14w2kaqy1",1795310767470,1]
{"role":"user","content":"n72"}');
INSERT INTO entries VALUES (13, 73, 'u["entry_ky6d0enycmezf1p37tfw",1795310767470,1]
{"role":"user","content":"n73"}');
INSERT INTO entries VALUES (13, 74, 'u["entry_nq92kej3wdd442ydh1m9",1795310767470,1]
{"role":"user","content":"n74"}');
INSERT INTO entries VALUES (13, 75, 'u["entry_pw6gzzj74wvp26snqwjr",1795310767470,1]
{"role":"user","content":"n75"}');
INSERT INTO entries VALUES (13, 76, 'u["entry_yej99tgtha61g1fqs0v6",1795310767470,1]
{"role":"user","content":"n76"}');
INSERT INTO entries VALUES (13, 77, 'u["entry_yp8dg2atbv199m0q5jm7",1795310767470,1]
{"role":"user","content":"n77"}');
INSERT INTO entries VALUES (13, 78, 'u["entry_5efq800gfvj444m56wb2",1795310767470,1]
{"role":"user","content":"n78"}');
INSERT INTO entries VALUES (13, 79, 'u["entry_dhtyzza01zsewn10xphe",1795310767470,1]
{"role":"user","content":"n79"}');
INSERT INTO entries VALUES (13, 80, 'u["entry_c05w9fd7pfe25xjfr78h",1795310767470,1]
{"role":"user","content":"n80"}');
INSERT INTO entries VALUES (13, 81, 'u["entry_fm32fej5st9c180ecfe5",1795310767470,1]
{"role":"user","content":"n81"}');
INSERT INTO entries VALUES (13, 82, 'u["entry_0pw8826hepb419781vq0",1795310767470,1]
{"role":"user","content":"n82"}');
INSERT INTO entries VALUES (13, 83, 'u["entry_1jw01f1q03h2bz3zweyj",1795310767470,1]
{"role":"user","content":"n83"}');
INSERT INTO entries VALUES (13, 84, 'u["entry_4nmb8cjy8vnt7qqtxx8e",1795310767470,1]
{"role":"user","content":"n84"}');
INSERT INTO entries VALUES (13, 85, 'u["entry_m1d5ryp48sjawa94apze",1795310767470,1]
{"role":"user","content":"n85"}');
INSERT INTO entries VALUES (13, 86, 'u["entry_80xcarvmpnfmdmb279s7",1795310767470,1]
{"role":"user","content":"n86"}');
INSERT INTO entries VALUES (13, 87, 'u["entry_aycc0a7xd2x2t3rqwh74",1795310767470,1]
{"role":"user","content":"n87"}');
INSERT INTO entries VALUES (13, 88, 'u["entry_xhyxee6qy4pnrppt3xr4",1795310767470,1]
{"role":"user","content":"n88"}');
INSERT INTO entries VALUES (13, 89, 'u["entry_5mdmx2qqwnxjxw9qh8sd",1795310767470,1]
{"role":"user","content":"n89"}');
INSERT INTO entries VALUES (13, 90, 'u["entry_gzcfxbbe72xbmgwyp693",1795310767470,1]
{"role":"user","content":"n90"}');
INSERT INTO entries VALUES (13, 91, 'u["entry_gd3dhpwazn0nhch7103a",1795310767470,1]
{"role":"user","content":"n91"}');
INSERT INTO entries VALUES (13, 92, 'u["entry_sghdq0ztp4vkn0j1z8zd",1795310767470,1]
{"role":"user","content":"n92"}');
INSERT INTO entries VALUES (13, 93, 'u["entry_8j47cj8fa50ctbbxajv4",1795310767470,1]
{"role":"user","content":"n93"}');
INSERT INTO entries VALUES (13, 94, 'u["entry_464feqxvn56x25dn4syf",1795310767470,1]
{"role":"user","content":"n94"}');
INSERT INTO entries VALUES (13, 95, 'u["entry_6c6yrqg15qsbm9n59g7t",1795310767470,1]
{"role":"user","content":"n95"}');
INSERT INTO entries VALUES (13, 96, 'u["entry_35ydnjb5ts94p09fh4ax",1795310767470,1]
{"role":"user","content":"n96"}');
INSERT INTO entries VALUES (13, 97, 'u["entry_x6phgdm5xqe1j2f62e0z",1795310767470,1]
{"role":"user","content":"n97"}');
INSERT INTO entries VALUES (13, 98, 'u["entry_wxxdvrwtyn5f3wzhwdrf",1795310767470,1]
{"role":"user","content":"n98"}');
INSERT INTO entries VALUES (13, 99, 'u["entry_fb286xh214edm0xwfds8",1795310767470,1]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 100, 'a["entry_4wwvvskxx0k5rgzgnh79",1795310767475,1,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 101, 'u["entry_9p3kk7shnj4rx3w4yrxt",1795310767477,2]
{"role":"user","content":"n100"}');
INSERT INTO entries VALUES (13, 102, 'u["entry_dj6axf11zh8t3600zh2a",1795310767477,2]
{"role":"user","content":"n101"}');
INSERT INTO entries VALUES (13, 103, 'u["entry_x60vsykjj4d2t02j0b4h",1795310767477,2]
{"role":"user","content":"n102"}');
INSERT INTO entries VALUES (13, 104, 'u["entry_fvw612h2jxw8mhhq141r",1795310767477,2]
{"role":"user","content":"n103"}');
INSERT INTO entries VALUES (13, 105, 'u["entry_rszwmxr6g48f3ttw15h6",1795310767477,2]
{"role":"user","content":"n104"}');
INSERT INTO entries VALUES (13, 106, 'u["entry_kapgzx0t91qfd14185xf",1795310767477,2]
{"role":"user","content":"n105"}');
INSERT INTO entries VALUES (13, 107, 'u["entry_zfh8e2xfc98n7qfm995t",1795310767477,2]
{"role":"user","content":"n106"}');
INSERT INTO entries VALUES (13, 108, 'u["entry_yx56e08m92dhf783zh10",1795310767477,2]
{"role":"user","content":"n107"}');
INSERT INTO entries VALUES (13, 109, 'u["entry_wnr722y3q40vjcxa7e0y",1795310767477,2]
{"role":"user","content":"n108"}');
INSERT INTO entries VALUES (13, 110, 'u["entry_jy7w7hw93m15b3vwfxa1",1795310767477,2]
{"role":"user","content":"n109"}');
INSERT INTO entries VALUES (13, 111, 'u["entry_xtab752q46kb4932bnb4",1795310767477,2]
{"role":"user","content":"n110"}');
INSERT INTO entries VALUES (13, 112, 'u["entry_h9jdzt71p869vnsknk89",1795310767477,2]
{"role":"user","content":"n111"}');
INSERT INTO entries VALUES (13, 113, 'u["entry_8anf53xcjsxznaq8x9kg",1795310767477,2]
{"role":"user","content":"n112"}');
INSERT INTO entries VALUES (13, 114, 'u["entry_8t9fphyt0hmxbye23n1e",1795310767477,2]
{"role":"user","content":"n113"}');
INSERT INTO entries VALUES (13, 115, 'u["entry_2fv9n4psnm382q5tygx0",1795310767477,2]
{"role":"user","content":"n114"}');
INSERT INTO entries VALUES (13, 116, 'u["entry_sbt4g16whr55yaqw3pbn",1795310767477,2]
{"role":"user","content":"n115"}');
INSERT INTO entries VALUES (13, 117, 'u["entry_nsmrrcn0b4ha1tfc6x0v",1795310767477,2]
{"role":"user","content":"n116"}');
INSERT INTO entries VALUES (13, 118, 'u["entry_p11nn5sy9qk0q0jjaj16",1795310767477,2]
{"role":"user","content":"n117"}');
INSERT INTO entries VALUES (13, 119, 'u["entry_1yd7hpxadg3nghvvr3bv",1795310767477,2]
{"role":"user","content":"n118"}');
INSERT INTO entries VALUES (13, 120, 'u["entry_z9c4nv347j6nsft8p741",1795310767477,2]
{"role":"user","content":"n119"}');
INSERT INTO entries VALUES (13, 121, 'u["entry_reqdcghyazx0mbkc4m9m",1795310767477,2]
{"role":"user","content":"n120"}');
INSERT INTO entries VALUES (13, 122, 'u["entry_03ea55wpb78d7z3w0y81",1795310767477,2]
{"role":"user","content":"n121"}');
INSERT INTO entries VALUES (13, 123, 'u["entry_2v1q3x9pqg83w56z26df",1795310767477,2]
{"role":"user","content":"n122"}');
INSERT INTO entries VALUES (13, 124, 'u["entry_q6bs7zkwm0vpb36dtyxb",1795310767477,2]
{"role":"user","content":"n123"}');
INSERT INTO entries VALUES (13, 125, 'u["entry_73vrkkh4gg3gzj7wz78j",1795310767477,2]
{"role":"user","content":"n124"}');
INSERT INTO entries VALUES (13, 126, 'u["entry_qjwkwtghz8yp8ys3x6ne",1795310767477,2]
{"role":"user","content":"n125"}');
INSERT INTO entries VALUES (13, 127, 'u["entry_2ec2dw6qb1c9970cxk31",1795310767477,2]
{"role":"user","content":"n126"}');
INSERT INTO entries VALUES (13, 128, 'u["entry_bc6k9dpt7axfmx20xdp4",1795310767477,2]
{"role":"user","content":"n127"}');
INSERT INTO entries VALUES (13, 129, 'u["entry_8f49k5sfjy81sq8z6kp0",1795310767477,2]
{"role":"user","content":"n128"}');
INSERT INTO entries VALUES (13, 130, 'u["entry_1k2e1fbpqtcapy9q4tn5",1795310767477,2]
{"role":"user","content":"n129"}');
INSERT INTO entries VALUES (13, 131, 'u["entry_vw16pzb8h6q0p7nf8sr7",1795310767477,2]
{"role":"user","content":"n130"}');
INSERT INTO entries VALUES (13, 132, 'u["entry_fqn07dmwpqpb1x9r4g5c",1795310767477,2]
{"role":"user","content":"n131"}');
INSERT INTO entries VALUES (13, 133, 'u["entry_mhjckt625c9ytn24eaa4",1795310767477,2]
{"role":"user","content":"n132"}');
INSERT INTO entries VALUES (13, 134, 'u["entry_8fydtbaexjws9y7yfp0h",1795310767477,2]
{"role":"user","content":"n133"}');
INSERT INTO entries VALUES (13, 135, 'u["entry_84f6rfd74cmxm368c0y2",1795310767477,2]
{"role":"user","content":"n134"}');
INSERT INTO entries VALUES (13, 136, 'u["entry_b559gmmxdyy4mkjghxy7",1795310767477,2]
{"role":"user","content":"n135"}');
INSERT INTO entries VALUES (13, 137, 'u["entry_4er6pxnhzk3p4f6c392m",1795310767477,2]
{"role":"user","content":"n136"}');
INSERT INTO entries VALUES (13, 138, 'u["entry_dh5h7gafx8d6tps5x2yh",1795310767477,2]
{"role":"user","content":"n137"}');
INSERT INTO entries VALUES (13, 139, 'u["entry_3kn1h5me2tjcvmvd36zp",1795310767477,2]
{"role":"user","content":"n138"}');
INSERT INTO entries VALUES (13, 140, 'u["entry_7jayfc8k7c8q21xrpear",1795310767477,2]
{"role":"user","content":"n139"}');
INSERT INTO entries VALUES (13, 141, 'u["entry_n43cr0taq4f7jgw2ecx1",1795310767477,2]
{"role":"user","content":"n140"}');
INSERT INTO entries VALUES (13, 142, 'u["entry_016gk8pzqdmc65nbz46n",1795310767477,2]
{"role":"user","content":"n141"}');
INSERT INTO entries VALUES (13, 143, 'u["entry_wbk7am66511hsej82r9g",1795310767477,2]
{"role":"user","content":"n142"}');
INSERT INTO entries VALUES (13, 144, 'u["entry_qvc7kqjynqkzr3fsa8gh",1795310767477,2]
{"role":"user","content":"n143"}');
INSERT INTO entries VALUES (13, 145, 'u["entry_dkxq1x6mkxbv29tpfqwk",1795310767477,2]
{"role":"user","content":"n144"}');
INSERT INTO entries VALUES (13, 146, 'u["entry_a4d9vhby99p4g75k680h",1795310767477,2]
{"role":"user","content":"n145"}');
INSERT INTO entries VALUES (13, 147, 'u["entry_adwgcftqx43bvyjvjsp0",1795310767477,2]
{"role":"user","content":"n146"}');
INSERT INTO entries VALUES (13, 148, 'u["entry_n49p7s4hkr5tqfq28s1f",1795310767477,2]
{"role":"user","content":"n147"}');
INSERT INTO entries VALUES (13, 149, 'u["entry_xs1var0bqtesfmnvnnj1",1795310767477,2]
{"role":"user","content":"n148"}');
INSERT INTO entries VALUES (13, 150, 'u["entry_wv9q73kk9kbnjeytjpjq",1795310767477,2]
{"role":"user","content":"n149"}');
INSERT INTO entries VALUES (13, 151, 'u["entry_ytfy2xmphnrfdemnmtk2",1795310767477,2]
{"role":"user","content":"n150"}');
INSERT INTO entries VALUES (13, 152, 'u["entry_885grd7139z6jrj569ad",1795310767477,2]
{"role":"user","content":"n151"}');
INSERT INTO entries VALUES (13, 153, 'u["entry_yy841tqqv60td3vnbzv4",1795310767477,2]
{"role":"user","content":"n152"}');
INSERT INTO entries VALUES (13, 154, 'u["entry_j59729cwh4f4r1mck0xd",1795310767477,2]
{"role":"user","content":"n153"}');
INSERT INTO entries VALUES (13, 155, 'u["entry_z4emp8pazcysb7ba27ef",1795310767477,2]
{"role":"user","content":"n154"}');
INSERT INTO entries VALUES (13, 156, 'u["entry_3t6w0qw2tzehxf56nrcz",1795310767477,2]
{"role":"user","content":"n155"}');
INSERT INTO entries VALUES (13, 157, 'u["entry_244qb1dejsqapwjre9d3",1795310767477,2]
{"role":"user","content":"n156"}');
INSERT INTO entries VALUES (13, 158, 'u["entry_1f8223pfjcqwctg16yy5",1795310767477,2]
{"role":"user","content":"n157"}');
INSERT INTO entries VALUES (13, 159, 'u["entry_we8rzce4e4pmygyhdss2",1795310767477,2]
{"role":"user","content":"n158"}');
INSERT INTO entries VALUES (13, 160, 'u["entry_1qvrtka3vmr1wjga0sxt",1795310767477,2]
{"role":"user","content":"n159"}');
INSERT INTO entries VALUES (13, 161, 'u["entry_m7taczp4a1d5mk09jh0y",1795310767477,2]
{"role":"user","content":"n160"}');
INSERT INTO entries VALUES (13, 162, 'u["entry_v6qq6e7883awe5c311jh",1795310767477,2]
{"role":"user","content":"n161"}');
INSERT INTO entries VALUES (13, 163, 'u["entry_5k2zbzn86ek20tbqfxhz",1795310767477,2]
{"role":"user","content":"n162"}');
INSERT INTO entries VALUES (13, 164, 'u["entry_cjjbvzh8kdcwsm26880m",1795310767477,2]
{"role":"user","content":"n163"}');
INSERT INTO entries VALUES (13, 165, 'u["entry_tf6830s2be596cyfy1qp",1795310767477,2]
{"role":"user","content":"n164"}');
INSERT INTO entries VALUES (13, 166, 'u["entry_xgx820j121dhdyd9vzt1",1795310767477,2]
{"role":"user","content":"n165"}');
INSERT INTO entries VALUES (13, 167, 'u["entry_4g8vpwfn8gsnc0j9jhxb",1795310767477,2]
{"role":"user","content":"n166"}');
INSERT INTO entries VALUES (13, 168, 'u["entry_tyap7kxv9500eabn2n27",1795310767477,2]
{"role":"user","content":"n167"}');
INSERT INTO entries VALUES (13, 169, 'u["entry_t4nkhs0rd5pcaaer4n40",1795310767477,2]
{"role":"user","content":"n168"}');
INSERT INTO entries VALUES (13, 170, 'u["entry_4dqpaxk98btkqhsakh9t",1795310767477,2]
{"role":"user","content":"n169"}');
INSERT INTO entries VALUES (13, 171, 'u["entry_0s6d8w061ymbdtnwrxpv",1795310767477,2]
{"role":"user","content":"n170"}');
INSERT INTO entries VALUES (13, 172, 'u["entry_ggabtpn482cxz84h8epb",1795310767477,2]
{"role":"user","content":"n171"}');
INSERT INTO entries VALUES (13, 173, 'u["entry_vqfzrn8zcth9e59wg7p6",1795310767477,2]
{"role":"user","content":"n172"}');
INSERT INTO entries VALUES (13, 174, 'u["entry_yw6hrqzzfndf05jjkx7w",1795310767477,2]
{"role":"user","content":"n173"}');
INSERT INTO entries VALUES (13, 175, 'u["entry_k193bwka4ng9yz79vx13",1795310767477,2]
{"role":"user","content":"n174"}');
INSERT INTO entries VALUES (13, 176, 'u["entry_thkhj2ps276v1tjk188e",1795310767477,2]
{"role":"user","content":"n175"}');
INSERT INTO entries VALUES (13, 177, 'u["entry_gs55xj6dref306vc4myc",1795310767477,2]
{"role":"user","content":"n176"}');
INSERT INTO entries VALUES (13, 178, 'u["entry_s6r123m9ra7f4sgjn0w2",1795310767477,2]
{"role":"user","content":"n177"}');
INSERT INTO entries VALUES (13, 179, 'u["entry_qkm8wdr2v85bvk5w07r7",1795310767477,2]
{"role":"user","content":"n178"}');
INSERT INTO entries VALUES (13, 180, 'u["entry_g1erks3vp2bx0wa52j43",1795310767477,2]
{"role":"user","content":"n179"}');
INSERT INTO entries VALUES (13, 181, 'u["entry_7mhwvetbvnagzmkqyn6v",1795310767477,2]
{"role":"user","content":"n180"}');
INSERT INTO entries VALUES (13, 182, 'u["entry_1p1tesa8pv5tw1kthnry",1795310767477,2]
{"role":"user","content":"n181"}');
INSERT INTO entries VALUES (13, 183, 'u["entry_xj7ymzpdhmff5ppz9jat",1795310767477,2]
{"role":"user","content":"n182"}');
INSERT INTO entries VALUES (13, 184, 'u["entry_hw6bet7kw8jryb6t6y4f",1795310767477,2]
{"role":"user","content":"n183"}');
INSERT INTO entries VALUES (13, 185, 'u["entry_cybb0k8jvqcpg1pnaj8h",1795310767477,2]
{"role":"user","content":"n184"}');
INSERT INTO entries VALUES (13, 186, 'u["entry_h3bpm899byvf3q09v97f",1795310767477,2]
{"role":"user","content":"n185"}');
INSERT INTO entries VALUES (13, 187, 'u["entry_tx4zsgvqc6fc96jp1cpt",1795310767477,2]
{"role":"user","content":"n186"}');
INSERT INTO entries VALUES (13, 188, 'u["entry_n36vh61t06d4v6101axd",1795310767477,2]
{"role":"user","content":"n187"}');
INSERT INTO entries VALUES (13, 189, 'u["entry_0s8tphq1zc94hvrfgve6",1795310767477,2]
{"role":"user","content":"n188"}');
INSERT INTO entries VALUES (13, 190, 'u["entry_bnnz3m9ewpqv27e4ya7w",1795310767477,2]
{"role":"user","content":"n189"}');
INSERT INTO entries VALUES (13, 191, 'u["entry_99wftzg6jmbve7wys8xw",1795310767477,2]
{"role":"user","content":"n190"}');
INSERT INTO entries VALUES (13, 192, 'u["entry_v0vzjk3zxemfzgkbfkf7",1795310767477,2]
{"role":"user","content":"n191"}');
INSERT INTO entries VALUES (13, 193, 'u["entry_vr50whxpvtx2m6n6gg18",1795310767477,2]
{"role":"user","content":"n192"}');
INSERT INTO entries VALUES (13, 194, 'u["entry_3a6bep86htbqc7944zvb",1795310767477,2]
{"role":"user","content":"n193"}');
INSERT INTO entries VALUES (13, 195, 'u["entry_j3yakzb3phjnc8kkgx2h",1795310767477,2]
{"role":"user","content":"n194"}');
INSERT INTO entries VALUES (13, 196, 'u["entry_1ze4a6tckbpnmdkb4pm7",1795310767477,2]
{"role":"user","content":"n195"}');
INSERT INTO entries VALUES (13, 197, 'u["entry_yc64nfwykrk89d76k3vg",1795310767477,2]
{"role":"user","content":"n196"}');
INSERT INTO entries VALUES (13, 198, 'u["entry_5bt6byck670368xt3nd7",1795310767477,2]
{"role":"user","content":"n197"}');
INSERT INTO entries VALUES (13, 199, 'u["entry_meg99xq5rafckqaxjzrw",1795310767477,2]
{"role":"user","content":"n198"}');
INSERT INTO entries VALUES (13, 200, 'u["entry_5g55fnsyb5tm8ej80f79",1795310767477,2]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 201, 'a["entry_y61p74ne60dey2444er2",1795310767481,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 202, 'u["entry_7mse092dj8sa6ak1ar1m",1795310767484,3]
{"role":"user","content":"n200"}');
INSERT INTO entries VALUES (13, 203, 'u["entry_42zav474gq806g0sj82e",1795310767484,3]
{"role":"user","content":"n201"}');
INSERT INTO entries VALUES (13, 204, 'u["entry_x8xetajssz4f7gf9f60b",1795310767484,3]
{"role":"user","content":"n202"}');
INSERT INTO entries VALUES (13, 205, 'u["entry_z28yb6590mkt0abmkt49",1795310767484,3]
{"role":"user","content":"n203"}');
INSERT INTO entries VALUES (13, 206, 'u["entry_cwkj598jvmpg1n4d0rw3",1795310767484,3]
{"role":"user","content":"n204"}');
INSERT INTO entries VALUES (13, 207, 'u["entry_2m64bqg5prja3bhfk3f1",1795310767484,3]
{"role":"user","content":"n205"}');
INSERT INTO entries VALUES (13, 208, 'u["entry_2gjfw1qrdvw3q9s3dntp",1795310767484,3]
{"role":"user","content":"n206"}');
INSERT INTO entries VALUES (13, 209, 'u["entry_01rn9k8b6xpzbkqkn2vk",1795310767484,3]
{"role":"user","content":"n207"}');
INSERT INTO entries VALUES (13, 210, 'u["entry_2xyq2jgjqa0an5e9bdta",1795310767484,3]
{"role":"user","content":"n208"}');
INSERT INTO entries VALUES (13, 211, 'u["entry_ach1rwb3ctbqvpnzc3fx",1795310767484,3]
{"role":"user","content":"n209"}');
INSERT INTO entries VALUES (13, 212, 'u["entry_cwc99tp2eh4wed2yttz9",1795310767484,3]
{"role":"user","content":"n210"}');
INSERT INTO entries VALUES (13, 213, 'u["entry_4x8b1363cpj3q3v575ms",1795310767484,3]
{"role":"user","content":"n211"}');
INSERT INTO entries VALUES (13, 214, 'u["entry_j3sk2g4h3fkw4raapacb",1795310767484,3]
{"role":"user","content":"n212"}');
INSERT INTO entries VALUES (13, 215, 'u["entry_y6v9d97e2frmb5059549",1795310767484,3]
{"role":"user","content":"n213"}');
INSERT INTO entries VALUES (13, 216, 'u["entry_7wb38sgcqada7yh3c23t",1795310767484,3]
{"role":"user","content":"n214"}');
INSERT INTO entries VALUES (13, 217, 'u["entry_vdwdp37nck3pqtq6h0g7",1795310767484,3]
{"role":"user","content":"n215"}');
INSERT INTO entries VALUES (13, 218, 'u["entry_t35jmj6qxr1dg28j6zyg",1795310767484,3]
{"role":"user","content":"n216"}');
INSERT INTO entries VALUES (13, 219, 'u["entry_9ch0px0vtqnyf9j5dd3f",1795310767484,3]
{"role":"user","content":"n217"}');
INSERT INTO entries VALUES (13, 220, 'u["entry_f8nwm6fxh3htybmbcqqn",1795310767484,3]
{"role":"user","content":"n218"}');
INSERT INTO entries VALUES (13, 221, 'u["entry_tjqnkxrgxycgr8m256zy",1795310767484,3]
{"role":"user","content":"n219"}');
INSERT INTO entries VALUES (13, 222, 'u["entry_g4rw2yncaxrvq1rwhfh1",1795310767484,3]
{"role":"user","content":"n220"}');
INSERT INTO entries VALUES (13, 223, 'u["entry_s657s5etxze240b6c79j",1795310767484,3]
{"role":"user","content":"n221"}');
INSERT INTO entries VALUES (13, 224, 'u["entry_r3hh9sfwakayxmxk1tw3",1795310767484,3]
{"role":"user","content":"n222"}');
INSERT INTO entries VALUES (13, 225, 'u["entry_dmdqbr5a4c9cnexra39j",1795310767484,3]
{"role":"user","content":"n223"}');
INSERT INTO entries VALUES (13, 226, 'u["entry_6k0t6jkexrngxfb5pwe0",1795310767484,3]
{"role":"user","content":"n224"}');
INSERT INTO entries VALUES (13, 227, 'u["entry_qebrz21hnvyr2z3ysdrn",1795310767484,3]
{"role":"user","content":"n225"}');
INSERT INTO entries VALUES (13, 228, 'u["entry_sfmec1d1jk7erd78vg99",1795310767484,3]
{"role":"user","content":"n226"}');
INSERT INTO entries VALUES (13, 229, 'u["entry_p0szpg4fefmx7fk9pbay",1795310767484,3]
{"role":"user","content":"n227"}');
INSERT INTO entries VALUES (13, 230, 'u["entry_xgcwk06zrw4kjvhqxvb4",1795310767484,3]
{"role":"user","content":"n228"}');
INSERT INTO entries VALUES (13, 231, 'u["entry_qrxdgkrv4bs4wc0qtvxx",1795310767484,3]
{"role":"user","content":"n229"}');
INSERT INTO entries VALUES (13, 232, 'u["entry_3esdvbff403rpxzncv10",1795310767484,3]
{"role":"user","content":"n230"}');
INSERT INTO entries VALUES (13, 233, 'u["entry_sx6zvh4910nweaje2y02",1795310767484,3]
{"role":"user","content":"n231"}');
INSERT INTO entries VALUES (13, 234, 'u["entry_ga7npardygdn4zq44hs9",1795310767484,3]
{"role":"user","content":"n232"}');
INSERT INTO entries VALUES (13, 235, 'u["entry_gnakafhg3c59xyxyq8nq",1795310767484,3]
{"role":"user","content":"n233"}');
INSERT INTO entries VALUES (13, 236, 'u["entry_hwr2qf8jm1mmk7m9dg6y",1795310767484,3]
{"role":"user","content":"n234"}');
INSERT INTO entries VALUES (13, 237, 'u["entry_zx91j8p11wqpg1btpzbp",1795310767484,3]
{"role":"user","content":"n235"}');
INSERT INTO entries VALUES (13, 238, 'u["entry_w9s1f2pnycxsc44qhkkt",1795310767484,3]
{"role":"user","content":"n236"}');
INSERT INTO entries VALUES (13, 239, 'u["entry_yheqjbszpxa2hcgkwh65",1795310767484,3]
{"role":"user","content":"n237"}');
INSERT INTO entries VALUES (13, 240, 'u["entry_d1ej1d12z436y9p76m9f",1795310767484,3]
{"role":"user","content":"n238"}');
INSERT INTO entries VALUES (13, 241, 'u["entry_p5r6ce9g4w6y8znebch1",1795310767484,3]
{"role":"user","content":"n239"}');
INSERT INTO entries VALUES (13, 242, 'u["entry_s58fxmtrj2pz19mkce66",1795310767484,3]
{"role":"user","content":"n240"}');
INSERT INTO entries VALUES (13, 243, 'u["entry_a97edkky2ce4w9x49r3x",1795310767484,3]
{"role":"user","content":"n241"}');
INSERT INTO entries VALUES (13, 244, 'u["entry_f1f3evxttjxds5enqksx",1795310767484,3]
{"role":"user","content":"n242"}');
INSERT INTO entries VALUES (13, 245, 'u["entry_yb4n2fme8fpf0pcr8ee2",1795310767484,3]
{"role":"user","content":"n243"}');
INSERT INTO entries VALUES (13, 246, 'u["entry_d3sy1c1wygjfyzndpae3",1795310767484,3]
{"role":"user","content":"n244"}');
INSERT INTO entries VALUES (13, 247, 'u["entry_hzhvd2yfc7819g4xfs09",1795310767484,3]
{"role":"user","content":"n245"}');
INSERT INTO entries VALUES (13, 248, 'u["entry_a6h6bbh4vxmf0y1gy6kv",1795310767484,3]
{"role":"user","content":"n246"}');
INSERT INTO entries VALUES (13, 249, 'u["entry_fkn209hhjfa3vd4vbnra",1795310767484,3]
{"role":"user","content":"n247"}');
INSERT INTO entries VALUES (13, 250, 'u["entry_tsrpcha7p6n8h69tyew4",1795310767484,3]
{"role":"user","content":"n248"}');
INSERT INTO entries VALUES (13, 251, 'u["entry_czwj6h36wdhyj1s6s8yw",1795310767484,3]
{"role":"user","content":"n249"}');
INSERT INTO entries VALUES (13, 252, 'u["entry_2hts3ry3mp51n5r98chx",1795310767484,3]
{"role":"user","content":"n250"}');
INSERT INTO entries VALUES (13, 253, 'u["entry_48q7tdvrzyvp6pcj6qjj",1795310767484,3]
{"role":"user","content":"n251"}');
INSERT INTO entries VALUES (13, 254, 'u["entry_3shktb66hm292kqaj9y7",1795310767484,3]
{"role":"user","content":"n252"}');
INSERT INTO entries VALUES (13, 255, 'u["entry_a1rwq4w7zpp1e1pda7bf",1795310767484,3]
{"role":"user","content":"n253"}');
INSERT INTO entries VALUES (13, 256, 'u["entry_tg5xakwgthn3b5e0ycfs",1795310767484,3]
{"role":"user","content":"n254"}');
INSERT INTO entries VALUES (13, 257, 'u["entry_gm2gv8jnkj095afe5d2w",1795310767484,3]
{"role":"user","content":"n255"}');
INSERT INTO entries VALUES (13, 258, 'u["entry_kzfv1tyz6fcy1gcqjzxg",1795310767484,3]
{"role":"user","content":"n256"}');
INSERT INTO entries VALUES (13, 259, 'u["entry_8k2kqfsfgwbnseqbdsz4",1795310767484,3]
{"role":"user","content":"n257"}');
INSERT INTO entries VALUES (13, 260, 'u["entry_ekga9a8943dnfhmfyptj",1795310767484,3]
{"role":"user","content":"n258"}');
INSERT INTO entries VALUES (13, 261, 'u["entry_r4gn3c39kz5ey7q0e9ez",1795310767484,3]
{"role":"user","content":"n259"}');
INSERT INTO entries VALUES (13, 262, 'u["entry_kv107hwk8n22sz6vvzaa",1795310767484,3]
{"role":"user","content":"n260"}');
INSERT INTO entries VALUES (13, 263, 'u["entry_jq8z602hbz4ncg9kdkrc",1795310767484,3]
{"role":"user","content":"n261"}');
INSERT INTO entries VALUES (13, 264, 'u["entry_2w4km8re7nvq5qbe2p2r",1795310767484,3]
{"role":"user","content":"n262"}');
INSERT INTO entries VALUES (13, 265, 'u["entry_575j0vwmj02e63e72kex",1795310767484,3]
{"role":"user","content":"n263"}');
INSERT INTO entries VALUES (13, 266, 'u["entry_aeavcab536ky8qm9a3f2",1795310767484,3]
{"role":"user","content":"n264"}');
INSERT INTO entries VALUES (13, 267, 'u["entry_6xt5h3r44yc9jpvpz2s2",1795310767484,3]
{"role":"user","content":"n265"}');
INSERT INTO entries VALUES (13, 268, 'u["entry_xp9wxxng9mss2dmr0p4q",1795310767484,3]
{"role":"user","content":"n266"}');
INSERT INTO entries VALUES (13, 269, 'u["entry_gdez01ytr3y3rv8fxcej",1795310767484,3]
{"role":"user","content":"n267"}');
INSERT INTO entries VALUES (13, 270, 'u["entry_7mfxv9dhe3egxs9jxne8",1795310767484,3]
{"role":"user","content":"n268"}');
INSERT INTO entries VALUES (13, 271, 'u["entry_w3nb5azvf3cb7pr0jjpp",1795310767484,3]
{"role":"user","content":"n269"}');
INSERT INTO entries VALUES (13, 272, 'u["entry_ztbycnkkx8mh7hb908w6",1795310767484,3]
{"role":"user","content":"n270"}');
INSERT INTO entries VALUES (13, 273, 'u["entry_9wqygaggy3bwj6h5rtan",1795310767484,3]
{"role":"user","content":"n271"}');
INSERT INTO entries VALUES (13, 274, 'u["entry_1dv2d9s33yzjvm8zcwg4",1795310767484,3]
{"role":"user","content":"n272"}');
INSERT INTO entries VALUES (13, 275, 'u["entry_hg91pbwx8hrqq5xphk3s",1795310767484,3]
{"role":"user","content":"n273"}');
INSERT INTO entries VALUES (13, 276, 'u["entry_bfxk6dg0eyp1n2az9f0d",1795310767484,3]
{"role":"user","content":"n274"}');
INSERT INTO entries VALUES (13, 277, 'u["entry_te4n0392txw5hshhncvy",1795310767484,3]
{"role":"user","content":"n275"}');
INSERT INTO entries VALUES (13, 278, 'u["entry_rh19gpnj3bgra2621zgt",1795310767484,3]
{"role":"user","content":"n276"}');
INSERT INTO entries VALUES (13, 279, 'u["entry_psv5exbvc7mj8940chcb",1795310767484,3]
{"role":"user","content":"n277"}');
INSERT INTO entries VALUES (13, 280, 'u["entry_tc7rdask66try2c2rjk7",1795310767484,3]
{"role":"user","content":"n278"}');
INSERT INTO entries VALUES (13, 281, 'u["entry_gq23w85jwwp6243b0yd3",1795310767484,3]
{"role":"user","content":"n279"}');
INSERT INTO entries VALUES (13, 282, 'u["entry_v8x2n3fdxjaaxrr0fgek",1795310767484,3]
{"role":"user","content":"n280"}');
INSERT INTO entries VALUES (13, 283, 'u["entry_vq0k9d7mbt015epmg6ye",1795310767484,3]
{"role":"user","content":"n281"}');
INSERT INTO entries VALUES (13, 284, 'u["entry_8es3d52841ppnt0jrj8n",1795310767484,3]
{"role":"user","content":"n282"}');
INSERT INTO entries VALUES (13, 285, 'u["entry_4mpy1s5jf6n8387tpnga",1795310767484,3]
{"role":"user","content":"n283"}');
INSERT INTO entries VALUES (13, 286, 'u["entry_3az4fymmx6k8j3c8v08c",1795310767484,3]
{"role":"user","content":"n284"}');
INSERT INTO entries VALUES (13, 287, 'u["entry_51n31s310xpe5vymcce8",1795310767484,3]
{"role":"user","content":"n285"}');
INSERT INTO entries VALUES (13, 288, 'u["entry_arbqs2mtp5vm8jbaf9p3",1795310767484,3]
{"role":"user","content":"n286"}');
INSERT INTO entries VALUES (13, 289, 'u["entry_rtm6m1z46ezhknvs9xpe",1795310767484,3]
{"role":"user","content":"n287"}');
INSERT INTO entries VALUES (13, 290, 'u["entry_n8f9zbynagvth9k328eg",1795310767484,3]
{"role":"user","content":"n288"}');
INSERT INTO entries VALUES (13, 291, 'u["entry_v5kz09vvcb8nt2z2bp9e",1795310767484,3]
{"role":"user","content":"n289"}');
INSERT INTO entries VALUES (13, 292, 'u["entry_jeqsbax45485kbm4ndz5",1795310767484,3]
{"role":"user","content":"n290"}');
INSERT INTO entries VALUES (13, 293, 'u["entry_jeydsta1hwcvmp0r7een",1795310767484,3]
{"role":"user","content":"n291"}');
INSERT INTO entries VALUES (13, 294, 'u["entry_ybbstc7xf607ewe8p23w",1795310767484,3]
{"role":"user","content":"n292"}');
INSERT INTO entries VALUES (13, 295, 'u["entry_qfn9gve1vt8qvn2c56qh",1795310767484,3]
{"role":"user","content":"n293"}');
INSERT INTO entries VALUES (13, 296, 'u["entry_sr7qxex1hd4xj4tz13zd",1795310767484,3]
{"role":"user","content":"n294"}');
INSERT INTO entries VALUES (13, 297, 'u["entry_6yhbdv9ej63va6d41m70",1795310767484,3]
{"role":"user","content":"n295"}');
INSERT INTO entries VALUES (13, 298, 'u["entry_s4v7zxeq3wrjgzwry8hj",1795310767484,3]
{"role":"user","content":"n296"}');
INSERT INTO entries VALUES (13, 299, 'u["entry_0tmqaz01vspe1w76wd7j",1795310767484,3]
{"role":"user","content":"n297"}');
INSERT INTO entries VALUES (13, 300, 'u["entry_6evk651t0gscvaanq849",1795310767484,3]
{"role":"user","content":"n298"}');
INSERT INTO entries VALUES (13, 301, 'u["entry_0f7v1efcepg6fkegdsqj",1795310767484,3]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 302, 'a["entry_9vh5pya4v08dwsrh2f8t",1795310767489,3,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 303, 'u["entry_ktf7ycc9ykmv6q6wr81q",1795310767491,4]
{"role":"user","content":"n300"}');
INSERT INTO entries VALUES (13, 304, 'u["entry_reh8fs9jj0nqmg7sw16t",1795310767491,4]
{"role":"user","content":"n301"}');
INSERT INTO entries VALUES (13, 305, 'u["entry_wy5ag609yp7mm56pjh81",1795310767491,4]
{"role":"user","content":"n302"}');
INSERT INTO entries VALUES (13, 306, 'u["entry_xy0vfsdbm2qz1q0rafmp",1795310767491,4]
{"role":"user","content":"n303"}');
INSERT INTO entries VALUES (13, 307, 'u["entry_aartb2qath8nygqbap1q",1795310767491,4]
{"role":"user","content":"n304"}');
INSERT INTO entries VALUES (13, 308, 'u["entry_bq3zqq66gchzfhvw77ge",1795310767491,4]
{"role":"user","content":"n305"}');
INSERT INTO entries VALUES (13, 309, 'u["entry_6s5f3gdsg7e2ryhtqv7t",1795310767491,4]
{"role":"user","content":"n306"}');
INSERT INTO entries VALUES (13, 310, 'u["entry_tdd9bx1kz1czcrws0xn8",1795310767491,4]
{"role":"user","content":"n307"}');
INSERT INTO entries VALUES (13, 311, 'u["entry_0xxh9n2d96rhazfzrj16",1795310767491,4]
{"role":"user","content":"n308"}');
INSERT INTO entries VALUES (13, 312, 'u["entry_n2f8efnaa577mh6zq8yp",1795310767491,4]
{"role":"user","content":"n309"}');
INSERT INTO entries VALUES (13, 313, 'u["entry_8zk67xj3nv1bmfqarnc0",1795310767491,4]
{"role":"user","content":"n310"}');
INSERT INTO entries VALUES (13, 314, 'u["entry_13mp0tkqs80er21ttabz",1795310767491,4]
{"role":"user","content":"n311"}');
INSERT INTO entries VALUES (13, 315, 'u["entry_snq7fzw1jkkkqcqgznxc",1795310767491,4]
{"role":"user","content":"n312"}');
INSERT INTO entries VALUES (13, 316, 'u["entry_n1pedp49ba14vkmcz48y",1795310767491,4]
{"role":"user","content":"n313"}');
INSERT INTO entries VALUES (13, 317, 'u["entry_cy5akhq7y137cnq24rye",1795310767491,4]
{"role":"user","content":"n314"}');
INSERT INTO entries VALUES (13, 318, 'u["entry_tbbccze3jt4nass0q091",1795310767491,4]
{"role":"user","content":"n315"}');
INSERT INTO entries VALUES (13, 319, 'u["entry_858sv5yanzw9v9196ync",1795310767491,4]
{"role":"user","content":"n316"}');
INSERT INTO entries VALUES (13, 320, 'u["entry_5ey36j0jedab14q5rsfj",1795310767491,4]
{"role":"user","content":"n317"}');
INSERT INTO entries VALUES (13, 321, 'u["entry_sn15t1wcj4znf8mvsehe",1795310767491,4]
{"role":"user","content":"n318"}');
INSERT INTO entries VALUES (13, 322, 'u["entry_e022dsmp39x05ehjp21n",1795310767491,4]
{"role":"user","content":"n319"}');
INSERT INTO entries VALUES (13, 323, 'u["entry_gqtqj5zzvcm650vxazhm",1795310767491,4]
{"role":"user","content":"n320"}');
INSERT INTO entries VALUES (13, 324, 'u["entry_nny4h0fd86bj62drm86p",1795310767491,4]
{"role":"user","content":"n321"}');
INSERT INTO entries VALUES (13, 325, 'u["entry_cya56bamt8ezn2ze57ky",1795310767491,4]
{"role":"user","content":"n322"}');
INSERT INTO entries VALUES (13, 326, 'u["entry_mg8atqxg1pxqj7973vbt",1795310767491,4]
{"role":"user","content":"n323"}');
INSERT INTO entries VALUES (13, 327, 'u["entry_ctfh49tn7syfr8684qdw",1795310767491,4]
{"role":"user","content":"n324"}');
INSERT INTO entries VALUES (13, 328, 'u["entry_zzeq65myymacw1zqpp9h",1795310767491,4]
{"role":"user","content":"n325"}');
INSERT INTO entries VALUES (13, 329, 'u["entry_bn1649kqrt49pqccb9e6",1795310767491,4]
{"role":"user","content":"n326"}');
INSERT INTO entries VALUES (13, 330, 'u["entry_694qszr98z24t19e50ck",1795310767491,4]
{"role":"user","content":"n327"}');
INSERT INTO entries VALUES (13, 331, 'u["entry_0a5dz7b0x99sw7zz9vtb",1795310767491,4]
{"role":"user","content":"n328"}');
INSERT INTO entries VALUES (13, 332, 'u["entry_s3x13gz278xbdgwgmeq9",1795310767491,4]
{"role":"user","content":"n329"}');
INSERT INTO entries VALUES (13, 333, 'u["entry_x8phn0dxgz4tmfwzqjkv",1795310767491,4]
{"role":"user","content":"n330"}');
INSERT INTO entries VALUES (13, 334, 'u["entry_7ecwkb4fwe5m78z9kry6",1795310767491,4]
{"role":"user","content":"n331"}');
INSERT INTO entries VALUES (13, 335, 'u["entry_n4zwk72eh5md2wmaj1kh",1795310767491,4]
{"role":"user","content":"n332"}');
INSERT INTO entries VALUES (13, 336, 'u["entry_da2drtdfry1kfcapy9f4",1795310767491,4]
{"role":"user","content":"n333"}');
INSERT INTO entries VALUES (13, 337, 'u["entry_h1yj2n98hrkse6tynjq6",1795310767491,4]
{"role":"user","content":"n334"}');
INSERT INTO entries VALUES (13, 338, 'u["entry_c93bbzttn4rtwsz0z8v7",1795310767491,4]
{"role":"user","content":"n335"}');
INSERT INTO entries VALUES (13, 339, 'u["entry_02g7ze4whzfgmzrn1zd7",1795310767491,4]
{"role":"user","content":"n336"}');
INSERT INTO entries VALUES (13, 340, 'u["entry_0mk1ptpek46wxr0xxtq4",1795310767491,4]
{"role":"user","content":"n337"}');
INSERT INTO entries VALUES (13, 341, 'u["entry_nht2v71zzas4th0s7c1v",1795310767491,4]
{"role":"user","content":"n338"}');
INSERT INTO entries VALUES (13, 342, 'u["entry_d0rc7z4mqkg3andx4hd8",1795310767491,4]
{"role":"user","content":"n339"}');
INSERT INTO entries VALUES (13, 343, 'u["entry_k3rq1fvgs7vj79hszhfs",1795310767491,4]
{"role":"user","content":"n340"}');
INSERT INTO entries VALUES (13, 344, 'u["entry_p7nr99a0ttgr19pztr37",1795310767491,4]
{"role":"user","content":"n341"}');
INSERT INTO entries VALUES (13, 345, 'u["entry_b62ye6c3a419raya7xt6",1795310767491,4]
{"role":"user","content":"n342"}');
INSERT INTO entries VALUES (13, 346, 'u["entry_83r1ht9wmqsmzrvhyk9n",1795310767491,4]
{"role":"user","content":"n343"}');
INSERT INTO entries VALUES (13, 347, 'u["entry_fdv1kkmv8mrb62s99qet",1795310767491,4]
{"role":"user","content":"n344"}');
INSERT INTO entries VALUES (13, 348, 'u["entry_31phgek0nsy33x2y76bx",1795310767491,4]
{"role":"user","content":"n345"}');
INSERT INTO entries VALUES (13, 349, 'u["entry_gwssja8619r2z9gvwdfj",1795310767491,4]
{"role":"user","content":"n346"}');
INSERT INTO entries VALUES (13, 350, 'u["entry_dvy3yk1hdej0fq93wdbf",1795310767491,4]
{"role":"user","content":"n347"}');
INSERT INTO entries VALUES (13, 351, 'u["entry_cjc29mf5zj44ersgwx9c",1795310767491,4]
{"role":"user","content":"n348"}');
INSERT INTO entries VALUES (13, 352, 'u["entry_axa5gm93czg7gctzafak",1795310767491,4]
{"role":"user","content":"n349"}');
INSERT INTO entries VALUES (13, 353, 'u["entry_fptwkz116jp8z9d523m3",1795310767491,4]
{"role":"user","content":"n350"}');
INSERT INTO entries VALUES (13, 354, 'u["entry_3ymss7zg2ahjprvj1e8g",1795310767491,4]
{"role":"user","content":"n351"}');
INSERT INTO entries VALUES (13, 355, 'u["entry_evg1bdxve9czrryag6ea",1795310767491,4]
{"role":"user","content":"n352"}');
INSERT INTO entries VALUES (13, 356, 'u["entry_4y5zqmz25ydw5wd07923",1795310767491,4]
{"role":"user","content":"n353"}');
INSERT INTO entries VALUES (13, 357, 'u["entry_mngcz5avmjh0av5hn31h",1795310767491,4]
{"role":"user","content":"n354"}');
INSERT INTO entries VALUES (13, 358, 'u["entry_cvwk4rtam3nbga588ahz",1795310767491,4]
{"role":"user","content":"n355"}');
INSERT INTO entries VALUES (13, 359, 'u["entry_dx7f621dkdne54pszzdf",1795310767491,4]
{"role":"user","content":"n356"}');
INSERT INTO entries VALUES (13, 360, 'u["entry_vje23et99h6rv2k5k8hq",1795310767491,4]
{"role":"user","content":"n357"}');
INSERT INTO entries VALUES (13, 361, 'u["entry_51hhxqa4a53spmfd410p",1795310767491,4]
{"role":"user","content":"n358"}');
INSERT INTO entries VALUES (13, 362, 'u["entry_62fhcav218cvxhhjz2dg",1795310767491,4]
{"role":"user","content":"n359"}');
INSERT INTO entries VALUES (13, 363, 'u["entry_qpqre1r4cj47wqbk0s00",1795310767491,4]
{"role":"user","content":"n360"}');
INSERT INTO entries VALUES (13, 364, 'u["entry_yhfbjrddnc39g4xykhqf",1795310767491,4]
{"role":"user","content":"n361"}');
INSERT INTO entries VALUES (13, 365, 'u["entry_mar7fk7e83hq079af7t4",1795310767491,4]
{"role":"user","content":"n362"}');
INSERT INTO entries VALUES (13, 366, 'u["entry_594c0k84q5pcqmab8n5v",1795310767491,4]
{"role":"user","content":"n363"}');
INSERT INTO entries VALUES (13, 367, 'u["entry_x08qs4yhfgx5a5v3ntv0",1795310767491,4]
{"role":"user","content":"n364"}');
INSERT INTO entries VALUES (13, 368, 'u["entry_ztqb4j1t3tqmmq15zbyq",1795310767491,4]
{"role":"user","content":"n365"}');
INSERT INTO entries VALUES (13, 369, 'u["entry_bhzzz3vqyvgp9rap492x",1795310767491,4]
{"role":"user","content":"n366"}');
INSERT INTO entries VALUES (13, 370, 'u["entry_zhbe9c1rpqmy1fmkct66",1795310767491,4]
{"role":"user","content":"n367"}');
INSERT INTO entries VALUES (13, 371, 'u["entry_kd1s95aa9aqp3rmeprjr",1795310767491,4]
{"role":"user","content":"n368"}');
INSERT INTO entries VALUES (13, 372, 'u["entry_jy2rg19cdnj6s5kqjk48",1795310767491,4]
{"role":"user","content":"n369"}');
INSERT INTO entries VALUES (13, 373, 'u["entry_yx9qyrzc5adt1m8jk4ys",1795310767491,4]
{"role":"user","content":"n370"}');
INSERT INTO entries VALUES (13, 374, 'u["entry_2nen15qnp8ydkfnx299h",1795310767491,4]
{"role":"user","content":"n371"}');
INSERT INTO entries VALUES (13, 375, 'u["entry_37hxwggs2syp3zq55p2t",1795310767491,4]
{"role":"user","content":"n372"}');
INSERT INTO entries VALUES (13, 376, 'u["entry_dnb4v81skr9b9eszdp6d",1795310767491,4]
{"role":"user","content":"n373"}');
INSERT INTO entries VALUES (13, 377, 'u["entry_frcgg02fjsmdtbrh8h8p",1795310767491,4]
{"role":"user","content":"n374"}');
INSERT INTO entries VALUES (13, 378, 'u["entry_pvkp1rg8f3w4z8zz7q04",1795310767491,4]
{"role":"user","content":"n375"}');
INSERT INTO entries VALUES (13, 379, 'u["entry_fsw6pp4d5vfx5a0nksv0",1795310767491,4]
{"role":"user","content":"n376"}');
INSERT INTO entries VALUES (13, 380, 'u["entry_nda36mb4bnyr44rpcpxn",1795310767491,4]
{"role":"user","content":"n377"}');
INSERT INTO entries VALUES (13, 381, 'u["entry_wd5drxeb9459cak6h277",1795310767491,4]
{"role":"user","content":"n378"}');
INSERT INTO entries VALUES (13, 382, 'u["entry_t7aatkv41q150wtqe523",1795310767491,4]
{"role":"user","content":"n379"}');
INSERT INTO entries VALUES (13, 383, 'u["entry_p3x2zcetp22bgfzf821p",1795310767491,4]
{"role":"user","content":"n380"}');
INSERT INTO entries VALUES (13, 384, 'u["entry_mdgdbyjw4pd7wtjh1sc5",1795310767491,4]
{"role":"user","content":"n381"}');
INSERT INTO entries VALUES (13, 385, 'u["entry_yqtyfe3tcjp8r8d4s694",1795310767491,4]
{"role":"user","content":"n382"}');
INSERT INTO entries VALUES (13, 386, 'u["entry_qrhjy0jcw5dtkgy9qemg",1795310767491,4]
{"role":"user","content":"n383"}');
INSERT INTO entries VALUES (13, 387, 'u["entry_jq4egykpzbhhqp2mecmd",1795310767491,4]
{"role":"user","content":"n384"}');
INSERT INTO entries VALUES (13, 388, 'u["entry_k6vptm6zhd3ndydz4tk7",1795310767491,4]
{"role":"user","content":"n385"}');
INSERT INTO entries VALUES (13, 389, 'u["entry_4gcp8729yzfntqexpxnw",1795310767491,4]
{"role":"user","content":"n386"}');
INSERT INTO entries VALUES (13, 390, 'u["entry_kbbxg8kkhgnz382z9y2n",1795310767491,4]
{"role":"user","content":"n387"}');
INSERT INTO entries VALUES (13, 391, 'u["entry_ye95jez0wc8q0vwkjnjt",1795310767491,4]
{"role":"user","content":"n388"}');
INSERT INTO entries VALUES (13, 392, 'u["entry_rwvpx40baks8qg5ddmrm",1795310767491,4]
{"role":"user","content":"n389"}');
INSERT INTO entries VALUES (13, 393, 'u["entry_wjt8c1rxekd5dbbw7jre",1795310767491,4]
{"role":"user","content":"n390"}');
INSERT INTO entries VALUES (13, 394, 'u["entry_pvcrrdhjrnfb70cg5shc",1795310767491,4]
{"role":"user","content":"n391"}');
INSERT INTO entries VALUES (13, 395, 'u["entry_3zta03gv6chd2zvpj3cf",1795310767491,4]
{"role":"user","content":"n392"}');
INSERT INTO entries VALUES (13, 396, 'u["entry_3rzz2rr1dh4kdyjtkfjy",1795310767491,4]
{"role":"user","content":"n393"}');
INSERT INTO entries VALUES (13, 397, 'u["entry_733ev2mawxmm4vkt73kd",1795310767491,4]
{"role":"user","content":"n394"}');
INSERT INTO entries VALUES (13, 398, 'u["entry_r1zajyscevjnj6gfrz5n",1795310767491,4]
{"role":"user","content":"n395"}');
INSERT INTO entries VALUES (13, 399, 'u["entry_twnv918qyha3bh0retx4",1795310767491,4]
{"role":"user","content":"n396"}');
INSERT INTO entries VALUES (13, 400, 'u["entry_2e11mt2ardesjxvhagb8",1795310767491,4]
{"role":"user","content":"n397"}');
INSERT INTO entries VALUES (13, 401, 'u["entry_p4rgq18w12fjvzeee1jf",1795310767491,4]
{"role":"user","content":"n398"}');
INSERT INTO entries VALUES (13, 402, 'u["entry_89zcbxh43anye7z9z4rh",1795310767491,4]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 403, 'a["entry_eznc2rnvcx7a7mcvtfmr",1795310767497,4,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 404, 'u["entry_bbwg41nhy8bpdjq5z8ky",1795310767500,5]
{"role":"user","content":"n400"}');
INSERT INTO entries VALUES (13, 405, 'u["entry_03xddta2x9jat01k8ed2",1795310767500,5]
{"role":"user","content":"n401"}');
INSERT INTO entries VALUES (13, 406, 'u["entry_b1fkfzvdxmw84x5hy612",1795310767500,5]
{"role":"user","content":"n402"}');
INSERT INTO entries VALUES (13, 407, 'u["entry_eb60ze2amk489whff1es",1795310767500,5]
{"role":"user","content":"n403"}');
INSERT INTO entries VALUES (13, 408, 'u["entry_6msxmazxh3g8xb37dmb1",1795310767500,5]
{"role":"user","content":"n404"}');
INSERT INTO entries VALUES (13, 409, 'u["entry_e0nh9fhjh3bk6schtq20",1795310767500,5]
{"role":"user","content":"n405"}');
INSERT INTO entries VALUES (13, 410, 'u["entry_ym69cyk3vzqnba1vt1w7",1795310767500,5]
{"role":"user","content":"n406"}');
INSERT INTO entries VALUES (13, 411, 'u["entry_8htkb2p4g0wyat1a12cg",1795310767500,5]
{"role":"user","content":"n407"}');
INSERT INTO entries VALUES (13, 412, 'u["entry_w16qgnegaymzb1z1wjp7",1795310767500,5]
{"role":"user","content":"n408"}');
INSERT INTO entries VALUES (13, 413, 'u["entry_2wf8hhwzndfa4sm0v6yd",1795310767500,5]
{"role":"user","content":"n409"}');
INSERT INTO entries VALUES (13, 414, 'u["entry_qnpst1v92bd3p2jv6a0z",1795310767500,5]
{"role":"user","content":"n410"}');
INSERT INTO entries VALUES (13, 415, 'u["entry_9va2bpktesq15537v5my",1795310767500,5]
{"role":"user","content":"n411"}');
INSERT INTO entries VALUES (13, 416, 'u["entry_41sg0atab06vg3vv9sq5",1795310767500,5]
{"role":"user","content":"n412"}');
INSERT INTO entries VALUES (13, 417, 'u["entry_7mc314bthqk5j0x2h3md",1795310767500,5]
{"role":"user","content":"n413"}');
INSERT INTO entries VALUES (13, 418, 'u["entry_7aedej5mbzewc4mfp3t0",1795310767500,5]
{"role":"user","content":"n414"}');
INSERT INTO entries VALUES (13, 419, 'u["entry_4477qx97cmyetmvqs5ef",1795310767500,5]
{"role":"user","content":"n415"}');
INSERT INTO entries VALUES (13, 420, 'u["entry_rqz2hnxyg98rwt5zsn51",1795310767500,5]
{"role":"user","content":"n416"}');
INSERT INTO entries VALUES (13, 421, 'u["entry_8dwwr39wqejh558hvwfp",1795310767500,5]
{"role":"user","content":"n417"}');
INSERT INTO entries VALUES (13, 422, 'u["entry_k70hhq8e037s0t5pynxe",1795310767500,5]
{"role":"user","content":"n418"}');
INSERT INTO entries VALUES (13, 423, 'u["entry_cxed0t05scjeav63wwev",1795310767500,5]
{"role":"user","content":"n419"}');
INSERT INTO entries VALUES (13, 424, 'u["entry_65r0gn4kbq80nv1sv6dt",1795310767500,5]
{"role":"user","content":"n420"}');
INSERT INTO entries VALUES (13, 425, 'u["entry_b8br1z1cxpyws1ahh20e",1795310767500,5]
{"role":"user","content":"n421"}');
INSERT INTO entries VALUES (13, 426, 'u["entry_g1jktdcc2qnp17s8xgga",1795310767500,5]
{"role":"user","content":"n422"}');
INSERT INTO entries VALUES (13, 427, 'u["entry_g6nzx6pghfw9ah0v0d6b",1795310767500,5]
{"role":"user","content":"n423"}');
INSERT INTO entries VALUES (13, 428, 'u["entry_7bz6p57zk6erzssg4drc",1795310767500,5]
{"role":"user","content":"n424"}');
INSERT INTO entries VALUES (13, 429, 'u["entry_x9dbtacxp2f770t0rb7d",1795310767500,5]
{"role":"user","content":"n425"}');
INSERT INTO entries VALUES (13, 430, 'u["entry_tnq0n1dzn2ex1d7a5z04",1795310767500,5]
{"role":"user","content":"n426"}');
INSERT INTO entries VALUES (13, 431, 'u["entry_57h9hyqdc9n862xeaq8y",1795310767500,5]
{"role":"user","content":"n427"}');
INSERT INTO entries VALUES (13, 432, 'u["entry_aesnax2ckqmpt2gjc01n",1795310767500,5]
{"role":"user","content":"n428"}');
INSERT INTO entries VALUES (13, 433, 'u["entry_k9v40tc613ptgnkn03h2",1795310767500,5]
{"role":"user","content":"n429"}');
INSERT INTO entries VALUES (13, 434, 'u["entry_gxzjvat49qqnx48dc2ev",1795310767500,5]
{"role":"user","content":"n430"}');
INSERT INTO entries VALUES (13, 435, 'u["entry_x8qqkeyhx9s86hde0zcc",1795310767500,5]
{"role":"user","content":"n431"}');
INSERT INTO entries VALUES (13, 436, 'u["entry_fgcje2szknnrx006cybp",1795310767500,5]
{"role":"user","content":"n432"}');
INSERT INTO entries VALUES (13, 437, 'u["entry_14ka3xppze4qezmqhfe9",1795310767500,5]
{"role":"user","content":"n433"}');
INSERT INTO entries VALUES (13, 438, 'u["entry_z2t52k5g66myexd8b88b",1795310767500,5]
{"role":"user","content":"n434"}');
INSERT INTO entries VALUES (13, 439, 'u["entry_8q4p29rfbyrnsf31nd8r",1795310767500,5]
{"role":"user","content":"n435"}');
INSERT INTO entries VALUES (13, 440, 'u["entry_66nfdywr82ctv0a5yy1t",1795310767500,5]
{"role":"user","content":"n436"}');
INSERT INTO entries VALUES (13, 441, 'u["entry_y1494v3fqgw715qgcmcd",1795310767500,5]
{"role":"user","content":"n437"}');
INSERT INTO entries VALUES (13, 442, 'u["entry_qsaxrzhmszdps123ehj0",1795310767500,5]
{"role":"user","content":"n438"}');
INSERT INTO entries VALUES (13, 443, 'u["entry_jpx51ac2a66n7601qdc3",1795310767500,5]
{"role":"user","content":"n439"}');
INSERT INTO entries VALUES (13, 444, 'u["entry_7k35db7kqbag6y74yg0c",1795310767500,5]
{"role":"user","content":"n440"}');
INSERT INTO entries VALUES (13, 445, 'u["entry_f65qc0x4whd8ppmbgqr1",1795310767500,5]
{"role":"user","content":"n441"}');
INSERT INTO entries VALUES (13, 446, 'u["entry_tcswfwkvrd4q5mat82w1",1795310767500,5]
{"role":"user","content":"n442"}');
INSERT INTO entries VALUES (13, 447, 'u["entry_bs5fjwtp95e74s2jvsjx",1795310767500,5]
{"role":"user","content":"n443"}');
INSERT INTO entries VALUES (13, 448, 'u["entry_am8c9brz2vda1wkf02m8",1795310767500,5]
{"role":"user","content":"n444"}');
INSERT INTO entries VALUES (13, 449, 'u["entry_4hzkbjw99bvzkpdpq8mq",1795310767500,5]
{"role":"user","content":"n445"}');
INSERT INTO entries VALUES (13, 450, 'u["entry_3ysstb7c7f9vnrz8cjhb",1795310767500,5]
{"role":"user","content":"n446"}');
INSERT INTO entries VALUES (13, 451, 'u["entry_p9e176zbt191thn45ecq",1795310767500,5]
{"role":"user","content":"n447"}');
INSERT INTO entries VALUES (13, 452, 'u["entry_9z19896ky7nyk0nv38zv",1795310767500,5]
{"role":"user","content":"n448"}');
INSERT INTO entries VALUES (13, 453, 'u["entry_fty6g7wd59c4beba0pjy",1795310767500,5]
{"role":"user","content":"n449"}');
INSERT INTO entries VALUES (13, 454, 'u["entry_8mhhsnd63anz1sdzj41k",1795310767500,5]
{"role":"user","content":"n450"}');
INSERT INTO entries VALUES (13, 455, 'u["entry_6xae1x37ht496v2xsnje",1795310767500,5]
{"role":"user","content":"n451"}');
INSERT INTO entries VALUES (13, 456, 'u["entry_ftxyyc4df2db500v34wt",1795310767500,5]
{"role":"user","content":"n452"}');
INSERT INTO entries VALUES (13, 457, 'u["entry_8kj5hx7g5ndb0zcj0qhj",1795310767500,5]
{"role":"user","content":"n453"}');
INSERT INTO entries VALUES (13, 458, 'u["entry_ph77rnybq0nskcd34n3r",1795310767500,5]
{"role":"user","content":"n454"}');
INSERT INTO entries VALUES (13, 459, 'u["entry_0s68290ws2jbjrt4fbhj",1795310767500,5]
{"role":"user","content":"n455"}');
INSERT INTO entries VALUES (13, 460, 'u["entry_hnbwcx1c4ed76w2g95hf",1795310767500,5]
{"role":"user","content":"n456"}');
INSERT INTO entries VALUES (13, 461, 'u["entry_md23hs3myhhfpm00tqce",1795310767500,5]
{"role":"user","content":"n457"}');
INSERT INTO entries VALUES (13, 462, 'u["entry_e8pyqykfbjb5x278v3sy",1795310767500,5]
{"role":"user","content":"n458"}');
INSERT INTO entries VALUES (13, 463, 'u["entry_ap4m9srkrzmgxdwk5eqc",1795310767500,5]
{"role":"user","content":"n459"}');
INSERT INTO entries VALUES (13, 464, 'u["entry_5vjv3hy7yfjgszwst2tf",1795310767500,5]
{"role":"user","content":"n460"}');
INSERT INTO entries VALUES (13, 465, 'u["entry_yp3v2jrhzyjzs5yz50c0",1795310767500,5]
{"role":"user","content":"n461"}');
INSERT INTO entries VALUES (13, 466, 'u["entry_rggxp2k6w6mkdnxrfapp",1795310767500,5]
{"role":"user","content":"n462"}');
INSERT INTO entries VALUES (13, 467, 'u["entry_s298b5td5sw6j66ya9q2",1795310767500,5]
{"role":"user","content":"n463"}');
INSERT INTO entries VALUES (13, 468, 'u["entry_b0nq9a4w816m6fs7npgf",1795310767500,5]
{"role":"user","content":"n464"}');
INSERT INTO entries VALUES (13, 469, 'u["entry_3wnzz58tq6xyw3gs3h89",1795310767500,5]
{"role":"user","content":"n465"}');
INSERT INTO entries VALUES (13, 470, 'u["entry_r5q5t8gcvx285th8gwbg",1795310767500,5]
{"role":"user","content":"n466"}');
INSERT INTO entries VALUES (13, 471, 'u["entry_4q0g1hkhf2aatd8whmq8",1795310767500,5]
{"role":"user","content":"n467"}');
INSERT INTO entries VALUES (13, 472, 'u["entry_zz1yj57ce3vqjsgr1e85",1795310767500,5]
{"role":"user","content":"n468"}');
INSERT INTO entries VALUES (13, 473, 'u["entry_ejb1pehrnjks8xachz84",1795310767500,5]
{"role":"user","content":"n469"}');
INSERT INTO entries VALUES (13, 474, 'u["entry_6x0yhfny12khd7j28gj1",1795310767500,5]
{"role":"user","content":"n470"}');
INSERT INTO entries VALUES (13, 475, 'u["entry_7fmzgmgtp71a7k52cd3b",1795310767500,5]
{"role":"user","content":"n471"}');
INSERT INTO entries VALUES (13, 476, 'u["entry_5mvryx70g6n34vq4ddr1",1795310767500,5]
{"role":"user","content":"n472"}');
INSERT INTO entries VALUES (13, 477, 'u["entry_xdnn1hycksp7834h0hzt",1795310767500,5]
{"role":"user","content":"n473"}');
INSERT INTO entries VALUES (13, 478, 'u["entry_zyp5ndt76efjfzhed4ye",1795310767500,5]
{"role":"user","content":"n474"}');
INSERT INTO entries VALUES (13, 479, 'u["entry_smcd5b0cm8adf0yqg8bh",1795310767500,5]
{"role":"user","content":"n475"}');
INSERT INTO entries VALUES (13, 480, 'u["entry_4g65m1hth9nvyydrjka7",1795310767500,5]
{"role":"user","content":"n476"}');
INSERT INTO entries VALUES (13, 481, 'u["entry_fchjdds0t1ec3cwm26pn",1795310767500,5]
{"role":"user","content":"n477"}');
INSERT INTO entries VALUES (13, 482, 'u["entry_p4p2sjc0n51sm4p03bhp",1795310767500,5]
{"role":"user","content":"n478"}');
INSERT INTO entries VALUES (13, 483, 'u["entry_6ywh4g3p0nqmw8v72jvs",1795310767500,5]
{"role":"user","content":"n479"}');
INSERT INTO entries VALUES (13, 484, 'u["entry_54shtem06vezt4mc4r8j",1795310767500,5]
{"role":"user","content":"n480"}');
INSERT INTO entries VALUES (13, 485, 'u["entry_9tsnfth0gqqma6yw5gwg",1795310767500,5]
{"role":"user","content":"n481"}');
INSERT INTO entries VALUES (13, 486, 'u["entry_n7p71c5vnwfc34jmb9gj",1795310767500,5]
{"role":"user","content":"n482"}');
INSERT INTO entries VALUES (13, 487, 'u["entry_kgd97btzapywmxweryt4",1795310767500,5]
{"role":"user","content":"n483"}');
INSERT INTO entries VALUES (13, 488, 'u["entry_b5rw52g5ypmd1hvwdesq",1795310767500,5]
{"role":"user","content":"n484"}');
INSERT INTO entries VALUES (13, 489, 'u["entry_kyw84j8wa048zs3khdtd",1795310767500,5]
{"role":"user","content":"n485"}');
INSERT INTO entries VALUES (13, 490, 'u["entry_dzrbvdc4mecpp68syxyd",1795310767500,5]
{"role":"user","content":"n486"}');
INSERT INTO entries VALUES (13, 491, 'u["entry_1am2kq161drc4q16bn1h",1795310767500,5]
{"role":"user","content":"n487"}');
INSERT INTO entries VALUES (13, 492, 'u["entry_d4e2e75szjth4xx4rya2",1795310767500,5]
{"role":"user","content":"n488"}');
INSERT INTO entries VALUES (13, 493, 'u["entry_865hxr0ayedc7awbkvzm",1795310767500,5]
{"role":"user","content":"n489"}');
INSERT INTO entries VALUES (13, 494, 'u["entry_v5kkxq3389hmyh48n48t",1795310767500,5]
{"role":"user","content":"n490"}');
INSERT INTO entries VALUES (13, 495, 'u["entry_p1vym135yhvrhta3yjn2",1795310767500,5]
{"role":"user","content":"n491"}');
INSERT INTO entries VALUES (13, 496, 'u["entry_34a4gmd8h1m4tz94e033",1795310767500,5]
{"role":"user","content":"n492"}');
INSERT INTO entries VALUES (13, 497, 'u["entry_xqjn5gde0t5vq5g3wgbb",1795310767500,5]
{"role":"user","content":"n493"}');
INSERT INTO entries VALUES (13, 498, 'u["entry_9harn98qh40f4wgfn6w9",1795310767500,5]
{"role":"user","content":"n494"}');
INSERT INTO entries VALUES (13, 499, 'u["entry_b1ftppgbg2nk8cynsmta",1795310767500,5]
{"role":"user","content":"n495"}');
INSERT INTO entries VALUES (13, 500, 'u["entry_r0m25vj1zxzp2ejjsqjf",1795310767500,5]
{"role":"user","content":"n496"}');
INSERT INTO entries VALUES (13, 501, 'u["entry_gdgcj731mfyy2nj2r5yv",1795310767500,5]
{"role":"user","content":"n497"}');
INSERT INTO entries VALUES (13, 502, 'u["entry_wzza9nt9xx4yc82vn4zr",1795310767500,5]
{"role":"user","content":"n498"}');
INSERT INTO entries VALUES (13, 503, 'u["entry_kypwpmggmbvd3fyz02n3",1795310767500,5]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 504, 'a["entry_jemwsd4zenfytnrt9jhg",1795310767504,5,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 505, 'u["entry_thdgrarnaed264b3gfkd",1795310767516,6]
{"role":"user","content":"n500"}');
INSERT INTO entries VALUES (13, 506, 'u["entry_dpex1s1cm5kk6m2gw4rh",1795310767516,6]
{"role":"user","content":"n501"}');
INSERT INTO entries VALUES (13, 507, 'u["entry_0kfqbx72gb01t5tfr4wk",1795310767516,6]
{"role":"user","content":"n502"}');
INSERT INTO entries VALUES (13, 508, 'u["entry_06zc9ttarjfdberwfjsn",1795310767516,6]
{"role":"user","content":"n503"}');
INSERT INTO entries VALUES (13, 509, 'u["entry_b0shnr8xt0r5d64ptnyj",1795310767516,6]
{"role":"user","content":"n504"}');
INSERT INTO entries VALUES (13, 510, 'u["entry_st11er2r3fbbpja1ky76",1795310767516,6]
{"role":"user","content":"n505"}');
INSERT INTO entries VALUES (13, 511, 'u["entry_zjdzs7fawtycwvaaad65",1795310767516,6]
{"role":"user","content":"n506"}');
INSERT INTO entries VALUES (13, 512, 'u["entry_yjq7gksp5hwnhfd2j32t",1795310767516,6]
{"role":"user","content":"n507"}');
INSERT INTO entries VALUES (13, 513, 'u["entry_y7qymkkm2ydep22cpzv2",1795310767516,6]
{"role":"user","content":"n508"}');
INSERT INTO entries VALUES (13, 514, 'u["entry_8qczd26q8x94dwdte630",1795310767516,6]
{"role":"user","content":"n509"}');
INSERT INTO entries VALUES (13, 515, 'u["entry_w2anm6as7ths2x7j1fpj",1795310767516,6]
{"role":"user","content":"n510"}');
INSERT INTO entries VALUES (13, 516, 'u["entry_mx6qyd7h3jrr8ycj2h5e",1795310767516,6]
{"role":"user","content":"n511"}');
INSERT INTO entries VALUES (13, 517, 'u["entry_s66pd038wbev09sm1rvj",1795310767516,6]
{"role":"user","content":"n512"}');
INSERT INTO entries VALUES (13, 518, 'u["entry_8kjctt9rsyqn6601q1ek",1795310767516,6]
{"role":"user","content":"n513"}');
INSERT INTO entries VALUES (13, 519, 'u["entry_nwpygrx9ahrje58xnje1",1795310767516,6]
{"role":"user","content":"n514"}');
INSERT INTO entries VALUES (13, 520, 'u["entry_etjq53jkak5c11gcgqg3",1795310767516,6]
{"role":"user","content":"n515"}');
INSERT INTO entries VALUES (13, 521, 'u["entry_n4gnbd1zcdnx98t9q2pd",1795310767516,6]
{"role":"user","content":"n516"}');
INSERT INTO entries VALUES (13, 522, 'u["entry_7tkfz7fwwt85ektnw05y",1795310767516,6]
{"role":"user","content":"n517"}');
INSERT INTO entries VALUES (13, 523, 'u["entry_dk35f8hke4b5remdy3cs",1795310767516,6]
{"role":"user","content":"n518"}');
INSERT INTO entries VALUES (13, 524, 'u["entry_kgfx0wnpraed400sd6qt",1795310767516,6]
{"role":"user","content":"n519"}');
INSERT INTO entries VALUES (13, 525, 'u["entry_eaqdjr54771vmq2t0fmn",1795310767516,6]
{"role":"user","content":"n520"}');
INSERT INTO entries VALUES (13, 526, 'u["entry_acxcxxmb7x1nqnjerf7y",1795310767516,6]
{"role":"user","content":"n521"}');
INSERT INTO entries VALUES (13, 527, 'u["entry_tjcpk2wb0wwdsbvttacg",1795310767516,6]
{"role":"user","content":"n522"}');
INSERT INTO entries VALUES (13, 528, 'u["entry_93tar6a8b5m90aw2bh0r",1795310767516,6]
{"role":"user","content":"n523"}');
INSERT INTO entries VALUES (13, 529, 'u["entry_aqybz7egp00hjtpxh0hj",1795310767516,6]
{"role":"user","content":"n524"}');
INSERT INTO entries VALUES (13, 530, 'u["entry_8dyck7cyeryqaabr911h",1795310767516,6]
{"role":"user","content":"n525"}');
INSERT INTO entries VALUES (13, 531, 'u["entry_e7vfg6ykbgsf3pbp3g5p",1795310767516,6]
{"role":"user","content":"n526"}');
INSERT INTO entries VALUES (13, 532, 'u["entry_xxdqmj47n38gketmq6em",1795310767516,6]
{"role":"user","content":"n527"}');
INSERT INTO entries VALUES (13, 533, 'u["entry_zdv5dne3s6rvjxxmqvsa",1795310767516,6]
{"role":"user","content":"n528"}');
INSERT INTO entries VALUES (13, 534, 'u["entry_4t43k9189ngmx5zrmejp",1795310767516,6]
{"role":"user","content":"n529"}');
INSERT INTO entries VALUES (13, 535, 'u["entry_azbk8jcqnbf0ykzsvyfs",1795310767516,6]
{"role":"user","content":"n530"}');
INSERT INTO entries VALUES (13, 536, 'u["entry_mfhnb21zjx2jr1dmexsk",1795310767516,6]
{"role":"user","content":"n531"}');
INSERT INTO entries VALUES (13, 537, 'u["entry_sqnwsv47x4qcsmxc2a7m",1795310767516,6]
{"role":"user","content":"n532"}');
INSERT INTO entries VALUES (13, 538, 'u["entry_jm0vwmtwsks62qsmcyfh",1795310767516,6]
{"role":"user","content":"n533"}');
INSERT INTO entries VALUES (13, 539, 'u["entry_8xh799p65wvnw4z3ancp",1795310767516,6]
{"role":"user","content":"n534"}');
INSERT INTO entries VALUES (13, 540, 'u["entry_9vvrdv9fvc1hfgedsmar",1795310767516,6]
{"role":"user","content":"n535"}');
INSERT INTO entries VALUES (13, 541, 'u["entry_y54kd0wratq3y17eqdk8",1795310767516,6]
{"role":"user","content":"n536"}');
INSERT INTO entries VALUES (13, 542, 'u["entry_b8rxb180afsqgbkvj0be",1795310767516,6]
{"role":"user","content":"n537"}');
INSERT INTO entries VALUES (13, 543, 'u["entry_6f794r63fsmpmhd2ev0b",1795310767516,6]
{"role":"user","content":"n538"}');
INSERT INTO entries VALUES (13, 544, 'u["entry_12s1rctc8s7abp95701v",1795310767516,6]
{"role":"user","content":"n539"}');
INSERT INTO entries VALUES (13, 545, 'u["entry_5r8cqt1wfjp55mrf8ha2",1795310767516,6]
{"role":"user","content":"n540"}');
INSERT INTO entries VALUES (13, 546, 'u["entry_eszhkevtrdaqq184gz49",1795310767516,6]
{"role":"user","content":"n541"}');
INSERT INTO entries VALUES (13, 547, 'u["entry_g39wzjrazr2y81k4zvzv",1795310767516,6]
{"role":"user","content":"n542"}');
INSERT INTO entries VALUES (13, 548, 'u["entry_scd0kt3w1tyh4jv4hhm7",1795310767516,6]
{"role":"user","content":"n543"}');
INSERT INTO entries VALUES (13, 549, 'u["entry_8sqwjvd1012mf842y6yw",1795310767516,6]
{"role":"user","content":"n544"}');
INSERT INTO entries VALUES (13, 550, 'u["entry_8mkat35gz83bd2a20s6g",1795310767516,6]
{"role":"user","content":"n545"}');
INSERT INTO entries VALUES (13, 551, 'u["entry_ke83mtzen46vvwncb2av",1795310767516,6]
{"role":"user","content":"n546"}');
INSERT INTO entries VALUES (13, 552, 'u["entry_wtpd3mwczfyftepdq2n7",1795310767516,6]
{"role":"user","content":"n547"}');
INSERT INTO entries VALUES (13, 553, 'u["entry_bqxb7z2ceyrkfsmsneg2",1795310767516,6]
{"role":"user","content":"n548"}');
INSERT INTO entries VALUES (13, 554, 'u["entry_gmvx30kdcrszg2sar0gc",1795310767516,6]
{"role":"user","content":"n549"}');
INSERT INTO entries VALUES (13, 555, 'u["entry_mbaxgxgjkwd39js7a76z",1795310767516,6]
{"role":"user","content":"n550"}');
INSERT INTO entries VALUES (13, 556, 'u["entry_wvjqgkj93etre1dj1kaa",1795310767516,6]
{"role":"user","content":"n551"}');
INSERT INTO entries VALUES (13, 557, 'u["entry_qwqtavs33kkz49439pjp",1795310767516,6]
{"role":"user","content":"n552"}');
INSERT INTO entries VALUES (13, 558, 'u["entry_h1mzts8myvct6qrh0rgk",1795310767516,6]
{"role":"user","content":"n553"}');
INSERT INTO entries VALUES (13, 559, 'u["entry_7wmdmkqag30w5q105hc1",1795310767516,6]
{"role":"user","content":"n554"}');
INSERT INTO entries VALUES (13, 560, 'u["entry_b1pjfesk5z58qptahy7d",1795310767516,6]
{"role":"user","content":"n555"}');
INSERT INTO entries VALUES (13, 561, 'u["entry_hdhws9xbw11cxq7em5hn",1795310767516,6]
{"role":"user","content":"n556"}');
INSERT INTO entries VALUES (13, 562, 'u["entry_kd312ztqg5fvstvcr7wx",1795310767516,6]
{"role":"user","content":"n557"}');
INSERT INTO entries VALUES (13, 563, 'u["entry_wdnr04r01t7z9smd80wa",1795310767516,6]
{"role":"user","content":"n558"}');
INSERT INTO entries VALUES (13, 564, 'u["entry_1pqt61hamg302x7n0w01",1795310767516,6]
{"role":"user","content":"n559"}');
INSERT INTO entries VALUES (13, 565, 'u["entry_0a9v7k9zp86mzbgss5sq",1795310767516,6]
{"role":"user","content":"n560"}');
INSERT INTO entries VALUES (13, 566, 'u["entry_e326397qn6hdsdms0zr0",1795310767516,6]
{"role":"user","content":"n561"}');
INSERT INTO entries VALUES (13, 567, 'u["entry_90vcmyry8hr4hxhs6xj1",1795310767516,6]
{"role":"user","content":"n562"}');
INSERT INTO entries VALUES (13, 568, 'u["entry_b749edpf9nnpxjam2khw",1795310767516,6]
{"role":"user","content":"n563"}');
INSERT INTO entries VALUES (13, 569, 'u["entry_74m6w1z41t4p4pzakh1d",1795310767516,6]
{"role":"user","content":"n564"}');
INSERT INTO entries VALUES (13, 570, 'u["entry_h2wwvbq4exjd172m3xh6",1795310767516,6]
{"role":"user","content":"n565"}');
INSERT INTO entries VALUES (13, 571, 'u["entry_r0ya6jt809hqbt6vq3bj",1795310767516,6]
{"role":"user","content":"n566"}');
INSERT INTO entries VALUES (13, 572, 'u["entry_49nm73ffdse42ghtt8dv",1795310767516,6]
{"role":"user","content":"n567"}');
INSERT INTO entries VALUES (13, 573, 'u["entry_vy54c0geek1nkr9zjyyn",1795310767516,6]
{"role":"user","content":"n568"}');
INSERT INTO entries VALUES (13, 574, 'u["entry_qvpnqj3q78tdsvfstgrp",1795310767516,6]
{"role":"user","content":"n569"}');
INSERT INTO entries VALUES (13, 575, 'u["entry_06wb8nb0tc50s2fh69b0",1795310767516,6]
{"role":"user","content":"n570"}');
INSERT INTO entries VALUES (13, 576, 'u["entry_hz5j9q3nebqtp9nstgjn",1795310767516,6]
{"role":"user","content":"n571"}');
INSERT INTO entries VALUES (13, 577, 'u["entry_nmjgr9103t6c7yga9hab",1795310767516,6]
{"role":"user","content":"n572"}');
INSERT INTO entries VALUES (13, 578, 'u["entry_xzd6jn6hepzykyhekjfc",1795310767516,6]
{"role":"user","content":"n573"}');
INSERT INTO entries VALUES (13, 579, 'u["entry_xh5nzsy7230tmx09ja66",1795310767516,6]
{"role":"user","content":"n574"}');
INSERT INTO entries VALUES (13, 580, 'u["entry_nw533rvezvwm57m03kq9",1795310767516,6]
{"role":"user","content":"n575"}');
INSERT INTO entries VALUES (13, 581, 'u["entry_44szk1rq0x2zna1cstah",1795310767516,6]
{"role":"user","content":"n576"}');
INSERT INTO entries VALUES (13, 582, 'u["entry_2xyv7ec0za16xv4japy7",1795310767516,6]
{"role":"user","content":"n577"}');
INSERT INTO entries VALUES (13, 583, 'u["entry_qj064v9vw3wwgf0v8s7v",1795310767516,6]
{"role":"user","content":"n578"}');
INSERT INTO entries VALUES (13, 584, 'u["entry_w0ze6re65ch5qwxkeqw5",1795310767516,6]
{"role":"user","content":"n579"}');
INSERT INTO entries VALUES (13, 585, 'u["entry_z4vtfjtvxn5q39n2xrgs",1795310767516,6]
{"role":"user","content":"n580"}');
INSERT INTO entries VALUES (13, 586, 'u["entry_8br7qkfv0n8g2jerrb5v",1795310767516,6]
{"role":"user","content":"n581"}');
INSERT INTO entries VALUES (13, 587, 'u["entry_7p2bxdy848qkcc6z74k2",1795310767516,6]
{"role":"user","content":"n582"}');
INSERT INTO entries VALUES (13, 588, 'u["entry_ay1ck7j693zshxysnebd",1795310767516,6]
{"role":"user","content":"n583"}');
INSERT INTO entries VALUES (13, 589, 'u["entry_g45yavpk0ddx6yjwrw5y",1795310767516,6]
{"role":"user","content":"n584"}');
INSERT INTO entries VALUES (13, 590, 'u["entry_x9pye33b3kxyy14sthar",1795310767516,6]
{"role":"user","content":"n585"}');
INSERT INTO entries VALUES (13, 591, 'u["entry_w02ymhk383gfwkx59asm",1795310767516,6]
{"role":"user","content":"n586"}');
INSERT INTO entries VALUES (13, 592, 'u["entry_ev78cqqkqrp4x71rpphg",1795310767516,6]
{"role":"user","content":"n587"}');
INSERT INTO entries VALUES (13, 593, 'u["entry_kb00j68d6g8pvyvfkmw7",1795310767516,6]
{"role":"user","content":"n588"}');
INSERT INTO entries VALUES (13, 594, 'u["entry_fn4nw3a0pfjsfynkd6a3",1795310767516,6]
{"role":"user","content":"n589"}');
INSERT INTO entries VALUES (13, 595, 'u["entry_7nc77d7vgyhzfbg0tj2d",1795310767516,6]
{"role":"user","content":"n590"}');
INSERT INTO entries VALUES (13, 596, 'u["entry_zrscsey5e6tvy4bssnhj",1795310767516,6]
{"role":"user","content":"n591"}');
INSERT INTO entries VALUES (13, 597, 'u["entry_4yxtxb9mn15jt0tj973k",1795310767516,6]
{"role":"user","content":"n592"}');
INSERT INTO entries VALUES (13, 598, 'u["entry_c95m7mewx2wa5v6txx9d",1795310767516,6]
{"role":"user","content":"n593"}');
INSERT INTO entries VALUES (13, 599, 'u["entry_qyh9ptrn301vrvqs8tgj",1795310767516,6]
{"role":"user","content":"n594"}');
INSERT INTO entries VALUES (13, 600, 'u["entry_vvexdqm1t5ngsqrcgzk8",1795310767516,6]
{"role":"user","content":"n595"}');
INSERT INTO entries VALUES (13, 601, 'u["entry_pbdj481nza592m9qgnn9",1795310767516,6]
{"role":"user","content":"n596"}');
INSERT INTO entries VALUES (13, 602, 'u["entry_hm9txkpk23aq2p76jcym",1795310767516,6]
{"role":"user","content":"n597"}');
INSERT INTO entries VALUES (13, 603, 'u["entry_7e6b8nb3khe65788yr1x",1795310767516,6]
{"role":"user","content":"n598"}');
INSERT INTO entries VALUES (13, 604, 'u["entry_h56fyempmpfyw39myssy",1795310767516,6]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 605, 'a["entry_ybhhnnk55422d4765mbz",1795310767520,6,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 606, 'u["entry_t2fbbq2wbg6s2xr27gn8",1795310767522,7]
{"role":"user","content":"n600"}');
INSERT INTO entries VALUES (13, 607, 'u["entry_scpxk7gb0em7qxv98n29",1795310767522,7]
{"role":"user","content":"n601"}');
INSERT INTO entries VALUES (13, 608, 'u["entry_w40xyz3ctpm39ymz9ajp",1795310767522,7]
{"role":"user","content":"n602"}');
INSERT INTO entries VALUES (13, 609, 'u["entry_0sa6hx3a68df23tjaa7c",1795310767522,7]
{"role":"user","content":"n603"}');
INSERT INTO entries VALUES (13, 610, 'u["entry_tm46wpz34b5kk98hbtf4",1795310767522,7]
{"role":"user","content":"n604"}');
INSERT INTO entries VALUES (13, 611, 'u["entry_dss61b2e2m0w10bng77a",1795310767522,7]
{"role":"user","content":"n605"}');
INSERT INTO entries VALUES (13, 612, 'u["entry_c46ek3aex39pg0snejj7",1795310767522,7]
{"role":"user","content":"n606"}');
INSERT INTO entries VALUES (13, 613, 'u["entry_17aw316ttyeabdwre29e",1795310767522,7]
{"role":"user","content":"n607"}');
INSERT INTO entries VALUES (13, 614, 'u["entry_0gh0avzx05sy5q7p09f5",1795310767522,7]
{"role":"user","content":"n608"}');
INSERT INTO entries VALUES (13, 615, 'u["entry_y8b15rzsda2y8s5v3cxq",1795310767522,7]
{"role":"user","content":"n609"}');
INSERT INTO entries VALUES (13, 616, 'u["entry_x3dmyj1taq57xwxt9qk3",1795310767522,7]
{"role":"user","content":"n610"}');
INSERT INTO entries VALUES (13, 617, 'u["entry_mzxzjrwrty0gcjnvt6x4",1795310767522,7]
{"role":"user","content":"n611"}');
INSERT INTO entries VALUES (13, 618, 'u["entry_xf1g7dd1b8m9448jyw51",1795310767522,7]
{"role":"user","content":"n612"}');
INSERT INTO entries VALUES (13, 619, 'u["entry_qr93ncpbq6t4vwj6fx5v",1795310767522,7]
{"role":"user","content":"n613"}');
INSERT INTO entries VALUES (13, 620, 'u["entry_9q018c3jyckyj280wbaw",1795310767522,7]
{"role":"user","content":"n614"}');
INSERT INTO entries VALUES (13, 621, 'u["entry_wdxwree6d2n16qp3gb72",1795310767522,7]
{"role":"user","content":"n615"}');
INSERT INTO entries VALUES (13, 622, 'u["entry_gjwr68dy88h04pdz3xym",1795310767522,7]
{"role":"user","content":"n616"}');
INSERT INTO entries VALUES (13, 623, 'u["entry_51ymvyv0t9bepwcdky1h",1795310767522,7]
{"role":"user","content":"n617"}');
INSERT INTO entries VALUES (13, 624, 'u["entry_dxfe23ve8q9gps7jq1sp",1795310767522,7]
{"role":"user","content":"n618"}');
INSERT INTO entries VALUES (13, 625, 'u["entry_mp0t21xy4htd571e96be",1795310767522,7]
{"role":"user","content":"n619"}');
INSERT INTO entries VALUES (13, 626, 'u["entry_9nr1s8dkb8v0a7q32q2d",1795310767522,7]
{"role":"user","content":"n620"}');
INSERT INTO entries VALUES (13, 627, 'u["entry_qh3t0n1108vv3gtv19s9",1795310767522,7]
{"role":"user","content":"n621"}');
INSERT INTO entries VALUES (13, 628, 'u["entry_r34qx35pr86bhcq8wfdb",1795310767522,7]
{"role":"user","content":"n622"}');
INSERT INTO entries VALUES (13, 629, 'u["entry_14s1evxmxercd1j9z3jv",1795310767522,7]
{"role":"user","content":"n623"}');
INSERT INTO entries VALUES (13, 630, 'u["entry_jd95pwsaq99t5a7e0ear",1795310767522,7]
{"role":"user","content":"n624"}');
INSERT INTO entries VALUES (13, 631, 'u["entry_rjdg9sr6p35ge9n2f3wy",1795310767522,7]
{"role":"user","content":"n625"}');
INSERT INTO entries VALUES (13, 632, 'u["entry_4kr3xd4yz7118n0k7jtf",1795310767522,7]
{"role":"user","content":"n626"}');
INSERT INTO entries VALUES (13, 633, 'u["entry_k4zwgmn3rdcg2fd6ehts",1795310767522,7]
{"role":"user","content":"n627"}');
INSERT INTO entries VALUES (13, 634, 'u["entry_aamce7wa2dcdzhn8vmn3",1795310767522,7]
{"role":"user","content":"n628"}');
INSERT INTO entries VALUES (13, 635, 'u["entry_pzp4yz6kcsrr1trc413h",1795310767522,7]
{"role":"user","content":"n629"}');
INSERT INTO entries VALUES (13, 636, 'u["entry_v9xxa2ydtafsyk0ms424",1795310767522,7]
{"role":"user","content":"n630"}');
INSERT INTO entries VALUES (13, 637, 'u["entry_ajk7z26fdfqxm3qfv5qn",1795310767522,7]
{"role":"user","content":"n631"}');
INSERT INTO entries VALUES (13, 638, 'u["entry_xf0m5y2skwbc2p8rdjks",1795310767522,7]
{"role":"user","content":"n632"}');
INSERT INTO entries VALUES (13, 639, 'u["entry_6wst6vck61g30ma8xccx",1795310767522,7]
{"role":"user","content":"n633"}');
INSERT INTO entries VALUES (13, 640, 'u["entry_43tbmaj5r1etns969eyw",1795310767522,7]
{"role":"user","content":"n634"}');
INSERT INTO entries VALUES (13, 641, 'u["entry_rz5q1zpf64pz3djfj415",1795310767522,7]
{"role":"user","content":"n635"}');
INSERT INTO entries VALUES (13, 642, 'u["entry_zjkptc5yrdw5k4k8cvv0",1795310767522,7]
{"role":"user","content":"n636"}');
INSERT INTO entries VALUES (13, 643, 'u["entry_zg3tk9hcmgw34m5cnp6y",1795310767522,7]
{"role":"user","content":"n637"}');
INSERT INTO entries VALUES (13, 644, 'u["entry_x7qcae7bwmh7d0vbpjmf",1795310767522,7]
{"role":"user","content":"n638"}');
INSERT INTO entries VALUES (13, 645, 'u["entry_yxwwawg7xn7q2c9kce9f",1795310767522,7]
{"role":"user","content":"n639"}');
INSERT INTO entries VALUES (13, 646, 'u["entry_baydwshx8f86yad1nghj",1795310767522,7]
{"role":"user","content":"n640"}');
INSERT INTO entries VALUES (13, 647, 'u["entry_4tdhwxgbf7ehr7x7x64w",1795310767522,7]
{"role":"user","content":"n641"}');
INSERT INTO entries VALUES (13, 648, 'u["entry_679e2p5zpj5y8h2rcv3t",1795310767522,7]
{"role":"user","content":"n642"}');
INSERT INTO entries VALUES (13, 649, 'u["entry_0a71kzv845a97ctxvd9f",1795310767522,7]
{"role":"user","content":"n643"}');
INSERT INTO entries VALUES (13, 650, 'u["entry_h9fyxt4mhnrnx6p28xnp",1795310767522,7]
{"role":"user","content":"n644"}');
INSERT INTO entries VALUES (13, 651, 'u["entry_0e4wjzc5rcst9e3a6vb2",1795310767522,7]
{"role":"user","content":"n645"}');
INSERT INTO entries VALUES (13, 652, 'u["entry_sxyjazgq9w5ynan0h8d4",1795310767522,7]
{"role":"user","content":"n646"}');
INSERT INTO entries VALUES (13, 653, 'u["entry_gc9m577pcjfbytkpjjab",1795310767522,7]
{"role":"user","content":"n647"}');
INSERT INTO entries VALUES (13, 654, 'u["entry_g4t63nddk0zc61zamdmh",1795310767522,7]
{"role":"user","content":"n648"}');
INSERT INTO entries VALUES (13, 655, 'u["entry_2wz2wb4fj19a8kp3zc76",1795310767522,7]
{"role":"user","content":"n649"}');
INSERT INTO entries VALUES (13, 656, 'u["entry_hp6jz3asqgjv483cewwf",1795310767522,7]
{"role":"user","content":"n650"}');
INSERT INTO entries VALUES (13, 657, 'u["entry_xvvxzravyvjavc4wy4hq",1795310767522,7]
{"role":"user","content":"n651"}');
INSERT INTO entries VALUES (13, 658, 'u["entry_63p5xhscn4ds6rqtj8ay",1795310767522,7]
{"role":"user","content":"n652"}');
INSERT INTO entries VALUES (13, 659, 'u["entry_xy5yt064cy11bxzzg771",1795310767522,7]
{"role":"user","content":"n653"}');
INSERT INTO entries VALUES (13, 660, 'u["entry_rtb94644fz7700xra2ye",1795310767522,7]
{"role":"user","content":"n654"}');
INSERT INTO entries VALUES (13, 661, 'u["entry_7q89n57tt5jb62329stv",1795310767522,7]
{"role":"user","content":"n655"}');
INSERT INTO entries VALUES (13, 662, 'u["entry_53g7dbv5bht5b016dk0g",1795310767522,7]
{"role":"user","content":"n656"}');
INSERT INTO entries VALUES (13, 663, 'u["entry_53w4y40m4d2fz1h8rn57",1795310767522,7]
{"role":"user","content":"n657"}');
INSERT INTO entries VALUES (13, 664, 'u["entry_r2z8jzpwz7skk4zdch3j",1795310767522,7]
{"role":"user","content":"n658"}');
INSERT INTO entries VALUES (13, 665, 'u["entry_7dh5zm1y3a087aatt8qq",1795310767522,7]
{"role":"user","content":"n659"}');
INSERT INTO entries VALUES (13, 666, 'u["entry_xxpvep6j3wfbnxn6k6ys",1795310767522,7]
{"role":"user","content":"n660"}');
INSERT INTO entries VALUES (13, 667, 'u["entry_4dsxy0r0apmcbxb5pex0",1795310767522,7]
{"role":"user","content":"n661"}');
INSERT INTO entries VALUES (13, 668, 'u["entry_5g864h4v7hm6r56va42m",1795310767522,7]
{"role":"user","content":"n662"}');
INSERT INTO entries VALUES (13, 669, 'u["entry_dykh1xmn68taqwe3ctdx",1795310767522,7]
{"role":"user","content":"n663"}');
INSERT INTO entries VALUES (13, 670, 'u["entry_0ej2eqar15ayw5kmjdww",1795310767522,7]
{"role":"user","content":"n664"}');
INSERT INTO entries VALUES (13, 671, 'u["entry_0w33pt3z7k2jfahfj663",1795310767522,7]
{"role":"user","content":"n665"}');
INSERT INTO entries VALUES (13, 672, 'u["entry_vmtx5n8nfe1hg9jn7a4y",1795310767522,7]
{"role":"user","content":"n666"}');
INSERT INTO entries VALUES (13, 673, 'u["entry_q4t84a12bkfd7yb6mcg7",1795310767522,7]
{"role":"user","content":"n667"}');
INSERT INTO entries VALUES (13, 674, 'u["entry_gtc8zh22zqmqenf5gynn",1795310767522,7]
{"role":"user","content":"n668"}');
INSERT INTO entries VALUES (13, 675, 'u["entry_8g7wsy2rm62b60zcys7h",1795310767522,7]
{"role":"user","content":"n669"}');
INSERT INTO entries VALUES (13, 676, 'u["entry_49fjsm6endxj9z94m227",1795310767522,7]
{"role":"user","content":"n670"}');
INSERT INTO entries VALUES (13, 677, 'u["entry_9eex50807w8mp4t8chps",1795310767522,7]
{"role":"user","content":"n671"}');
INSERT INTO entries VALUES (13, 678, 'u["entry_8gpvvaj96eqzw92f8q9d",1795310767522,7]
{"role":"user","content":"n672"}');
INSERT INTO entries VALUES (13, 679, 'u["entry_j2t9qc4772rbeqe29hca",1795310767522,7]
{"role":"user","content":"n673"}');
INSERT INTO entries VALUES (13, 680, 'u["entry_xrqhcq2zajxqme7h3jrj",1795310767522,7]
{"role":"user","content":"n674"}');
INSERT INTO entries VALUES (13, 681, 'u["entry_yb0d64tgr126te63ck5e",1795310767522,7]
{"role":"user","content":"n675"}');
INSERT INTO entries VALUES (13, 682, 'u["entry_dda1mc08k9kd1mmdhes9",1795310767522,7]
{"role":"user","content":"n676"}');
INSERT INTO entries VALUES (13, 683, 'u["entry_r9c7xm0fdfe1srkhr6df",1795310767522,7]
{"role":"user","content":"n677"}');
INSERT INTO entries VALUES (13, 684, 'u["entry_x8vbwhjcb1t1zw44gnqr",1795310767522,7]
{"role":"user","content":"n678"}');
INSERT INTO entries VALUES (13, 685, 'u["entry_zkqa9xnftssd3ya0shvx",1795310767522,7]
{"role":"user","content":"n679"}');
INSERT INTO entries VALUES (13, 686, 'u["entry_cpb0b805qwa2yggg88af",1795310767522,7]
{"role":"user","content":"n680"}');
INSERT INTO entries VALUES (13, 687, 'u["entry_24xw8ekc71yrchcktf6s",1795310767522,7]
{"role":"user","content":"n681"}');
INSERT INTO entries VALUES (13, 688, 'u["entry_yjdqn6wcbgbgzdxpypcw",1795310767522,7]
{"role":"user","content":"n682"}');
INSERT INTO entries VALUES (13, 689, 'u["entry_rb8rq7pax34pm02x0vq9",1795310767522,7]
{"role":"user","content":"n683"}');
INSERT INTO entries VALUES (13, 690, 'u["entry_czn7yxmbsqbn57svqz2e",1795310767522,7]
{"role":"user","content":"n684"}');
INSERT INTO entries VALUES (13, 691, 'u["entry_f0kmjx0279mh0wjy5vbn",1795310767522,7]
{"role":"user","content":"n685"}');
INSERT INTO entries VALUES (13, 692, 'u["entry_cgkhgyyy5zgrew6kjze7",1795310767522,7]
{"role":"user","content":"n686"}');
INSERT INTO entries VALUES (13, 693, 'u["entry_5mrqq25ejjx4361j8qha",1795310767522,7]
{"role":"user","content":"n687"}');
INSERT INTO entries VALUES (13, 694, 'u["entry_c6te7ypbqk6y7ksv2pcg",1795310767522,7]
{"role":"user","content":"n688"}');
INSERT INTO entries VALUES (13, 695, 'u["entry_ckkrty9zy4ah62384kag",1795310767522,7]
{"role":"user","content":"n689"}');
INSERT INTO entries VALUES (13, 696, 'u["entry_7sh7dqta17kgxt51pvhc",1795310767522,7]
{"role":"user","content":"n690"}');
INSERT INTO entries VALUES (13, 697, 'u["entry_5xy1b6dsahfrhbha6x8d",1795310767522,7]
{"role":"user","content":"n691"}');
INSERT INTO entries VALUES (13, 698, 'u["entry_3t15kwjfmpkz2n0qpshf",1795310767522,7]
{"role":"user","content":"n692"}');
INSERT INTO entries VALUES (13, 699, 'u["entry_f4znbhxt9zsdrcw0mz6s",1795310767522,7]
{"role":"user","content":"n693"}');
INSERT INTO entries VALUES (13, 700, 'u["entry_tqafhm6xb1f4jn9asknq",1795310767522,7]
{"role":"user","content":"n694"}');
INSERT INTO entries VALUES (13, 701, 'u["entry_2ga7ph0sdmtrhzjxp3t7",1795310767522,7]
{"role":"user","content":"n695"}');
INSERT INTO entries VALUES (13, 702, 'u["entry_wzfd6cf3qr27944hrb99",1795310767522,7]
{"role":"user","content":"n696"}');
INSERT INTO entries VALUES (13, 703, 'u["entry_gbkm9sg91yja0ppjtfwb",1795310767522,7]
{"role":"user","content":"n697"}');
INSERT INTO entries VALUES (13, 704, 'u["entry_bzj4qjg0pdypz0e495hd",1795310767522,7]
{"role":"user","content":"n698"}');
INSERT INTO entries VALUES (13, 705, 'u["entry_wm97kdtxeb6a70pxnbgz",1795310767522,7]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 706, 'a["entry_9b4tj2kseapmcw2wn746",1795310767527,7,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 707, 'u["entry_h30pbcjhvyypy0gnt3dj",1795310767530,8]
{"role":"user","content":"n700"}');
INSERT INTO entries VALUES (13, 708, 'u["entry_gaxkw4baz2qck6akaa3k",1795310767530,8]
{"role":"user","content":"n701"}');
INSERT INTO entries VALUES (13, 709, 'u["entry_mze69znza37yfxx78beh",1795310767530,8]
{"role":"user","content":"n702"}');
INSERT INTO entries VALUES (13, 710, 'u["entry_2hwaz0pbn4azaepk8kcw",1795310767530,8]
{"role":"user","content":"n703"}');
INSERT INTO entries VALUES (13, 711, 'u["entry_gwhmjwyhmb1dz04f2sa6",1795310767530,8]
{"role":"user","content":"n704"}');
INSERT INTO entries VALUES (13, 712, 'u["entry_vw5bwwg6z2mzytbxc4vb",1795310767530,8]
{"role":"user","content":"n705"}');
INSERT INTO entries VALUES (13, 713, 'u["entry_a2v2h7k96ka1khrmf78t",1795310767530,8]
{"role":"user","content":"n706"}');
INSERT INTO entries VALUES (13, 714, 'u["entry_c0bs1p58garw2wkvb473",1795310767530,8]
{"role":"user","content":"n707"}');
INSERT INTO entries VALUES (13, 715, 'u["entry_dqmaye6btg6vkqphvh64",1795310767530,8]
{"role":"user","content":"n708"}');
INSERT INTO entries VALUES (13, 716, 'u["entry_q6yr13hgpaj6dmt2e820",1795310767530,8]
{"role":"user","content":"n709"}');
INSERT INTO entries VALUES (13, 717, 'u["entry_wvb7606r2jmbj3q5pdtg",1795310767530,8]
{"role":"user","content":"n710"}');
INSERT INTO entries VALUES (13, 718, 'u["entry_d7ssazx4zj8t689ft3xa",1795310767530,8]
{"role":"user","content":"n711"}');
INSERT INTO entries VALUES (13, 719, 'u["entry_35e50bbfkd6960tfmrth",1795310767530,8]
{"role":"user","content":"n712"}');
INSERT INTO entries VALUES (13, 720, 'u["entry_tw97ee15cmzst6nnxkzk",1795310767530,8]
{"role":"user","content":"n713"}');
INSERT INTO entries VALUES (13, 721, 'u["entry_8jrcz96xweekf40nbtq7",1795310767530,8]
{"role":"user","content":"n714"}');
INSERT INTO entries VALUES (13, 722, 'u["entry_35646mb1a4q5mjant7jn",1795310767530,8]
{"role":"user","content":"n715"}');
INSERT INTO entries VALUES (13, 723, 'u["entry_4gzaqk967bat0jb55rgr",1795310767530,8]
{"role":"user","content":"n716"}');
INSERT INTO entries VALUES (13, 724, 'u["entry_98bn7xxby6d51dp9pdr9",1795310767530,8]
{"role":"user","content":"n717"}');
INSERT INTO entries VALUES (13, 725, 'u["entry_bn8mbbp06xd9cb7nn9gv",1795310767530,8]
{"role":"user","content":"n718"}');
INSERT INTO entries VALUES (13, 726, 'u["entry_szmkzx7ndq5cpt5httt7",1795310767530,8]
{"role":"user","content":"n719"}');
INSERT INTO entries VALUES (13, 727, 'u["entry_ykse8n64936s2vmry6q4",1795310767530,8]
{"role":"user","content":"n720"}');
INSERT INTO entries VALUES (13, 728, 'u["entry_pkhgm1x4ns75sv03rgb7",1795310767530,8]
{"role":"user","content":"n721"}');
INSERT INTO entries VALUES (13, 729, 'u["entry_109v0qhr55htm97m07rc",1795310767530,8]
{"role":"user","content":"n722"}');
INSERT INTO entries VALUES (13, 730, 'u["entry_caencexnf7ss5as4ze3j",1795310767530,8]
{"role":"user","content":"n723"}');
INSERT INTO entries VALUES (13, 731, 'u["entry_kx5evdmwgj4papbetaaq",1795310767530,8]
{"role":"user","content":"n724"}');
INSERT INTO entries VALUES (13, 732, 'u["entry_beh12kqnfah3668cmxr6",1795310767530,8]
{"role":"user","content":"n725"}');
INSERT INTO entries VALUES (13, 733, 'u["entry_pa168d05j2vm98nzkabf",1795310767530,8]
{"role":"user","content":"n726"}');
INSERT INTO entries VALUES (13, 734, 'u["entry_s2d6bb6dsxcx59v21g47",1795310767530,8]
{"role":"user","content":"n727"}');
INSERT INTO entries VALUES (13, 735, 'u["entry_rfv45qc0rnce1x050ear",1795310767530,8]
{"role":"user","content":"n728"}');
INSERT INTO entries VALUES (13, 736, 'u["entry_n9n2qcwwx9aw38s80452",1795310767530,8]
{"role":"user","content":"n729"}');
INSERT INTO entries VALUES (13, 737, 'u["entry_c2zq9f5rm56aw4zzeanv",1795310767530,8]
{"role":"user","content":"n730"}');
INSERT INTO entries VALUES (13, 738, 'u["entry_pv9n6ve43d9g40e7tanz",1795310767530,8]
{"role":"user","content":"n731"}');
INSERT INTO entries VALUES (13, 739, 'u["entry_de4bmmaw01d2y7msg35k",1795310767530,8]
{"role":"user","content":"n732"}');
INSERT INTO entries VALUES (13, 740, 'u["entry_hrxx0bn7661fxzg7zzdy",1795310767530,8]
{"role":"user","content":"n733"}');
INSERT INTO entries VALUES (13, 741, 'u["entry_j26ygpkzhenkqqm819kx",1795310767530,8]
{"role":"user","content":"n734"}');
INSERT INTO entries VALUES (13, 742, 'u["entry_5xwhqj25vwgcaxtrptk0",1795310767530,8]
{"role":"user","content":"n735"}');
INSERT INTO entries VALUES (13, 743, 'u["entry_5k2g4vaw700e9rbhs4j5",1795310767530,8]
{"role":"user","content":"n736"}');
INSERT INTO entries VALUES (13, 744, 'u["entry_0c4hd8k426w1dmgx1r2g",1795310767530,8]
{"role":"user","content":"n737"}');
INSERT INTO entries VALUES (13, 745, 'u["entry_0fjc1krc8e72s6rz8yhp",1795310767530,8]
{"role":"user","content":"n738"}');
INSERT INTO entries VALUES (13, 746, 'u["entry_aazerm7f7mcvt1hw11a4",1795310767530,8]
{"role":"user","content":"n739"}');
INSERT INTO entries VALUES (13, 747, 'u["entry_7cmydp5xenvqxekv9cyg",1795310767530,8]
{"role":"user","content":"n740"}');
INSERT INTO entries VALUES (13, 748, 'u["entry_m6974djjh4kd1eg4wpnk",1795310767530,8]
{"role":"user","content":"n741"}');
INSERT INTO entries VALUES (13, 749, 'u["entry_gbw3zentrgtmwvynznff",1795310767530,8]
{"role":"user","content":"n742"}');
INSERT INTO entries VALUES (13, 750, 'u["entry_4ed5pph1av8qe1mskt0c",1795310767530,8]
{"role":"user","content":"n743"}');
INSERT INTO entries VALUES (13, 751, 'u["entry_jp6bt3pvtv7r1d4wptaj",1795310767530,8]
{"role":"user","content":"n744"}');
INSERT INTO entries VALUES (13, 752, 'u["entry_dgwcnks63y0rtwy9rqvx",1795310767530,8]
{"role":"user","content":"n745"}');
INSERT INTO entries VALUES (13, 753, 'u["entry_nea0dt1ba5ch0yjxj1p0",1795310767530,8]
{"role":"user","content":"n746"}');
INSERT INTO entries VALUES (13, 754, 'u["entry_eytngpy7b3kf288bgvh1",1795310767530,8]
{"role":"user","content":"n747"}');
INSERT INTO entries VALUES (13, 755, 'u["entry_8cnvqvaddhj1m40kf6yf",1795310767530,8]
{"role":"user","content":"n748"}');
INSERT INTO entries VALUES (13, 756, 'u["entry_pby3dnqv1q0hk8rkx2ph",1795310767530,8]
{"role":"user","content":"n749"}');
INSERT INTO entries VALUES (13, 757, 'u["entry_fnnae76p78g3x911e9wh",1795310767530,8]
{"role":"user","content":"n750"}');
INSERT INTO entries VALUES (13, 758, 'u["entry_ya9sgh0t4748kc0km5xq",1795310767530,8]
{"role":"user","content":"n751"}');
INSERT INTO entries VALUES (13, 759, 'u["entry_ehgjhjq7mwtjdp07n1ce",1795310767530,8]
{"role":"user","content":"n752"}');
INSERT INTO entries VALUES (13, 760, 'u["entry_4jvh4jxrdvypmtwxnkt7",1795310767530,8]
{"role":"user","content":"n753"}');
INSERT INTO entries VALUES (13, 761, 'u["entry_yvq92fc0af7abzg9pk85",1795310767530,8]
{"role":"user","content":"n754"}');
INSERT INTO entries VALUES (13, 762, 'u["entry_jjjnb2p14ntc80x7963f",1795310767530,8]
{"role":"user","content":"n755"}');
INSERT INTO entries VALUES (13, 763, 'u["entry_6md2n85jgfvp91r2p4aj",1795310767530,8]
{"role":"user","content":"n756"}');
INSERT INTO entries VALUES (13, 764, 'u["entry_n47q3hk1mssx7hcps05p",1795310767530,8]
{"role":"user","content":"n757"}');
INSERT INTO entries VALUES (13, 765, 'u["entry_y6532d4qdp87q78y4ax1",1795310767530,8]
{"role":"user","content":"n758"}');
INSERT INTO entries VALUES (13, 766, 'u["entry_jm3hzc30apadb3sgvgq8",1795310767530,8]
{"role":"user","content":"n759"}');
INSERT INTO entries VALUES (13, 767, 'u["entry_cswyvhaxshy5azeck705",1795310767530,8]
{"role":"user","content":"n760"}');
INSERT INTO entries VALUES (13, 768, 'u["entry_8p5ea5taeh81412xdnvf",1795310767530,8]
{"role":"user","content":"n761"}');
INSERT INTO entries VALUES (13, 769, 'u["entry_ze3tajp1cda9k92mvrhx",1795310767530,8]
{"role":"user","content":"n762"}');
INSERT INTO entries VALUES (13, 770, 'u["entry_ap53d9ha1dk5yj483n75",1795310767530,8]
{"role":"user","content":"n763"}');
INSERT INTO entries VALUES (13, 771, 'u["entry_s4qspnst3yxyj1tcped3",1795310767530,8]
{"role":"user","content":"n764"}');
INSERT INTO entries VALUES (13, 772, 'u["entry_t2b0bj96p28ss841jx2q",1795310767530,8]
{"role":"user","content":"n765"}');
INSERT INTO entries VALUES (13, 773, 'u["entry_arqd19myk9nfe7j1t20n",1795310767530,8]
{"role":"user","content":"n766"}');
INSERT INTO entries VALUES (13, 774, 'u["entry_wtgef2fqh868vej80tbd",1795310767530,8]
{"role":"user","content":"n767"}');
INSERT INTO entries VALUES (13, 775, 'u["entry_dcfy458wgvyf4sy7p4d4",1795310767530,8]
{"role":"user","content":"n768"}');
INSERT INTO entries VALUES (13, 776, 'u["entry_zb6bkcfk8e5bgrbwywvc",1795310767530,8]
{"role":"user","content":"n769"}');
INSERT INTO entries VALUES (13, 777, 'u["entry_amdj7p0wecd72zsmt79p",1795310767530,8]
{"role":"user","content":"n770"}');
INSERT INTO entries VALUES (13, 778, 'u["entry_6jh471824f692z8nmbdp",1795310767530,8]
{"role":"user","content":"n771"}');
INSERT INTO entries VALUES (13, 779, 'u["entry_hm4z5f1xteky9mppp5t4",1795310767530,8]
{"role":"user","content":"n772"}');
INSERT INTO entries VALUES (13, 780, 'u["entry_bkjjf75age8vt6fxrste",1795310767530,8]
{"role":"user","content":"n773"}');
INSERT INTO entries VALUES (13, 781, 'u["entry_ksbp5w31qqm85pfk9may",1795310767530,8]
{"role":"user","content":"n774"}');
INSERT INTO entries VALUES (13, 782, 'u["entry_fe6ktyhmxarz98gxcst0",1795310767530,8]
{"role":"user","content":"n775"}');
INSERT INTO entries VALUES (13, 783, 'u["entry_tgmm8cmdec8x97qs6yyt",1795310767530,8]
{"role":"user","content":"n776"}');
INSERT INTO entries VALUES (13, 784, 'u["entry_pxp86g9zabx19890a9zb",1795310767530,8]
{"role":"user","content":"n777"}');
INSERT INTO entries VALUES (13, 785, 'u["entry_5dx11e3mw73n7fqd3bsd",1795310767530,8]
{"role":"user","content":"n778"}');
INSERT INTO entries VALUES (13, 786, 'u["entry_60xkgcqb2vgr9ddyxzb4",1795310767530,8]
{"role":"user","content":"n779"}');
INSERT INTO entries VALUES (13, 787, 'u["entry_mxtyxsj4nrjq8sw2s92t",1795310767530,8]
{"role":"user","content":"n780"}');
INSERT INTO entries VALUES (13, 788, 'u["entry_9jh8m40h8ggmjc8a37d5",1795310767530,8]
{"role":"user","content":"n781"}');
INSERT INTO entries VALUES (13, 789, 'u["entry_1as3dzs3xjetmvyrfnk1",1795310767530,8]
{"role":"user","content":"n782"}');
INSERT INTO entries VALUES (13, 790, 'u["entry_mkqccx7h81t23tknvwym",1795310767530,8]
{"role":"user","content":"n783"}');
INSERT INTO entries VALUES (13, 791, 'u["entry_p1c1rtvaykxsv4k7q8sz",1795310767530,8]
{"role":"user","content":"n784"}');
INSERT INTO entries VALUES (13, 792, 'u["entry_renz090qj78ryvnmn34p",1795310767530,8]
{"role":"user","content":"n785"}');
INSERT INTO entries VALUES (13, 793, 'u["entry_1ezqek5pghqcc9zm5n4c",1795310767530,8]
{"role":"user","content":"n786"}');
INSERT INTO entries VALUES (13, 794, 'u["entry_w0v82vy1ttbdgng2kkk0",1795310767530,8]
{"role":"user","content":"n787"}');
INSERT INTO entries VALUES (13, 795, 'u["entry_71xz4jwdv7450q55t6rc",1795310767530,8]
{"role":"user","content":"n788"}');
INSERT INTO entries VALUES (13, 796, 'u["entry_yz762mxgcz77bbcn832c",1795310767530,8]
{"role":"user","content":"n789"}');
INSERT INTO entries VALUES (13, 797, 'u["entry_5w40hpv6fv69fgcbhqhr",1795310767530,8]
{"role":"user","content":"n790"}');
INSERT INTO entries VALUES (13, 798, 'u["entry_b8q0dwy77t4skvf92hvy",1795310767530,8]
{"role":"user","content":"n791"}');
INSERT INTO entries VALUES (13, 799, 'u["entry_htpdgqz7sz66d2pbsa30",1795310767530,8]
{"role":"user","content":"n792"}');
INSERT INTO entries VALUES (13, 800, 'u["entry_7t50589ctk3309q5vkq2",1795310767530,8]
{"role":"user","content":"n793"}');
INSERT INTO entries VALUES (13, 801, 'u["entry_1sre3vkbv1dpz0fy229d",1795310767530,8]
{"role":"user","content":"n794"}');
INSERT INTO entries VALUES (13, 802, 'u["entry_c7fbcvqfk3qnwqaj0cvx",1795310767530,8]
{"role":"user","content":"n795"}');
INSERT INTO entries VALUES (13, 803, 'u["entry_ahdyxz93dghkfdyffy7s",1795310767530,8]
{"role":"user","content":"n796"}');
INSERT INTO entries VALUES (13, 804, 'u["entry_hjqr1dhaegdyg1d88yr5",1795310767530,8]
{"role":"user","content":"n797"}');
INSERT INTO entries VALUES (13, 805, 'u["entry_cv03wmkg22y5qgwbc6rm",1795310767530,8]
{"role":"user","content":"n798"}');
INSERT INTO entries VALUES (13, 806, 'u["entry_dddxgemft367qcjw16c2",1795310767530,8]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 807, 'a["entry_3vby7xbct8xw07982q52",1795310767534,8,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 808, 'u["entry_d3rm5409x04hxk8r1r2t",1795310767536,9]
{"role":"user","content":"n800"}');
INSERT INTO entries VALUES (13, 809, 'u["entry_xpv827fvkrngegpfd1d0",1795310767536,9]
{"role":"user","content":"n801"}');
INSERT INTO entries VALUES (13, 810, 'u["entry_15tqb2thssdcv7xp2c1x",1795310767536,9]
{"role":"user","content":"n802"}');
INSERT INTO entries VALUES (13, 811, 'u["entry_j4sq8ya658wcvkq7tgvd",1795310767536,9]
{"role":"user","content":"n803"}');
INSERT INTO entries VALUES (13, 812, 'u["entry_rvgz8qjrrjdbvvmqmdm7",1795310767536,9]
{"role":"user","content":"n804"}');
INSERT INTO entries VALUES (13, 813, 'u["entry_ny4cv0nrs54v03y5kmma",1795310767536,9]
{"role":"user","content":"n805"}');
INSERT INTO entries VALUES (13, 814, 'u["entry_df96sh0dgcxnpppgadcb",1795310767536,9]
{"role":"user","content":"n806"}');
INSERT INTO entries VALUES (13, 815, 'u["entry_jn4yrndqwfgj392ngwjk",1795310767536,9]
{"role":"user","content":"n807"}');
INSERT INTO entries VALUES (13, 816, 'u["entry_c60k2kt7agxbap8vv88d",1795310767536,9]
{"role":"user","content":"n808"}');
INSERT INTO entries VALUES (13, 817, 'u["entry_fp6k774fxkea34ny0kws",1795310767536,9]
{"role":"user","content":"n809"}');
INSERT INTO entries VALUES (13, 818, 'u["entry_crrhewchdt0v42e51w2a",1795310767536,9]
{"role":"user","content":"n810"}');
INSERT INTO entries VALUES (13, 819, 'u["entry_jy4pabnd16tmpxvfcd0t",1795310767536,9]
{"role":"user","content":"n811"}');
INSERT INTO entries VALUES (13, 820, 'u["entry_pmnnmz7hwq8nxp3gk9rw",1795310767536,9]
{"role":"user","content":"n812"}');
INSERT INTO entries VALUES (13, 821, 'u["entry_m6rtag4rbm5k061gr5sy",1795310767536,9]
{"role":"user","content":"n813"}');
INSERT INTO entries VALUES (13, 822, 'u["entry_hez8kjf3r2nn0dz83mgc",1795310767536,9]
{"role":"user","content":"n814"}');
INSERT INTO entries VALUES (13, 823, 'u["entry_h6mt0nad5agjbczzeknv",1795310767536,9]
{"role":"user","content":"n815"}');
INSERT INTO entries VALUES (13, 824, 'u["entry_6psfzctyhkv1acpsbeq7",1795310767536,9]
{"role":"user","content":"n816"}');
INSERT INTO entries VALUES (13, 825, 'u["entry_ycqp1ed2x6b33gb7v40n",1795310767536,9]
{"role":"user","content":"n817"}');
INSERT INTO entries VALUES (13, 826, 'u["entry_r5pchpmsnkfw9arejze1",1795310767536,9]
{"role":"user","content":"n818"}');
INSERT INTO entries VALUES (13, 827, 'u["entry_k8ycywsjjdg01dxyhvpx",1795310767536,9]
{"role":"user","content":"n819"}');
INSERT INTO entries VALUES (13, 828, 'u["entry_nj6fkkptj5qkr3dc055a",1795310767536,9]
{"role":"user","content":"n820"}');
INSERT INTO entries VALUES (13, 829, 'u["entry_0td3bq7cm5r059prhgvh",1795310767536,9]
{"role":"user","content":"n821"}');
INSERT INTO entries VALUES (13, 830, 'u["entry_5p8c55qb8qns8wcksdac",1795310767536,9]
{"role":"user","content":"n822"}');
INSERT INTO entries VALUES (13, 831, 'u["entry_zvwd76va481fcn05byxk",1795310767536,9]
{"role":"user","content":"n823"}');
INSERT INTO entries VALUES (13, 832, 'u["entry_esgv5e8z3khsr4j5bgz4",1795310767536,9]
{"role":"user","content":"n824"}');
INSERT INTO entries VALUES (13, 833, 'u["entry_ek5dfxshr4wdtxfp4f88",1795310767536,9]
{"role":"user","content":"n825"}');
INSERT INTO entries VALUES (13, 834, 'u["entry_sbfxh2qyk93m53e9qjny",1795310767536,9]
{"role":"user","content":"n826"}');
INSERT INTO entries VALUES (13, 835, 'u["entry_n8tvapmyz9qat739spt8",1795310767536,9]
{"role":"user","content":"n827"}');
INSERT INTO entries VALUES (13, 836, 'u["entry_p4q9rn6cw1ymfb2ar5xn",1795310767536,9]
{"role":"user","content":"n828"}');
INSERT INTO entries VALUES (13, 837, 'u["entry_yknmyadhcaswc9k6xcht",1795310767536,9]
{"role":"user","content":"n829"}');
INSERT INTO entries VALUES (13, 838, 'u["entry_h0dncp916rthzd51pjs1",1795310767536,9]
{"role":"user","content":"n830"}');
INSERT INTO entries VALUES (13, 839, 'u["entry_zgxweksq59aydskcjk3b",1795310767536,9]
{"role":"user","content":"n831"}');
INSERT INTO entries VALUES (13, 840, 'u["entry_5e1n52dbfsngmnerzsdv",1795310767536,9]
{"role":"user","content":"n832"}');
INSERT INTO entries VALUES (13, 841, 'u["entry_qb5fh0kqsrzfex674v3c",1795310767536,9]
{"role":"user","content":"n833"}');
INSERT INTO entries VALUES (13, 842, 'u["entry_jatmwxswf9sg5n49yhw6",1795310767536,9]
{"role":"user","content":"n834"}');
INSERT INTO entries VALUES (13, 843, 'u["entry_aqad5e7kv37hszc3zqjr",1795310767536,9]
{"role":"user","content":"n835"}');
INSERT INTO entries VALUES (13, 844, 'u["entry_bwakj3xt3stx9ak7xhg7",1795310767536,9]
{"role":"user","content":"n836"}');
INSERT INTO entries VALUES (13, 845, 'u["entry_gc52pca1ypq3nr7t4t18",1795310767536,9]
{"role":"user","content":"n837"}');
INSERT INTO entries VALUES (13, 846, 'u["entry_kz9q2jtck8hbb1tmyhhy",1795310767536,9]
{"role":"user","content":"n838"}');
INSERT INTO entries VALUES (13, 847, 'u["entry_0e5pq73tfapnp0m2mbcp",1795310767536,9]
{"role":"user","content":"n839"}');
INSERT INTO entries VALUES (13, 848, 'u["entry_pscmkm2bf7qa777g6n56",1795310767536,9]
{"role":"user","content":"n840"}');
INSERT INTO entries VALUES (13, 849, 'u["entry_x7hv01wqkxmgykypqq3e",1795310767536,9]
{"role":"user","content":"n841"}');
INSERT INTO entries VALUES (13, 850, 'u["entry_6s1c6n7zkftdtrn08vr2",1795310767536,9]
{"role":"user","content":"n842"}');
INSERT INTO entries VALUES (13, 851, 'u["entry_6j7zphx3svhgs70v4xan",1795310767536,9]
{"role":"user","content":"n843"}');
INSERT INTO entries VALUES (13, 852, 'u["entry_qst29prw9asr29b19vjw",1795310767536,9]
{"role":"user","content":"n844"}');
INSERT INTO entries VALUES (13, 853, 'u["entry_7b0aac1zbczvk7bmad9d",1795310767536,9]
{"role":"user","content":"n845"}');
INSERT INTO entries VALUES (13, 854, 'u["entry_89dag2m9a1979w0bmyax",1795310767536,9]
{"role":"user","content":"n846"}');
INSERT INTO entries VALUES (13, 855, 'u["entry_8f8vwmwxsnxzd42zppar",1795310767536,9]
{"role":"user","content":"n847"}');
INSERT INTO entries VALUES (13, 856, 'u["entry_fdq4c7azky66x1qsjr10",1795310767536,9]
{"role":"user","content":"n848"}');
INSERT INTO entries VALUES (13, 857, 'u["entry_7eztw912tz5zr60hxjch",1795310767536,9]
{"role":"user","content":"n849"}');
INSERT INTO entries VALUES (13, 858, 'u["entry_75z2fmctdxee6p2zm4h8",1795310767536,9]
{"role":"user","content":"n850"}');
INSERT INTO entries VALUES (13, 859, 'u["entry_dmjd4cnh6888am4v4n1g",1795310767536,9]
{"role":"user","content":"n851"}');
INSERT INTO entries VALUES (13, 860, 'u["entry_jbtf524ybyz3fwydx4mk",1795310767536,9]
{"role":"user","content":"n852"}');
INSERT INTO entries VALUES (13, 861, 'u["entry_3x9fe9583jcbkf8cgbqc",1795310767536,9]
{"role":"user","content":"n853"}');
INSERT INTO entries VALUES (13, 862, 'u["entry_rh1nbkss8mpq41wt5tf7",1795310767536,9]
{"role":"user","content":"n854"}');
INSERT INTO entries VALUES (13, 863, 'u["entry_xg2phs7j44f5bt2v6mz8",1795310767536,9]
{"role":"user","content":"n855"}');
INSERT INTO entries VALUES (13, 864, 'u["entry_v76nwmaxqc91zwpyym8g",1795310767536,9]
{"role":"user","content":"n856"}');
INSERT INTO entries VALUES (13, 865, 'u["entry_kcrzcs687pcfk6097haj",1795310767536,9]
{"role":"user","content":"n857"}');
INSERT INTO entries VALUES (13, 866, 'u["entry_5vwgm043xj7xg276mmzc",1795310767536,9]
{"role":"user","content":"n858"}');
INSERT INTO entries VALUES (13, 867, 'u["entry_rawvqbjm7nw1snd0zc8y",1795310767536,9]
{"role":"user","content":"n859"}');
INSERT INTO entries VALUES (13, 868, 'u["entry_5yesr13bhx8b1vz1hw56",1795310767536,9]
{"role":"user","content":"n860"}');
INSERT INTO entries VALUES (13, 869, 'u["entry_ybfdt35q08yt229fxg85",1795310767536,9]
{"role":"user","content":"n861"}');
INSERT INTO entries VALUES (13, 870, 'u["entry_gyw098bq5vsf64dkbt6a",1795310767536,9]
{"role":"user","content":"n862"}');
INSERT INTO entries VALUES (13, 871, 'u["entry_ynbp7qw07ysf54h7byn0",1795310767536,9]
{"role":"user","content":"n863"}');
INSERT INTO entries VALUES (13, 872, 'u["entry_5pf1y8apkanm2wn9rrt2",1795310767536,9]
{"role":"user","content":"n864"}');
INSERT INTO entries VALUES (13, 873, 'u["entry_7ahwebm7br2azjvxx8dy",1795310767536,9]
{"role":"user","content":"n865"}');
INSERT INTO entries VALUES (13, 874, 'u["entry_05rmcyphtj90e61ffc7v",1795310767536,9]
{"role":"user","content":"n866"}');
INSERT INTO entries VALUES (13, 875, 'u["entry_ggs5q0t8c4x4zr8a1cyr",1795310767536,9]
{"role":"user","content":"n867"}');
INSERT INTO entries VALUES (13, 876, 'u["entry_7w2hgqmey8k4hdkddbgb",1795310767536,9]
{"role":"user","content":"n868"}');
INSERT INTO entries VALUES (13, 877, 'u["entry_xjq3ks48p6g9fcv6cszc",1795310767536,9]
{"role":"user","content":"n869"}');
INSERT INTO entries VALUES (13, 878, 'u["entry_mzmv4esndqzse85098b8",1795310767536,9]
{"role":"user","content":"n870"}');
INSERT INTO entries VALUES (13, 879, 'u["entry_c1vxrkgxxnvb8w1rczef",1795310767536,9]
{"role":"user","content":"n871"}');
INSERT INTO entries VALUES (13, 880, 'u["entry_p7kfr0swvy3h5st0nfb1",1795310767536,9]
{"role":"user","content":"n872"}');
INSERT INTO entries VALUES (13, 881, 'u["entry_31fdp8b4y543t8ckqj0d",1795310767536,9]
{"role":"user","content":"n873"}');
INSERT INTO entries VALUES (13, 882, 'u["entry_snx42dx8ya2ye4f2wye1",1795310767536,9]
{"role":"user","content":"n874"}');
INSERT INTO entries VALUES (13, 883, 'u["entry_jbq9888fnmx521bdtmcg",1795310767536,9]
{"role":"user","content":"n875"}');
INSERT INTO entries VALUES (13, 884, 'u["entry_6p0sm3yw9ggmapsswfvb",1795310767536,9]
{"role":"user","content":"n876"}');
INSERT INTO entries VALUES (13, 885, 'u["entry_wbv43sc6pb9r6jjygz03",1795310767536,9]
{"role":"user","content":"n877"}');
INSERT INTO entries VALUES (13, 886, 'u["entry_cnxj8wttkspfgr6bkkd2",1795310767536,9]
{"role":"user","content":"n878"}');
INSERT INTO entries VALUES (13, 887, 'u["entry_m7yfgpqx981f9yjmny8m",1795310767536,9]
{"role":"user","content":"n879"}');
INSERT INTO entries VALUES (13, 888, 'u["entry_k24e5k6zqsc7sgr89bwy",1795310767536,9]
{"role":"user","content":"n880"}');
INSERT INTO entries VALUES (13, 889, 'u["entry_4hszyzfg893rw39tsej6",1795310767536,9]
{"role":"user","content":"n881"}');
INSERT INTO entries VALUES (13, 890, 'u["entry_tcst5j8g6zzyt8ark4hn",1795310767536,9]
{"role":"user","content":"n882"}');
INSERT INTO entries VALUES (13, 891, 'u["entry_jzrd488aggq03bdkrym6",1795310767536,9]
{"role":"user","content":"n883"}');
INSERT INTO entries VALUES (13, 892, 'u["entry_03gwkwwhaf5bdvmavhkr",1795310767536,9]
{"role":"user","content":"n884"}');
INSERT INTO entries VALUES (13, 893, 'u["entry_6q9ajny8f1wnp23ezs55",1795310767536,9]
{"role":"user","content":"n885"}');
INSERT INTO entries VALUES (13, 894, 'u["entry_xwr2cs6zd8sapxz8ph49",1795310767536,9]
{"role":"user","content":"n886"}');
INSERT INTO entries VALUES (13, 895, 'u["entry_1sm3g38395zymhqnttfk",1795310767536,9]
{"role":"user","content":"n887"}');
INSERT INTO entries VALUES (13, 896, 'u["entry_nb7dqzfax83rer1s1ep2",1795310767536,9]
{"role":"user","content":"n888"}');
INSERT INTO entries VALUES (13, 897, 'u["entry_p6rc14rejwcy41enmk0v",1795310767536,9]
{"role":"user","content":"n889"}');
INSERT INTO entries VALUES (13, 898, 'u["entry_ksgr9cec5ebj438hkqyz",1795310767536,9]
{"role":"user","content":"n890"}');
INSERT INTO entries VALUES (13, 899, 'u["entry_wbdfhqt6sg22y9ne8hdc",1795310767536,9]
{"role":"user","content":"n891"}');
INSERT INTO entries VALUES (13, 900, 'u["entry_n2z1kcd19e6ksvxvqct8",1795310767536,9]
{"role":"user","content":"n892"}');
INSERT INTO entries VALUES (13, 901, 'u["entry_h94ctn9s4qj1dm6pw5q4",1795310767536,9]
{"role":"user","content":"n893"}');
INSERT INTO entries VALUES (13, 902, 'u["entry_d41qr8ttbyy5kjp84bg9",1795310767536,9]
{"role":"user","content":"n894"}');
INSERT INTO entries VALUES (13, 903, 'u["entry_pag99f08wvx1fw6s5pzx",1795310767536,9]
{"role":"user","content":"n895"}');
INSERT INTO entries VALUES (13, 904, 'u["entry_4fbztwgxd1rc8q6tgta0",1795310767536,9]
{"role":"user","content":"n896"}');
INSERT INTO entries VALUES (13, 905, 'u["entry_wx6m5mntsx2pr46vbms2",1795310767536,9]
{"role":"user","content":"n897"}');
INSERT INTO entries VALUES (13, 906, 'u["entry_yk24yy4qxf47q4qzjqep",1795310767536,9]
{"role":"user","content":"n898"}');
INSERT INTO entries VALUES (13, 907, 'u["entry_azf41bp6w5m2e28vcn2m",1795310767536,9]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 908, 'a["entry_jyn34kkaj9stt5zzdepg",1795310767540,9,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 909, 'u["entry_tf6j8x2zqkw6rbywharj",1795310767542,10]
{"role":"user","content":"n900"}');
INSERT INTO entries VALUES (13, 910, 'u["entry_b2beerrgdnhx26zmhgtq",1795310767542,10]
{"role":"user","content":"n901"}');
INSERT INTO entries VALUES (13, 911, 'u["entry_wmm8y6gbdm86wej4c11n",1795310767542,10]
{"role":"user","content":"n902"}');
INSERT INTO entries VALUES (13, 912, 'u["entry_n63e9a97855zdfqpqa1q",1795310767542,10]
{"role":"user","content":"n903"}');
INSERT INTO entries VALUES (13, 913, 'u["entry_gc3sz0nmehhtky8ewetp",1795310767542,10]
{"role":"user","content":"n904"}');
INSERT INTO entries VALUES (13, 914, 'u["entry_0vjqdc594jdbe8nrgqm3",1795310767542,10]
{"role":"user","content":"n905"}');
INSERT INTO entries VALUES (13, 915, 'u["entry_pb5c9nh1mp08tdxb8n41",1795310767542,10]
{"role":"user","content":"n906"}');
INSERT INTO entries VALUES (13, 916, 'u["entry_78q26hb9xbr4qrb5093d",1795310767542,10]
{"role":"user","content":"n907"}');
INSERT INTO entries VALUES (13, 917, 'u["entry_1s6yc41g13rywhgg7rvs",1795310767542,10]
{"role":"user","content":"n908"}');
INSERT INTO entries VALUES (13, 918, 'u["entry_tt6jkhxpwq3cnpyxfn16",1795310767542,10]
{"role":"user","content":"n909"}');
INSERT INTO entries VALUES (13, 919, 'u["entry_9b6ygxfbnkhyyaxxacqe",1795310767542,10]
{"role":"user","content":"n910"}');
INSERT INTO entries VALUES (13, 920, 'u["entry_sdaenrjx1r39qr971eg7",1795310767542,10]
{"role":"user","content":"n911"}');
INSERT INTO entries VALUES (13, 921, 'u["entry_cn56ym1cfeqhwgkt5pfx",1795310767542,10]
{"role":"user","content":"n912"}');
INSERT INTO entries VALUES (13, 922, 'u["entry_jgx06g13asx7rzfeg6tg",1795310767542,10]
{"role":"user","content":"n913"}');
INSERT INTO entries VALUES (13, 923, 'u["entry_0g9dd773ydwdf7vfpage",1795310767542,10]
{"role":"user","content":"n914"}');
INSERT INTO entries VALUES (13, 924, 'u["entry_5r81zwp00rhb7cvycxg6",1795310767542,10]
{"role":"user","content":"n915"}');
INSERT INTO entries VALUES (13, 925, 'u["entry_3tag0y8e0hndrmy346mq",1795310767542,10]
{"role":"user","content":"n916"}');
INSERT INTO entries VALUES (13, 926, 'u["entry_2t03ka9147vjxp4wzg0n",1795310767542,10]
{"role":"user","content":"n917"}');
INSERT INTO entries VALUES (13, 927, 'u["entry_07j34rkqg2t7ws4d23nf",1795310767542,10]
{"role":"user","content":"n918"}');
INSERT INTO entries VALUES (13, 928, 'u["entry_br83zkxsmpbyn78qvgwy",1795310767542,10]
{"role":"user","content":"n919"}');
INSERT INTO entries VALUES (13, 929, 'u["entry_mgbwj05d59zgx5v4kntc",1795310767542,10]
{"role":"user","content":"n920"}');
INSERT INTO entries VALUES (13, 930, 'u["entry_ejdekgfs57n5gc1pm5jj",1795310767542,10]
{"role":"user","content":"n921"}');
INSERT INTO entries VALUES (13, 931, 'u["entry_wmz2wzhwhaeg5rbqty5w",1795310767542,10]
{"role":"user","content":"n922"}');
INSERT INTO entries VALUES (13, 932, 'u["entry_85ygxb81d14jx8y6jg6g",1795310767542,10]
{"role":"user","content":"n923"}');
INSERT INTO entries VALUES (13, 933, 'u["entry_tj2ryz5f9qv7cmdkm5h9",1795310767542,10]
{"role":"user","content":"n924"}');
INSERT INTO entries VALUES (13, 934, 'u["entry_m8vzgpr16dy1npm8nwt7",1795310767542,10]
{"role":"user","content":"n925"}');
INSERT INTO entries VALUES (13, 935, 'u["entry_jgkyf4h7ahtgnx1j37mw",1795310767542,10]
{"role":"user","content":"n926"}');
INSERT INTO entries VALUES (13, 936, 'u["entry_n5q7093exp6y0f3nmk5z",1795310767542,10]
{"role":"user","content":"n927"}');
INSERT INTO entries VALUES (13, 937, 'u["entry_mz8j4pcyr1pq2hax2zcx",1795310767542,10]
{"role":"user","content":"n928"}');
INSERT INTO entries VALUES (13, 938, 'u["entry_m3th6495ygwd816zyqef",1795310767542,10]
{"role":"user","content":"n929"}');
INSERT INTO entries VALUES (13, 939, 'u["entry_gjh86m1mzyqgt93966mk",1795310767542,10]
{"role":"user","content":"n930"}');
INSERT INTO entries VALUES (13, 940, 'u["entry_88shgmharvpexx9f1zwy",1795310767542,10]
{"role":"user","content":"n931"}');
INSERT INTO entries VALUES (13, 941, 'u["entry_y29a0vtwe00n4v9fjnej",1795310767542,10]
{"role":"user","content":"n932"}');
INSERT INTO entries VALUES (13, 942, 'u["entry_h49t8mx4ztssr87w3pfq",1795310767542,10]
{"role":"user","content":"n933"}');
INSERT INTO entries VALUES (13, 943, 'u["entry_9c0wfty9ps969225n92q",1795310767542,10]
{"role":"user","content":"n934"}');
INSERT INTO entries VALUES (13, 944, 'u["entry_6gegsme64ssk2jhh70gv",1795310767542,10]
{"role":"user","content":"n935"}');
INSERT INTO entries VALUES (13, 945, 'u["entry_840ahvdbw64yxgx9nq4j",1795310767542,10]
{"role":"user","content":"n936"}');
INSERT INTO entries VALUES (13, 946, 'u["entry_p04tca68tvfm7k9y3hn3",1795310767542,10]
{"role":"user","content":"n937"}');
INSERT INTO entries VALUES (13, 947, 'u["entry_4vyy8d5r6rqdakzmbysg",1795310767542,10]
{"role":"user","content":"n938"}');
INSERT INTO entries VALUES (13, 948, 'u["entry_4gk33kwx26bww0qgv6qc",1795310767542,10]
{"role":"user","content":"n939"}');
INSERT INTO entries VALUES (13, 949, 'u["entry_yc0cdtkz5arw23srkbxy",1795310767542,10]
{"role":"user","content":"n940"}');
INSERT INTO entries VALUES (13, 950, 'u["entry_yktyjx08ytjr5czyqyzn",1795310767542,10]
{"role":"user","content":"n941"}');
INSERT INTO entries VALUES (13, 951, 'u["entry_30czjfp4b2bc1md1f57j",1795310767542,10]
{"role":"user","content":"n942"}');
INSERT INTO entries VALUES (13, 952, 'u["entry_1wyw0gfs79e9xrtv0b0w",1795310767542,10]
{"role":"user","content":"n943"}');
INSERT INTO entries VALUES (13, 953, 'u["entry_d2nhgn7dc84aws7s80cd",1795310767542,10]
{"role":"user","content":"n944"}');
INSERT INTO entries VALUES (13, 954, 'u["entry_apmv1etaqvpgbcavc2bv",1795310767542,10]
{"role":"user","content":"n945"}');
INSERT INTO entries VALUES (13, 955, 'u["entry_dnhy932dda8jre4dd41h",1795310767542,10]
{"role":"user","content":"n946"}');
INSERT INTO entries VALUES (13, 956, 'u["entry_e658kq4ewy1bks94b6eh",1795310767542,10]
{"role":"user","content":"n947"}');
INSERT INTO entries VALUES (13, 957, 'u["entry_hw01gcmf10ra69krxfw3",1795310767542,10]
{"role":"user","content":"n948"}');
INSERT INTO entries VALUES (13, 958, 'u["entry_tcdjbw67bkx44yaxcm7g",1795310767542,10]
{"role":"user","content":"n949"}');
INSERT INTO entries VALUES (13, 959, 'u["entry_yztmwtp4tqrknzwvhx6f",1795310767542,10]
{"role":"user","content":"n950"}');
INSERT INTO entries VALUES (13, 960, 'u["entry_g5pk6282jv5t3ahxrn5r",1795310767542,10]
{"role":"user","content":"n951"}');
INSERT INTO entries VALUES (13, 961, 'u["entry_mvt1vszwa6v82r5sfakw",1795310767542,10]
{"role":"user","content":"n952"}');
INSERT INTO entries VALUES (13, 962, 'u["entry_zagjacvma9f9rnb5cn2c",1795310767542,10]
{"role":"user","content":"n953"}');
INSERT INTO entries VALUES (13, 963, 'u["entry_q75srerhc2an8270kke6",1795310767542,10]
{"role":"user","content":"n954"}');
INSERT INTO entries VALUES (13, 964, 'u["entry_basze4xt2pkger5dc8tp",1795310767542,10]
{"role":"user","content":"n955"}');
INSERT INTO entries VALUES (13, 965, 'u["entry_vazm4yhza7kac7qzwybf",1795310767542,10]
{"role":"user","content":"n956"}');
INSERT INTO entries VALUES (13, 966, 'u["entry_431bhr8m8c18pvf5jc8e",1795310767542,10]
{"role":"user","content":"n957"}');
INSERT INTO entries VALUES (13, 967, 'u["entry_14k11nkcxr0rt79k00p3",1795310767542,10]
{"role":"user","content":"n958"}');
INSERT INTO entries VALUES (13, 968, 'u["entry_gs8hc2zqxckzrt8ghwhy",1795310767542,10]
{"role":"user","content":"n959"}');
INSERT INTO entries VALUES (13, 969, 'u["entry_xsn35qnkvanbw53xhmtm",1795310767542,10]
{"role":"user","content":"n960"}');
INSERT INTO entries VALUES (13, 970, 'u["entry_7y67adrw3a45npj05yaj",1795310767542,10]
{"role":"user","content":"n961"}');
INSERT INTO entries VALUES (13, 971, 'u["entry_w3w6py85bf21x4b4a9hc",1795310767542,10]
{"role":"user","content":"n962"}');
INSERT INTO entries VALUES (13, 972, 'u["entry_qem1r0x13h36w45j8w53",1795310767542,10]
{"role":"user","content":"n963"}');
INSERT INTO entries VALUES (13, 973, 'u["entry_w0tzwytwcn09zaycqcxe",1795310767542,10]
{"role":"user","content":"n964"}');
INSERT INTO entries VALUES (13, 974, 'u["entry_gx6ed9e940gzp0amv2g6",1795310767542,10]
{"role":"user","content":"n965"}');
INSERT INTO entries VALUES (13, 975, 'u["entry_xxnjpfrc8v9tjkzrcv1v",1795310767542,10]
{"role":"user","content":"n966"}');
INSERT INTO entries VALUES (13, 976, 'u["entry_pp95ycwdtdhfsgx6ed2p",1795310767542,10]
{"role":"user","content":"n967"}');
INSERT INTO entries VALUES (13, 977, 'u["entry_8dnrqpkmhxtvwejyar2e",1795310767542,10]
{"role":"user","content":"n968"}');
INSERT INTO entries VALUES (13, 978, 'u["entry_d0jnm0q7tegsymyh23dp",1795310767542,10]
{"role":"user","content":"n969"}');
INSERT INTO entries VALUES (13, 979, 'u["entry_3sm2vcebypj2k27b2dp9",1795310767542,10]
{"role":"user","content":"n970"}');
INSERT INTO entries VALUES (13, 980, 'u["entry_2kc6tp35ytvda3q4dm47",1795310767542,10]
{"role":"user","content":"n971"}');
INSERT INTO entries VALUES (13, 981, 'u["entry_p0j3j2ztsa2b1g3qaez4",1795310767542,10]
{"role":"user","content":"n972"}');
INSERT INTO entries VALUES (13, 982, 'u["entry_xy6ystw3v12y67wd7gv7",1795310767542,10]
{"role":"user","content":"n973"}');
INSERT INTO entries VALUES (13, 983, 'u["entry_qc30491e91z2evczym38",1795310767542,10]
{"role":"user","content":"n974"}');
INSERT INTO entries VALUES (13, 984, 'u["entry_1jyh697z7908782bpqz0",1795310767542,10]
{"role":"user","content":"n975"}');
INSERT INTO entries VALUES (13, 985, 'u["entry_ap226r40d3d89kv33aq5",1795310767542,10]
{"role":"user","content":"n976"}');
INSERT INTO entries VALUES (13, 986, 'u["entry_ceczfr6c0rcmk57syp8t",1795310767542,10]
{"role":"user","content":"n977"}');
INSERT INTO entries VALUES (13, 987, 'u["entry_sdj2p02dzyrna4xm959x",1795310767542,10]
{"role":"user","content":"n978"}');
INSERT INTO entries VALUES (13, 988, 'u["entry_zqh4ejazxzsvahrzm4yt",1795310767542,10]
{"role":"user","content":"n979"}');
INSERT INTO entries VALUES (13, 989, 'u["entry_vytbt2re4hkv5tz0preg",1795310767542,10]
{"role":"user","content":"n980"}');
INSERT INTO entries VALUES (13, 990, 'u["entry_hvtxvzckcjajk05cf2hy",1795310767542,10]
{"role":"user","content":"n981"}');
INSERT INTO entries VALUES (13, 991, 'u["entry_dps4hbq5kqzk79ztx9fe",1795310767542,10]
{"role":"user","content":"n982"}');
INSERT INTO entries VALUES (13, 992, 'u["entry_egmhe87j97vb7pdwjb3p",1795310767542,10]
{"role":"user","content":"n983"}');
INSERT INTO entries VALUES (13, 993, 'u["entry_gaxj3r9yxhpxc4gqwbx5",1795310767542,10]
{"role":"user","content":"n984"}');
INSERT INTO entries VALUES (13, 994, 'u["entry_aex0v51rrgmxf0qbyxwv",1795310767542,10]
{"role":"user","content":"n985"}');
INSERT INTO entries VALUES (13, 995, 'u["entry_p9vwpryapc3rx1h4efwz",1795310767542,10]
{"role":"user","content":"n986"}');
INSERT INTO entries VALUES (13, 996, 'u["entry_r30q9tc7d2d2khpqs90w",1795310767542,10]
{"role":"user","content":"n987"}');
INSERT INTO entries VALUES (13, 997, 'u["entry_esmkdyfdsfstefyh825r",1795310767542,10]
{"role":"user","content":"n988"}');
INSERT INTO entries VALUES (13, 998, 'u["entry_k03c7n5pk1rkxtcthy5b",1795310767542,10]
{"role":"user","content":"n989"}');
INSERT INTO entries VALUES (13, 999, 'u["entry_x899kg7bcpzr1tjhn10a",1795310767542,10]
{"role":"user","content":"n990"}');
INSERT INTO entries VALUES (13, 1000, 'u["entry_07bb7f1qv6vjcbyfcvz2",1795310767542,10]
{"role":"user","content":"n991"}');
INSERT INTO entries VALUES (13, 1001, 'u["entry_sq3ypd114y6sch8cn5we",1795310767542,10]
{"role":"user","content":"n992"}');
INSERT INTO entries VALUES (13, 1002, 'u["entry_1tre55qvxsmqsdy5ye76",1795310767542,10]
{"role":"user","content":"n993"}');
INSERT INTO entries VALUES (13, 1003, 'u["entry_t6f4ms4gw9j997ewvwtx",1795310767542,10]
{"role":"user","content":"n994"}');
INSERT INTO entries VALUES (13, 1004, 'u["entry_1kmb9h63kjpt1j5ywa0h",1795310767542,10]
{"role":"user","content":"n995"}');
INSERT INTO entries VALUES (13, 1005, 'u["entry_tfyr9wn0y87pxjja0463",1795310767542,10]
{"role":"user","content":"n996"}');
INSERT INTO entries VALUES (13, 1006, 'u["entry_be5kprxqjt2taydh0128",1795310767542,10]
{"role":"user","content":"n997"}');
INSERT INTO entries VALUES (13, 1007, 'u["entry_k4nq9ftzemmmyqm6shbb",1795310767542,10]
{"role":"user","content":"n998"}');
INSERT INTO entries VALUES (13, 1008, 'u["entry_13gva9cdfrbrjqgk6ead",1795310767542,10]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1009, 'a["entry_8f267mrc8dahw070gs50",1795310767547,10,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1010, 'u["entry_ktcsbj8fb1zxz6frzj37",1795310767550,11]
{"role":"user","content":"n1000"}');
INSERT INTO entries VALUES (13, 1011, 'u["entry_p035nmkwyrnvjtd81f2n",1795310767550,11]
{"role":"user","content":"n1001"}');
INSERT INTO entries VALUES (13, 1012, 'u["entry_7rzf8t3bf7het2rcbrda",1795310767550,11]
{"role":"user","content":"n1002"}');
INSERT INTO entries VALUES (13, 1013, 'u["entry_sr95z9x083dqhm5x9njv",1795310767550,11]
{"role":"user","content":"n1003"}');
INSERT INTO entries VALUES (13, 1014, 'u["entry_21zf6s9cq4f8kfc39tc3",1795310767550,11]
{"role":"user","content":"n1004"}');
INSERT INTO entries VALUES (13, 1015, 'u["entry_55hh9zmne1w7gtqtade2",1795310767550,11]
{"role":"user","content":"n1005"}');
INSERT INTO entries VALUES (13, 1016, 'u["entry_sae0hzxzvvar0pqz9mcv",1795310767550,11]
{"role":"user","content":"n1006"}');
INSERT INTO entries VALUES (13, 1017, 'u["entry_a3ma4jk4bth4a5yn2y73",1795310767550,11]
{"role":"user","content":"n1007"}');
INSERT INTO entries VALUES (13, 1018, 'u["entry_82tmcg5fafy3qhf5qvna",1795310767550,11]
{"role":"user","content":"n1008"}');
INSERT INTO entries VALUES (13, 1019, 'u["entry_tbs4qjxrkn65jrhm8xpa",1795310767550,11]
{"role":"user","content":"n1009"}');
INSERT INTO entries VALUES (13, 1020, 'u["entry_env59kehpjpn427q2vgy",1795310767550,11]
{"role":"user","content":"n1010"}');
INSERT INTO entries VALUES (13, 1021, 'u["entry_h91kqhfh416q33ymf2vv",1795310767550,11]
{"role":"user","content":"n1011"}');
INSERT INTO entries VALUES (13, 1022, 'u["entry_gy5czfd33as21jf9nqq9",1795310767550,11]
{"role":"user","content":"n1012"}');
INSERT INTO entries VALUES (13, 1023, 'u["entry_fd6aa5jgb6bggzvbxhvz",1795310767550,11]
{"role":"user","content":"n1013"}');
INSERT INTO entries VALUES (13, 1024, 'u["entry_17pdy9w5mfzytpc4tka4",1795310767550,11]
{"role":"user","content":"n1014"}');
INSERT INTO entries VALUES (13, 1025, 'u["entry_q8d01jzgy7yhd87pdvyq",1795310767550,11]
{"role":"user","content":"n1015"}');
INSERT INTO entries VALUES (13, 1026, 'u["entry_4gvgc0mvga165ye7enax",1795310767550,11]
{"role":"user","content":"n1016"}');
INSERT INTO entries VALUES (13, 1027, 'u["entry_k7n16exg7q49cn03stc0",1795310767550,11]
{"role":"user","content":"n1017"}');
INSERT INTO entries VALUES (13, 1028, 'u["entry_sdwzqg0ajtqct5ag7k5d",1795310767550,11]
{"role":"user","content":"n1018"}');
INSERT INTO entries VALUES (13, 1029, 'u["entry_a193g5vse3ngvqs2snvs",1795310767550,11]
{"role":"user","content":"n1019"}');
INSERT INTO entries VALUES (13, 1030, 'u["entry_cb24pq5hkm86t2yzb374",1795310767550,11]
{"role":"user","content":"n1020"}');
INSERT INTO entries VALUES (13, 1031, 'u["entry_fhvj304nv90ac12n6bmt",1795310767550,11]
{"role":"user","content":"n1021"}');
INSERT INTO entries VALUES (13, 1032, 'u["entry_fd0cwz2k6ea043s5ky0z",1795310767550,11]
{"role":"user","content":"n1022"}');
INSERT INTO entries VALUES (13, 1033, 'u["entry_581xca1rdze88fhqk95g",1795310767550,11]
{"role":"user","content":"n1023"}');
INSERT INTO entries VALUES (13, 1034, 'u["entry_p8qycv06qmjdj33fts8t",1795310767550,11]
{"role":"user","content":"n1024"}');
INSERT INTO entries VALUES (13, 1035, 'u["entry_fsdthgx2ry328wap1ngb",1795310767550,11]
{"role":"user","content":"n1025"}');
INSERT INTO entries VALUES (13, 1036, 'u["entry_yh5zqqfhk67sxe3504pd",1795310767550,11]
{"role":"user","content":"n1026"}');
INSERT INTO entries VALUES (13, 1037, 'u["entry_sp3h4er58j0wv2h003n2",1795310767550,11]
{"role":"user","content":"n1027"}');
INSERT INTO entries VALUES (13, 1038, 'u["entry_brr3c0eb0fk819hysda1",1795310767550,11]
{"role":"user","content":"n1028"}');
INSERT INTO entries VALUES (13, 1039, 'u["entry_tt1n4hrnk7xb7n756hke",1795310767550,11]
{"role":"user","content":"n1029"}');
INSERT INTO entries VALUES (13, 1040, 'u["entry_hnrczn3b4srzf6gq7rfs",1795310767550,11]
{"role":"user","content":"n1030"}');
INSERT INTO entries VALUES (13, 1041, 'u["entry_bgz4k2695b4ymgh5n02a",1795310767550,11]
{"role":"user","content":"n1031"}');
INSERT INTO entries VALUES (13, 1042, 'u["entry_0snczcmsst9ye7cm19pn",1795310767550,11]
{"role":"user","content":"n1032"}');
INSERT INTO entries VALUES (13, 1043, 'u["entry_cgx4933py8db6trdcnhz",1795310767550,11]
{"role":"user","content":"n1033"}');
INSERT INTO entries VALUES (13, 1044, 'u["entry_d7n8hn310t9rfdgy99z2",1795310767550,11]
{"role":"user","content":"n1034"}');
INSERT INTO entries VALUES (13, 1045, 'u["entry_y13has37gsnxpyekrc5m",1795310767550,11]
{"role":"user","content":"n1035"}');
INSERT INTO entries VALUES (13, 1046, 'u["entry_dtrhj8kw0xt6pc7sbkwd",1795310767550,11]
{"role":"user","content":"n1036"}');
INSERT INTO entries VALUES (13, 1047, 'u["entry_6t0q9bgf3h4k2eksaym1",1795310767550,11]
{"role":"user","content":"n1037"}');
INSERT INTO entries VALUES (13, 1048, 'u["entry_ver3m6g6xtjwxe9z608d",1795310767550,11]
{"role":"user","content":"n1038"}');
INSERT INTO entries VALUES (13, 1049, 'u["entry_jvx89baw5jtb8jhe239v",1795310767550,11]
{"role":"user","content":"n1039"}');
INSERT INTO entries VALUES (13, 1050, 'u["entry_9v372yggd3s0e14hhkfp",1795310767550,11]
{"role":"user","content":"n1040"}');
INSERT INTO entries VALUES (13, 1051, 'u["entry_c7d69qndd64rdbc3yxdd",1795310767550,11]
{"role":"user","content":"n1041"}');
INSERT INTO entries VALUES (13, 1052, 'u["entry_gd2340pc9de77qy28yvt",1795310767550,11]
{"role":"user","content":"n1042"}');
INSERT INTO entries VALUES (13, 1053, 'u["entry_7yskkzet75w2jecdw9cy",1795310767550,11]
{"role":"user","content":"n1043"}');
INSERT INTO entries VALUES (13, 1054, 'u["entry_e6j7fsmkmk5vgpr20h97",1795310767550,11]
{"role":"user","content":"n1044"}');
INSERT INTO entries VALUES (13, 1055, 'u["entry_hmjyemxpvj6rpksvx74s",1795310767550,11]
{"role":"user","content":"n1045"}');
INSERT INTO entries VALUES (13, 1056, 'u["entry_5eb2dcbh2rxv34k01p1r",1795310767550,11]
{"role":"user","content":"n1046"}');
INSERT INTO entries VALUES (13, 1057, 'u["entry_5f2fs120wjk0wapy3sx1",1795310767550,11]
{"role":"user","content":"n1047"}');
INSERT INTO entries VALUES (13, 1058, 'u["entry_8z4qbqmz4zsgnz0k527q",1795310767550,11]
{"role":"user","content":"n1048"}');
INSERT INTO entries VALUES (13, 1059, 'u["entry_41fewr66shkn8kvd85zq",1795310767550,11]
{"role":"user","content":"n1049"}');
INSERT INTO entries VALUES (13, 1060, 'u["entry_tdn7h2vwe96fm0y7jdy7",1795310767550,11]
{"role":"user","content":"n1050"}');
INSERT INTO entries VALUES (13, 1061, 'u["entry_yspf1f4spnqmdvjbbw3v",1795310767550,11]
{"role":"user","content":"n1051"}');
INSERT INTO entries VALUES (13, 1062, 'u["entry_m2gwxsv82xgz1e7t2nk4",1795310767550,11]
{"role":"user","content":"n1052"}');
INSERT INTO entries VALUES (13, 1063, 'u["entry_qgqz64qajjyjv8rxajvj",1795310767550,11]
{"role":"user","content":"n1053"}');
INSERT INTO entries VALUES (13, 1064, 'u["entry_dt9nhx2zjsb0gmtnm65x",1795310767550,11]
{"role":"user","content":"n1054"}');
INSERT INTO entries VALUES (13, 1065, 'u["entry_1jzrsnjdds15h1xh9s3s",1795310767550,11]
{"role":"user","content":"n1055"}');
INSERT INTO entries VALUES (13, 1066, 'u["entry_3qw5fgzzrn0mmhamjsq1",1795310767550,11]
{"role":"user","content":"n1056"}');
INSERT INTO entries VALUES (13, 1067, 'u["entry_czpx103yv0b05g8jg774",1795310767550,11]
{"role":"user","content":"n1057"}');
INSERT INTO entries VALUES (13, 1068, 'u["entry_r6pcr8vav6qm2knq4s8a",1795310767550,11]
{"role":"user","content":"n1058"}');
INSERT INTO entries VALUES (13, 1069, 'u["entry_s42v9ep1eah96vzx7gbk",1795310767550,11]
{"role":"user","content":"n1059"}');
INSERT INTO entries VALUES (13, 1070, 'u["entry_aftbscnp85ja8xx57pz9",1795310767550,11]
{"role":"user","content":"n1060"}');
INSERT INTO entries VALUES (13, 1071, 'u["entry_9g4tbmh353xtmw407256",1795310767550,11]
{"role":"user","content":"n1061"}');
INSERT INTO entries VALUES (13, 1072, 'u["entry_9hm5cyy81dak0rn4q7xe",1795310767550,11]
{"role":"user","content":"n1062"}');
INSERT INTO entries VALUES (13, 1073, 'u["entry_dsx1g7pd1dxs055z5my6",1795310767550,11]
{"role":"user","content":"n1063"}');
INSERT INTO entries VALUES (13, 1074, 'u["entry_e7qeqk02cvzdn0mnzw23",1795310767550,11]
{"role":"user","content":"n1064"}');
INSERT INTO entries VALUES (13, 1075, 'u["entry_gjpmemqngpyfcfs5nsvb",1795310767550,11]
{"role":"user","content":"n1065"}');
INSERT INTO entries VALUES (13, 1076, 'u["entry_w1kg137q94p74r63f864",1795310767550,11]
{"role":"user","content":"n1066"}');
INSERT INTO entries VALUES (13, 1077, 'u["entry_bngb87nh23eyh7q4cxck",1795310767550,11]
{"role":"user","content":"n1067"}');
INSERT INTO entries VALUES (13, 1078, 'u["entry_w1scyxcqwt48p6x9c1tz",1795310767550,11]
{"role":"user","content":"n1068"}');
INSERT INTO entries VALUES (13, 1079, 'u["entry_tpbsptafeng8mjc8r47n",1795310767550,11]
{"role":"user","content":"n1069"}');
INSERT INTO entries VALUES (13, 1080, 'u["entry_d15bf5bv509x8hyzh11c",1795310767550,11]
{"role":"user","content":"n1070"}');
INSERT INTO entries VALUES (13, 1081, 'u["entry_nw5xwbad7hs6ng9f1wej",1795310767550,11]
{"role":"user","content":"n1071"}');
INSERT INTO entries VALUES (13, 1082, 'u["entry_n5fjbz4qdbvx8qx9b2vm",1795310767550,11]
{"role":"user","content":"n1072"}');
INSERT INTO entries VALUES (13, 1083, 'u["entry_vtg6fn4jbnvz7pzcpqtc",1795310767550,11]
{"role":"user","content":"n1073"}');
INSERT INTO entries VALUES (13, 1084, 'u["entry_q2xycnrjh8z9vsfcksy2",1795310767550,11]
{"role":"user","content":"n1074"}');
INSERT INTO entries VALUES (13, 1085, 'u["entry_v28a42pweybsv0q0k0sj",1795310767550,11]
{"role":"user","content":"n1075"}');
INSERT INTO entries VALUES (13, 1086, 'u["entry_7fbezpjxmrcqtc5pp064",1795310767550,11]
{"role":"user","content":"n1076"}');
INSERT INTO entries VALUES (13, 1087, 'u["entry_kz7wzhf3drth5517xbtf",1795310767550,11]
{"role":"user","content":"n1077"}');
INSERT INTO entries VALUES (13, 1088, 'u["entry_k81qc7dfxtf7y7t8m4vm",1795310767550,11]
{"role":"user","content":"n1078"}');
INSERT INTO entries VALUES (13, 1089, 'u["entry_crnzdm2jq6bm84pb0jny",1795310767550,11]
{"role":"user","content":"n1079"}');
INSERT INTO entries VALUES (13, 1090, 'u["entry_8mt27bg2gqgmyb8039m1",1795310767550,11]
{"role":"user","content":"n1080"}');
INSERT INTO entries VALUES (13, 1091, 'u["entry_cwnk7bcj2b4bnwnk8yer",1795310767550,11]
{"role":"user","content":"n1081"}');
INSERT INTO entries VALUES (13, 1092, 'u["entry_k2v16sfcywtb3svchjb3",1795310767550,11]
{"role":"user","content":"n1082"}');
INSERT INTO entries VALUES (13, 1093, 'u["entry_awjz453bv47hab0gbr2p",1795310767550,11]
{"role":"user","content":"n1083"}');
INSERT INTO entries VALUES (13, 1094, 'u["entry_ty6ahvn8mzhjtawpm079",1795310767550,11]
{"role":"user","content":"n1084"}');
INSERT INTO entries VALUES (13, 1095, 'u["entry_wfz84thgs9a5zkw3gd8n",1795310767550,11]
{"role":"user","content":"n1085"}');
INSERT INTO entries VALUES (13, 1096, 'u["entry_ajdfwzez6eek0g7b2heg",1795310767550,11]
{"role":"user","content":"n1086"}');
INSERT INTO entries VALUES (13, 1097, 'u["entry_6ksbak92mk1rbk8p2has",1795310767550,11]
{"role":"user","content":"n1087"}');
INSERT INTO entries VALUES (13, 1098, 'u["entry_eah3et0h9mj2td1fe6ca",1795310767550,11]
{"role":"user","content":"n1088"}');
INSERT INTO entries VALUES (13, 1099, 'u["entry_35ryxh9cwt7pqc1zjbse",1795310767550,11]
{"role":"user","content":"n1089"}');
INSERT INTO entries VALUES (13, 1100, 'u["entry_9tvszdd6577ajzf85fgz",1795310767550,11]
{"role":"user","content":"n1090"}');
INSERT INTO entries VALUES (13, 1101, 'u["entry_4yt9wbcg2rh41660dgx4",1795310767550,11]
{"role":"user","content":"n1091"}');
INSERT INTO entries VALUES (13, 1102, 'u["entry_p4tg71x76w7fq90zg2eq",1795310767550,11]
{"role":"user","content":"n1092"}');
INSERT INTO entries VALUES (13, 1103, 'u["entry_42dscb8yd55d5z7eavqh",1795310767550,11]
{"role":"user","content":"n1093"}');
INSERT INTO entries VALUES (13, 1104, 'u["entry_afanjxwx0j6pwpxcg1h8",1795310767550,11]
{"role":"user","content":"n1094"}');
INSERT INTO entries VALUES (13, 1105, 'u["entry_4as11j6cbshkjp1veb54",1795310767550,11]
{"role":"user","content":"n1095"}');
INSERT INTO entries VALUES (13, 1106, 'u["entry_j4dee5s7t92dgv0nmgav",1795310767550,11]
{"role":"user","content":"n1096"}');
INSERT INTO entries VALUES (13, 1107, 'u["entry_h6ed6ayrbw8m4zkhkzf3",1795310767550,11]
{"role":"user","content":"n1097"}');
INSERT INTO entries VALUES (13, 1108, 'u["entry_fcnxq590c5yenv2fdkm9",1795310767550,11]
{"role":"user","content":"n1098"}');
INSERT INTO entries VALUES (13, 1109, 'u["entry_zh5h6vrs90emm891gf5q",1795310767550,11]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1110, 'a["entry_xxszq9pwn5h8kw1h2y9b",1795310767554,11,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1111, 'u["entry_fttgg6z51c67jt2x1q2h",1795310767556,12]
{"role":"user","content":"n1100"}');
INSERT INTO entries VALUES (13, 1112, 'u["entry_d71fnpxrd41zx38g5xxj",1795310767556,12]
{"role":"user","content":"n1101"}');
INSERT INTO entries VALUES (13, 1113, 'u["entry_mh0e3fn2xay1pyqaf3z4",1795310767556,12]
{"role":"user","content":"n1102"}');
INSERT INTO entries VALUES (13, 1114, 'u["entry_tyzhnn8jed23ex76d24n",1795310767556,12]
{"role":"user","content":"n1103"}');
INSERT INTO entries VALUES (13, 1115, 'u["entry_x559dcegwwp78vjmcfwx",1795310767556,12]
{"role":"user","content":"n1104"}');
INSERT INTO entries VALUES (13, 1116, 'u["entry_9zesb5g9fgrenxagbp11",1795310767556,12]
{"role":"user","content":"n1105"}');
INSERT INTO entries VALUES (13, 1117, 'u["entry_73ffmk82zt39e9kzvzg3",1795310767556,12]
{"role":"user","content":"n1106"}');
INSERT INTO entries VALUES (13, 1118, 'u["entry_st3emwm2qha6w0n2vypp",1795310767556,12]
{"role":"user","content":"n1107"}');
INSERT INTO entries VALUES (13, 1119, 'u["entry_1ypvtpqt2yxcavtthkqt",1795310767556,12]
{"role":"user","content":"n1108"}');
INSERT INTO entries VALUES (13, 1120, 'u["entry_yn5h2ez8h15fet9g1s4d",1795310767556,12]
{"role":"user","content":"n1109"}');
INSERT INTO entries VALUES (13, 1121, 'u["entry_ykxrdsqb7zv1ed1mhjn4",1795310767556,12]
{"role":"user","content":"n1110"}');
INSERT INTO entries VALUES (13, 1122, 'u["entry_pw61s7xwavyeqy0sg05g",1795310767556,12]
{"role":"user","content":"n1111"}');
INSERT INTO entries VALUES (13, 1123, 'u["entry_0dmmxpv7jxm3n1ttrfzj",1795310767556,12]
{"role":"user","content":"n1112"}');
INSERT INTO entries VALUES (13, 1124, 'u["entry_5w2f967hdgf5as6ky242",1795310767556,12]
{"role":"user","content":"n1113"}');
INSERT INTO entries VALUES (13, 1125, 'u["entry_g9bwtgwrdmm5yyp1de1d",1795310767556,12]
{"role":"user","content":"n1114"}');
INSERT INTO entries VALUES (13, 1126, 'u["entry_ffqp9azrwaek5xzhz848",1795310767556,12]
{"role":"user","content":"n1115"}');
INSERT INTO entries VALUES (13, 1127, 'u["entry_mwsvrkhctbzr9y7py3pz",1795310767556,12]
{"role":"user","content":"n1116"}');
INSERT INTO entries VALUES (13, 1128, 'u["entry_bx16ks5ac0xzt8hxxkm4",1795310767556,12]
{"role":"user","content":"n1117"}');
INSERT INTO entries VALUES (13, 1129, 'u["entry_d36dxyf75czbqr0zqksw",1795310767556,12]
{"role":"user","content":"n1118"}');
INSERT INTO entries VALUES (13, 1130, 'u["entry_0kpcq1ca468sqpz096kg",1795310767556,12]
{"role":"user","content":"n1119"}');
INSERT INTO entries VALUES (13, 1131, 'u["entry_ah4gtgfp5r5sk0mz13mb",1795310767556,12]
{"role":"user","content":"n1120"}');
INSERT INTO entries VALUES (13, 1132, 'u["entry_v4std0a52k7anmh99gbk",1795310767556,12]
{"role":"user","content":"n1121"}');
INSERT INTO entries VALUES (13, 1133, 'u["entry_54n251d7rj9hhkb073n2",1795310767556,12]
{"role":"user","content":"n1122"}');
INSERT INTO entries VALUES (13, 1134, 'u["entry_qes7wdqeb0e5tc0j558m",1795310767556,12]
{"role":"user","content":"n1123"}');
INSERT INTO entries VALUES (13, 1135, 'u["entry_aqeerqb1ym4xxjexv96m",1795310767556,12]
{"role":"user","content":"n1124"}');
INSERT INTO entries VALUES (13, 1136, 'u["entry_z2dnn8kkp9aagz2qpen7",1795310767556,12]
{"role":"user","content":"n1125"}');
INSERT INTO entries VALUES (13, 1137, 'u["entry_hb7yqm0pasprxkzdwv5q",1795310767556,12]
{"role":"user","content":"n1126"}');
INSERT INTO entries VALUES (13, 1138, 'u["entry_3z0s22vhj222kmx2wq9n",1795310767556,12]
{"role":"user","content":"n1127"}');
INSERT INTO entries VALUES (13, 1139, 'u["entry_nw7tqg0rcdy7wkag4pcb",1795310767556,12]
{"role":"user","content":"n1128"}');
INSERT INTO entries VALUES (13, 1140, 'u["entry_np82h39ewgwjg4bd23pj",1795310767556,12]
{"role":"user","content":"n1129"}');
INSERT INTO entries VALUES (13, 1141, 'u["entry_94dxczmkztkshcc49s68",1795310767556,12]
{"role":"user","content":"n1130"}');
INSERT INTO entries VALUES (13, 1142, 'u["entry_1s7gpqtjn0hgxjcr45hw",1795310767556,12]
{"role":"user","content":"n1131"}');
INSERT INTO entries VALUES (13, 1143, 'u["entry_c4fvnpcweaatqa4h33fn",1795310767556,12]
{"role":"user","content":"n1132"}');
INSERT INTO entries VALUES (13, 1144, 'u["entry_qgr6mz03yskj7ayjpakx",1795310767556,12]
{"role":"user","content":"n1133"}');
INSERT INTO entries VALUES (13, 1145, 'u["entry_5e2se7xv27atb1wcvc69",1795310767556,12]
{"role":"user","content":"n1134"}');
INSERT INTO entries VALUES (13, 1146, 'u["entry_35718zmekvn4pq6dzj3h",1795310767556,12]
{"role":"user","content":"n1135"}');
INSERT INTO entries VALUES (13, 1147, 'u["entry_263dmv5kayn6jkcnd3h1",1795310767556,12]
{"role":"user","content":"n1136"}');
INSERT INTO entries VALUES (13, 1148, 'u["entry_ds3eb6976x37qkyyak34",1795310767556,12]
{"role":"user","content":"n1137"}');
INSERT INTO entries VALUES (13, 1149, 'u["entry_ey7vv2cffrqj62gbzrtc",1795310767556,12]
{"role":"user","content":"n1138"}');
INSERT INTO entries VALUES (13, 1150, 'u["entry_8gqrfnwshehbb9vftzgq",1795310767556,12]
{"role":"user","content":"n1139"}');
INSERT INTO entries VALUES (13, 1151, 'u["entry_nwr0cgy6xqx1zhmbpwv1",1795310767556,12]
{"role":"user","content":"n1140"}');
INSERT INTO entries VALUES (13, 1152, 'u["entry_cgcjgnjnm4mqnpaea3zc",1795310767556,12]
{"role":"user","content":"n1141"}');
INSERT INTO entries VALUES (13, 1153, 'u["entry_fwbzd7wts2jsvqwvdync",1795310767556,12]
{"role":"user","content":"n1142"}');
INSERT INTO entries VALUES (13, 1154, 'u["entry_x8hmdbcga2vdxw4n76md",1795310767556,12]
{"role":"user","content":"n1143"}');
INSERT INTO entries VALUES (13, 1155, 'u["entry_w8y76e5v1yy4nzrvbmrh",1795310767556,12]
{"role":"user","content":"n1144"}');
INSERT INTO entries VALUES (13, 1156, 'u["entry_77ah94qjmb5cshw025e8",1795310767556,12]
{"role":"user","content":"n1145"}');
INSERT INTO entries VALUES (13, 1157, 'u["entry_7k1cdwm8mynxkrbtcnn3",1795310767556,12]
{"role":"user","content":"n1146"}');
INSERT INTO entries VALUES (13, 1158, 'u["entry_t31jxkgmaqa2tqe7n2m4",1795310767556,12]
{"role":"user","content":"n1147"}');
INSERT INTO entries VALUES (13, 1159, 'u["entry_4m9hjj13j80btgej7wjw",1795310767556,12]
{"role":"user","content":"n1148"}');
INSERT INTO entries VALUES (13, 1160, 'u["entry_v450sf2smwza47vty0q9",1795310767556,12]
{"role":"user","content":"n1149"}');
INSERT INTO entries VALUES (13, 1161, 'u["entry_x0s7kakw5qcm87ntbkhn",1795310767556,12]
{"role":"user","content":"n1150"}');
INSERT INTO entries VALUES (13, 1162, 'u["entry_0pfp5qvak34dwbdkhhqm",1795310767556,12]
{"role":"user","content":"n1151"}');
INSERT INTO entries VALUES (13, 1163, 'u["entry_j7kebxez31phj53xqekn",1795310767556,12]
{"role":"user","content":"n1152"}');
INSERT INTO entries VALUES (13, 1164, 'u["entry_ehxw73pmvgqmeajhdkcm",1795310767556,12]
{"role":"user","content":"n1153"}');
INSERT INTO entries VALUES (13, 1165, 'u["entry_4zbj3rdx63kg7fp54v41",1795310767556,12]
{"role":"user","content":"n1154"}');
INSERT INTO entries VALUES (13, 1166, 'u["entry_csfprha67qzmgpn8t5c1",1795310767556,12]
{"role":"user","content":"n1155"}');
INSERT INTO entries VALUES (13, 1167, 'u["entry_9cqegsq5z2ddryfrsjh9",1795310767556,12]
{"role":"user","content":"n1156"}');
INSERT INTO entries VALUES (13, 1168, 'u["entry_6k8qgfj7x2xgv6s3jegk",1795310767556,12]
{"role":"user","content":"n1157"}');
INSERT INTO entries VALUES (13, 1169, 'u["entry_c673b630erkvpcxgzaq7",1795310767556,12]
{"role":"user","content":"n1158"}');
INSERT INTO entries VALUES (13, 1170, 'u["entry_983wfxy5mzgje647yggz",1795310767556,12]
{"role":"user","content":"n1159"}');
INSERT INTO entries VALUES (13, 1171, 'u["entry_a3ch9rrb0nvzxpvn0a2n",1795310767556,12]
{"role":"user","content":"n1160"}');
INSERT INTO entries VALUES (13, 1172, 'u["entry_2z099nkgcsnyz5bjkkar",1795310767556,12]
{"role":"user","content":"n1161"}');
INSERT INTO entries VALUES (13, 1173, 'u["entry_6edq83s1gfw3xprqfm37",1795310767556,12]
{"role":"user","content":"n1162"}');
INSERT INTO entries VALUES (13, 1174, 'u["entry_4escegqvnyxsenq4cxg6",1795310767556,12]
{"role":"user","content":"n1163"}');
INSERT INTO entries VALUES (13, 1175, 'u["entry_qct2f7mfgb3zhng8qy90",1795310767556,12]
{"role":"user","content":"n1164"}');
INSERT INTO entries VALUES (13, 1176, 'u["entry_aha86jgzqmqg19hf5p74",1795310767556,12]
{"role":"user","content":"n1165"}');
INSERT INTO entries VALUES (13, 1177, 'u["entry_34j07xmeabq2rtgzsxen",1795310767556,12]
{"role":"user","content":"n1166"}');
INSERT INTO entries VALUES (13, 1178, 'u["entry_taca0m9nchfvyxqykf9r",1795310767556,12]
{"role":"user","content":"n1167"}');
INSERT INTO entries VALUES (13, 1179, 'u["entry_xr224cs6r46sd6gcbst8",1795310767556,12]
{"role":"user","content":"n1168"}');
INSERT INTO entries VALUES (13, 1180, 'u["entry_2xhzzt8nsz30tyt0751q",1795310767556,12]
{"role":"user","content":"n1169"}');
INSERT INTO entries VALUES (13, 1181, 'u["entry_644ak82bd1qr5bkj2wcw",1795310767556,12]
{"role":"user","content":"n1170"}');
INSERT INTO entries VALUES (13, 1182, 'u["entry_xvycrn42hjk5vktgmcmg",1795310767556,12]
{"role":"user","content":"n1171"}');
INSERT INTO entries VALUES (13, 1183, 'u["entry_fvzf7f6vpwn33sthrhx2",1795310767556,12]
{"role":"user","content":"n1172"}');
INSERT INTO entries VALUES (13, 1184, 'u["entry_2bpqn5rapg5z2c4af7z2",1795310767556,12]
{"role":"user","content":"n1173"}');
INSERT INTO entries VALUES (13, 1185, 'u["entry_6j7g3j21zdf5bqereydq",1795310767556,12]
{"role":"user","content":"n1174"}');
INSERT INTO entries VALUES (13, 1186, 'u["entry_0xm6y2050f464ye78xgc",1795310767556,12]
{"role":"user","content":"n1175"}');
INSERT INTO entries VALUES (13, 1187, 'u["entry_120dwpxsb97n8xn19c6w",1795310767556,12]
{"role":"user","content":"n1176"}');
INSERT INTO entries VALUES (13, 1188, 'u["entry_sbe7yf2wvsk0xtp6nfcr",1795310767556,12]
{"role":"user","content":"n1177"}');
INSERT INTO entries VALUES (13, 1189, 'u["entry_sqfrw9y4dhfkzyybtt4y",1795310767556,12]
{"role":"user","content":"n1178"}');
INSERT INTO entries VALUES (13, 1190, 'u["entry_608957ym6cb1kde7jhpa",1795310767556,12]
{"role":"user","content":"n1179"}');
INSERT INTO entries VALUES (13, 1191, 'u["entry_mjjkdnb39kref4xy9fs7",1795310767556,12]
{"role":"user","content":"n1180"}');
INSERT INTO entries VALUES (13, 1192, 'u["entry_smr2nypvr6wb40nvxte0",1795310767556,12]
{"role":"user","content":"n1181"}');
INSERT INTO entries VALUES (13, 1193, 'u["entry_a6bnm16k02gdc9yqggaj",1795310767556,12]
{"role":"user","content":"n1182"}');
INSERT INTO entries VALUES (13, 1194, 'u["entry_53rsjkt58yp9cb4f8740",1795310767556,12]
{"role":"user","content":"n1183"}');
INSERT INTO entries VALUES (13, 1195, 'u["entry_maydp47ksw4jddjr392h",1795310767556,12]
{"role":"user","content":"n1184"}');
INSERT INTO entries VALUES (13, 1196, 'u["entry_cm1b2m7rvm1k43vv83jp",1795310767556,12]
{"role":"user","content":"n1185"}');
INSERT INTO entries VALUES (13, 1197, 'u["entry_r6dcfhm1t6ct19sv544q",1795310767556,12]
{"role":"user","content":"n1186"}');
INSERT INTO entries VALUES (13, 1198, 'u["entry_mdt5cqde7g47g07j55hz",1795310767556,12]
{"role":"user","content":"n1187"}');
INSERT INTO entries VALUES (13, 1199, 'u["entry_2x8ajnse6nj1p4tat8tf",1795310767556,12]
{"role":"user","content":"n1188"}');
INSERT INTO entries VALUES (13, 1200, 'u["entry_t0x3p1pzqnnzqjm5m966",1795310767556,12]
{"role":"user","content":"n1189"}');
INSERT INTO entries VALUES (13, 1201, 'u["entry_rg4zt0jjxasvtyjna3bv",1795310767556,12]
{"role":"user","content":"n1190"}');
INSERT INTO entries VALUES (13, 1202, 'u["entry_a9xmt80xk1p3g9brekxf",1795310767556,12]
{"role":"user","content":"n1191"}');
INSERT INTO entries VALUES (13, 1203, 'u["entry_hmqbfa8a8pef40k3xd8f",1795310767556,12]
{"role":"user","content":"n1192"}');
INSERT INTO entries VALUES (13, 1204, 'u["entry_s4eztbh29xwchrx5jb6a",1795310767556,12]
{"role":"user","content":"n1193"}');
INSERT INTO entries VALUES (13, 1205, 'u["entry_87spryy0fcysvkmp8me0",1795310767556,12]
{"role":"user","content":"n1194"}');
INSERT INTO entries VALUES (13, 1206, 'u["entry_vnpm5eb289a2eah8d99c",1795310767556,12]
{"role":"user","content":"n1195"}');
INSERT INTO entries VALUES (13, 1207, 'u["entry_1tnhsw86y5fscpzpf2rp",1795310767556,12]
{"role":"user","content":"n1196"}');
INSERT INTO entries VALUES (13, 1208, 'u["entry_71t0g9fk2tywnjd63r77",1795310767556,12]
{"role":"user","content":"n1197"}');
INSERT INTO entries VALUES (13, 1209, 'u["entry_rjgdv7d77qk47mwrdbe6",1795310767556,12]
{"role":"user","content":"n1198"}');
INSERT INTO entries VALUES (13, 1210, 'u["entry_8jgcm7j8farxjhnjr8pm",1795310767556,12]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1211, 'a["entry_1bbm3hdhzhxk6300q541",1795310767560,12,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1212, 'u["entry_wvshfhr2m047bwqsntbf",1795310767563,13]
{"role":"user","content":"n1200"}');
INSERT INTO entries VALUES (13, 1213, 'u["entry_57yp97htgkm80yxv5ak4",1795310767563,13]
{"role":"user","content":"n1201"}');
INSERT INTO entries VALUES (13, 1214, 'u["entry_x7v345xd5jpr0bk3sm1t",1795310767563,13]
{"role":"user","content":"n1202"}');
INSERT INTO entries VALUES (13, 1215, 'u["entry_r3ar5vk2h8ne6319wmsc",1795310767563,13]
{"role":"user","content":"n1203"}');
INSERT INTO entries VALUES (13, 1216, 'u["entry_nr76arsfbj9e61ah1r0n",1795310767563,13]
{"role":"user","content":"n1204"}');
INSERT INTO entries VALUES (13, 1217, 'u["entry_2s36dcnq8j3hs0vec9pd",1795310767563,13]
{"role":"user","content":"n1205"}');
INSERT INTO entries VALUES (13, 1218, 'u["entry_xckrd95q258yjw4kph8y",1795310767563,13]
{"role":"user","content":"n1206"}');
INSERT INTO entries VALUES (13, 1219, 'u["entry_nmq4h96mbfjcgwgc07f3",1795310767563,13]
{"role":"user","content":"n1207"}');
INSERT INTO entries VALUES (13, 1220, 'u["entry_mybc5b4stws47tk04eqq",1795310767563,13]
{"role":"user","content":"n1208"}');
INSERT INTO entries VALUES (13, 1221, 'u["entry_2gvrw5hz7yf5fgkeq1td",1795310767563,13]
{"role":"user","content":"n1209"}');
INSERT INTO entries VALUES (13, 1222, 'u["entry_s1bgac2ta54nq85pmfj7",1795310767563,13]
{"role":"user","content":"n1210"}');
INSERT INTO entries VALUES (13, 1223, 'u["entry_wanmyr8eyrd2m180kydk",1795310767563,13]
{"role":"user","content":"n1211"}');
INSERT INTO entries VALUES (13, 1224, 'u["entry_tenpmy9gr0xcmaja8k8x",1795310767563,13]
{"role":"user","content":"n1212"}');
INSERT INTO entries VALUES (13, 1225, 'u["entry_p66b1fx13ttj3m6na4yz",1795310767563,13]
{"role":"user","content":"n1213"}');
INSERT INTO entries VALUES (13, 1226, 'u["entry_bzsp4q3est8h75mtedb8",1795310767563,13]
{"role":"user","content":"n1214"}');
INSERT INTO entries VALUES (13, 1227, 'u["entry_gd6j0n02zefby2m5jac5",1795310767563,13]
{"role":"user","content":"n1215"}');
INSERT INTO entries VALUES (13, 1228, 'u["entry_q3wypzpd02pfa51xgfp9",1795310767563,13]
{"role":"user","content":"n1216"}');
INSERT INTO entries VALUES (13, 1229, 'u["entry_3g57ct8mft0mf27wjm91",1795310767563,13]
{"role":"user","content":"n1217"}');
INSERT INTO entries VALUES (13, 1230, 'u["entry_n31db1g91f1pmyz4qv3w",1795310767563,13]
{"role":"user","content":"n1218"}');
INSERT INTO entries VALUES (13, 1231, 'u["entry_201akvq3npawgq6sgmgd",1795310767563,13]
{"role":"user","content":"n1219"}');
INSERT INTO entries VALUES (13, 1232, 'u["entry_da5r1kpkynzxrz5sg8ad",1795310767563,13]
{"role":"user","content":"n1220"}');
INSERT INTO entries VALUES (13, 1233, 'u["entry_23tzckzh3mrsmqh1y3b3",1795310767563,13]
{"role":"user","content":"n1221"}');
INSERT INTO entries VALUES (13, 1234, 'u["entry_dxbxt0n94q4agabfwk2c",1795310767563,13]
{"role":"user","content":"n1222"}');
INSERT INTO entries VALUES (13, 1235, 'u["entry_t0aen3fcvhe1mqjmn1j5",1795310767563,13]
{"role":"user","content":"n1223"}');
INSERT INTO entries VALUES (13, 1236, 'u["entry_ct15hwefpkwcjgjq8c8v",1795310767563,13]
{"role":"user","content":"n1224"}');
INSERT INTO entries VALUES (13, 1237, 'u["entry_w1g44wgdas59jbs8m05t",1795310767563,13]
{"role":"user","content":"n1225"}');
INSERT INTO entries VALUES (13, 1238, 'u["entry_xww0wfn344zh2yzj5fse",1795310767563,13]
{"role":"user","content":"n1226"}');
INSERT INTO entries VALUES (13, 1239, 'u["entry_dtskxrkxdapyhvgnvm75",1795310767563,13]
{"role":"user","content":"n1227"}');
INSERT INTO entries VALUES (13, 1240, 'u["entry_99nwywm938kbnzg5x7qg",1795310767563,13]
{"role":"user","content":"n1228"}');
INSERT INTO entries VALUES (13, 1241, 'u["entry_gj0fqjyt6g3snys6kpht",1795310767563,13]
{"role":"user","content":"n1229"}');
INSERT INTO entries VALUES (13, 1242, 'u["entry_5x39kz8tmyw6bkvh7ca9",1795310767563,13]
{"role":"user","content":"n1230"}');
INSERT INTO entries VALUES (13, 1243, 'u["entry_rn8bkgwvwemj55gh04ze",1795310767563,13]
{"role":"user","content":"n1231"}');
INSERT INTO entries VALUES (13, 1244, 'u["entry_pzjp8reamf22rfe586ct",1795310767563,13]
{"role":"user","content":"n1232"}');
INSERT INTO entries VALUES (13, 1245, 'u["entry_g8s9yb47p28wkp275a4k",1795310767563,13]
{"role":"user","content":"n1233"}');
INSERT INTO entries VALUES (13, 1246, 'u["entry_trghgbgkn7xs8fadgasg",1795310767563,13]
{"role":"user","content":"n1234"}');
INSERT INTO entries VALUES (13, 1247, 'u["entry_k6dm88tekw5eev2s0rp2",1795310767563,13]
{"role":"user","content":"n1235"}');
INSERT INTO entries VALUES (13, 1248, 'u["entry_rmkj2zgg3ds2npf1423e",1795310767563,13]
{"role":"user","content":"n1236"}');
INSERT INTO entries VALUES (13, 1249, 'u["entry_59dyy45nxhr6aj5p6qd6",1795310767563,13]
{"role":"user","content":"n1237"}');
INSERT INTO entries VALUES (13, 1250, 'u["entry_8k5ja9t9nwrb0at1h06a",1795310767563,13]
{"role":"user","content":"n1238"}');
INSERT INTO entries VALUES (13, 1251, 'u["entry_t9dpzk0y2sc8cnxmn8qb",1795310767563,13]
{"role":"user","content":"n1239"}');
INSERT INTO entries VALUES (13, 1252, 'u["entry_xtn4jvjs537z8fb9ng7q",1795310767563,13]
{"role":"user","content":"n1240"}');
INSERT INTO entries VALUES (13, 1253, 'u["entry_5shvedmq2nqkw8w0nndn",1795310767563,13]
{"role":"user","content":"n1241"}');
INSERT INTO entries VALUES (13, 1254, 'u["entry_ev1geqqzpsr68m8frs6g",1795310767563,13]
{"role":"user","content":"n1242"}');
INSERT INTO entries VALUES (13, 1255, 'u["entry_xhptqq4d1z2w3f62r461",1795310767563,13]
{"role":"user","content":"n1243"}');
INSERT INTO entries VALUES (13, 1256, 'u["entry_0gcnegz8y568f9dfq6rs",1795310767563,13]
{"role":"user","content":"n1244"}');
INSERT INTO entries VALUES (13, 1257, 'u["entry_9e9f9h6vyq0f9s88qwwq",1795310767563,13]
{"role":"user","content":"n1245"}');
INSERT INTO entries VALUES (13, 1258, 'u["entry_7n1g527gaxafs14wdd31",1795310767563,13]
{"role":"user","content":"n1246"}');
INSERT INTO entries VALUES (13, 1259, 'u["entry_c3j6zb4gjs1v2yg7vh26",1795310767563,13]
{"role":"user","content":"n1247"}');
INSERT INTO entries VALUES (13, 1260, 'u["entry_y74j8f2saxk0b8y3eq80",1795310767563,13]
{"role":"user","content":"n1248"}');
INSERT INTO entries VALUES (13, 1261, 'u["entry_rpypab598ajc8pawq5jb",1795310767563,13]
{"role":"user","content":"n1249"}');
INSERT INTO entries VALUES (13, 1262, 'u["entry_r53bazhpzf8e282gdxjg",1795310767563,13]
{"role":"user","content":"n1250"}');
INSERT INTO entries VALUES (13, 1263, 'u["entry_cy55s27wb1g2hfxmv7jm",1795310767563,13]
{"role":"user","content":"n1251"}');
INSERT INTO entries VALUES (13, 1264, 'u["entry_zewg5v9d13b7g2kd92tg",1795310767563,13]
{"role":"user","content":"n1252"}');
INSERT INTO entries VALUES (13, 1265, 'u["entry_br4dn1p3rm9mdchmjn5f",1795310767563,13]
{"role":"user","content":"n1253"}');
INSERT INTO entries VALUES (13, 1266, 'u["entry_70dv4svs2rp0np3z9yyy",1795310767563,13]
{"role":"user","content":"n1254"}');
INSERT INTO entries VALUES (13, 1267, 'u["entry_ycmcqcr5t3h1zbjqcc5t",1795310767563,13]
{"role":"user","content":"n1255"}');
INSERT INTO entries VALUES (13, 1268, 'u["entry_4xxsdrqncgzrykj0nvtz",1795310767563,13]
{"role":"user","content":"n1256"}');
INSERT INTO entries VALUES (13, 1269, 'u["entry_1gz76w8gg960vvqrfak4",1795310767563,13]
{"role":"user","content":"n1257"}');
INSERT INTO entries VALUES (13, 1270, 'u["entry_mgrsrd14k8r2btpjs89x",1795310767563,13]
{"role":"user","content":"n1258"}');
INSERT INTO entries VALUES (13, 1271, 'u["entry_rs3y9tyafz9r16f8b3ae",1795310767563,13]
{"role":"user","content":"n1259"}');
INSERT INTO entries VALUES (13, 1272, 'u["entry_ynrgpjy70k2tste4a6sv",1795310767563,13]
{"role":"user","content":"n1260"}');
INSERT INTO entries VALUES (13, 1273, 'u["entry_0b7983zk1rxqfdhntzs5",1795310767563,13]
{"role":"user","content":"n1261"}');
INSERT INTO entries VALUES (13, 1274, 'u["entry_mmf5ggn2bn40ezc5k4ar",1795310767563,13]
{"role":"user","content":"n1262"}');
INSERT INTO entries VALUES (13, 1275, 'u["entry_05sc6vq4p1rkz4g0y3e7",1795310767563,13]
{"role":"user","content":"n1263"}');
INSERT INTO entries VALUES (13, 1276, 'u["entry_gxdkf2mvdncregf3v57j",1795310767563,13]
{"role":"user","content":"n1264"}');
INSERT INTO entries VALUES (13, 1277, 'u["entry_4r43v8aenrbag0tzz5dz",1795310767563,13]
{"role":"user","content":"n1265"}');
INSERT INTO entries VALUES (13, 1278, 'u["entry_7dvak0vp6ne5mr4jr5nm",1795310767563,13]
{"role":"user","content":"n1266"}');
INSERT INTO entries VALUES (13, 1279, 'u["entry_xz5edmkqb1yway06kb1n",1795310767563,13]
{"role":"user","content":"n1267"}');
INSERT INTO entries VALUES (13, 1280, 'u["entry_kadptyjdjv70sq7ctzjw",1795310767563,13]
{"role":"user","content":"n1268"}');
INSERT INTO entries VALUES (13, 1281, 'u["entry_96rg2evqw27h1vmbf0kz",1795310767563,13]
{"role":"user","content":"n1269"}');
INSERT INTO entries VALUES (13, 1282, 'u["entry_e88nckdwhznk68aq8gdz",1795310767563,13]
{"role":"user","content":"n1270"}');
INSERT INTO entries VALUES (13, 1283, 'u["entry_dv234wgz1nkxckcgjk7b",1795310767563,13]
{"role":"user","content":"n1271"}');
INSERT INTO entries VALUES (13, 1284, 'u["entry_zt4qz9210zvkh1fqkg21",1795310767563,13]
{"role":"user","content":"n1272"}');
INSERT INTO entries VALUES (13, 1285, 'u["entry_580028tdqn6362362m4q",1795310767563,13]
{"role":"user","content":"n1273"}');
INSERT INTO entries VALUES (13, 1286, 'u["entry_063z11gckmtygfpqh6vq",1795310767563,13]
{"role":"user","content":"n1274"}');
INSERT INTO entries VALUES (13, 1287, 'u["entry_7ycxm6tbm1470ysn1wpd",1795310767563,13]
{"role":"user","content":"n1275"}');
INSERT INTO entries VALUES (13, 1288, 'u["entry_c0x5d9v90ae981evgy8a",1795310767563,13]
{"role":"user","content":"n1276"}');
INSERT INTO entries VALUES (13, 1289, 'u["entry_2599c1rfs76jt4agajg1",1795310767563,13]
{"role":"user","content":"n1277"}');
INSERT INTO entries VALUES (13, 1290, 'u["entry_sdnje6c4p964m0efcdmv",1795310767563,13]
{"role":"user","content":"n1278"}');
INSERT INTO entries VALUES (13, 1291, 'u["entry_tqm7sg1kddwmk7th60nf",1795310767563,13]
{"role":"user","content":"n1279"}');
INSERT INTO entries VALUES (13, 1292, 'u["entry_ymptkxx3jv31148jdk1e",1795310767563,13]
{"role":"user","content":"n1280"}');
INSERT INTO entries VALUES (13, 1293, 'u["entry_6fqbzv80hqcsvd2fb6x3",1795310767563,13]
{"role":"user","content":"n1281"}');
INSERT INTO entries VALUES (13, 1294, 'u["entry_2qbxeq6gzc16a9h239vm",1795310767563,13]
{"role":"user","content":"n1282"}');
INSERT INTO entries VALUES (13, 1295, 'u["entry_x31eqswzf9bgwnm6q84e",1795310767563,13]
{"role":"user","content":"n1283"}');
INSERT INTO entries VALUES (13, 1296, 'u["entry_wsyx1rzt00cr3et5pxek",1795310767563,13]
{"role":"user","content":"n1284"}');
INSERT INTO entries VALUES (13, 1297, 'u["entry_nenpaa19r3hhdtpaj244",1795310767563,13]
{"role":"user","content":"n1285"}');
INSERT INTO entries VALUES (13, 1298, 'u["entry_42gxv2dmc92bjgpd313p",1795310767563,13]
{"role":"user","content":"n1286"}');
INSERT INTO entries VALUES (13, 1299, 'u["entry_ww95vqa6bpvg3h9vx1gv",1795310767563,13]
{"role":"user","content":"n1287"}');
INSERT INTO entries VALUES (13, 1300, 'u["entry_fgy8amjgy49g9y2fa65q",1795310767563,13]
{"role":"user","content":"n1288"}');
INSERT INTO entries VALUES (13, 1301, 'u["entry_4av0d3p1zvdgq3cwp7mq",1795310767563,13]
{"role":"user","content":"n1289"}');
INSERT INTO entries VALUES (13, 1302, 'u["entry_ctw5mtbj8t7n6tp38v01",1795310767563,13]
{"role":"user","content":"n1290"}');
INSERT INTO entries VALUES (13, 1303, 'u["entry_y1g463ywzkv2t66yp4h2",1795310767563,13]
{"role":"user","content":"n1291"}');
INSERT INTO entries VALUES (13, 1304, 'u["entry_yh9xqyd02vq1c5e41q9j",1795310767563,13]
{"role":"user","content":"n1292"}');
INSERT INTO entries VALUES (13, 1305, 'u["entry_7ka0y5aye84mzgmfvre3",1795310767563,13]
{"role":"user","content":"n1293"}');
INSERT INTO entries VALUES (13, 1306, 'u["entry_f8aw6gfwqn0j6evk0fqx",1795310767563,13]
{"role":"user","content":"n1294"}');
INSERT INTO entries VALUES (13, 1307, 'u["entry_sj53n3vq021aftx93dv3",1795310767563,13]
{"role":"user","content":"n1295"}');
INSERT INTO entries VALUES (13, 1308, 'u["entry_ba4he3qws13w07cyrty0",1795310767563,13]
{"role":"user","content":"n1296"}');
INSERT INTO entries VALUES (13, 1309, 'u["entry_ae05w1t65b1g5q3g5zff",1795310767563,13]
{"role":"user","content":"n1297"}');
INSERT INTO entries VALUES (13, 1310, 'u["entry_dzbmmz7fagv5kn64hdgk",1795310767563,13]
{"role":"user","content":"n1298"}');
INSERT INTO entries VALUES (13, 1311, 'u["entry_ysjn9bnma1tr77m6nqf8",1795310767563,13]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1312, 'a["entry_7bf227cen8f6w79942e2",1795310767568,13,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1313, 'u["entry_q23qa1yvsm9n6kb027ta",1795310767570,14]
{"role":"user","content":"n1300"}');
INSERT INTO entries VALUES (13, 1314, 'u["entry_42xq4djcdfq99f8djthn",1795310767570,14]
{"role":"user","content":"n1301"}');
INSERT INTO entries VALUES (13, 1315, 'u["entry_ne6z8p0dr6wkgenb9nse",1795310767570,14]
{"role":"user","content":"n1302"}');
INSERT INTO entries VALUES (13, 1316, 'u["entry_42swwt7z61aj09ppweve",1795310767570,14]
{"role":"user","content":"n1303"}');
INSERT INTO entries VALUES (13, 1317, 'u["entry_1ajpr5q29r0r7sc0md5f",1795310767570,14]
{"role":"user","content":"n1304"}');
INSERT INTO entries VALUES (13, 1318, 'u["entry_5qxmrcp66vhmk7bk9wr3",1795310767570,14]
{"role":"user","content":"n1305"}');
INSERT INTO entries VALUES (13, 1319, 'u["entry_76kcf6grf5pd0xjpsrs2",1795310767570,14]
{"role":"user","content":"n1306"}');
INSERT INTO entries VALUES (13, 1320, 'u["entry_nva1wbpaa567r7c4qp1k",1795310767570,14]
{"role":"user","content":"n1307"}');
INSERT INTO entries VALUES (13, 1321, 'u["entry_3msz808aa29fsmmhb3xs",1795310767570,14]
{"role":"user","content":"n1308"}');
INSERT INTO entries VALUES (13, 1322, 'u["entry_mfyn3sjest59d054s3s4",1795310767570,14]
{"role":"user","content":"n1309"}');
INSERT INTO entries VALUES (13, 1323, 'u["entry_v9nvd9bx7q9vyq1bpfz8",1795310767570,14]
{"role":"user","content":"n1310"}');
INSERT INTO entries VALUES (13, 1324, 'u["entry_yg70t5q74yr27thq47yf",1795310767570,14]
{"role":"user","content":"n1311"}');
INSERT INTO entries VALUES (13, 1325, 'u["entry_rxz31cmm4rg136v1dzk1",1795310767570,14]
{"role":"user","content":"n1312"}');
INSERT INTO entries VALUES (13, 1326, 'u["entry_pweb391khdm0h5e0sk0p",1795310767570,14]
{"role":"user","content":"n1313"}');
INSERT INTO entries VALUES (13, 1327, 'u["entry_9yg0nnrackn3cwfwm5y7",1795310767570,14]
{"role":"user","content":"n1314"}');
INSERT INTO entries VALUES (13, 1328, 'u["entry_6sdhs5xcyts6p745t81d",1795310767570,14]
{"role":"user","content":"n1315"}');
INSERT INTO entries VALUES (13, 1329, 'u["entry_w41wn8d7g4wxm1vsmns5",1795310767570,14]
{"role":"user","content":"n1316"}');
INSERT INTO entries VALUES (13, 1330, 'u["entry_twcpzv5xs754h6tf5482",1795310767570,14]
{"role":"user","content":"n1317"}');
INSERT INTO entries VALUES (13, 1331, 'u["entry_nssd8p6nph539r4enhxd",1795310767570,14]
{"role":"user","content":"n1318"}');
INSERT INTO entries VALUES (13, 1332, 'u["entry_xwxg0wya3bjm5ht6md77",1795310767570,14]
{"role":"user","content":"n1319"}');
INSERT INTO entries VALUES (13, 1333, 'u["entry_vtn66ft9xeg014xw81kr",1795310767570,14]
{"role":"user","content":"n1320"}');
INSERT INTO entries VALUES (13, 1334, 'u["entry_mrsmkexrsjfm440vnmv4",1795310767570,14]
{"role":"user","content":"n1321"}');
INSERT INTO entries VALUES (13, 1335, 'u["entry_rpn2nspagzdv5h6nyyg2",1795310767570,14]
{"role":"user","content":"n1322"}');
INSERT INTO entries VALUES (13, 1336, 'u["entry_96th4raaz1vnjby7qp62",1795310767570,14]
{"role":"user","content":"n1323"}');
INSERT INTO entries VALUES (13, 1337, 'u["entry_41j2g6zjet0pr6db9ktj",1795310767570,14]
{"role":"user","content":"n1324"}');
INSERT INTO entries VALUES (13, 1338, 'u["entry_q0dyf7e769q4nsdgrtx3",1795310767570,14]
{"role":"user","content":"n1325"}');
INSERT INTO entries VALUES (13, 1339, 'u["entry_see873a5gt8m10qxr5qg",1795310767570,14]
{"role":"user","content":"n1326"}');
INSERT INTO entries VALUES (13, 1340, 'u["entry_8b9thgz5v67qpdq8mzge",1795310767570,14]
{"role":"user","content":"n1327"}');
INSERT INTO entries VALUES (13, 1341, 'u["entry_z2pafcy3tfhst6qbmh08",1795310767570,14]
{"role":"user","content":"n1328"}');
INSERT INTO entries VALUES (13, 1342, 'u["entry_0bjn9nmthj4fgtrhxh99",1795310767570,14]
{"role":"user","content":"n1329"}');
INSERT INTO entries VALUES (13, 1343, 'u["entry_0w63jrewy8j6fezv1bpp",1795310767570,14]
{"role":"user","content":"n1330"}');
INSERT INTO entries VALUES (13, 1344, 'u["entry_neqn1tgzk7rf92hv0vbc",1795310767570,14]
{"role":"user","content":"n1331"}');
INSERT INTO entries VALUES (13, 1345, 'u["entry_qcxfc026dmbhtqa78mp4",1795310767570,14]
{"role":"user","content":"n1332"}');
INSERT INTO entries VALUES (13, 1346, 'u["entry_ehhv2nkx4wejr0bxd6e4",1795310767570,14]
{"role":"user","content":"n1333"}');
INSERT INTO entries VALUES (13, 1347, 'u["entry_5wam62vq8mrdpvc8pxah",1795310767570,14]
{"role":"user","content":"n1334"}');
INSERT INTO entries VALUES (13, 1348, 'u["entry_fpxf8kegtvhksj3b717q",1795310767570,14]
{"role":"user","content":"n1335"}');
INSERT INTO entries VALUES (13, 1349, 'u["entry_kyymwk78wdadxwcv86vr",1795310767570,14]
{"role":"user","content":"n1336"}');
INSERT INTO entries VALUES (13, 1350, 'u["entry_zh6zyzp3c60kjxvd1ejn",1795310767570,14]
{"role":"user","content":"n1337"}');
INSERT INTO entries VALUES (13, 1351, 'u["entry_3afy9p7y30jz3dcx3y29",1795310767570,14]
{"role":"user","content":"n1338"}');
INSERT INTO entries VALUES (13, 1352, 'u["entry_0n24j0xgqv0wk52cehhq",1795310767570,14]
{"role":"user","content":"n1339"}');
INSERT INTO entries VALUES (13, 1353, 'u["entry_p2kvpsz17fkxrfr5g0j2",1795310767570,14]
{"role":"user","content":"n1340"}');
INSERT INTO entries VALUES (13, 1354, 'u["entry_509qw8qbyfn67kmsbc2q",1795310767570,14]
{"role":"user","content":"n1341"}');
INSERT INTO entries VALUES (13, 1355, 'u["entry_9btvptc94ja1r6gkmt9c",1795310767570,14]
{"role":"user","content":"n1342"}');
INSERT INTO entries VALUES (13, 1356, 'u["entry_zaef34e9rdagcv65ghhy",1795310767570,14]
{"role":"user","content":"n1343"}');
INSERT INTO entries VALUES (13, 1357, 'u["entry_tn302r5c3rr8f7qy8ye8",1795310767570,14]
{"role":"user","content":"n1344"}');
INSERT INTO entries VALUES (13, 1358, 'u["entry_cpkrw7g7ykrzrysvn7kx",1795310767570,14]
{"role":"user","content":"n1345"}');
INSERT INTO entries VALUES (13, 1359, 'u["entry_dysta2f35hwdq697k873",1795310767570,14]
{"role":"user","content":"n1346"}');
INSERT INTO entries VALUES (13, 1360, 'u["entry_5d8p5f4w0bme34nzp5rv",1795310767570,14]
{"role":"user","content":"n1347"}');
INSERT INTO entries VALUES (13, 1361, 'u["entry_j4dajdx1bc75emc0q2nv",1795310767570,14]
{"role":"user","content":"n1348"}');
INSERT INTO entries VALUES (13, 1362, 'u["entry_4ys3jpk0j2v3fg9nsrhd",1795310767570,14]
{"role":"user","content":"n1349"}');
INSERT INTO entries VALUES (13, 1363, 'u["entry_mzermtg62x3nnx4dkfae",1795310767570,14]
{"role":"user","content":"n1350"}');
INSERT INTO entries VALUES (13, 1364, 'u["entry_vssm4695xv41hme776rv",1795310767570,14]
{"role":"user","content":"n1351"}');
INSERT INTO entries VALUES (13, 1365, 'u["entry_h1t6qf5gade9ee587693",1795310767570,14]
{"role":"user","content":"n1352"}');
INSERT INTO entries VALUES (13, 1366, 'u["entry_yc6r6kjdg703t25n0dc0",1795310767570,14]
{"role":"user","content":"n1353"}');
INSERT INTO entries VALUES (13, 1367, 'u["entry_782t7nnqfnaff3534tp1",1795310767570,14]
{"role":"user","content":"n1354"}');
INSERT INTO entries VALUES (13, 1368, 'u["entry_fth35nyaw38g07nb1f43",1795310767570,14]
{"role":"user","content":"n1355"}');
INSERT INTO entries VALUES (13, 1369, 'u["entry_w35t9s2v085538wmde8x",1795310767570,14]
{"role":"user","content":"n1356"}');
INSERT INTO entries VALUES (13, 1370, 'u["entry_2ywyf9mckpm47q9bc0p8",1795310767570,14]
{"role":"user","content":"n1357"}');
INSERT INTO entries VALUES (13, 1371, 'u["entry_xbasncf3rd73wa17b4q3",1795310767570,14]
{"role":"user","content":"n1358"}');
INSERT INTO entries VALUES (13, 1372, 'u["entry_zwyga8bt6cz78c5afpgz",1795310767570,14]
{"role":"user","content":"n1359"}');
INSERT INTO entries VALUES (13, 1373, 'u["entry_wwanyg36mesydj5899e9",1795310767570,14]
{"role":"user","content":"n1360"}');
INSERT INTO entries VALUES (13, 1374, 'u["entry_q2y1rc4yh29110h5t1tk",1795310767570,14]
{"role":"user","content":"n1361"}');
INSERT INTO entries VALUES (13, 1375, 'u["entry_awaf1erqx4rnm1mnfpcq",1795310767570,14]
{"role":"user","content":"n1362"}');
INSERT INTO entries VALUES (13, 1376, 'u["entry_ky6sgs0xqyygtwc827z7",1795310767570,14]
{"role":"user","content":"n1363"}');
INSERT INTO entries VALUES (13, 1377, 'u["entry_7cv8d5ktws0n71a3sbh0",1795310767570,14]
{"role":"user","content":"n1364"}');
INSERT INTO entries VALUES (13, 1378, 'u["entry_03nadbw61gw2ppggktbw",1795310767570,14]
{"role":"user","content":"n1365"}');
INSERT INTO entries VALUES (13, 1379, 'u["entry_9qrz9xpkd626nfm8c1hj",1795310767570,14]
{"role":"user","content":"n1366"}');
INSERT INTO entries VALUES (13, 1380, 'u["entry_w141sf8gabz2ch682ya4",1795310767570,14]
{"role":"user","content":"n1367"}');
INSERT INTO entries VALUES (13, 1381, 'u["entry_h57zas9vqy9d4hx45vgk",1795310767570,14]
{"role":"user","content":"n1368"}');
INSERT INTO entries VALUES (13, 1382, 'u["entry_acqtg6b6r63qcv265vqz",1795310767570,14]
{"role":"user","content":"n1369"}');
INSERT INTO entries VALUES (13, 1383, 'u["entry_t3m630j80ev5s67yxway",1795310767570,14]
{"role":"user","content":"n1370"}');
INSERT INTO entries VALUES (13, 1384, 'u["entry_gpcmy4pkvjwz2fvs0gna",1795310767570,14]
{"role":"user","content":"n1371"}');
INSERT INTO entries VALUES (13, 1385, 'u["entry_5pyfhc3gr236tcqxr094",1795310767570,14]
{"role":"user","content":"n1372"}');
INSERT INTO entries VALUES (13, 1386, 'u["entry_evyattttgn0d54gdpeh3",1795310767570,14]
{"role":"user","content":"n1373"}');
INSERT INTO entries VALUES (13, 1387, 'u["entry_72qtdwmnbvaqapdrapxt",1795310767570,14]
{"role":"user","content":"n1374"}');
INSERT INTO entries VALUES (13, 1388, 'u["entry_k48td2k35txhq5h7q348",1795310767570,14]
{"role":"user","content":"n1375"}');
INSERT INTO entries VALUES (13, 1389, 'u["entry_2p0620ek1s8rg939y62p",1795310767570,14]
{"role":"user","content":"n1376"}');
INSERT INTO entries VALUES (13, 1390, 'u["entry_m96g29a0byqmjz56pajd",1795310767570,14]
{"role":"user","content":"n1377"}');
INSERT INTO entries VALUES (13, 1391, 'u["entry_cj0xpc24z9rq27d7f1qw",1795310767570,14]
{"role":"user","content":"n1378"}');
INSERT INTO entries VALUES (13, 1392, 'u["entry_apvdt89rr07p63zj1kv8",1795310767570,14]
{"role":"user","content":"n1379"}');
INSERT INTO entries VALUES (13, 1393, 'u["entry_md4wv928g9aw802kk1xe",1795310767570,14]
{"role":"user","content":"n1380"}');
INSERT INTO entries VALUES (13, 1394, 'u["entry_k3c5g915ghesqmqtv30g",1795310767570,14]
{"role":"user","content":"n1381"}');
INSERT INTO entries VALUES (13, 1395, 'u["entry_y42fy679ba7w68xjcyv8",1795310767570,14]
{"role":"user","content":"n1382"}');
INSERT INTO entries VALUES (13, 1396, 'u["entry_23v536yanwq5fgz2axh5",1795310767570,14]
{"role":"user","content":"n1383"}');
INSERT INTO entries VALUES (13, 1397, 'u["entry_46f28jkz46md1b8pywsj",1795310767570,14]
{"role":"user","content":"n1384"}');
INSERT INTO entries VALUES (13, 1398, 'u["entry_d53953tetkxn01kvssca",1795310767570,14]
{"role":"user","content":"n1385"}');
INSERT INTO entries VALUES (13, 1399, 'u["entry_scryxj9g06epwzs29fcm",1795310767570,14]
{"role":"user","content":"n1386"}');
INSERT INTO entries VALUES (13, 1400, 'u["entry_p80mbjj6ny0v7f2kxx5w",1795310767570,14]
{"role":"user","content":"n1387"}');
INSERT INTO entries VALUES (13, 1401, 'u["entry_kvjfzjsh9daqaaft457x",1795310767570,14]
{"role":"user","content":"n1388"}');
INSERT INTO entries VALUES (13, 1402, 'u["entry_y80x7gr2qhejkm23255w",1795310767570,14]
{"role":"user","content":"n1389"}');
INSERT INTO entries VALUES (13, 1403, 'u["entry_53swzg6evhnyxap1hen1",1795310767570,14]
{"role":"user","content":"n1390"}');
INSERT INTO entries VALUES (13, 1404, 'u["entry_0vpe06ss3y6z75zhe2nv",1795310767570,14]
{"role":"user","content":"n1391"}');
INSERT INTO entries VALUES (13, 1405, 'u["entry_r3gk0ny6nxzc8rcxt1gj",1795310767570,14]
{"role":"user","content":"n1392"}');
INSERT INTO entries VALUES (13, 1406, 'u["entry_3bj0z57nq62zytyq2q97",1795310767570,14]
{"role":"user","content":"n1393"}');
INSERT INTO entries VALUES (13, 1407, 'u["entry_q6ace57z8vsbx92jeazd",1795310767570,14]
{"role":"user","content":"n1394"}');
INSERT INTO entries VALUES (13, 1408, 'u["entry_chw76nk8w1bj4w6e1thh",1795310767570,14]
{"role":"user","content":"n1395"}');
INSERT INTO entries VALUES (13, 1409, 'u["entry_yxqrp0xppwg9b6bapctb",1795310767570,14]
{"role":"user","content":"n1396"}');
INSERT INTO entries VALUES (13, 1410, 'u["entry_axg9m1ab38yfz6qa3zs6",1795310767570,14]
{"role":"user","content":"n1397"}');
INSERT INTO entries VALUES (13, 1411, 'u["entry_gd3care6cwqkx50m6c9n",1795310767570,14]
{"role":"user","content":"n1398"}');
INSERT INTO entries VALUES (13, 1412, 'u["entry_5g4hmx5xe00ez20rqzv1",1795310767570,14]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1413, 'a["entry_e3ssasmpp5rne5ecwxb2",1795310767574,14,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1414, 'u["entry_kywgtbs15mmrcf05fz87",1795310767577,15]
{"role":"user","content":"n1400"}');
INSERT INTO entries VALUES (13, 1415, 'u["entry_q77hv9jhkth2mw49kst5",1795310767577,15]
{"role":"user","content":"n1401"}');
INSERT INTO entries VALUES (13, 1416, 'u["entry_ea36gb0fyxamrnsaf1hp",1795310767577,15]
{"role":"user","content":"n1402"}');
INSERT INTO entries VALUES (13, 1417, 'u["entry_xxv1j9fca6jhrsk2mkk4",1795310767577,15]
{"role":"user","content":"n1403"}');
INSERT INTO entries VALUES (13, 1418, 'u["entry_swax3edq89z68ct18agf",1795310767577,15]
{"role":"user","content":"n1404"}');
INSERT INTO entries VALUES (13, 1419, 'u["entry_wagy18zz7r11mtmtbgx3",1795310767577,15]
{"role":"user","content":"n1405"}');
INSERT INTO entries VALUES (13, 1420, 'u["entry_c6qr6c6y257z0tt4yh86",1795310767577,15]
{"role":"user","content":"n1406"}');
INSERT INTO entries VALUES (13, 1421, 'u["entry_ym103yc9ea1g9zjkja22",1795310767577,15]
{"role":"user","content":"n1407"}');
INSERT INTO entries VALUES (13, 1422, 'u["entry_y69mzy70svv9bbf97t9k",1795310767577,15]
{"role":"user","content":"n1408"}');
INSERT INTO entries VALUES (13, 1423, 'u["entry_qcsf8sahrwf2rxc11bpw",1795310767577,15]
{"role":"user","content":"n1409"}');
INSERT INTO entries VALUES (13, 1424, 'u["entry_8bw9mgq2zakbysd7mf2s",1795310767577,15]
{"role":"user","content":"n1410"}');
INSERT INTO entries VALUES (13, 1425, 'u["entry_zr7vfehpwktg9we4zjzt",1795310767577,15]
{"role":"user","content":"n1411"}');
INSERT INTO entries VALUES (13, 1426, 'u["entry_73yj8fyd4z1744djxvxc",1795310767577,15]
{"role":"user","content":"n1412"}');
INSERT INTO entries VALUES (13, 1427, 'u["entry_qsz7m6hmscqtv831ttvm",1795310767577,15]
{"role":"user","content":"n1413"}');
INSERT INTO entries VALUES (13, 1428, 'u["entry_nz0ypf99jmkm1avaz1s2",1795310767577,15]
{"role":"user","content":"n1414"}');
INSERT INTO entries VALUES (13, 1429, 'u["entry_bpxhycrseymp8sbffzj4",1795310767577,15]
{"role":"user","content":"n1415"}');
INSERT INTO entries VALUES (13, 1430, 'u["entry_cszf28shc6gf3vfpamk6",1795310767577,15]
{"role":"user","content":"n1416"}');
INSERT INTO entries VALUES (13, 1431, 'u["entry_2ach44ee02jbevhhkn8x",1795310767577,15]
{"role":"user","content":"n1417"}');
INSERT INTO entries VALUES (13, 1432, 'u["entry_j7rj7xwd9p2xgepmm31h",1795310767577,15]
{"role":"user","content":"n1418"}');
INSERT INTO entries VALUES (13, 1433, 'u["entry_pm82y6nqhehsvf49f8em",1795310767577,15]
{"role":"user","content":"n1419"}');
INSERT INTO entries VALUES (13, 1434, 'u["entry_1npeme8p9njerrpxj4jn",1795310767577,15]
{"role":"user","content":"n1420"}');
INSERT INTO entries VALUES (13, 1435, 'u["entry_x2n0a4f6cqp6419jr7vc",1795310767577,15]
{"role":"user","content":"n1421"}');
INSERT INTO entries VALUES (13, 1436, 'u["entry_w1rp75mzy86p9tvb5hb1",1795310767577,15]
{"role":"user","content":"n1422"}');
INSERT INTO entries VALUES (13, 1437, 'u["entry_ht4f6bsafxe82xfz65k8",1795310767577,15]
{"role":"user","content":"n1423"}');
INSERT INTO entries VALUES (13, 1438, 'u["entry_8k3w5zvpy15pzq575dyg",1795310767577,15]
{"role":"user","content":"n1424"}');
INSERT INTO entries VALUES (13, 1439, 'u["entry_an2fdqwmwpttm5t39na9",1795310767577,15]
{"role":"user","content":"n1425"}');
INSERT INTO entries VALUES (13, 1440, 'u["entry_63f0ehw4whnv5gsm9yv6",1795310767577,15]
{"role":"user","content":"n1426"}');
INSERT INTO entries VALUES (13, 1441, 'u["entry_3zqyg9ws6qd2sq3k7z27",1795310767577,15]
{"role":"user","content":"n1427"}');
INSERT INTO entries VALUES (13, 1442, 'u["entry_bwwhg0tm9hz260hbepfh",1795310767577,15]
{"role":"user","content":"n1428"}');
INSERT INTO entries VALUES (13, 1443, 'u["entry_36bysnbkz6626b3yp76r",1795310767577,15]
{"role":"user","content":"n1429"}');
INSERT INTO entries VALUES (13, 1444, 'u["entry_04rc7h0yq71bbkzb6zpv",1795310767577,15]
{"role":"user","content":"n1430"}');
INSERT INTO entries VALUES (13, 1445, 'u["entry_bewgycvmvz5vpnfmsmze",1795310767577,15]
{"role":"user","content":"n1431"}');
INSERT INTO entries VALUES (13, 1446, 'u["entry_afndzxhp685xavtanrj2",1795310767577,15]
{"role":"user","content":"n1432"}');
INSERT INTO entries VALUES (13, 1447, 'u["entry_vbet7q4p4bgpvzxjcbvz",1795310767577,15]
{"role":"user","content":"n1433"}');
INSERT INTO entries VALUES (13, 1448, 'u["entry_va7cz0cseb34d21j0qdn",1795310767577,15]
{"role":"user","content":"n1434"}');
INSERT INTO entries VALUES (13, 1449, 'u["entry_3c1ympr1kms86s7a8qsj",1795310767577,15]
{"role":"user","content":"n1435"}');
INSERT INTO entries VALUES (13, 1450, 'u["entry_wantgx7t438p7ds561dw",1795310767577,15]
{"role":"user","content":"n1436"}');
INSERT INTO entries VALUES (13, 1451, 'u["entry_4t77dqpdvp9t34fs4mmq",1795310767577,15]
{"role":"user","content":"n1437"}');
INSERT INTO entries VALUES (13, 1452, 'u["entry_phb4z5nngk7qmkaech1y",1795310767577,15]
{"role":"user","content":"n1438"}');
INSERT INTO entries VALUES (13, 1453, 'u["entry_rcz97gnxbzg50v0z64x1",1795310767577,15]
{"role":"user","content":"n1439"}');
INSERT INTO entries VALUES (13, 1454, 'u["entry_cmye13n9qyspcb6kygwb",1795310767577,15]
{"role":"user","content":"n1440"}');
INSERT INTO entries VALUES (13, 1455, 'u["entry_e8gmkznqbac00yxb9vww",1795310767577,15]
{"role":"user","content":"n1441"}');
INSERT INTO entries VALUES (13, 1456, 'u["entry_3czwh1tqcg7p7e0jbghq",1795310767577,15]
{"role":"user","content":"n1442"}');
INSERT INTO entries VALUES (13, 1457, 'u["entry_f2dpq2yxqkq664dyxja6",1795310767577,15]
{"role":"user","content":"n1443"}');
INSERT INTO entries VALUES (13, 1458, 'u["entry_9gyap399dgve9h7qwp52",1795310767577,15]
{"role":"user","content":"n1444"}');
INSERT INTO entries VALUES (13, 1459, 'u["entry_rsgv9prh9s0w436p9am5",1795310767577,15]
{"role":"user","content":"n1445"}');
INSERT INTO entries VALUES (13, 1460, 'u["entry_vwpe1gm23j6d62mnypqz",1795310767577,15]
{"role":"user","content":"n1446"}');
INSERT INTO entries VALUES (13, 1461, 'u["entry_p61y4fx3exyrbzy7rshx",1795310767577,15]
{"role":"user","content":"n1447"}');
INSERT INTO entries VALUES (13, 1462, 'u["entry_ty5e0j4b36f8aae0dnf8",1795310767577,15]
{"role":"user","content":"n1448"}');
INSERT INTO entries VALUES (13, 1463, 'u["entry_j6h2j66xr7deksw6p2nn",1795310767577,15]
{"role":"user","content":"n1449"}');
INSERT INTO entries VALUES (13, 1464, 'u["entry_gbc3qf86m5crdw2n8g8v",1795310767577,15]
{"role":"user","content":"n1450"}');
INSERT INTO entries VALUES (13, 1465, 'u["entry_22qxr5mesxsq2kafykpv",1795310767577,15]
{"role":"user","content":"n1451"}');
INSERT INTO entries VALUES (13, 1466, 'u["entry_qgk4jxv61py6ehvdk9w0",1795310767577,15]
{"role":"user","content":"n1452"}');
INSERT INTO entries VALUES (13, 1467, 'u["entry_ahesfnsd1t1vtxzee3fy",1795310767577,15]
{"role":"user","content":"n1453"}');
INSERT INTO entries VALUES (13, 1468, 'u["entry_k781ry5g2r5fpsej46r3",1795310767577,15]
{"role":"user","content":"n1454"}');
INSERT INTO entries VALUES (13, 1469, 'u["entry_ddfsyw6b125r263gy6ga",1795310767577,15]
{"role":"user","content":"n1455"}');
INSERT INTO entries VALUES (13, 1470, 'u["entry_206dfb00ag0cyh9s19dc",1795310767577,15]
{"role":"user","content":"n1456"}');
INSERT INTO entries VALUES (13, 1471, 'u["entry_6hcn8r4f893w4cdrq3hv",1795310767577,15]
{"role":"user","content":"n1457"}');
INSERT INTO entries VALUES (13, 1472, 'u["entry_znjsjgj5ktre653cp8gz",1795310767577,15]
{"role":"user","content":"n1458"}');
INSERT INTO entries VALUES (13, 1473, 'u["entry_h15zp5dzp13dgp2pmcy1",1795310767577,15]
{"role":"user","content":"n1459"}');
INSERT INTO entries VALUES (13, 1474, 'u["entry_hr49rfjjt169rw0ezsrk",1795310767577,15]
{"role":"user","content":"n1460"}');
INSERT INTO entries VALUES (13, 1475, 'u["entry_vyc7vnvmh32w0wz1msac",1795310767577,15]
{"role":"user","content":"n1461"}');
INSERT INTO entries VALUES (13, 1476, 'u["entry_6p0epcc5ff90wr9wyd2g",1795310767577,15]
{"role":"user","content":"n1462"}');
INSERT INTO entries VALUES (13, 1477, 'u["entry_bsp9nkedvfrw5a0fsv1n",1795310767577,15]
{"role":"user","content":"n1463"}');
INSERT INTO entries VALUES (13, 1478, 'u["entry_5ec6t5vxqa61j32gg96n",1795310767577,15]
{"role":"user","content":"n1464"}');
INSERT INTO entries VALUES (13, 1479, 'u["entry_hspzyfzzhtnqyb8nk65v",1795310767577,15]
{"role":"user","content":"n1465"}');
INSERT INTO entries VALUES (13, 1480, 'u["entry_me57hgepckjffy289rsh",1795310767577,15]
{"role":"user","content":"n1466"}');
INSERT INTO entries VALUES (13, 1481, 'u["entry_kgj2mps5s8dcrxbk9361",1795310767577,15]
{"role":"user","content":"n1467"}');
INSERT INTO entries VALUES (13, 1482, 'u["entry_qgyffzxfj2tscqnt3a0d",1795310767577,15]
{"role":"user","content":"n1468"}');
INSERT INTO entries VALUES (13, 1483, 'u["entry_t8g7wgf2ck342egmjb8a",1795310767577,15]
{"role":"user","content":"n1469"}');
INSERT INTO entries VALUES (13, 1484, 'u["entry_4wwjhsgg7vvrjx43wsqp",1795310767577,15]
{"role":"user","content":"n1470"}');
INSERT INTO entries VALUES (13, 1485, 'u["entry_n6veea09f3pj2wg0hkqv",1795310767577,15]
{"role":"user","content":"n1471"}');
INSERT INTO entries VALUES (13, 1486, 'u["entry_9ehh96n4fwj7600mfm62",1795310767577,15]
{"role":"user","content":"n1472"}');
INSERT INTO entries VALUES (13, 1487, 'u["entry_xsn5r322x454dj2expy1",1795310767577,15]
{"role":"user","content":"n1473"}');
INSERT INTO entries VALUES (13, 1488, 'u["entry_veap3s4kqvvtm99hxfzd",1795310767577,15]
{"role":"user","content":"n1474"}');
INSERT INTO entries VALUES (13, 1489, 'u["entry_yy0prkcn0t6k7h8ey97y",1795310767577,15]
{"role":"user","content":"n1475"}');
INSERT INTO entries VALUES (13, 1490, 'u["entry_fjrxp95qmjy8d4gegsed",1795310767577,15]
{"role":"user","content":"n1476"}');
INSERT INTO entries VALUES (13, 1491, 'u["entry_r7490jfze531c8ahy401",1795310767577,15]
{"role":"user","content":"n1477"}');
INSERT INTO entries VALUES (13, 1492, 'u["entry_ft38v5he7e58vhvjfxb1",1795310767577,15]
{"role":"user","content":"n1478"}');
INSERT INTO entries VALUES (13, 1493, 'u["entry_dcmq8n9va5rg0464fy7j",1795310767577,15]
{"role":"user","content":"n1479"}');
INSERT INTO entries VALUES (13, 1494, 'u["entry_zb33pw5waan9dx9a3myq",1795310767577,15]
{"role":"user","content":"n1480"}');
INSERT INTO entries VALUES (13, 1495, 'u["entry_xsrt4ge4vsqqaa12q2ep",1795310767577,15]
{"role":"user","content":"n1481"}');
INSERT INTO entries VALUES (13, 1496, 'u["entry_0p5738p0fzywnaehpdx3",1795310767577,15]
{"role":"user","content":"n1482"}');
INSERT INTO entries VALUES (13, 1497, 'u["entry_rnrtszcmbra5ynh3m2aq",1795310767577,15]
{"role":"user","content":"n1483"}');
INSERT INTO entries VALUES (13, 1498, 'u["entry_9gy80emgya3ntrkbxjkw",1795310767577,15]
{"role":"user","content":"n1484"}');
INSERT INTO entries VALUES (13, 1499, 'u["entry_cjgvfft464w8q973m5rn",1795310767577,15]
{"role":"user","content":"n1485"}');
INSERT INTO entries VALUES (13, 1500, 'u["entry_wxjcbnmx8x7crwr2wq0c",1795310767577,15]
{"role":"user","content":"n1486"}');
INSERT INTO entries VALUES (13, 1501, 'u["entry_zdbrn4d478gaz1abc4zx",1795310767577,15]
{"role":"user","content":"n1487"}');
INSERT INTO entries VALUES (13, 1502, 'u["entry_3kpp4avn7djf5bwka6ff",1795310767577,15]
{"role":"user","content":"n1488"}');
INSERT INTO entries VALUES (13, 1503, 'u["entry_gxs5g5yhw09sn43g7wwt",1795310767577,15]
{"role":"user","content":"n1489"}');
INSERT INTO entries VALUES (13, 1504, 'u["entry_v458wbb39aj95zyn1360",1795310767577,15]
{"role":"user","content":"n1490"}');
INSERT INTO entries VALUES (13, 1505, 'u["entry_mgfc2qa2n48be93af6q8",1795310767577,15]
{"role":"user","content":"n1491"}');
INSERT INTO entries VALUES (13, 1506, 'u["entry_k870zjbkrv5vgc6ce8ss",1795310767577,15]
{"role":"user","content":"n1492"}');
INSERT INTO entries VALUES (13, 1507, 'u["entry_6fwn4a4267r8geyjget7",1795310767577,15]
{"role":"user","content":"n1493"}');
INSERT INTO entries VALUES (13, 1508, 'u["entry_waf6fys6w2zx6vzzzcp5",1795310767577,15]
{"role":"user","content":"n1494"}');
INSERT INTO entries VALUES (13, 1509, 'u["entry_tbtr6xa2t8mtzj5f9e9g",1795310767577,15]
{"role":"user","content":"n1495"}');
INSERT INTO entries VALUES (13, 1510, 'u["entry_ya5vs6b5fryx15sxbfs5",1795310767577,15]
{"role":"user","content":"n1496"}');
INSERT INTO entries VALUES (13, 1511, 'u["entry_51phnj0z4satxgs6hse8",1795310767577,15]
{"role":"user","content":"n1497"}');
INSERT INTO entries VALUES (13, 1512, 'u["entry_xj5nsjzjb6bfrh6a58jq",1795310767577,15]
{"role":"user","content":"n1498"}');
INSERT INTO entries VALUES (13, 1513, 'u["entry_g1b102x2hja847nt3ahk",1795310767577,15]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1514, 'a["entry_dmh7yt4sm7x51j1v1t63",1795310767581,15,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1515, 'u["entry_s8yw46sgdwx82erqfr19",1795310767583,16]
{"role":"user","content":"n1500"}');
INSERT INTO entries VALUES (13, 1516, 'u["entry_87g2980gzmymnz46kzyq",1795310767583,16]
{"role":"user","content":"n1501"}');
INSERT INTO entries VALUES (13, 1517, 'u["entry_xzan1v6a8r3pxnvfzvfw",1795310767583,16]
{"role":"user","content":"n1502"}');
INSERT INTO entries VALUES (13, 1518, 'u["entry_8yjch1jw6kwkjq0fp5y0",1795310767583,16]
{"role":"user","content":"n1503"}');
INSERT INTO entries VALUES (13, 1519, 'u["entry_3bzmwsdps07hcxn12exx",1795310767583,16]
{"role":"user","content":"n1504"}');
INSERT INTO entries VALUES (13, 1520, 'u["entry_gha0vy1dxwza24j2dpqs",1795310767583,16]
{"role":"user","content":"n1505"}');
INSERT INTO entries VALUES (13, 1521, 'u["entry_a72gd42dfzg3xms5eyjn",1795310767583,16]
{"role":"user","content":"n1506"}');
INSERT INTO entries VALUES (13, 1522, 'u["entry_7kjgjkktmdzbd7y7f7ta",1795310767583,16]
{"role":"user","content":"n1507"}');
INSERT INTO entries VALUES (13, 1523, 'u["entry_d7hvqskc8zv95cnvbs1b",1795310767583,16]
{"role":"user","content":"n1508"}');
INSERT INTO entries VALUES (13, 1524, 'u["entry_gcm0t2mfvq4k7kt5a9cm",1795310767583,16]
{"role":"user","content":"n1509"}');
INSERT INTO entries VALUES (13, 1525, 'u["entry_jpv4ngbz00f6phymqe0r",1795310767583,16]
{"role":"user","content":"n1510"}');
INSERT INTO entries VALUES (13, 1526, 'u["entry_t5tfzd9gpyk9qcx869qn",1795310767583,16]
{"role":"user","content":"n1511"}');
INSERT INTO entries VALUES (13, 1527, 'u["entry_w3dfk5d49k1zrq5gpeq4",1795310767583,16]
{"role":"user","content":"n1512"}');
INSERT INTO entries VALUES (13, 1528, 'u["entry_st4vpstab5k10d7fp601",1795310767583,16]
{"role":"user","content":"n1513"}');
INSERT INTO entries VALUES (13, 1529, 'u["entry_5jskg3gjqq1xbxaa20vp",1795310767583,16]
{"role":"user","content":"n1514"}');
INSERT INTO entries VALUES (13, 1530, 'u["entry_arxps54ehyqn38fnp906",1795310767583,16]
{"role":"user","content":"n1515"}');
INSERT INTO entries VALUES (13, 1531, 'u["entry_ptwdgs9cvc91yypjs0we",1795310767583,16]
{"role":"user","content":"n1516"}');
INSERT INTO entries VALUES (13, 1532, 'u["entry_b1mgpw1m2r6b0q4bzq1z",1795310767583,16]
{"role":"user","content":"n1517"}');
INSERT INTO entries VALUES (13, 1533, 'u["entry_fxa7pcdt6qdnqw1km62a",1795310767583,16]
{"role":"user","content":"n1518"}');
INSERT INTO entries VALUES (13, 1534, 'u["entry_q5sezrfgsez05wtgxemr",1795310767583,16]
{"role":"user","content":"n1519"}');
INSERT INTO entries VALUES (13, 1535, 'u["entry_tzn3ec28sje01mjad356",1795310767583,16]
{"role":"user","content":"n1520"}');
INSERT INTO entries VALUES (13, 1536, 'u["entry_07mtyf9kx890zsvnh6ss",1795310767583,16]
{"role":"user","content":"n1521"}');
INSERT INTO entries VALUES (13, 1537, 'u["entry_jsme010agvsnvatkqd05",1795310767583,16]
{"role":"user","content":"n1522"}');
INSERT INTO entries VALUES (13, 1538, 'u["entry_fat8g7f2xrx0bkcr545r",1795310767583,16]
{"role":"user","content":"n1523"}');
INSERT INTO entries VALUES (13, 1539, 'u["entry_ye2qevn9g5330mk675g5",1795310767583,16]
{"role":"user","content":"n1524"}');
INSERT INTO entries VALUES (13, 1540, 'u["entry_gnxf4tvfk12adg7t8j2s",1795310767583,16]
{"role":"user","content":"n1525"}');
INSERT INTO entries VALUES (13, 1541, 'u["entry_40x4affdvyy3px5kke4j",1795310767583,16]
{"role":"user","content":"n1526"}');
INSERT INTO entries VALUES (13, 1542, 'u["entry_0hgfz113nw0g2bydf4gf",1795310767583,16]
{"role":"user","content":"n1527"}');
INSERT INTO entries VALUES (13, 1543, 'u["entry_ca2w4cgtbn3geqzps2sj",1795310767583,16]
{"role":"user","content":"n1528"}');
INSERT INTO entries VALUES (13, 1544, 'u["entry_r82a8cwspv79hqczhhx0",1795310767583,16]
{"role":"user","content":"n1529"}');
INSERT INTO entries VALUES (13, 1545, 'u["entry_0twfh87fvzc8rvr9jan1",1795310767583,16]
{"role":"user","content":"n1530"}');
INSERT INTO entries VALUES (13, 1546, 'u["entry_4bxk2m4q0hjbka1fwcbk",1795310767583,16]
{"role":"user","content":"n1531"}');
INSERT INTO entries VALUES (13, 1547, 'u["entry_3k63vnfqctvbp8qczt5n",1795310767583,16]
{"role":"user","content":"n1532"}');
INSERT INTO entries VALUES (13, 1548, 'u["entry_rc8kvy33cym73zn62qry",1795310767583,16]
{"role":"user","content":"n1533"}');
INSERT INTO entries VALUES (13, 1549, 'u["entry_mnejg7v4my8m3njk2btm",1795310767583,16]
{"role":"user","content":"n1534"}');
INSERT INTO entries VALUES (13, 1550, 'u["entry_zsd1fgt2baa1merp4jay",1795310767583,16]
{"role":"user","content":"n1535"}');
INSERT INTO entries VALUES (13, 1551, 'u["entry_gr4tcvf8rnpaf21b0080",1795310767583,16]
{"role":"user","content":"n1536"}');
INSERT INTO entries VALUES (13, 1552, 'u["entry_00km6t1dcbrfff42gqcc",1795310767583,16]
{"role":"user","content":"n1537"}');
INSERT INTO entries VALUES (13, 1553, 'u["entry_ccby2xajhgq15zggrg97",1795310767583,16]
{"role":"user","content":"n1538"}');
INSERT INTO entries VALUES (13, 1554, 'u["entry_xhafxw9pjbcva3w8cz6e",1795310767583,16]
{"role":"user","content":"n1539"}');
INSERT INTO entries VALUES (13, 1555, 'u["entry_t79nt4ykbq35zztq941x",1795310767583,16]
{"role":"user","content":"n1540"}');
INSERT INTO entries VALUES (13, 1556, 'u["entry_yj0ywj49f94b6j2kh4fj",1795310767583,16]
{"role":"user","content":"n1541"}');
INSERT INTO entries VALUES (13, 1557, 'u["entry_d2zxqd0jpafp4braspf3",1795310767583,16]
{"role":"user","content":"n1542"}');
INSERT INTO entries VALUES (13, 1558, 'u["entry_em5ew8s7pphnte8kwnw6",1795310767583,16]
{"role":"user","content":"n1543"}');
INSERT INTO entries VALUES (13, 1559, 'u["entry_6w652cv4d3ps82m1fx3v",1795310767583,16]
{"role":"user","content":"n1544"}');
INSERT INTO entries VALUES (13, 1560, 'u["entry_eft12c6kb5x207pazgt8",1795310767583,16]
{"role":"user","content":"n1545"}');
INSERT INTO entries VALUES (13, 1561, 'u["entry_7hadcvrxn7006rwkxg2n",1795310767583,16]
{"role":"user","content":"n1546"}');
INSERT INTO entries VALUES (13, 1562, 'u["entry_9489dqjtz2vsgnbg2668",1795310767583,16]
{"role":"user","content":"n1547"}');
INSERT INTO entries VALUES (13, 1563, 'u["entry_w2jkj2xrd0t1w8get5xb",1795310767583,16]
{"role":"user","content":"n1548"}');
INSERT INTO entries VALUES (13, 1564, 'u["entry_ea1a2e7ff00zy8sqbfvj",1795310767583,16]
{"role":"user","content":"n1549"}');
INSERT INTO entries VALUES (13, 1565, 'u["entry_xvs3775dewk1c7exv8j2",1795310767583,16]
{"role":"user","content":"n1550"}');
INSERT INTO entries VALUES (13, 1566, 'u["entry_b3jccarnb6m2y1qx12zc",1795310767583,16]
{"role":"user","content":"n1551"}');
INSERT INTO entries VALUES (13, 1567, 'u["entry_5xsfkzaj6d6wn841jrfm",1795310767583,16]
{"role":"user","content":"n1552"}');
INSERT INTO entries VALUES (13, 1568, 'u["entry_t452exek8dez54hmd7jc",1795310767583,16]
{"role":"user","content":"n1553"}');
INSERT INTO entries VALUES (13, 1569, 'u["entry_8dhj5c1827qvgey9435w",1795310767583,16]
{"role":"user","content":"n1554"}');
INSERT INTO entries VALUES (13, 1570, 'u["entry_n9qhtg2msxj2jcxczcsk",1795310767583,16]
{"role":"user","content":"n1555"}');
INSERT INTO entries VALUES (13, 1571, 'u["entry_p92knkerpg58djp7wzxk",1795310767583,16]
{"role":"user","content":"n1556"}');
INSERT INTO entries VALUES (13, 1572, 'u["entry_rtbte7mdw6b15tvgr84k",1795310767583,16]
{"role":"user","content":"n1557"}');
INSERT INTO entries VALUES (13, 1573, 'u["entry_g5vgpek7wcfn43x7q41g",1795310767583,16]
{"role":"user","content":"n1558"}');
INSERT INTO entries VALUES (13, 1574, 'u["entry_kzsypm116fw7hefh4z7f",1795310767583,16]
{"role":"user","content":"n1559"}');
INSERT INTO entries VALUES (13, 1575, 'u["entry_4jd4c40ztbqj55tn7cch",1795310767583,16]
{"role":"user","content":"n1560"}');
INSERT INTO entries VALUES (13, 1576, 'u["entry_yme1te9xfwdn7tmfercr",1795310767583,16]
{"role":"user","content":"n1561"}');
INSERT INTO entries VALUES (13, 1577, 'u["entry_3dkt14fdmg8g9j7tmche",1795310767583,16]
{"role":"user","content":"n1562"}');
INSERT INTO entries VALUES (13, 1578, 'u["entry_qcmcfffw2w1k2nknfsyq",1795310767583,16]
{"role":"user","content":"n1563"}');
INSERT INTO entries VALUES (13, 1579, 'u["entry_5jwhgwwhfx93x7zmk2hp",1795310767583,16]
{"role":"user","content":"n1564"}');
INSERT INTO entries VALUES (13, 1580, 'u["entry_mfy4avtrsgpw9txkwcxk",1795310767583,16]
{"role":"user","content":"n1565"}');
INSERT INTO entries VALUES (13, 1581, 'u["entry_q9jnjjhf5axp18bnmphe",1795310767583,16]
{"role":"user","content":"n1566"}');
INSERT INTO entries VALUES (13, 1582, 'u["entry_sjdh56aj6th81m52xwn6",1795310767583,16]
{"role":"user","content":"n1567"}');
INSERT INTO entries VALUES (13, 1583, 'u["entry_yd3beefc06ja38jk0zxw",1795310767583,16]
{"role":"user","content":"n1568"}');
INSERT INTO entries VALUES (13, 1584, 'u["entry_j5tcnm9vnj5d8btn9cx1",1795310767583,16]
{"role":"user","content":"n1569"}');
INSERT INTO entries VALUES (13, 1585, 'u["entry_05np1pn54p9xq2t7s5hz",1795310767583,16]
{"role":"user","content":"n1570"}');
INSERT INTO entries VALUES (13, 1586, 'u["entry_8nxp7e70sxhtg1jh3c78",1795310767583,16]
{"role":"user","content":"n1571"}');
INSERT INTO entries VALUES (13, 1587, 'u["entry_96fy1mj248k9rt25qvms",1795310767583,16]
{"role":"user","content":"n1572"}');
INSERT INTO entries VALUES (13, 1588, 'u["entry_3tahr3cjf97wk61x9p5j",1795310767583,16]
{"role":"user","content":"n1573"}');
INSERT INTO entries VALUES (13, 1589, 'u["entry_x5q7q92gabgwr2h5pkqe",1795310767583,16]
{"role":"user","content":"n1574"}');
INSERT INTO entries VALUES (13, 1590, 'u["entry_2qjwhhsfqeqrr3vts3sq",1795310767583,16]
{"role":"user","content":"n1575"}');
INSERT INTO entries VALUES (13, 1591, 'u["entry_ddqrwqr5stqvrq3q041p",1795310767583,16]
{"role":"user","content":"n1576"}');
INSERT INTO entries VALUES (13, 1592, 'u["entry_pvt2d7gt5a8rkvza9yb3",1795310767583,16]
{"role":"user","content":"n1577"}');
INSERT INTO entries VALUES (13, 1593, 'u["entry_dknkbbcqycts27jc0ncm",1795310767583,16]
{"role":"user","content":"n1578"}');
INSERT INTO entries VALUES (13, 1594, 'u["entry_gce5wavaqyty6wfy65v8",1795310767583,16]
{"role":"user","content":"n1579"}');
INSERT INTO entries VALUES (13, 1595, 'u["entry_fqmwe9arckmc2m83pxwp",1795310767583,16]
{"role":"user","content":"n1580"}');
INSERT INTO entries VALUES (13, 1596, 'u["entry_a5cbz4mtm85jtvnvr0s5",1795310767583,16]
{"role":"user","content":"n1581"}');
INSERT INTO entries VALUES (13, 1597, 'u["entry_zx8t18676hnw50ahvddj",1795310767583,16]
{"role":"user","content":"n1582"}');
INSERT INTO entries VALUES (13, 1598, 'u["entry_6h65x5ffw8kfjb5f64aa",1795310767583,16]
{"role":"user","content":"n1583"}');
INSERT INTO entries VALUES (13, 1599, 'u["entry_cs2bpe1v7148vz28y913",1795310767583,16]
{"role":"user","content":"n1584"}');
INSERT INTO entries VALUES (13, 1600, 'u["entry_zzmgcdtfe4zk1w2dxtpw",1795310767583,16]
{"role":"user","content":"n1585"}');
INSERT INTO entries VALUES (13, 1601, 'u["entry_kkd9g876kmz8kwp93rtd",1795310767583,16]
{"role":"user","content":"n1586"}');
INSERT INTO entries VALUES (13, 1602, 'u["entry_0berqc5t87zr0ta2zjs4",1795310767583,16]
{"role":"user","content":"n1587"}');
INSERT INTO entries VALUES (13, 1603, 'u["entry_96ehsn45ywz6mztvgyvm",1795310767583,16]
{"role":"user","content":"n1588"}');
INSERT INTO entries VALUES (13, 1604, 'u["entry_q9akebk0adazr52r83fq",1795310767583,16]
{"role":"user","content":"n1589"}');
INSERT INTO entries VALUES (13, 1605, 'u["entry_fm7fdacw74f4fpgsv4ag",1795310767583,16]
{"role":"user","content":"n1590"}');
INSERT INTO entries VALUES (13, 1606, 'u["entry_4gnc4h16mv8321f82nbm",1795310767583,16]
{"role":"user","content":"n1591"}');
INSERT INTO entries VALUES (13, 1607, 'u["entry_kgnjtrt6xmf3ky144ynr",1795310767583,16]
{"role":"user","content":"n1592"}');
INSERT INTO entries VALUES (13, 1608, 'u["entry_qmqyk12wh6ymj2k3cx74",1795310767583,16]
{"role":"user","content":"n1593"}');
INSERT INTO entries VALUES (13, 1609, 'u["entry_jz4gg9hdcjrfs465k1p9",1795310767583,16]
{"role":"user","content":"n1594"}');
INSERT INTO entries VALUES (13, 1610, 'u["entry_kfkn2cxth97jq732p7a8",1795310767583,16]
{"role":"user","content":"n1595"}');
INSERT INTO entries VALUES (13, 1611, 'u["entry_h9ttscf5jctp00914p9w",1795310767583,16]
{"role":"user","content":"n1596"}');
INSERT INTO entries VALUES (13, 1612, 'u["entry_2rpsmxxec3nf4cn4tzgk",1795310767583,16]
{"role":"user","content":"n1597"}');
INSERT INTO entries VALUES (13, 1613, 'u["entry_7eq7nc93ejj76d46arhe",1795310767583,16]
{"role":"user","content":"n1598"}');
INSERT INTO entries VALUES (13, 1614, 'u["entry_5wpsh4kk9sw3jezq5m45",1795310767583,16]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1615, 'a["entry_ah4vjkhhtwc5436kr637",1795310767588,16,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1616, 'u["entry_r0kqae72f9m9pszc0g9g",1795310767590,17]
{"role":"user","content":"n1600"}');
INSERT INTO entries VALUES (13, 1617, 'u["entry_dd2awgaame34ddwzhj0t",1795310767590,17]
{"role":"user","content":"n1601"}');
INSERT INTO entries VALUES (13, 1618, 'u["entry_mt2rvhtv162xz90zxy7q",1795310767590,17]
{"role":"user","content":"n1602"}');
INSERT INTO entries VALUES (13, 1619, 'u["entry_69c3k4ngwrhrq4qfehkv",1795310767590,17]
{"role":"user","content":"n1603"}');
INSERT INTO entries VALUES (13, 1620, 'u["entry_bpnse8z5vfng5vpktkrk",1795310767590,17]
{"role":"user","content":"n1604"}');
INSERT INTO entries VALUES (13, 1621, 'u["entry_f1ps8bq96agqr8e2n3p0",1795310767590,17]
{"role":"user","content":"n1605"}');
INSERT INTO entries VALUES (13, 1622, 'u["entry_9dtqhw9sp74q22kyf5ck",1795310767590,17]
{"role":"user","content":"n1606"}');
INSERT INTO entries VALUES (13, 1623, 'u["entry_4gyf68m8amp1jpagjeqe",1795310767590,17]
{"role":"user","content":"n1607"}');
INSERT INTO entries VALUES (13, 1624, 'u["entry_3ex7xqt16kjb56d9y9p2",1795310767590,17]
{"role":"user","content":"n1608"}');
INSERT INTO entries VALUES (13, 1625, 'u["entry_xh5mnrhdthkk8sh2eam5",1795310767590,17]
{"role":"user","content":"n1609"}');
INSERT INTO entries VALUES (13, 1626, 'u["entry_cxea72bvmwsc1pnd5qz9",1795310767590,17]
{"role":"user","content":"n1610"}');
INSERT INTO entries VALUES (13, 1627, 'u["entry_v35v9882rjk2zse99sdw",1795310767590,17]
{"role":"user","content":"n1611"}');
INSERT INTO entries VALUES (13, 1628, 'u["entry_0an6dha21c2e53he2xwb",1795310767590,17]
{"role":"user","content":"n1612"}');
INSERT INTO entries VALUES (13, 1629, 'u["entry_bhfxf31zbntcq9en2yx6",1795310767590,17]
{"role":"user","content":"n1613"}');
INSERT INTO entries VALUES (13, 1630, 'u["entry_twcc2b6wy7kgac095ynm",1795310767590,17]
{"role":"user","content":"n1614"}');
INSERT INTO entries VALUES (13, 1631, 'u["entry_vkh32s6g2t0bkjwnwfjz",1795310767590,17]
{"role":"user","content":"n1615"}');
INSERT INTO entries VALUES (13, 1632, 'u["entry_4q72gqkkk118h3w76k2h",1795310767590,17]
{"role":"user","content":"n1616"}');
INSERT INTO entries VALUES (13, 1633, 'u["entry_y86dq33b0h66jrtz78c9",1795310767590,17]
{"role":"user","content":"n1617"}');
INSERT INTO entries VALUES (13, 1634, 'u["entry_vhyb2mq5cvs4z23z5j0d",1795310767590,17]
{"role":"user","content":"n1618"}');
INSERT INTO entries VALUES (13, 1635, 'u["entry_vy2mt6whatswz6jra1ex",1795310767590,17]
{"role":"user","content":"n1619"}');
INSERT INTO entries VALUES (13, 1636, 'u["entry_dsx5dvba8gw6er8er8wv",1795310767590,17]
{"role":"user","content":"n1620"}');
INSERT INTO entries VALUES (13, 1637, 'u["entry_fxgz841esw00xre3rsrk",1795310767590,17]
{"role":"user","content":"n1621"}');
INSERT INTO entries VALUES (13, 1638, 'u["entry_ftg6msyktrz5enmczjb0",1795310767590,17]
{"role":"user","content":"n1622"}');
INSERT INTO entries VALUES (13, 1639, 'u["entry_mqvk0yy9afkc8mdvmt8y",1795310767590,17]
{"role":"user","content":"n1623"}');
INSERT INTO entries VALUES (13, 1640, 'u["entry_sxq9a3wzxpmggja82tpr",1795310767590,17]
{"role":"user","content":"n1624"}');
INSERT INTO entries VALUES (13, 1641, 'u["entry_hwbgxr58t42rvwn86eyy",1795310767590,17]
{"role":"user","content":"n1625"}');
INSERT INTO entries VALUES (13, 1642, 'u["entry_dses9zg7va1pydv2vkhd",1795310767590,17]
{"role":"user","content":"n1626"}');
INSERT INTO entries VALUES (13, 1643, 'u["entry_bry5rezagz2f4d0zvdbd",1795310767590,17]
{"role":"user","content":"n1627"}');
INSERT INTO entries VALUES (13, 1644, 'u["entry_h0n2fmbt2e0pz7vxh9h9",1795310767590,17]
{"role":"user","content":"n1628"}');
INSERT INTO entries VALUES (13, 1645, 'u["entry_wkz6kh9tccy0snae9qga",1795310767590,17]
{"role":"user","content":"n1629"}');
INSERT INTO entries VALUES (13, 1646, 'u["entry_8s5dhxg2mjp498qwdj7r",1795310767590,17]
{"role":"user","content":"n1630"}');
INSERT INTO entries VALUES (13, 1647, 'u["entry_qch0j5ak69q8j63n8pxj",1795310767590,17]
{"role":"user","content":"n1631"}');
INSERT INTO entries VALUES (13, 1648, 'u["entry_nd9skaafsbecjw683e74",1795310767590,17]
{"role":"user","content":"n1632"}');
INSERT INTO entries VALUES (13, 1649, 'u["entry_kqwqh2yn3n0b1vy4ksqb",1795310767590,17]
{"role":"user","content":"n1633"}');
INSERT INTO entries VALUES (13, 1650, 'u["entry_snypnrc159zcynkz4zgy",1795310767590,17]
{"role":"user","content":"n1634"}');
INSERT INTO entries VALUES (13, 1651, 'u["entry_yj5cntth1v3yhq29chm4",1795310767590,17]
{"role":"user","content":"n1635"}');
INSERT INTO entries VALUES (13, 1652, 'u["entry_zgt4qbb7ghs1c82anqw7",1795310767590,17]
{"role":"user","content":"n1636"}');
INSERT INTO entries VALUES (13, 1653, 'u["entry_2eyt748kbsxya6s4jbyk",1795310767590,17]
{"role":"user","content":"n1637"}');
INSERT INTO entries VALUES (13, 1654, 'u["entry_qmy3em18ss2ymp041vbd",1795310767590,17]
{"role":"user","content":"n1638"}');
INSERT INTO entries VALUES (13, 1655, 'u["entry_frprtpccf00wfw1g2yzq",1795310767590,17]
{"role":"user","content":"n1639"}');
INSERT INTO entries VALUES (13, 1656, 'u["entry_bgjn3hpe7mrmcd0r47qt",1795310767590,17]
{"role":"user","content":"n1640"}');
INSERT INTO entries VALUES (13, 1657, 'u["entry_psseq0drbf86g6sm4q45",1795310767590,17]
{"role":"user","content":"n1641"}');
INSERT INTO entries VALUES (13, 1658, 'u["entry_sgkhrh9q62xx0ghytbx1",1795310767590,17]
{"role":"user","content":"n1642"}');
INSERT INTO entries VALUES (13, 1659, 'u["entry_17xx1nyfycd5j6jec37a",1795310767590,17]
{"role":"user","content":"n1643"}');
INSERT INTO entries VALUES (13, 1660, 'u["entry_4eb86wfzccc9qp8pc6nb",1795310767590,17]
{"role":"user","content":"n1644"}');
INSERT INTO entries VALUES (13, 1661, 'u["entry_93dkr6dw2c69zndv2m0n",1795310767590,17]
{"role":"user","content":"n1645"}');
INSERT INTO entries VALUES (13, 1662, 'u["entry_4310sxsehcfmxn1ayen7",1795310767590,17]
{"role":"user","content":"n1646"}');
INSERT INTO entries VALUES (13, 1663, 'u["entry_nzpka83njcdfcb0m9dpp",1795310767590,17]
{"role":"user","content":"n1647"}');
INSERT INTO entries VALUES (13, 1664, 'u["entry_x71crc2jywzmf8m3qdqd",1795310767590,17]
{"role":"user","content":"n1648"}');
INSERT INTO entries VALUES (13, 1665, 'u["entry_cf83rnb8vf3bfszczena",1795310767590,17]
{"role":"user","content":"n1649"}');
INSERT INTO entries VALUES (13, 1666, 'u["entry_e3e8cdvwkx0h3061kmxf",1795310767590,17]
{"role":"user","content":"n1650"}');
INSERT INTO entries VALUES (13, 1667, 'u["entry_78cqfwccgq5srg97tvyg",1795310767590,17]
{"role":"user","content":"n1651"}');
INSERT INTO entries VALUES (13, 1668, 'u["entry_5z873n8xc85hd2yqda17",1795310767590,17]
{"role":"user","content":"n1652"}');
INSERT INTO entries VALUES (13, 1669, 'u["entry_6hxp20vsxv9jb6b5vckm",1795310767590,17]
{"role":"user","content":"n1653"}');
INSERT INTO entries VALUES (13, 1670, 'u["entry_8dpntfjzs97mrwq23vnj",1795310767590,17]
{"role":"user","content":"n1654"}');
INSERT INTO entries VALUES (13, 1671, 'u["entry_f1ykc511s01w8ce8taz8",1795310767590,17]
{"role":"user","content":"n1655"}');
INSERT INTO entries VALUES (13, 1672, 'u["entry_rvqtf6bzswcma552vmsg",1795310767590,17]
{"role":"user","content":"n1656"}');
INSERT INTO entries VALUES (13, 1673, 'u["entry_037h8rwjxhnyj8d17f9h",1795310767590,17]
{"role":"user","content":"n1657"}');
INSERT INTO entries VALUES (13, 1674, 'u["entry_myvqn59eh01n3hjxw47p",1795310767590,17]
{"role":"user","content":"n1658"}');
INSERT INTO entries VALUES (13, 1675, 'u["entry_0vvst1xz165kfrs3x5tw",1795310767590,17]
{"role":"user","content":"n1659"}');
INSERT INTO entries VALUES (13, 1676, 'u["entry_b6a0ky3n85rq39fxwzv1",1795310767590,17]
{"role":"user","content":"n1660"}');
INSERT INTO entries VALUES (13, 1677, 'u["entry_5de1t0t8x5mfwjn4b52v",1795310767590,17]
{"role":"user","content":"n1661"}');
INSERT INTO entries VALUES (13, 1678, 'u["entry_chyc6cpyx62zkpdqgm1w",1795310767590,17]
{"role":"user","content":"n1662"}');
INSERT INTO entries VALUES (13, 1679, 'u["entry_52nbq3w0z9v5c8pq28ca",1795310767590,17]
{"role":"user","content":"n1663"}');
INSERT INTO entries VALUES (13, 1680, 'u["entry_7e4kg8xn7w48zxprnqrm",1795310767590,17]
{"role":"user","content":"n1664"}');
INSERT INTO entries VALUES (13, 1681, 'u["entry_max0t0ax8dcf6ny1ykez",1795310767590,17]
{"role":"user","content":"n1665"}');
INSERT INTO entries VALUES (13, 1682, 'u["entry_g7brwkbt3bhpmp8n52aq",1795310767590,17]
{"role":"user","content":"n1666"}');
INSERT INTO entries VALUES (13, 1683, 'u["entry_w7dp9zk9yxtpndzxammp",1795310767590,17]
{"role":"user","content":"n1667"}');
INSERT INTO entries VALUES (13, 1684, 'u["entry_amda19f0ee92xyb5h3qj",1795310767590,17]
{"role":"user","content":"n1668"}');
INSERT INTO entries VALUES (13, 1685, 'u["entry_ak4vjd0mb41qr2p31can",1795310767590,17]
{"role":"user","content":"n1669"}');
INSERT INTO entries VALUES (13, 1686, 'u["entry_96qvhy5rj26bghmvae6p",1795310767590,17]
{"role":"user","content":"n1670"}');
INSERT INTO entries VALUES (13, 1687, 'u["entry_sqw73nhen993b9tjhfkv",1795310767590,17]
{"role":"user","content":"n1671"}');
INSERT INTO entries VALUES (13, 1688, 'u["entry_2p6f1e6478zwt5gps512",1795310767590,17]
{"role":"user","content":"n1672"}');
INSERT INTO entries VALUES (13, 1689, 'u["entry_gwrcar1ppb6z5qb6fc4a",1795310767590,17]
{"role":"user","content":"n1673"}');
INSERT INTO entries VALUES (13, 1690, 'u["entry_mbjahkhqhc9xptysb94c",1795310767590,17]
{"role":"user","content":"n1674"}');
INSERT INTO entries VALUES (13, 1691, 'u["entry_tp7d332y9d7fjbx5t17r",1795310767590,17]
{"role":"user","content":"n1675"}');
INSERT INTO entries VALUES (13, 1692, 'u["entry_8p6akmbkst8jpj3q6t4e",1795310767590,17]
{"role":"user","content":"n1676"}');
INSERT INTO entries VALUES (13, 1693, 'u["entry_vrr2ag93y56n79x2286m",1795310767590,17]
{"role":"user","content":"n1677"}');
INSERT INTO entries VALUES (13, 1694, 'u["entry_wd4vzkyg4ft0r72spz23",1795310767590,17]
{"role":"user","content":"n1678"}');
INSERT INTO entries VALUES (13, 1695, 'u["entry_bycqsw5905g389q75vkb",1795310767590,17]
{"role":"user","content":"n1679"}');
INSERT INTO entries VALUES (13, 1696, 'u["entry_t1jpft6cczyv9cp7zmbm",1795310767590,17]
{"role":"user","content":"n1680"}');
INSERT INTO entries VALUES (13, 1697, 'u["entry_v3arnbrxg5w0zb52y8bt",1795310767590,17]
{"role":"user","content":"n1681"}');
INSERT INTO entries VALUES (13, 1698, 'u["entry_chyzn69bwycsbrar9edn",1795310767590,17]
{"role":"user","content":"n1682"}');
INSERT INTO entries VALUES (13, 1699, 'u["entry_g3eaddwsjrpyxpq6cxbv",1795310767590,17]
{"role":"user","content":"n1683"}');
INSERT INTO entries VALUES (13, 1700, 'u["entry_kd0heazp96z9rhdtg9na",1795310767590,17]
{"role":"user","content":"n1684"}');
INSERT INTO entries VALUES (13, 1701, 'u["entry_vb1agpt517bax84tx2vr",1795310767590,17]
{"role":"user","content":"n1685"}');
INSERT INTO entries VALUES (13, 1702, 'u["entry_rvr0vfmvdp286whzc8by",1795310767590,17]
{"role":"user","content":"n1686"}');
INSERT INTO entries VALUES (13, 1703, 'u["entry_4sgw10r6exj1ycacd8tc",1795310767590,17]
{"role":"user","content":"n1687"}');
INSERT INTO entries VALUES (13, 1704, 'u["entry_25sn32yrfdxhs01h1mar",1795310767590,17]
{"role":"user","content":"n1688"}');
INSERT INTO entries VALUES (13, 1705, 'u["entry_eqett8t8vcpye7csszw5",1795310767590,17]
{"role":"user","content":"n1689"}');
INSERT INTO entries VALUES (13, 1706, 'u["entry_8n9pqpnw1yynyj3rpzt8",1795310767590,17]
{"role":"user","content":"n1690"}');
INSERT INTO entries VALUES (13, 1707, 'u["entry_y48ccyjc2v4bars98dr8",1795310767590,17]
{"role":"user","content":"n1691"}');
INSERT INTO entries VALUES (13, 1708, 'u["entry_fvewghgfnn90bmy93gc7",1795310767590,17]
{"role":"user","content":"n1692"}');
INSERT INTO entries VALUES (13, 1709, 'u["entry_9011wy0733wgbhv7w3zw",1795310767590,17]
{"role":"user","content":"n1693"}');
INSERT INTO entries VALUES (13, 1710, 'u["entry_wx336anx34xxt2g9mzd6",1795310767590,17]
{"role":"user","content":"n1694"}');
INSERT INTO entries VALUES (13, 1711, 'u["entry_zfhyrbhza93xddbcnas9",1795310767590,17]
{"role":"user","content":"n1695"}');
INSERT INTO entries VALUES (13, 1712, 'u["entry_r17379ef9jkzr96d2nfe",1795310767590,17]
{"role":"user","content":"n1696"}');
INSERT INTO entries VALUES (13, 1713, 'u["entry_4j0648vas9d83eybrc8g",1795310767590,17]
{"role":"user","content":"n1697"}');
INSERT INTO entries VALUES (13, 1714, 'u["entry_0256fr9as7p2arx0b7e4",1795310767590,17]
{"role":"user","content":"n1698"}');
INSERT INTO entries VALUES (13, 1715, 'u["entry_9afeyzdq656s8gc7c6jd",1795310767590,17]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1716, 'a["entry_kjqfdmxcz1zbagd6s01k",1795310767594,17,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1717, 'u["entry_990sv8cz9ye4zk125sgr",1795310767597,18]
{"role":"user","content":"n1700"}');
INSERT INTO entries VALUES (13, 1718, 'u["entry_pdzdtj977dwapakedtkn",1795310767597,18]
{"role":"user","content":"n1701"}');
INSERT INTO entries VALUES (13, 1719, 'u["entry_c09052r48znh61b69vka",1795310767597,18]
{"role":"user","content":"n1702"}');
INSERT INTO entries VALUES (13, 1720, 'u["entry_9jcxxy62k062dxtc57ez",1795310767597,18]
{"role":"user","content":"n1703"}');
INSERT INTO entries VALUES (13, 1721, 'u["entry_zmg4v053fsfvah32vwcn",1795310767597,18]
{"role":"user","content":"n1704"}');
INSERT INTO entries VALUES (13, 1722, 'u["entry_0t6ke4sh3dm8cb7j77hp",1795310767597,18]
{"role":"user","content":"n1705"}');
INSERT INTO entries VALUES (13, 1723, 'u["entry_vnp595y3c4ga7d5p3jy4",1795310767597,18]
{"role":"user","content":"n1706"}');
INSERT INTO entries VALUES (13, 1724, 'u["entry_x4fgmzmawws1wrh0qdb4",1795310767597,18]
{"role":"user","content":"n1707"}');
INSERT INTO entries VALUES (13, 1725, 'u["entry_gjqbdf9s3gjrj1erc7fn",1795310767597,18]
{"role":"user","content":"n1708"}');
INSERT INTO entries VALUES (13, 1726, 'u["entry_thdyhs9c428pw1szsf4c",1795310767597,18]
{"role":"user","content":"n1709"}');
INSERT INTO entries VALUES (13, 1727, 'u["entry_nc87dy9m958mmg4378v3",1795310767597,18]
{"role":"user","content":"n1710"}');
INSERT INTO entries VALUES (13, 1728, 'u["entry_nk4hy2taq6c7n46trnzk",1795310767597,18]
{"role":"user","content":"n1711"}');
INSERT INTO entries VALUES (13, 1729, 'u["entry_sfbc1jfm9znbybm2848k",1795310767597,18]
{"role":"user","content":"n1712"}');
INSERT INTO entries VALUES (13, 1730, 'u["entry_fa45ffc69733cd32m6aj",1795310767597,18]
{"role":"user","content":"n1713"}');
INSERT INTO entries VALUES (13, 1731, 'u["entry_w9vdme0rn5gzh0p6bkjn",1795310767597,18]
{"role":"user","content":"n1714"}');
INSERT INTO entries VALUES (13, 1732, 'u["entry_2wsbcksvs4dvat1e8r17",1795310767597,18]
{"role":"user","content":"n1715"}');
INSERT INTO entries VALUES (13, 1733, 'u["entry_jzg4ayqfxxh12mdewqw8",1795310767597,18]
{"role":"user","content":"n1716"}');
INSERT INTO entries VALUES (13, 1734, 'u["entry_mce4z3sx76rn38sd21qg",1795310767597,18]
{"role":"user","content":"n1717"}');
INSERT INTO entries VALUES (13, 1735, 'u["entry_r0cphtmmze1rcxkg167g",1795310767597,18]
{"role":"user","content":"n1718"}');
INSERT INTO entries VALUES (13, 1736, 'u["entry_pexpb4xhz06tqwdktymh",1795310767597,18]
{"role":"user","content":"n1719"}');
INSERT INTO entries VALUES (13, 1737, 'u["entry_c7gqdtgz47n9v2ehprbw",1795310767597,18]
{"role":"user","content":"n1720"}');
INSERT INTO entries VALUES (13, 1738, 'u["entry_vprj84sqejy6vya8ky45",1795310767597,18]
{"role":"user","content":"n1721"}');
INSERT INTO entries VALUES (13, 1739, 'u["entry_f6tm9r25xv7xme7j4mr9",1795310767597,18]
{"role":"user","content":"n1722"}');
INSERT INTO entries VALUES (13, 1740, 'u["entry_3yxwr89bee0g94vwqdtn",1795310767597,18]
{"role":"user","content":"n1723"}');
INSERT INTO entries VALUES (13, 1741, 'u["entry_0cgrj03sr4g1g5yb428g",1795310767597,18]
{"role":"user","content":"n1724"}');
INSERT INTO entries VALUES (13, 1742, 'u["entry_f5h0wnnmw5k6py7a11f6",1795310767597,18]
{"role":"user","content":"n1725"}');
INSERT INTO entries VALUES (13, 1743, 'u["entry_0zg62wmad9axep7ra9j5",1795310767597,18]
{"role":"user","content":"n1726"}');
INSERT INTO entries VALUES (13, 1744, 'u["entry_6959fz1fjx8g4sdh0xhw",1795310767597,18]
{"role":"user","content":"n1727"}');
INSERT INTO entries VALUES (13, 1745, 'u["entry_3xhnxsnh3f5s6qmfmrgc",1795310767597,18]
{"role":"user","content":"n1728"}');
INSERT INTO entries VALUES (13, 1746, 'u["entry_6er2hjbabewxacjj4f7p",1795310767597,18]
{"role":"user","content":"n1729"}');
INSERT INTO entries VALUES (13, 1747, 'u["entry_t5cs9yxrntmn22e92yy7",1795310767597,18]
{"role":"user","content":"n1730"}');
INSERT INTO entries VALUES (13, 1748, 'u["entry_ecsadanwbzns6ss1zzy3",1795310767597,18]
{"role":"user","content":"n1731"}');
INSERT INTO entries VALUES (13, 1749, 'u["entry_nxawmcxwk9gt13z6kkjf",1795310767597,18]
{"role":"user","content":"n1732"}');
INSERT INTO entries VALUES (13, 1750, 'u["entry_rjz90tqrr30vs4dmy58f",1795310767597,18]
{"role":"user","content":"n1733"}');
INSERT INTO entries VALUES (13, 1751, 'u["entry_cfs9hmazdyway8njwfrw",1795310767597,18]
{"role":"user","content":"n1734"}');
INSERT INTO entries VALUES (13, 1752, 'u["entry_zg77d420cx1zxtgpnfef",1795310767597,18]
{"role":"user","content":"n1735"}');
INSERT INTO entries VALUES (13, 1753, 'u["entry_7qjcnfy9exd0k39qgph5",1795310767597,18]
{"role":"user","content":"n1736"}');
INSERT INTO entries VALUES (13, 1754, 'u["entry_9twdzz35jtbzpzk89zwk",1795310767597,18]
{"role":"user","content":"n1737"}');
INSERT INTO entries VALUES (13, 1755, 'u["entry_axt1nttn95fnfqghj71b",1795310767597,18]
{"role":"user","content":"n1738"}');
INSERT INTO entries VALUES (13, 1756, 'u["entry_ha67nyj0w5xmrfvc6q67",1795310767597,18]
{"role":"user","content":"n1739"}');
INSERT INTO entries VALUES (13, 1757, 'u["entry_2ach56xcy2knmr37pnty",1795310767597,18]
{"role":"user","content":"n1740"}');
INSERT INTO entries VALUES (13, 1758, 'u["entry_w4vn7fxqxh53341sr8fk",1795310767597,18]
{"role":"user","content":"n1741"}');
INSERT INTO entries VALUES (13, 1759, 'u["entry_y6qm3hrra9h2ev68q60r",1795310767597,18]
{"role":"user","content":"n1742"}');
INSERT INTO entries VALUES (13, 1760, 'u["entry_3bdq4kybdz73yq3wnfd2",1795310767597,18]
{"role":"user","content":"n1743"}');
INSERT INTO entries VALUES (13, 1761, 'u["entry_9p4k065zy04ve16ad4q7",1795310767597,18]
{"role":"user","content":"n1744"}');
INSERT INTO entries VALUES (13, 1762, 'u["entry_wh19gcdzhmfp5zdf4sq0",1795310767597,18]
{"role":"user","content":"n1745"}');
INSERT INTO entries VALUES (13, 1763, 'u["entry_qts6faa8tgqdd7x7yz8c",1795310767597,18]
{"role":"user","content":"n1746"}');
INSERT INTO entries VALUES (13, 1764, 'u["entry_r2e04ezvk8h42ygde5vk",1795310767597,18]
{"role":"user","content":"n1747"}');
INSERT INTO entries VALUES (13, 1765, 'u["entry_mpmrprvdm8vsbqg8cvza",1795310767597,18]
{"role":"user","content":"n1748"}');
INSERT INTO entries VALUES (13, 1766, 'u["entry_3n8m3vdv7dc9bxhxzejc",1795310767597,18]
{"role":"user","content":"n1749"}');
INSERT INTO entries VALUES (13, 1767, 'u["entry_8jmbqhmxrjtme828zabp",1795310767597,18]
{"role":"user","content":"n1750"}');
INSERT INTO entries VALUES (13, 1768, 'u["entry_csgkgd2akw9m2h2a6gqb",1795310767597,18]
{"role":"user","content":"n1751"}');
INSERT INTO entries VALUES (13, 1769, 'u["entry_qwy12hs2dvh6erzmvz4a",1795310767597,18]
{"role":"user","content":"n1752"}');
INSERT INTO entries VALUES (13, 1770, 'u["entry_4y08nep73n8jhfrbbw2m",1795310767597,18]
{"role":"user","content":"n1753"}');
INSERT INTO entries VALUES (13, 1771, 'u["entry_d80y95ejrn6qv377tveh",1795310767597,18]
{"role":"user","content":"n1754"}');
INSERT INTO entries VALUES (13, 1772, 'u["entry_qm1rr2fkk99xw66frnxt",1795310767597,18]
{"role":"user","content":"n1755"}');
INSERT INTO entries VALUES (13, 1773, 'u["entry_zg0ra9bp357m4bbwqq7s",1795310767597,18]
{"role":"user","content":"n1756"}');
INSERT INTO entries VALUES (13, 1774, 'u["entry_hpq82jn20e2mbrvxrdqd",1795310767597,18]
{"role":"user","content":"n1757"}');
INSERT INTO entries VALUES (13, 1775, 'u["entry_nrnfk2dpaeq0881bvg9e",1795310767597,18]
{"role":"user","content":"n1758"}');
INSERT INTO entries VALUES (13, 1776, 'u["entry_yn6x1cdx5w2prg3c8je2",1795310767597,18]
{"role":"user","content":"n1759"}');
INSERT INTO entries VALUES (13, 1777, 'u["entry_06vkw95xe92d63xzhnq4",1795310767597,18]
{"role":"user","content":"n1760"}');
INSERT INTO entries VALUES (13, 1778, 'u["entry_a25whcezkmqtravkjkr0",1795310767597,18]
{"role":"user","content":"n1761"}');
INSERT INTO entries VALUES (13, 1779, 'u["entry_7c3jbgafv0ydjynn1rvy",1795310767597,18]
{"role":"user","content":"n1762"}');
INSERT INTO entries VALUES (13, 1780, 'u["entry_yvfcfk11vh4de0skbcj3",1795310767597,18]
{"role":"user","content":"n1763"}');
INSERT INTO entries VALUES (13, 1781, 'u["entry_sqr5spqaddghr3fmx3g0",1795310767597,18]
{"role":"user","content":"n1764"}');
INSERT INTO entries VALUES (13, 1782, 'u["entry_nspgepn3b4q8ee2s2f3t",1795310767597,18]
{"role":"user","content":"n1765"}');
INSERT INTO entries VALUES (13, 1783, 'u["entry_xd560p0mnc0f31njaqs1",1795310767597,18]
{"role":"user","content":"n1766"}');
INSERT INTO entries VALUES (13, 1784, 'u["entry_e960jamjm7eyth0036yb",1795310767597,18]
{"role":"user","content":"n1767"}');
INSERT INTO entries VALUES (13, 1785, 'u["entry_602asrfr2dxmqa1h2mnf",1795310767597,18]
{"role":"user","content":"n1768"}');
INSERT INTO entries VALUES (13, 1786, 'u["entry_wkkwr6nkgzzcd002vk51",1795310767597,18]
{"role":"user","content":"n1769"}');
INSERT INTO entries VALUES (13, 1787, 'u["entry_qc58pkwft0m0hqtyxs8d",1795310767597,18]
{"role":"user","content":"n1770"}');
INSERT INTO entries VALUES (13, 1788, 'u["entry_6g8b7ctywdhpy70v5xab",1795310767597,18]
{"role":"user","content":"n1771"}');
INSERT INTO entries VALUES (13, 1789, 'u["entry_jyvwm9sbef2rkybxnq8a",1795310767597,18]
{"role":"user","content":"n1772"}');
INSERT INTO entries VALUES (13, 1790, 'u["entry_kxbwsfejzte1c9mzv2tr",1795310767597,18]
{"role":"user","content":"n1773"}');
INSERT INTO entries VALUES (13, 1791, 'u["entry_azrsghyj01hs5ckf59hm",1795310767597,18]
{"role":"user","content":"n1774"}');
INSERT INTO entries VALUES (13, 1792, 'u["entry_k2894ebvc9z3aak0j5ej",1795310767597,18]
{"role":"user","content":"n1775"}');
INSERT INTO entries VALUES (13, 1793, 'u["entry_6pw7v4g6m1xq76bw5g77",1795310767597,18]
{"role":"user","content":"n1776"}');
INSERT INTO entries VALUES (13, 1794, 'u["entry_v7g5y53jcjs6a25fb591",1795310767597,18]
{"role":"user","content":"n1777"}');
INSERT INTO entries VALUES (13, 1795, 'u["entry_q0asnq8d29fs83550jag",1795310767597,18]
{"role":"user","content":"n1778"}');
INSERT INTO entries VALUES (13, 1796, 'u["entry_jqvt907drmc48xg9adrb",1795310767597,18]
{"role":"user","content":"n1779"}');
INSERT INTO entries VALUES (13, 1797, 'u["entry_2x3n7evd9agsnp94g4gp",1795310767597,18]
{"role":"user","content":"n1780"}');
INSERT INTO entries VALUES (13, 1798, 'u["entry_j36ythv6z9xj6xhn3yag",1795310767597,18]
{"role":"user","content":"n1781"}');
INSERT INTO entries VALUES (13, 1799, 'u["entry_gtqcbd4x5hyexzdy01s4",1795310767597,18]
{"role":"user","content":"n1782"}');
INSERT INTO entries VALUES (13, 1800, 'u["entry_r0kcffq3jt6fehx4n8xj",1795310767597,18]
{"role":"user","content":"n1783"}');
INSERT INTO entries VALUES (13, 1801, 'u["entry_xa2w4ja69tmm77fd1dtk",1795310767597,18]
{"role":"user","content":"n1784"}');
INSERT INTO entries VALUES (13, 1802, 'u["entry_fpxgvwp4x0nfvjkc51a3",1795310767597,18]
{"role":"user","content":"n1785"}');
INSERT INTO entries VALUES (13, 1803, 'u["entry_bhenka57rv5sdfbzkcf4",1795310767597,18]
{"role":"user","content":"n1786"}');
INSERT INTO entries VALUES (13, 1804, 'u["entry_k019kpebwy4vrsjan0jx",1795310767597,18]
{"role":"user","content":"n1787"}');
INSERT INTO entries VALUES (13, 1805, 'u["entry_6xvqj07azs4t0jr8bchc",1795310767597,18]
{"role":"user","content":"n1788"}');
INSERT INTO entries VALUES (13, 1806, 'u["entry_gd23fd9xk3326pb116n2",1795310767597,18]
{"role":"user","content":"n1789"}');
INSERT INTO entries VALUES (13, 1807, 'u["entry_777rjs6s852g4cz9amea",1795310767597,18]
{"role":"user","content":"n1790"}');
INSERT INTO entries VALUES (13, 1808, 'u["entry_zhsg4xjr47hdkzpjrqep",1795310767597,18]
{"role":"user","content":"n1791"}');
INSERT INTO entries VALUES (13, 1809, 'u["entry_ehf7s8fg5xshhpqxytdf",1795310767597,18]
{"role":"user","content":"n1792"}');
INSERT INTO entries VALUES (13, 1810, 'u["entry_a6se0k0gy4j1a0f6yw06",1795310767597,18]
{"role":"user","content":"n1793"}');
INSERT INTO entries VALUES (13, 1811, 'u["entry_279etvccvftsqphr7n4x",1795310767597,18]
{"role":"user","content":"n1794"}');
INSERT INTO entries VALUES (13, 1812, 'u["entry_br6vt8zqd0r997d39vs2",1795310767597,18]
{"role":"user","content":"n1795"}');
INSERT INTO entries VALUES (13, 1813, 'u["entry_g0v0a7n7rd1br9frbgpd",1795310767597,18]
{"role":"user","content":"n1796"}');
INSERT INTO entries VALUES (13, 1814, 'u["entry_733k3ge620a542skfp50",1795310767597,18]
{"role":"user","content":"n1797"}');
INSERT INTO entries VALUES (13, 1815, 'u["entry_89n65wrr9hy1c6ybd3f5",1795310767597,18]
{"role":"user","content":"n1798"}');
INSERT INTO entries VALUES (13, 1816, 'u["entry_bvrzs5bgycbenny532pg",1795310767597,18]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1817, 'a["entry_hjwfckzbjbf7xvfw22b3",1795310767601,18,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1818, 'u["entry_h014haxhzxgtjxbb804s",1795310767603,19]
{"role":"user","content":"n1800"}');
INSERT INTO entries VALUES (13, 1819, 'u["entry_xd2r5c5jy3b3vmhcs3f5",1795310767603,19]
{"role":"user","content":"n1801"}');
INSERT INTO entries VALUES (13, 1820, 'u["entry_4gyse7fgyr6n59mxj8wh",1795310767603,19]
{"role":"user","content":"n1802"}');
INSERT INTO entries VALUES (13, 1821, 'u["entry_xgbgf0hjdzhbb1h0h2xa",1795310767603,19]
{"role":"user","content":"n1803"}');
INSERT INTO entries VALUES (13, 1822, 'u["entry_b7m409a8jdk646bqnc6n",1795310767603,19]
{"role":"user","content":"n1804"}');
INSERT INTO entries VALUES (13, 1823, 'u["entry_xbnre9qjwbntgsg0eymk",1795310767603,19]
{"role":"user","content":"n1805"}');
INSERT INTO entries VALUES (13, 1824, 'u["entry_vvzt5k9q2f882s5q6asf",1795310767603,19]
{"role":"user","content":"n1806"}');
INSERT INTO entries VALUES (13, 1825, 'u["entry_zfnmmsnres11gysvyzjg",1795310767603,19]
{"role":"user","content":"n1807"}');
INSERT INTO entries VALUES (13, 1826, 'u["entry_ed25ky9c1f14j1wzbxxb",1795310767603,19]
{"role":"user","content":"n1808"}');
INSERT INTO entries VALUES (13, 1827, 'u["entry_q5ajeknrhsnenajv88jr",1795310767603,19]
{"role":"user","content":"n1809"}');
INSERT INTO entries VALUES (13, 1828, 'u["entry_z8gddktaq58pxdrmxxef",1795310767603,19]
{"role":"user","content":"n1810"}');
INSERT INTO entries VALUES (13, 1829, 'u["entry_sjptxx7s8n1d1ry636xn",1795310767603,19]
{"role":"user","content":"n1811"}');
INSERT INTO entries VALUES (13, 1830, 'u["entry_yhz56mkvqy2424mrchwq",1795310767603,19]
{"role":"user","content":"n1812"}');
INSERT INTO entries VALUES (13, 1831, 'u["entry_6n8rzrq4b1n1b2wnx0f8",1795310767603,19]
{"role":"user","content":"n1813"}');
INSERT INTO entries VALUES (13, 1832, 'u["entry_c89dxdxm147w97wd6cmb",1795310767603,19]
{"role":"user","content":"n1814"}');
INSERT INTO entries VALUES (13, 1833, 'u["entry_15wjr9vd42z3cyrxk272",1795310767603,19]
{"role":"user","content":"n1815"}');
INSERT INTO entries VALUES (13, 1834, 'u["entry_vtryhp512pv3hb2mwxwv",1795310767603,19]
{"role":"user","content":"n1816"}');
INSERT INTO entries VALUES (13, 1835, 'u["entry_hpdc1yevg4v943d84yrt",1795310767603,19]
{"role":"user","content":"n1817"}');
INSERT INTO entries VALUES (13, 1836, 'u["entry_2vsng0tm358geaw2wnh8",1795310767603,19]
{"role":"user","content":"n1818"}');
INSERT INTO entries VALUES (13, 1837, 'u["entry_40vz57ykhppg7bgdrp0y",1795310767603,19]
{"role":"user","content":"n1819"}');
INSERT INTO entries VALUES (13, 1838, 'u["entry_nqvpxpbnm0ddn5gkcdyk",1795310767603,19]
{"role":"user","content":"n1820"}');
INSERT INTO entries VALUES (13, 1839, 'u["entry_k2gay4003pqcbta7hf5x",1795310767603,19]
{"role":"user","content":"n1821"}');
INSERT INTO entries VALUES (13, 1840, 'u["entry_b0wnr13d9dd2n9v0k8wj",1795310767603,19]
{"role":"user","content":"n1822"}');
INSERT INTO entries VALUES (13, 1841, 'u["entry_r2q21dwyt4qkf75p55mr",1795310767603,19]
{"role":"user","content":"n1823"}');
INSERT INTO entries VALUES (13, 1842, 'u["entry_p60gvvqntr4h1pecq5py",1795310767603,19]
{"role":"user","content":"n1824"}');
INSERT INTO entries VALUES (13, 1843, 'u["entry_hypc91zdfvg628ha5p4b",1795310767603,19]
{"role":"user","content":"n1825"}');
INSERT INTO entries VALUES (13, 1844, 'u["entry_y001sw9mv8x51h2ggzrm",1795310767603,19]
{"role":"user","content":"n1826"}');
INSERT INTO entries VALUES (13, 1845, 'u["entry_wn4j3qhms3wkw7mm3twz",1795310767603,19]
{"role":"user","content":"n1827"}');
INSERT INTO entries VALUES (13, 1846, 'u["entry_q7nkwbr3xa2m7r8nr44a",1795310767603,19]
{"role":"user","content":"n1828"}');
INSERT INTO entries VALUES (13, 1847, 'u["entry_242g0f4372vybazs50af",1795310767603,19]
{"role":"user","content":"n1829"}');
INSERT INTO entries VALUES (13, 1848, 'u["entry_t15bk3ehsz68ntkqgmj5",1795310767603,19]
{"role":"user","content":"n1830"}');
INSERT INTO entries VALUES (13, 1849, 'u["entry_vymsap4hpn4qyt7j2e8v",1795310767603,19]
{"role":"user","content":"n1831"}');
INSERT INTO entries VALUES (13, 1850, 'u["entry_2yswkggr17yq6a50gw9d",1795310767603,19]
{"role":"user","content":"n1832"}');
INSERT INTO entries VALUES (13, 1851, 'u["entry_0swgtq6tctywnyd7bqm8",1795310767603,19]
{"role":"user","content":"n1833"}');
INSERT INTO entries VALUES (13, 1852, 'u["entry_znjyt5qt9t5qr3tk4h0y",1795310767603,19]
{"role":"user","content":"n1834"}');
INSERT INTO entries VALUES (13, 1853, 'u["entry_ckw7bn390t9y1tw1qhyv",1795310767603,19]
{"role":"user","content":"n1835"}');
INSERT INTO entries VALUES (13, 1854, 'u["entry_5gqwzq7vffkxw48cyy9f",1795310767603,19]
{"role":"user","content":"n1836"}');
INSERT INTO entries VALUES (13, 1855, 'u["entry_qjska48akh893h0hdsyt",1795310767603,19]
{"role":"user","content":"n1837"}');
INSERT INTO entries VALUES (13, 1856, 'u["entry_jyvxxs3vk6s2n4qevten",1795310767603,19]
{"role":"user","content":"n1838"}');
INSERT INTO entries VALUES (13, 1857, 'u["entry_hmhhrx84y1k1svwejxhe",1795310767603,19]
{"role":"user","content":"n1839"}');
INSERT INTO entries VALUES (13, 1858, 'u["entry_627rsyx6yg57f6mv7jmb",1795310767603,19]
{"role":"user","content":"n1840"}');
INSERT INTO entries VALUES (13, 1859, 'u["entry_dqg3c5mqdmrz8bgsm0xw",1795310767603,19]
{"role":"user","content":"n1841"}');
INSERT INTO entries VALUES (13, 1860, 'u["entry_3gjvzh5ch4z327ygvpnw",1795310767603,19]
{"role":"user","content":"n1842"}');
INSERT INTO entries VALUES (13, 1861, 'u["entry_yjtk47zd2gvnmymt2zph",1795310767603,19]
{"role":"user","content":"n1843"}');
INSERT INTO entries VALUES (13, 1862, 'u["entry_58ctg868wtcs87m6vnqp",1795310767603,19]
{"role":"user","content":"n1844"}');
INSERT INTO entries VALUES (13, 1863, 'u["entry_v2f24nzwe363qx2efxkm",1795310767603,19]
{"role":"user","content":"n1845"}');
INSERT INTO entries VALUES (13, 1864, 'u["entry_56h800sxppk2stmq2bq4",1795310767603,19]
{"role":"user","content":"n1846"}');
INSERT INTO entries VALUES (13, 1865, 'u["entry_t4ynvw5svgdhxw145my7",1795310767603,19]
{"role":"user","content":"n1847"}');
INSERT INTO entries VALUES (13, 1866, 'u["entry_6ns4955szt8etfqfmycp",1795310767603,19]
{"role":"user","content":"n1848"}');
INSERT INTO entries VALUES (13, 1867, 'u["entry_dgmzqehksvfxehzdrxw7",1795310767603,19]
{"role":"user","content":"n1849"}');
INSERT INTO entries VALUES (13, 1868, 'u["entry_kk2z1kjyf03dg5e1cnz6",1795310767603,19]
{"role":"user","content":"n1850"}');
INSERT INTO entries VALUES (13, 1869, 'u["entry_yprydeea10gcbr828m5r",1795310767603,19]
{"role":"user","content":"n1851"}');
INSERT INTO entries VALUES (13, 1870, 'u["entry_rtaxmn93763kv3cd8qce",1795310767603,19]
{"role":"user","content":"n1852"}');
INSERT INTO entries VALUES (13, 1871, 'u["entry_tgjbkgn4dgrxhw9sg33b",1795310767603,19]
{"role":"user","content":"n1853"}');
INSERT INTO entries VALUES (13, 1872, 'u["entry_2r995py468x1fksz0d98",1795310767603,19]
{"role":"user","content":"n1854"}');
INSERT INTO entries VALUES (13, 1873, 'u["entry_vjgz7bzq251ksgca42t9",1795310767603,19]
{"role":"user","content":"n1855"}');
INSERT INTO entries VALUES (13, 1874, 'u["entry_7nten5temvyfefj7d4qs",1795310767603,19]
{"role":"user","content":"n1856"}');
INSERT INTO entries VALUES (13, 1875, 'u["entry_k37xjhrae6a3rw0gy2qy",1795310767603,19]
{"role":"user","content":"n1857"}');
INSERT INTO entries VALUES (13, 1876, 'u["entry_7nnwtjp4y66zzzsps7be",1795310767603,19]
{"role":"user","content":"n1858"}');
INSERT INTO entries VALUES (13, 1877, 'u["entry_yjem71ndf229mpa53ssh",1795310767603,19]
{"role":"user","content":"n1859"}');
INSERT INTO entries VALUES (13, 1878, 'u["entry_z5dmsscpd8k337dqaxt6",1795310767603,19]
{"role":"user","content":"n1860"}');
INSERT INTO entries VALUES (13, 1879, 'u["entry_3n4mjp59jc448g8gbxt7",1795310767603,19]
{"role":"user","content":"n1861"}');
INSERT INTO entries VALUES (13, 1880, 'u["entry_7m9445affcv723em83vr",1795310767603,19]
{"role":"user","content":"n1862"}');
INSERT INTO entries VALUES (13, 1881, 'u["entry_39ks2ew9zadjepxqz8sv",1795310767603,19]
{"role":"user","content":"n1863"}');
INSERT INTO entries VALUES (13, 1882, 'u["entry_h3esh3cyvk177tf7em20",1795310767603,19]
{"role":"user","content":"n1864"}');
INSERT INTO entries VALUES (13, 1883, 'u["entry_j7nrr5nq65yw9admd5v7",1795310767603,19]
{"role":"user","content":"n1865"}');
INSERT INTO entries VALUES (13, 1884, 'u["entry_sssgdx9zr4x7yra7q90p",1795310767603,19]
{"role":"user","content":"n1866"}');
INSERT INTO entries VALUES (13, 1885, 'u["entry_at4ektetq0pj5n20psgm",1795310767603,19]
{"role":"user","content":"n1867"}');
INSERT INTO entries VALUES (13, 1886, 'u["entry_n2x2z8257h67hrwmjygg",1795310767603,19]
{"role":"user","content":"n1868"}');
INSERT INTO entries VALUES (13, 1887, 'u["entry_63yr6j3hd7wqdy0rd84a",1795310767603,19]
{"role":"user","content":"n1869"}');
INSERT INTO entries VALUES (13, 1888, 'u["entry_r7npxznp6xy7abb12eh9",1795310767603,19]
{"role":"user","content":"n1870"}');
INSERT INTO entries VALUES (13, 1889, 'u["entry_50xxxdv7ye8ga5zgc5qd",1795310767603,19]
{"role":"user","content":"n1871"}');
INSERT INTO entries VALUES (13, 1890, 'u["entry_08c6mjee2ycza5d28n4x",1795310767603,19]
{"role":"user","content":"n1872"}');
INSERT INTO entries VALUES (13, 1891, 'u["entry_45qc172r9671jkt64wg9",1795310767603,19]
{"role":"user","content":"n1873"}');
INSERT INTO entries VALUES (13, 1892, 'u["entry_5bqpxv1ha2c6wr45y6zd",1795310767603,19]
{"role":"user","content":"n1874"}');
INSERT INTO entries VALUES (13, 1893, 'u["entry_8dffm7rpkeqbwf65kk4m",1795310767603,19]
{"role":"user","content":"n1875"}');
INSERT INTO entries VALUES (13, 1894, 'u["entry_yzkbwnf0adfntaq18c6q",1795310767603,19]
{"role":"user","content":"n1876"}');
INSERT INTO entries VALUES (13, 1895, 'u["entry_k04n2vr6gwqq383kpemg",1795310767603,19]
{"role":"user","content":"n1877"}');
INSERT INTO entries VALUES (13, 1896, 'u["entry_j0qeswsgk25e2w3fjs8h",1795310767603,19]
{"role":"user","content":"n1878"}');
INSERT INTO entries VALUES (13, 1897, 'u["entry_a4rqr6gscaeeqkg7f4k9",1795310767603,19]
{"role":"user","content":"n1879"}');
INSERT INTO entries VALUES (13, 1898, 'u["entry_cjht9f8qgbtyz5tpvxwy",1795310767603,19]
{"role":"user","content":"n1880"}');
INSERT INTO entries VALUES (13, 1899, 'u["entry_vkzn9sjh30wa0p0e27x4",1795310767603,19]
{"role":"user","content":"n1881"}');
INSERT INTO entries VALUES (13, 1900, 'u["entry_h97fyxtjw6knctnk3vja",1795310767603,19]
{"role":"user","content":"n1882"}');
INSERT INTO entries VALUES (13, 1901, 'u["entry_rkeyeetjyz41y1etc6wm",1795310767603,19]
{"role":"user","content":"n1883"}');
INSERT INTO entries VALUES (13, 1902, 'u["entry_86yh1xdak80ztpm6hnbe",1795310767603,19]
{"role":"user","content":"n1884"}');
INSERT INTO entries VALUES (13, 1903, 'u["entry_m80rj87wjvz4gspr60tb",1795310767603,19]
{"role":"user","content":"n1885"}');
INSERT INTO entries VALUES (13, 1904, 'u["entry_1phcx9prjjptm3w4krkk",1795310767603,19]
{"role":"user","content":"n1886"}');
INSERT INTO entries VALUES (13, 1905, 'u["entry_brkmqa7hcereqs87j48t",1795310767603,19]
{"role":"user","content":"n1887"}');
INSERT INTO entries VALUES (13, 1906, 'u["entry_6k1cy4gcbk623q0tndyg",1795310767603,19]
{"role":"user","content":"n1888"}');
INSERT INTO entries VALUES (13, 1907, 'u["entry_bnb2zt3p0h212mga9vzp",1795310767603,19]
{"role":"user","content":"n1889"}');
INSERT INTO entries VALUES (13, 1908, 'u["entry_s4jt3s0mdjf91497e8e0",1795310767603,19]
{"role":"user","content":"n1890"}');
INSERT INTO entries VALUES (13, 1909, 'u["entry_f3krzpeq3jjva6fw4jf4",1795310767603,19]
{"role":"user","content":"n1891"}');
INSERT INTO entries VALUES (13, 1910, 'u["entry_1prc283tdrmshfsqwzr2",1795310767603,19]
{"role":"user","content":"n1892"}');
INSERT INTO entries VALUES (13, 1911, 'u["entry_9xc1bqvbat9tjgdpb0b8",1795310767603,19]
{"role":"user","content":"n1893"}');
INSERT INTO entries VALUES (13, 1912, 'u["entry_92b1zn5ejfn6s6z74w4t",1795310767603,19]
{"role":"user","content":"n1894"}');
INSERT INTO entries VALUES (13, 1913, 'u["entry_x51txmqr5717c5jy3xvx",1795310767603,19]
{"role":"user","content":"n1895"}');
INSERT INTO entries VALUES (13, 1914, 'u["entry_yxj44dnh7r599zfe7wxy",1795310767603,19]
{"role":"user","content":"n1896"}');
INSERT INTO entries VALUES (13, 1915, 'u["entry_166jpwmer46h09sehsjq",1795310767603,19]
{"role":"user","content":"n1897"}');
INSERT INTO entries VALUES (13, 1916, 'u["entry_dhkjnjz1zb81z2nq8pbq",1795310767603,19]
{"role":"user","content":"n1898"}');
INSERT INTO entries VALUES (13, 1917, 'u["entry_y8j2eg2aqh22a46xmahd",1795310767603,19]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 1918, 'a["entry_a2swsfdwmgpxn6xvr58x",1795310767624,19,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 1919, 'u["entry_m1j01aydpwf20q10wjy0",1795310767627,20]
{"role":"user","content":"n1900"}');
INSERT INTO entries VALUES (13, 1920, 'u["entry_tbemwwzmv5qdsjkpx0dv",1795310767627,20]
{"role":"user","content":"n1901"}');
INSERT INTO entries VALUES (13, 1921, 'u["entry_nvcy12bppykk4ez8c8n3",1795310767627,20]
{"role":"user","content":"n1902"}');
INSERT INTO entries VALUES (13, 1922, 'u["entry_7df5vq3t8ss8ewbpm4e5",1795310767627,20]
{"role":"user","content":"n1903"}');
INSERT INTO entries VALUES (13, 1923, 'u["entry_bjsh91nt4rbxnhfxp9x3",1795310767627,20]
{"role":"user","content":"n1904"}');
INSERT INTO entries VALUES (13, 1924, 'u["entry_qzbaghfrnrb6yjzbagpj",1795310767627,20]
{"role":"user","content":"n1905"}');
INSERT INTO entries VALUES (13, 1925, 'u["entry_40ahjb6wdkgfd2y54knt",1795310767627,20]
{"role":"user","content":"n1906"}');
INSERT INTO entries VALUES (13, 1926, 'u["entry_09v34gj6za50b2qncycs",1795310767627,20]
{"role":"user","content":"n1907"}');
INSERT INTO entries VALUES (13, 1927, 'u["entry_bbd1hpfxntcvnkkk0t1n",1795310767627,20]
{"role":"user","content":"n1908"}');
INSERT INTO entries VALUES (13, 1928, 'u["entry_zhhmz86h4rtj1xa55rfz",1795310767627,20]
{"role":"user","content":"n1909"}');
INSERT INTO entries VALUES (13, 1929, 'u["entry_0mnj8bs0bersg1wxxesa",1795310767627,20]
{"role":"user","content":"n1910"}');
INSERT INTO entries VALUES (13, 1930, 'u["entry_nszqv6e23mqe8xy7x3yc",1795310767627,20]
{"role":"user","content":"n1911"}');
INSERT INTO entries VALUES (13, 1931, 'u["entry_dacgczxw5xe87hvp7pk5",1795310767627,20]
{"role":"user","content":"n1912"}');
INSERT INTO entries VALUES (13, 1932, 'u["entry_6d5ck8gbpdbksfansmfh",1795310767627,20]
{"role":"user","content":"n1913"}');
INSERT INTO entries VALUES (13, 1933, 'u["entry_xz6tv0b0dv6zgqzeak0z",1795310767627,20]
{"role":"user","content":"n1914"}');
INSERT INTO entries VALUES (13, 1934, 'u["entry_ab9y2as2t4x490vbmyf8",1795310767627,20]
{"role":"user","content":"n1915"}');
INSERT INTO entries VALUES (13, 1935, 'u["entry_04ne63evppsjq3mzhqv5",1795310767627,20]
{"role":"user","content":"n1916"}');
INSERT INTO entries VALUES (13, 1936, 'u["entry_4e107qcqnvxj03ad07vb",1795310767627,20]
{"role":"user","content":"n1917"}');
INSERT INTO entries VALUES (13, 1937, 'u["entry_6bphcb535fkbj5xnf37w",1795310767627,20]
{"role":"user","content":"n1918"}');
INSERT INTO entries VALUES (13, 1938, 'u["entry_3cwv19rf74hhmwqcfqep",1795310767627,20]
{"role":"user","content":"n1919"}');
INSERT INTO entries VALUES (13, 1939, 'u["entry_g8djh45z9mb8bsjf0mb1",1795310767627,20]
{"role":"user","content":"n1920"}');
INSERT INTO entries VALUES (13, 1940, 'u["entry_mc3v27anbpj1p9n714pm",1795310767627,20]
{"role":"user","content":"n1921"}');
INSERT INTO entries VALUES (13, 1941, 'u["entry_a0zea3xvx4787gaa37b3",1795310767627,20]
{"role":"user","content":"n1922"}');
INSERT INTO entries VALUES (13, 1942, 'u["entry_rntnhpgxj0ce0mvbvmw3",1795310767627,20]
{"role":"user","content":"n1923"}');
INSERT INTO entries VALUES (13, 1943, 'u["entry_2qa75vffxx3mkrt5d4ww",1795310767627,20]
{"role":"user","content":"n1924"}');
INSERT INTO entries VALUES (13, 1944, 'u["entry_8ywhke1p1pg6nhpn6gz8",1795310767627,20]
{"role":"user","content":"n1925"}');
INSERT INTO entries VALUES (13, 1945, 'u["entry_xd98p9816fpwg274vvng",1795310767627,20]
{"role":"user","content":"n1926"}');
INSERT INTO entries VALUES (13, 1946, 'u["entry_0z1rhqfdxq8a0m1mmx39",1795310767627,20]
{"role":"user","content":"n1927"}');
INSERT INTO entries VALUES (13, 1947, 'u["entry_83y6tx1vth42k5rp9n2y",1795310767627,20]
{"role":"user","content":"n1928"}');
INSERT INTO entries VALUES (13, 1948, 'u["entry_rxdv14t83h41edsdvm2r",1795310767627,20]
{"role":"user","content":"n1929"}');
INSERT INTO entries VALUES (13, 1949, 'u["entry_v73ymfpg80g5mf11m8k3",1795310767627,20]
{"role":"user","content":"n1930"}');
INSERT INTO entries VALUES (13, 1950, 'u["entry_bnek28rb3w1qg9967zhh",1795310767627,20]
{"role":"user","content":"n1931"}');
INSERT INTO entries VALUES (13, 1951, 'u["entry_axnkmzr28rc99rmsgwd8",1795310767627,20]
{"role":"user","content":"n1932"}');
INSERT INTO entries VALUES (13, 1952, 'u["entry_cwmeyvgrh3ebpttrvq5e",1795310767627,20]
{"role":"user","content":"n1933"}');
INSERT INTO entries VALUES (13, 1953, 'u["entry_ydepv8ry7dda3wcdf2kp",1795310767627,20]
{"role":"user","content":"n1934"}');
INSERT INTO entries VALUES (13, 1954, 'u["entry_rhzjr5jnyxm873mjfazr",1795310767627,20]
{"role":"user","content":"n1935"}');
INSERT INTO entries VALUES (13, 1955, 'u["entry_018qk3v9m0qqr6qq8c30",1795310767627,20]
{"role":"user","content":"n1936"}');
INSERT INTO entries VALUES (13, 1956, 'u["entry_3n1qrbbtbdejpz696frw",1795310767627,20]
{"role":"user","content":"n1937"}');
INSERT INTO entries VALUES (13, 1957, 'u["entry_dwdntf8bdqagw27fay7r",1795310767627,20]
{"role":"user","content":"n1938"}');
INSERT INTO entries VALUES (13, 1958, 'u["entry_rag8hqeebzw129yr01we",1795310767627,20]
{"role":"user","content":"n1939"}');
INSERT INTO entries VALUES (13, 1959, 'u["entry_r2fjj4h05xhesbcpjxa7",1795310767627,20]
{"role":"user","content":"n1940"}');
INSERT INTO entries VALUES (13, 1960, 'u["entry_898vf3nvbm0z5c5etp3k",1795310767627,20]
{"role":"user","content":"n1941"}');
INSERT INTO entries VALUES (13, 1961, 'u["entry_dx7awdqyb5k9g777jc00",1795310767627,20]
{"role":"user","content":"n1942"}');
INSERT INTO entries VALUES (13, 1962, 'u["entry_wxh05t1w3x0ddyw5aacz",1795310767627,20]
{"role":"user","content":"n1943"}');
INSERT INTO entries VALUES (13, 1963, 'u["entry_p362v68d2jdbjgmx19zr",1795310767627,20]
{"role":"user","content":"n1944"}');
INSERT INTO entries VALUES (13, 1964, 'u["entry_erfdth6j5zhbdca1ghj4",1795310767627,20]
{"role":"user","content":"n1945"}');
INSERT INTO entries VALUES (13, 1965, 'u["entry_dd3gaamecvdq7gkqak9r",1795310767627,20]
{"role":"user","content":"n1946"}');
INSERT INTO entries VALUES (13, 1966, 'u["entry_ycrmhrs7cz87yfmpvb77",1795310767627,20]
{"role":"user","content":"n1947"}');
INSERT INTO entries VALUES (13, 1967, 'u["entry_8arbh3n6k266tcvgepnb",1795310767627,20]
{"role":"user","content":"n1948"}');
INSERT INTO entries VALUES (13, 1968, 'u["entry_6gs5amgxyf2tmdy0z6w7",1795310767627,20]
{"role":"user","content":"n1949"}');
INSERT INTO entries VALUES (13, 1969, 'u["entry_2re23x9jvzzzmj4jjk66",1795310767627,20]
{"role":"user","content":"n1950"}');
INSERT INTO entries VALUES (13, 1970, 'u["entry_nkbexqqe2kybd70tqeyk",1795310767627,20]
{"role":"user","content":"n1951"}');
INSERT INTO entries VALUES (13, 1971, 'u["entry_wrayataw2d3wjmnexr74",1795310767627,20]
{"role":"user","content":"n1952"}');
INSERT INTO entries VALUES (13, 1972, 'u["entry_d5e02ptcw8k9xpdj90ms",1795310767627,20]
{"role":"user","content":"n1953"}');
INSERT INTO entries VALUES (13, 1973, 'u["entry_czbrcmevb81gbd5q8cr4",1795310767627,20]
{"role":"user","content":"n1954"}');
INSERT INTO entries VALUES (13, 1974, 'u["entry_xa2qskn9cv7xtn2peh0x",1795310767627,20]
{"role":"user","content":"n1955"}');
INSERT INTO entries VALUES (13, 1975, 'u["entry_ape4n7vhaqzppjwxa4sa",1795310767627,20]
{"role":"user","content":"n1956"}');
INSERT INTO entries VALUES (13, 1976, 'u["entry_25awa8mj5tp2k8efmdwr",1795310767627,20]
{"role":"user","content":"n1957"}');
INSERT INTO entries VALUES (13, 1977, 'u["entry_533w9ytn60q2e0vcvksj",1795310767627,20]
{"role":"user","content":"n1958"}');
INSERT INTO entries VALUES (13, 1978, 'u["entry_08hy708n5zzcxf186p6p",1795310767627,20]
{"role":"user","content":"n1959"}');
INSERT INTO entries VALUES (13, 1979, 'u["entry_1g822mm4sh2w05p0ydhx",1795310767627,20]
{"role":"user","content":"n1960"}');
INSERT INTO entries VALUES (13, 1980, 'u["entry_7ehqpqwgsq7avtk9827b",1795310767627,20]
{"role":"user","content":"n1961"}');
INSERT INTO entries VALUES (13, 1981, 'u["entry_h0bf9kqbk4a9g5tdjxyf",1795310767627,20]
{"role":"user","content":"n1962"}');
INSERT INTO entries VALUES (13, 1982, 'u["entry_xrwxxy8w8sy6zrw8bw5s",1795310767627,20]
{"role":"user","content":"n1963"}');
INSERT INTO entries VALUES (13, 1983, 'u["entry_zabvwtf34xmw96281xn1",1795310767627,20]
{"role":"user","content":"n1964"}');
INSERT INTO entries VALUES (13, 1984, 'u["entry_77f8dgwezcwavbh6tdnf",1795310767627,20]
{"role":"user","content":"n1965"}');
INSERT INTO entries VALUES (13, 1985, 'u["entry_9ywryf1s8np9bs9n2ymw",1795310767627,20]
{"role":"user","content":"n1966"}');
INSERT INTO entries VALUES (13, 1986, 'u["entry_e1mf306d81man7knxheq",1795310767627,20]
{"role":"user","content":"n1967"}');
INSERT INTO entries VALUES (13, 1987, 'u["entry_32c42abge5pewmm7qh2w",1795310767627,20]
{"role":"user","content":"n1968"}');
INSERT INTO entries VALUES (13, 1988, 'u["entry_rncjy7pb2qzvfv4t0npy",1795310767627,20]
{"role":"user","content":"n1969"}');
INSERT INTO entries VALUES (13, 1989, 'u["entry_2a0qc9prpnt435qz69bs",1795310767627,20]
{"role":"user","content":"n1970"}');
INSERT INTO entries VALUES (13, 1990, 'u["entry_k0t129c2tmskbgk7x704",1795310767627,20]
{"role":"user","content":"n1971"}');
INSERT INTO entries VALUES (13, 1991, 'u["entry_jd3edr3n9j7wbg51w4wf",1795310767627,20]
{"role":"user","content":"n1972"}');
INSERT INTO entries VALUES (13, 1992, 'u["entry_ymng1wm7dgm2fdrm4dr4",1795310767627,20]
{"role":"user","content":"n1973"}');
INSERT INTO entries VALUES (13, 1993, 'u["entry_x9erx7wm7r59cdd1mdpv",1795310767627,20]
{"role":"user","content":"n1974"}');
INSERT INTO entries VALUES (13, 1994, 'u["entry_q9ataemzzng8fn3n6gr2",1795310767627,20]
{"role":"user","content":"n1975"}');
INSERT INTO entries VALUES (13, 1995, 'u["entry_01tmyh3mj8a8z2bzmgxz",1795310767627,20]
{"role":"user","content":"n1976"}');
INSERT INTO entries VALUES (13, 1996, 'u["entry_n5s8yawpb9zytqnstdny",1795310767627,20]
{"role":"user","content":"n1977"}');
INSERT INTO entries VALUES (13, 1997, 'u["entry_h6t3h8088y246aky4r51",1795310767627,20]
{"role":"user","content":"n1978"}');
INSERT INTO entries VALUES (13, 1998, 'u["entry_61t6rkrzx5qy809ssake",1795310767627,20]
{"role":"user","content":"n1979"}');
INSERT INTO entries VALUES (13, 1999, 'u["entry_che4h233xae13w9kd1ak",1795310767627,20]
{"role":"user","content":"n1980"}');
INSERT INTO entries VALUES (13, 2000, 'u["entry_7qwqv746zk741mha3qx2",1795310767627,20]
{"role":"user","content":"n1981"}');
INSERT INTO entries VALUES (13, 2001, 'u["entry_kedqwk7ep0hpj7yt7rm9",1795310767627,20]
{"role":"user","content":"n1982"}');
INSERT INTO entries VALUES (13, 2002, 'u["entry_cd366dbm1c1za3y1ba0f",1795310767627,20]
{"role":"user","content":"n1983"}');
INSERT INTO entries VALUES (13, 2003, 'u["entry_gv8vqjw8g1mg0gpf37ja",1795310767627,20]
{"role":"user","content":"n1984"}');
INSERT INTO entries VALUES (13, 2004, 'u["entry_f2e214wr4abgnjw40p2k",1795310767627,20]
{"role":"user","content":"n1985"}');
INSERT INTO entries VALUES (13, 2005, 'u["entry_71zdgc342zreqz29qxt7",1795310767627,20]
{"role":"user","content":"n1986"}');
INSERT INTO entries VALUES (13, 2006, 'u["entry_ewcgfavw3bjgt0cbwwmc",1795310767627,20]
{"role":"user","content":"n1987"}');
INSERT INTO entries VALUES (13, 2007, 'u["entry_97pdcq466n7xhthbaztx",1795310767627,20]
{"role":"user","content":"n1988"}');
INSERT INTO entries VALUES (13, 2008, 'u["entry_s1ryyw803ew3w9dmagdm",1795310767627,20]
{"role":"user","content":"n1989"}');
INSERT INTO entries VALUES (13, 2009, 'u["entry_r1mb2j8wgqs92frrc9h4",1795310767627,20]
{"role":"user","content":"n1990"}');
INSERT INTO entries VALUES (13, 2010, 'u["entry_1bqwg7adq8tbrbm8bxvk",1795310767627,20]
{"role":"user","content":"n1991"}');
INSERT INTO entries VALUES (13, 2011, 'u["entry_e89kq3rzt5hfwcgmgydf",1795310767627,20]
{"role":"user","content":"n1992"}');
INSERT INTO entries VALUES (13, 2012, 'u["entry_gm5y48bs1w9khqgfpdm1",1795310767627,20]
{"role":"user","content":"n1993"}');
INSERT INTO entries VALUES (13, 2013, 'u["entry_2kk7305bc8b414z33zpz",1795310767627,20]
{"role":"user","content":"n1994"}');
INSERT INTO entries VALUES (13, 2014, 'u["entry_adehnm9k5czanghq6xex",1795310767627,20]
{"role":"user","content":"n1995"}');
INSERT INTO entries VALUES (13, 2015, 'u["entry_j1z585mkznh8y2gfkt2n",1795310767627,20]
{"role":"user","content":"n1996"}');
INSERT INTO entries VALUES (13, 2016, 'u["entry_ct9ze5qt4tdmccsgzrcs",1795310767627,20]
{"role":"user","content":"n1997"}');
INSERT INTO entries VALUES (13, 2017, 'u["entry_54087jwx8mw5hn9t8ntc",1795310767627,20]
{"role":"user","content":"n1998"}');
INSERT INTO entries VALUES (13, 2018, 'u["entry_z1t5avttaakwgbh187yy",1795310767627,20]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (13, 2019, 'a["entry_r1811x7p90408xbhtby0",1795310767630,20,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (13, 2020, 'u["entry_zxwz3q8wg2zxtsemvke0",1795310767632,21]
{"role":"user","content":"job long_end: keyed"}');
INSERT INTO entries VALUES (13, 2021, '{"type":"assistant","id":"entry_k0a6kvpb69t32b891k5a","at":1795310767634,"version":21,"blocks":[{"type":"reasoning","text":"Plan 0 of long_end.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxvbmdfZW5kLjA="}}},{"type":"call","id":"call_w9xqq52szezn7g5jbzw7","name":"keyed","args":"{\"label\":\"long_end.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (14, 0, 'u["entry_8jhfgbtm36m68r7xv2vg",1795310767635,1]
{"role":"user","content":"job queued: pure"}');
INSERT INTO entries VALUES (14, 1, '{"type":"assistant","id":"entry_65c0pny17x0s1d5jvcqb","at":1795310767637,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of queued.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHF1ZXVlZC4w"}}},{"type":"call","id":"call_s8vsdxsyme0fskb5cfp3","name":"pure","args":"{\"label\":\"queued.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (14, 2, 't["entry_rnjc1bxn66es8yf83893",1795310767639,2,"pure",0,0]
{"role":"tool","tool_call_id":"call_s8vsdxsyme0fskb5cfp3","content":"{\"did\":\"queued.0.0\"}"}');
INSERT INTO entries VALUES (14, 3, 'a["entry_3k4z9496c6f1j6z9gbc1",1795310767641,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job queued is done."}');
INSERT INTO entries VALUES (16, 0, 'u["entry_hn65f659zv8kgqqz7d37",1795310767642,1]
{"role":"user","content":"job died_queued: once"}');
INSERT INTO entries VALUES (16, 1, '{"type":"assistant","id":"entry_3gb5441d6fwdbshef0sk","at":1795310767645,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of died_queued.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRpZWRfcXVldWVkLjA="}}},{"type":"call","id":"call_7q66wx7vjm5bmtgf5ckx","name":"once","args":"{\"label\":\"died_queued.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (15, 0, 'u["entry_svz6zzps1vmnz5j49xfh",1795310767642,1]
{"role":"user","content":"job died_acting: once keyed pure; once"}');
INSERT INTO entries VALUES (15, 1, '{"type":"assistant","id":"entry_f13qyq6bg8q050mxbrnp","at":1795310767647,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of died_acting.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRpZWRfYWN0aW5nLjA="}}},{"type":"call","id":"call_zmmsghnb4qechr8bzb8b","name":"once","args":"{\"label\":\"died_acting.0.0\"}"},{"type":"call","id":"call_wx34d4mbk479419tt60w","name":"keyed","args":"{\"label\":\"died_acting.0.1\"}"},{"type":"call","id":"call_szdppcvgs5gjbqsyje6v","name":"pure","args":"{\"label\":\"died_acting.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO inbox VALUES (1, 14, 'run_d7gp2y20x8wr56cd5afy', '{"type":"user","id":"entry_rkhy97nw1jnxtv0heh33","at":1795310767639,"version":0,"text":"job queued_later: keyed"}');
INSERT INTO inbox VALUES (4, 17, 'run_4qv5mvhkynadw4rvkc6a', '{"type":"user","id":"entry_tx12ry9np83axrszjmfq","at":1795310767643,"version":0,"text":"job died_planning: keyed"}');
INSERT INTO inbox VALUES (5, 16, 'run_bw2qbqdms1a92qq918zq', '{"type":"user","id":"entry_81w94m7mkyntfmpp1xqd","at":1795310767648,"version":0,"text":"job died_queued_later: keyed"}');
INSERT INTO receipts VALUES (9, 'replayed-1', '2c994e2ecdd3ced25185cef364644eb239269c5324f0af9e19e07694e9126e23', 'done', 0, 0, 4, '{"epoch":2,"version":2,"length":4,"counters":{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":3},"status":"done","updatedAt":1795310767433,"step":2,"output":"text","model":"anthropic/claude-sonnet-4-5","outcome":{"type":"satisfied"},"usage":{"inputTokens":40,"outputTokens":18},"choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"nobody asked for another; the API has this choice","warnings":[]},"warnings":[],"calls":[{"id":"call_cf6jnxp3kcyy0gdk780h","name":"pure","args":{"label":"replayed.0.0"},"state":"completed"}]}', 1795397167433);
INSERT INTO receipts VALUES (17, 'died_planning-1', '5694e116abde8c4d599ec6ce056662c7715ed2797469febee15255fcbe9fece4', 'running', 1, 0, 0, '', 1795397167643);
INSERT INTO events VALUES (9, 1000001, '{"type":"step.started","thread":"replayed","agent":"worker","step":1,"model":"anthropic/claude-sonnet-4-5","choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"nobody asked for another; the API has this choice","warnings":[]},"at":1795310767429,"seq":1000001}');
INSERT INTO events VALUES (9, 1000002, '{"type":"reasoning.started","block":0,"seq":1000002}');
INSERT INTO events VALUES (9, 1000003, '{"type":"reasoning.delta","block":0,"text":"Plan 0 of replayed.","seq":1000003}');
INSERT INTO events VALUES (9, 1000004, '{"type":"reasoning.ended","block":0,"seq":1000004}');
INSERT INTO events VALUES (9, 1000005, '{"type":"call.started","block":1,"callId":"call_cf6jnxp3kcyy0gdk780h","name":"pure","seq":1000005}');
INSERT INTO events VALUES (9, 1000006, '{"type":"call.delta","block":1,"callId":"call_cf6jnxp3kcyy0gdk780h","text":"{\"label\":\"replayed.0.0\"}","seq":1000006}');
INSERT INTO events VALUES (9, 1000007, '{"type":"call.ready","block":1,"callId":"call_cf6jnxp3kcyy0gdk780h","name":"pure","args":"{\"label\":\"replayed.0.0\"}","readiness":"ready","seq":1000007}');
INSERT INTO events VALUES (9, 1000008, '{"type":"usage","inputTokens":20,"outputTokens":9,"seq":1000008}');
INSERT INTO events VALUES (9, 1000009, '{"type":"step.finished","step":1,"version":1,"status":"open","finish":"calls","outcome":{"type":"satisfied"},"continues":true,"seq":1000009}');
INSERT INTO events VALUES (9, 2000001, '{"type":"step.started","thread":"replayed","agent":"worker","step":2,"model":"anthropic/claude-sonnet-4-5","choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"nobody asked for another; the API has this choice","warnings":[]},"at":1795310767432,"seq":2000001}');
INSERT INTO events VALUES (9, 2000002, '{"type":"tool.started","callId":"call_cf6jnxp3kcyy0gdk780h","name":"pure","args":{"label":"replayed.0.0"},"attempt":1,"seq":2000002}');
INSERT INTO events VALUES (9, 2000003, '{"type":"tool.finished","callId":"call_cf6jnxp3kcyy0gdk780h","name":"pure","outcome":"completed","output":{"did":"replayed.0.0"},"ms":0,"seq":2000003}');
INSERT INTO events VALUES (9, 2000004, '{"type":"text.started","block":0,"seq":2000004}');
INSERT INTO events VALUES (9, 2000005, '{"type":"text.delta","block":0,"text":"Job replayed is done.","seq":2000005}');
INSERT INTO events VALUES (9, 2000006, '{"type":"text.ended","block":0,"seq":2000006}');
INSERT INTO events VALUES (9, 2000007, '{"type":"usage","inputTokens":20,"outputTokens":9,"seq":2000007}');
INSERT INTO events VALUES (9, 2000008, '{"type":"step.finished","step":2,"version":2,"status":"done","finish":"stop","outcome":{"type":"satisfied"},"continues":false,"seq":2000008}');
INSERT INTO blobs VALUES ('acme', 'fork', 'cf5550108c1945fa472730be329bbc5775c9e07c6b5b192b0d38b241fe5b9c61', NULL);
INSERT INTO blobs VALUES ('acme', 'large', 'cf5550108c1945fa472730be329bbc5775c9e07c6b5b192b0d38b241fe5b9c61', NULL);
INSERT INTO blob_texts VALUES ('cf5550108c1945fa472730be329bbc5775c9e07c6b5b192b0d38b241fe5b9c61', 'u["entry_sxa7rgtahg3pmmkg5gwy",1795310767462,1]
{"role":"user","content":"job large: keyed\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\n"}');
PRAGMA user_version = 2;
