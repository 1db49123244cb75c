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
INSERT INTO threads VALUES (1, 'acme', 'planned', 1795322633034, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633034}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xf10f3ef0x04270057x463866c7"],"updatedAt":1795322633047}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":10}', '["call_mtbvq4q350fbjea5fh0x","call_myg38pavvk8hda76key0","call_8m7s1hskta1dc53hjj8r"]', '[{"id":"call_mtbvq4q350fbjea5fh0x","name":"pure","args":{"label":"planned.0.0"},"disposition":{"type":"run"},"epoch":1},{"id":"call_myg38pavvk8hda76key0","name":"keyed","args":{"label":"planned.0.1"},"disposition":{"type":"run"},"epoch":1},{"id":"call_8m7s1hskta1dc53hjj8r","name":"once","args":{"label":"planned.0.2"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_5y49sah32bb35fx5ysbm","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_5y49sah32bb35fx5ysbm","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (2, 'acme', 'planned_source', 1795322633051, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633051}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x7ec2f395x3f4bafa3xf9c04ac0"],"updatedAt":1795322633053}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_zwvcw3eyp77jnhek0wm2","call_f11h6d78kn0pjbcq211s","call_1ey4magjw188t3q6skv9"]', '[{"id":"call_zwvcw3eyp77jnhek0wm2","name":"pure","args":{"label":"planned_source.0.0"},"disposition":{"type":"run"},"epoch":1},{"id":"call_f11h6d78kn0pjbcq211s","name":"keyed","args":{"label":"planned_source.0.1"},"disposition":{"type":"run"},"epoch":1},{"id":"call_1ey4magjw188t3q6skv9","name":"once","args":{"label":"planned_source.0.2"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_fe7d081k87q04rzew7m8","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_fe7d081k87q04rzew7m8","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (3, 'acme', 'fork_pending', 1795322633056, NULL, 1, 1, 0, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633056,"forkedFrom":{"thread":"planned_source","version":1,"calls":"run"}}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x7ec2f395x3f4bafa3xf9c04ac0"],"updatedAt":1795322633056}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_zwvcw3eyp77jnhek0wm2","call_f11h6d78kn0pjbcq211s","call_1ey4magjw188t3q6skv9"]', '[{"id":"call_zwvcw3eyp77jnhek0wm2","name":"pure","args":{"label":"planned_source.0.0"},"disposition":{"type":"run"},"epoch":0},{"id":"call_f11h6d78kn0pjbcq211s","name":"keyed","args":{"label":"planned_source.0.1"},"disposition":{"type":"run"},"epoch":0},{"id":"call_1ey4magjw188t3q6skv9","name":"once","args":{"label":"planned_source.0.2"},"disposition":{"type":"run"},"epoch":0}]', '[]', NULL, NULL, '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (4, 'acme', 'created', 1795322633058, NULL, 1, 0, 0, 0, 'waiting', 0, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{"order":"A-17"},"createdAt":1795322633058}', '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":0}', '{"steps":0,"calls":0,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"wallMs":0}', NULL, NULL, '[]', NULL, NULL, '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (5, 'acme', 'approval', 1795322633058, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633058}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xbb51a1b2x6aed81ae"],"updatedAt":1795322633061}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":2}', '["call_291hxef5tmzd663gfg06","call_s4mtsn46vcy1830merys"]', '[{"id":"call_291hxef5tmzd663gfg06","name":"remove","args":{"label":"approval.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_s4mtsn46vcy1830merys","name":"pure","args":{"label":"approval.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_sjpdfer79fdmqsd2mnjd","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_sjpdfer79fdmqsd2mnjd","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (6, 'acme', 'denial', 1795322633062, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633062}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xde84b0bdxffc263b1"],"updatedAt":1795322633063}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_y6skagppnsqnzgpvwh82","call_9gvqzm0fmp71x6zgq6c5"]', '[{"id":"call_y6skagppnsqnzgpvwh82","name":"remove","args":{"label":"denial.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_9gvqzm0fmp71x6zgq6c5","name":"pure","args":{"label":"denial.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_nbgjpraxp5gg381m69sv","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_nbgjpraxp5gg381m69sv","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (7, 'acme', 'approved', 1795322633064, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633064}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x527ba5a6xaa47ff92"],"updatedAt":1795322633066}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_bx81eyvpv6pfdj2gsre3","call_7e04c7vs3w8b1eb1knj6"]', '[{"id":"call_bx81eyvpv6pfdj2gsre3","name":"remove","args":{"label":"approved.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_7e04c7vs3w8b1eb1knj6","name":"pure","args":{"label":"approved.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[["call_bx81eyvpv6pfdj2gsre3",{"decision":{"approved":true,"reason":"Fine.","at":1795322633070}}]]', NULL, NULL, '{"holder":{"owner":"run_k7y5zv6r8g78f1qtxt0z","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_k7y5zv6r8g78f1qtxt0z","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (8, 'acme', 'denied', 1795322633067, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633067}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x5c6e5551x72109d85"],"updatedAt":1795322633068}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_31c648da76sape8hqbhs","call_hh4h0we94et57xxxpjx1"]', '[{"id":"call_31c648da76sape8hqbhs","name":"remove","args":{"label":"denied.0.0"},"disposition":{"type":"approve"},"epoch":1},{"id":"call_hh4h0we94et57xxxpjx1","name":"pure","args":{"label":"denied.0.1"},"disposition":{"type":"run"},"epoch":1}]', '[["call_31c648da76sape8hqbhs",{"decision":{"approved":false,"reason":"Not today.","at":1795322633071}}]]', NULL, NULL, '{"holder":{"owner":"run_r94n6s9d6v5524jcbzj5","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_r94n6s9d6v5524jcbzj5","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (9, 'acme', 'predicted', 1795322633072, NULL, 1, 1, 1, 0, 'waiting', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633072}', '{"run":{"execution":"predict","steps":1,"input":0,"choice":{"type":"tool","name":"keyed"},"satisfied":true},"recent":["x00a3c403"],"updatedAt":1795322633077}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":4}', '["call_5baf099cgt4mvxr0qhz3"]', '[{"id":"call_5baf099cgt4mvxr0qhz3","name":"keyed","args":{"label":"predicted.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_hyhq3hg2v6j0wqwgshbh","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_hyhq3hg2v6j0wqwgshbh","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (10, 'acme', 'forced', 1795322633078, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633078}', '{"run":{"execution":"loop","steps":1,"input":0,"choice":{"type":"tool","name":"once"},"satisfied":true},"recent":["x3f53d77b"],"updatedAt":1795322633079}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_ydhzach6a0pkjts7mjra"]', '[{"id":"call_ydhzach6a0pkjts7mjra","name":"once","args":{"label":"forced.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_z3aj86zacfekbe3bwkvz","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_z3aj86zacfekbe3bwkvz","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (11, 'acme', 'forced_always', 1795322633080, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633080}', '{"run":{"execution":"loop","steps":1,"input":0,"choice":{"type":"allowed","names":["once","pure"],"mode":"required","times":"always"},"satisfied":true},"recent":["x55e0e249"],"updatedAt":1795322633082}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_28yj714ty6kmmwkarw7r"]', '[{"id":"call_28yj714ty6kmmwkarw7r","name":"once","args":{"label":"forced_always.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_jjvjtv3q7v5r286xfgza","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_jjvjtv3q7v5r286xfgza","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (12, 'acme', 'forced_pending', 1795322633083, NULL, 1, 1, 1, 0, 'open', 1, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633083}', '{"run":{"execution":"loop","steps":0,"input":0,"choice":{"type":"tool","name":"once"}},"recent":[],"error":{"code":"model_rate_limit","message":"anthropic/claude-sonnet-4-5 (HTTP 429, rate_limit_error): Too many requests."},"updatedAt":1795322633086,"resumeAt":1795322753086}', '{"steps":1,"calls":0,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"wallMs":3}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_mzncgmjd6js2215aqn6j","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_mzncgmjd6js2215aqn6j","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (13, 'acme', 'cancelled', 1795322633087, NULL, 1, 1, 2, 2, 'cancelled', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633087}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xf2ff97dd"],"updatedAt":1795322633088}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":1}', '["call_wj2679952fjaast7qw4j"]', '[{"id":"call_wj2679952fjaast7qw4j","name":"once","args":{"label":"cancelled.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_ggnx9w3ae5ef03bnzp4h","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_ggnx9w3ae5ef03bnzp4h","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (14, 'acme', 'limited', 1795322633090, NULL, 1, 2, 2, 0, 'open', 4, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633090}', '{"run":{"execution":"loop","steps":1,"input":0,"acted":true},"recent":["x55caad38x43b0acc4"],"error":{"code":"model_rate_limit","message":"anthropic/claude-sonnet-4-5 (HTTP 429, rate_limit_error): Too many requests."},"updatedAt":1795322633096,"resumeAt":1795322753096}', '{"steps":2,"calls":2,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":6}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_2pddbmp8xz8t6q5w371k","epoch":2,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_2pddbmp8xz8t6q5w371k","version":1},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (15, 'acme', 'replayed', 1795322633097, NULL, 1, 2, 2, 0, 'done', 4, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633097}', '{"run":{"execution":"loop","steps":2,"input":0,"acted":true},"recent":["xab58a33e"],"updatedAt":1795322633101}', '{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":3}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_em6wr4y3np29fa972f1x","epoch":2,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_em6wr4y3np29fa972f1x","version":1},"queuedBy":null,"bookedFor":null}', 2000008, 17, 1795326233101);
INSERT INTO threads VALUES (16, 'acme', 'summarised', 1795322633102, NULL, 1, 9, 9, 0, 'open', 21, 18, 'SUMMARY of four', '{"agent":"brief","agentHash":"0c9414336a2108db","metadata":{},"createdAt":1795322633102}', '{"run":{"execution":"loop","steps":1,"input":18},"recent":["x086305f3x7d450850"],"updatedAt":1795322633122}', '{"steps":9,"calls":4,"inputTokens":240,"outputTokens":108,"cachedTokens":0,"wallMs":14}', '["call_9c7t51wf60fqxzaprd5g","call_3dyn4fv2a0dfz0qbnqrz"]', '[{"id":"call_9c7t51wf60fqxzaprd5g","name":"keyed","args":{"label":"five.0.0"},"disposition":{"type":"run"},"epoch":9},{"id":"call_3dyn4fv2a0dfz0qbnqrz","name":"once","args":{"label":"five.0.1"},"disposition":{"type":"run"},"epoch":9}]', '[]', NULL, NULL, '{"holder":{"owner":"run_cwf1bskpwbzx4dwm0592","epoch":9,"created":false,"resumed":false,"version":8,"ended":true},"committed":{"owner":"run_cwf1bskpwbzx4dwm0592","version":8},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (17, 'acme', 'large', 1795322633126, NULL, 1, 1, 1, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633126}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xc161e8c4"],"updatedAt":1795322633130}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', '["call_08548hz3epc27njvkhhd"]', '[{"id":"call_08548hz3epc27njvkhhd","name":"keyed","args":{"label":"large.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[]', NULL, NULL, '{"holder":{"owner":"run_14yvmf6j5a33fc3jt828","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_14yvmf6j5a33fc3jt828","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (18, 'acme', 'fork', 1795322633134, NULL, 1, 1, 0, 0, 'open', 3, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633134,"forkedFrom":{"thread":"large","version":1}}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["xc161e8c4"],"updatedAt":1795322633134}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":3}', NULL, NULL, '[]', NULL, NULL, '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (19, 'acme', 'long', 1795322633135, NULL, 1, 21, 21, 0, 'open', 2022, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633135}', '{"run":{"execution":"loop","steps":1,"input":2020},"recent":["x4c5d89d9"],"updatedAt":1795322633255}', '{"steps":21,"calls":0,"inputTokens":420,"outputTokens":189,"cachedTokens":0,"wallMs":60}', '["call_dxxdrep04mct4gwaz9cp"]', '[{"id":"call_dxxdrep04mct4gwaz9cp","name":"keyed","args":{"label":"long_end.0.0"},"disposition":{"type":"run"},"epoch":21}]', '[]', NULL, NULL, '{"holder":{"owner":"run_8rk5y7djkys2xz4dbfy9","epoch":21,"created":false,"resumed":false,"version":20,"ended":true},"committed":{"owner":"run_8rk5y7djkys2xz4dbfy9","version":20},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (20, 'acme', 'queued', 1795322633257, NULL, 1, 2, 2, 0, 'done', 4, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633257}', '{"run":{"execution":"loop","steps":2,"input":0,"acted":true},"recent":["xcc7baa9c"],"updatedAt":1795322633264}', '{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":5}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_xsdwz1mx8mx74g8jbvfy","epoch":2,"created":false,"resumed":false,"version":1,"ended":true},"committed":{"owner":"run_xsdwz1mx8mx74g8jbvfy","version":1},"queuedBy":"run_ne9exyngh5ddeaczr1z0","bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (21, 'acme', 'interrupted', 1795322633265, NULL, 1, 1, 2, 2, 'cancelled', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322633265}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":[],"updatedAt":1795322635532}', '{"steps":1,"calls":0,"inputTokens":300,"outputTokens":7,"cachedTokens":0,"wallMs":2267}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_hce2z01pay9veweqk8ch","epoch":1,"created":true,"resumed":false,"version":0,"ended":true},"committed":{"owner":"run_hce2z01pay9veweqk8ch","version":0},"queuedBy":null,"bookedFor":null}', 1000006, 6, 1795326235533);
INSERT INTO threads VALUES (22, 'acme', 'died_acting', 1795322635535, NULL, 1, 1, 2, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322635535}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x91026ac0xd818b5a0xea8a64eb"],"updatedAt":1795322635539}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":4}', '["call_b0fp6nd2b0hj9730mq3r","call_8hd22d13ngsaamj90np4","call_3zm8wd33c5h37rdwesgx"]', '[{"id":"call_b0fp6nd2b0hj9730mq3r","name":"once","args":{"label":"died_acting.0.0"},"disposition":{"type":"run"},"epoch":1},{"id":"call_8hd22d13ngsaamj90np4","name":"keyed","args":{"label":"died_acting.0.1"},"disposition":{"type":"run"},"epoch":1},{"id":"call_3zm8wd33c5h37rdwesgx","name":"pure","args":{"label":"died_acting.0.2"},"disposition":{"type":"run"},"epoch":1}]', '[["call_b0fp6nd2b0hj9730mq3r",{"startedEpoch":2}]]', 'run_ecse83tm4yrbsj89ndxp', 1795322665539, '{"holder":{"owner":"run_ecse83tm4yrbsj89ndxp","epoch":2,"created":true,"resumed":false,"version":0,"ended":false},"committed":{"owner":"run_ecse83tm4yrbsj89ndxp","version":0},"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (23, 'acme', 'died_queued', 1795322635535, NULL, 1, 1, 2, 0, 'open', 2, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322635535}', '{"run":{"execution":"loop","steps":1,"input":0},"recent":["x7bd3b813"],"updatedAt":1795322635539}', '{"steps":1,"calls":0,"inputTokens":20,"outputTokens":9,"cachedTokens":0,"wallMs":4}', '["call_g5a0b2n2x7cyzp4fj9t2"]', '[{"id":"call_g5a0b2n2x7cyzp4fj9t2","name":"once","args":{"label":"died_queued.0.0"},"disposition":{"type":"run"},"epoch":1}]', '[["call_g5a0b2n2x7cyzp4fj9t2",{"startedEpoch":2}]]', 'run_9fww92k16w95p9wvzp62', 1795322665539, '{"holder":{"owner":"run_9fww92k16w95p9wvzp62","epoch":2,"created":true,"resumed":false,"version":0,"ended":false},"committed":{"owner":"run_9fww92k16w95p9wvzp62","version":0},"queuedBy":"run_40xg7fyn55mpsw2vv016","bookedFor":null}', 0, 0, 0);
INSERT INTO threads VALUES (24, 'acme', 'died_planning', 1795322635535, NULL, 1, 0, 1, 0, 'waiting', 0, 0, NULL, '{"agent":"worker","agentHash":"e3eb802b135cfc9d","metadata":{},"createdAt":1795322635535}', '{"run":{"execution":"loop","steps":0},"recent":[],"updatedAt":0}', '{"steps":0,"calls":0,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"wallMs":0}', NULL, NULL, '[]', 'run_bxx1p0ea9ht40jtkjkx0', 1795322665535, '{"holder":{"owner":"run_bxx1p0ea9ht40jtkjkx0","epoch":1,"created":true,"resumed":false,"version":0,"ended":false},"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0);
INSERT INTO entries VALUES (1, 0, 'u["entry_hydhmk8yapywhb672a74",1795322633034,1]
{"role":"user","content":"job planned: pure keyed once"}');
INSERT INTO entries VALUES (1, 1, '{"type":"assistant","id":"entry_p380srxqwwj176pt72yy","at":1795322633046,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of planned.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHBsYW5uZWQuMA=="}}},{"type":"call","id":"call_mtbvq4q350fbjea5fh0x","name":"pure","args":"{\"label\":\"planned.0.0\"}"},{"type":"call","id":"call_myg38pavvk8hda76key0","name":"keyed","args":"{\"label\":\"planned.0.1\"}"},{"type":"call","id":"call_8m7s1hskta1dc53hjj8r","name":"once","args":"{\"label\":\"planned.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (2, 0, 'u["entry_t8rnkbnq6ze1eyxr4ja1",1795322633051,1]
{"role":"user","content":"job planned_source: pure keyed once"}');
INSERT INTO entries VALUES (2, 1, '{"type":"assistant","id":"entry_qaws5anq8h1dpykbbw4s","at":1795322633053,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of planned_source.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHBsYW5uZWRfc291cmNlLjA="}}},{"type":"call","id":"call_zwvcw3eyp77jnhek0wm2","name":"pure","args":"{\"label\":\"planned_source.0.0\"}"},{"type":"call","id":"call_f11h6d78kn0pjbcq211s","name":"keyed","args":"{\"label\":\"planned_source.0.1\"}"},{"type":"call","id":"call_1ey4magjw188t3q6skv9","name":"once","args":"{\"label\":\"planned_source.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (3, 0, 'u["entry_t8rnkbnq6ze1eyxr4ja1",1795322633051,1]
{"role":"user","content":"job planned_source: pure keyed once"}');
INSERT INTO entries VALUES (3, 1, '{"type":"assistant","id":"entry_qaws5anq8h1dpykbbw4s","at":1795322633053,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of planned_source.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHBsYW5uZWRfc291cmNlLjA="}}},{"type":"call","id":"call_zwvcw3eyp77jnhek0wm2","name":"pure","args":"{\"label\":\"planned_source.0.0\"}"},{"type":"call","id":"call_f11h6d78kn0pjbcq211s","name":"keyed","args":"{\"label\":\"planned_source.0.1\"}"},{"type":"call","id":"call_1ey4magjw188t3q6skv9","name":"once","args":"{\"label\":\"planned_source.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (5, 0, 'u["entry_dp40n6tp8gv7akssmhpz",1795322633058,1]
{"role":"user","content":"job approval: remove pure"}');
INSERT INTO entries VALUES (5, 1, '{"type":"assistant","id":"entry_529nxma2tex7vwn1z9j8","at":1795322633061,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of approval.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGFwcHJvdmFsLjA="}}},{"type":"call","id":"call_291hxef5tmzd663gfg06","name":"remove","args":"{\"label\":\"approval.0.0\"}"},{"type":"call","id":"call_s4mtsn46vcy1830merys","name":"pure","args":"{\"label\":\"approval.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (6, 0, 'u["entry_1vgnyqarwg1fpbt802eb",1795322633062,1]
{"role":"user","content":"job denial: remove pure"}');
INSERT INTO entries VALUES (6, 1, '{"type":"assistant","id":"entry_146m1y3kp3jwb1f1eg7a","at":1795322633063,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of denial.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRlbmlhbC4w"}}},{"type":"call","id":"call_y6skagppnsqnzgpvwh82","name":"remove","args":"{\"label\":\"denial.0.0\"}"},{"type":"call","id":"call_9gvqzm0fmp71x6zgq6c5","name":"pure","args":"{\"label\":\"denial.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (7, 0, 'u["entry_b5c98qv6c0h294s0a5bv",1795322633064,1]
{"role":"user","content":"job approved: remove pure"}');
INSERT INTO entries VALUES (7, 1, '{"type":"assistant","id":"entry_2381f4d52w2p8faaenfh","at":1795322633066,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of approved.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGFwcHJvdmVkLjA="}}},{"type":"call","id":"call_bx81eyvpv6pfdj2gsre3","name":"remove","args":"{\"label\":\"approved.0.0\"}"},{"type":"call","id":"call_7e04c7vs3w8b1eb1knj6","name":"pure","args":"{\"label\":\"approved.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (8, 0, 'u["entry_1mj2t6wbaw0f5xcgmtqb",1795322633067,1]
{"role":"user","content":"job denied: remove pure"}');
INSERT INTO entries VALUES (8, 1, '{"type":"assistant","id":"entry_bn8f7a2kx7dd99mb9tyq","at":1795322633068,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of denied.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRlbmllZC4w"}}},{"type":"call","id":"call_31c648da76sape8hqbhs","name":"remove","args":"{\"label\":\"denied.0.0\"}"},{"type":"call","id":"call_hh4h0we94et57xxxpjx1","name":"pure","args":"{\"label\":\"denied.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (9, 0, 'u["entry_rcxkxzc291zv558fdhf7",1795322633072,1]
{"role":"user","content":"job predicted: keyed"}');
INSERT INTO entries VALUES (9, 1, '{"type":"assistant","id":"entry_xaetfvbsbdq6kgx3d695","at":1795322633077,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of predicted.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHByZWRpY3RlZC4w"}}},{"type":"call","id":"call_5baf099cgt4mvxr0qhz3","name":"keyed","args":"{\"label\":\"predicted.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9},"choice":{"requested":{"type":"tool","name":"keyed"},"source":"request","enforcement":"native","outcome":{"type":"satisfied"}}}');
INSERT INTO entries VALUES (10, 0, 'u["entry_5zm61xzvxrcbarb64rfc",1795322633078,1]
{"role":"user","content":"job forced: once"}');
INSERT INTO entries VALUES (10, 1, '{"type":"assistant","id":"entry_tr0sayr5e4xrt5a7yq3b","at":1795322633079,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of forced.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZvcmNlZC4w"}}},{"type":"call","id":"call_ydhzach6a0pkjts7mjra","name":"once","args":"{\"label\":\"forced.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9},"choice":{"requested":{"type":"tool","name":"once"},"source":"request","enforcement":"native","outcome":{"type":"satisfied"}}}');
INSERT INTO entries VALUES (11, 0, 'u["entry_ttcvt2zxnrc7swsq99vv",1795322633080,1]
{"role":"user","content":"job forced_always: once"}');
INSERT INTO entries VALUES (11, 1, '{"type":"assistant","id":"entry_ej6frzhbrvpjsyjqbdw9","at":1795322633082,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of forced_always.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZvcmNlZF9hbHdheXMuMA=="}}},{"type":"call","id":"call_28yj714ty6kmmwkarw7r","name":"once","args":"{\"label\":\"forced_always.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9},"choice":{"requested":{"type":"allowed","names":["once","pure"],"mode":"required","times":"always"},"source":"request","enforcement":"filtered","outcome":{"type":"satisfied"}}}');
INSERT INTO entries VALUES (12, 0, 'u["entry_fskqh4j48zs1vy584h1a",1795322633083,1]
{"role":"user","content":"job forced_pending: once"}');
INSERT INTO entries VALUES (13, 0, 'u["entry_c66w8jb57a2kamzg99ys",1795322633087,1]
{"role":"user","content":"job cancelled: once"}');
INSERT INTO entries VALUES (13, 1, '{"type":"assistant","id":"entry_dq806n6m3xvhcw0emmqj","at":1795322633088,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of cancelled.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGNhbmNlbGxlZC4w"}}},{"type":"call","id":"call_wj2679952fjaast7qw4j","name":"once","args":"{\"label\":\"cancelled.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (14, 0, 'u["entry_fnnxr85mxt1fwtqe5a2h",1795322633090,1]
{"role":"user","content":"job limited: keyed once"}');
INSERT INTO entries VALUES (14, 1, '{"type":"assistant","id":"entry_zyy0xt7zbrn4012a45an","at":1795322633091,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of limited.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxpbWl0ZWQuMA=="}}},{"type":"call","id":"call_rgy5v3kv1fwcf1mf68mt","name":"keyed","args":"{\"label\":\"limited.0.0\"}"},{"type":"call","id":"call_2be9ynrjh7nzdqds8zar","name":"once","args":"{\"label\":\"limited.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (14, 2, 't["entry_05jwmceex8qc6s78c046",1795322633094,2,"keyed",0,0]
{"role":"tool","tool_call_id":"call_rgy5v3kv1fwcf1mf68mt","content":"{\"did\":\"limited.0.0\"}"}');
INSERT INTO entries VALUES (14, 3, 't["entry_8d2w3c7p5r663td24zgt",1795322633094,2,"once",0,0]
{"role":"tool","tool_call_id":"call_2be9ynrjh7nzdqds8zar","content":"{\"did\":\"limited.0.1\"}"}');
INSERT INTO entries VALUES (15, 0, 'u["entry_vjeq2bndpwz9jzn90ba4",1795322633097,1]
{"role":"user","content":"job replayed: pure"}');
INSERT INTO entries VALUES (15, 1, '{"type":"assistant","id":"entry_h1xj4c725q0rkq2fnfem","at":1795322633099,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of replayed.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHJlcGxheWVkLjA="}}},{"type":"call","id":"call_t9dd0jqsd22j79377rnc","name":"pure","args":"{\"label\":\"replayed.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (15, 2, 't["entry_hxbm7fp6et0657h4ccfv",1795322633100,2,"pure",0,0]
{"role":"tool","tool_call_id":"call_t9dd0jqsd22j79377rnc","content":"{\"did\":\"replayed.0.0\"}"}');
INSERT INTO entries VALUES (15, 3, 'a["entry_fa2y6s9j0pg24c8w16jj",1795322633101,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job replayed is done."}');
INSERT INTO entries VALUES (16, 0, 'u["entry_4px8tpaj051a6xaq6029",1795322633102,1]
{"role":"user","content":"job one: pure"}');
INSERT INTO entries VALUES (16, 1, '{"type":"assistant","id":"entry_0rmw8z0wq032ttsq1bcc","at":1795322633103,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of one.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIG9uZS4w"}}},{"type":"call","id":"call_w6spjrxteb7dvkbkxth6","name":"pure","args":"{\"label\":\"one.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (16, 2, 't["entry_8ejs95jv6w5zaehj3m1x",1795322633104,2,"pure",1,0]
{"role":"tool","tool_call_id":"call_w6spjrxteb7dvkbkxth6","content":"{\"did\":\"one.0.0\"}"}');
INSERT INTO entries VALUES (16, 3, 'a["entry_f683q43wra5a6re4kx7v",1795322633104,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job one is done."}');
INSERT INTO entries VALUES (16, 4, 'u["entry_j5has5yy8fpnqj7sqeqf",1795322633105,3]
{"role":"user","content":"job two: pure"}');
INSERT INTO entries VALUES (16, 5, '{"type":"assistant","id":"entry_5yzagwp4t0b96skg8fgk","at":1795322633107,"version":3,"blocks":[{"type":"reasoning","text":"Plan 0 of two.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHR3by4w"}}},{"type":"call","id":"call_jfxzectxmnvsdvbbdnya","name":"pure","args":"{\"label\":\"two.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (16, 6, 't["entry_r18hxj1kzddy6bvw0mbf",1795322633108,4,"pure",0,0]
{"role":"tool","tool_call_id":"call_jfxzectxmnvsdvbbdnya","content":"{\"did\":\"two.0.0\"}"}');
INSERT INTO entries VALUES (16, 7, 'a["entry_70w046f440v4thesjfqd",1795322633109,4,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job two is done."}');
INSERT INTO entries VALUES (16, 8, '{"type":"summary","id":"entry_p48yp35exmbhbjbk330p","at":1795322633111,"version":4,"text":"SUMMARY of one, two","through":7}');
INSERT INTO entries VALUES (16, 9, 'u["entry_s6b2yyygah4p9nw7n1wc",1795322633112,5]
{"role":"user","content":"job three: pure"}');
INSERT INTO entries VALUES (16, 10, '{"type":"assistant","id":"entry_409xf78c4xp6739kh3ad","at":1795322633113,"version":5,"blocks":[{"type":"reasoning","text":"Plan 0 of three.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHRocmVlLjA="}}},{"type":"call","id":"call_rmqxtsxfd796zxh8pxhv","name":"pure","args":"{\"label\":\"three.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (16, 11, 't["entry_r6hrd9r9wdr0s562tv6t",1795322633114,6,"pure",1,0]
{"role":"tool","tool_call_id":"call_rmqxtsxfd796zxh8pxhv","content":"{\"did\":\"three.0.0\"}"}');
INSERT INTO entries VALUES (16, 12, 'a["entry_sskp0g0n140cnyx3bpfw",1795322633115,6,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job three is done."}');
INSERT INTO entries VALUES (16, 13, 'u["entry_ej7kg26szvdnwbtj8nc7",1795322633116,7]
{"role":"user","content":"job four: pure"}');
INSERT INTO entries VALUES (16, 14, '{"type":"assistant","id":"entry_8pt5njy5t1z251rnbk8d","at":1795322633117,"version":7,"blocks":[{"type":"reasoning","text":"Plan 0 of four.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZvdXIuMA=="}}},{"type":"call","id":"call_v0c3rak89jdr98p37pmv","name":"pure","args":"{\"label\":\"four.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (16, 15, '{"type":"summary","id":"entry_t911ytvbpw2sc61zk63g","at":1795322633118,"version":7,"text":"SUMMARY of three","through":13}');
INSERT INTO entries VALUES (16, 16, 't["entry_3pjaf8txhyeqataeb4y7",1795322633119,8,"pure",0,0]
{"role":"tool","tool_call_id":"call_v0c3rak89jdr98p37pmv","content":"{\"did\":\"four.0.0\"}"}');
INSERT INTO entries VALUES (16, 17, 'a["entry_0gzjmfbv4879jgch78py",1795322633119,8,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job four is done."}');
INSERT INTO entries VALUES (16, 18, 'u["entry_t7m0t4yve9j8zvd8kzsc",1795322633120,9]
{"role":"user","content":"job five: keyed once"}');
INSERT INTO entries VALUES (16, 19, '{"type":"assistant","id":"entry_phq7jzcb50wraagdvxw0","at":1795322633122,"version":9,"blocks":[{"type":"reasoning","text":"Plan 0 of five.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGZpdmUuMA=="}}},{"type":"call","id":"call_9c7t51wf60fqxzaprd5g","name":"keyed","args":"{\"label\":\"five.0.0\"}"},{"type":"call","id":"call_3dyn4fv2a0dfz0qbnqrz","name":"once","args":"{\"label\":\"five.0.1\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (16, 20, '{"type":"summary","id":"entry_9k0mv0x2apm5962k40yk","at":1795322633123,"version":9,"text":"SUMMARY of four","through":18}');
INSERT INTO entries VALUES (17, 0, '{"type":"blob","blob":{"id":"8a5ab51febf23ec4b38494a94c8c98f30e03b064b786c5dd5af66c3e5103de2a","chunks":1,"bytes":84094}}');
INSERT INTO entries VALUES (17, 1, '{"type":"assistant","id":"entry_37d7jnkmh7rzyemn56kt","at":1795322633130,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of large.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxhcmdlLjA="}}},{"type":"call","id":"call_08548hz3epc27njvkhhd","name":"keyed","args":"{\"label\":\"large.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (18, 0, '{"type":"blob","blob":{"id":"8a5ab51febf23ec4b38494a94c8c98f30e03b064b786c5dd5af66c3e5103de2a","chunks":1,"bytes":84094}}');
INSERT INTO entries VALUES (18, 1, '{"type":"assistant","id":"entry_37d7jnkmh7rzyemn56kt","at":1795322633130,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of large.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxhcmdlLjA="}}},{"type":"call","id":"call_08548hz3epc27njvkhhd","name":"keyed","args":"{\"label\":\"large.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (18, 2, '{"type":"tool","id":"entry_k93hnd68mew2qh1xyfd8","at":1795322633134,"version":1,"callId":"call_08548hz3epc27njvkhhd","name":"keyed","outcome":"skipped","output":null,"error":{"kind":"cancelled","message":"Forked before this call ran."},"ms":0}');
INSERT INTO entries VALUES (19, 0, 'u["entry_na8c82k00t39q3e0cgqc",1795322633135,1]
{"role":"user","content":"n0"}');
INSERT INTO entries VALUES (19, 1, 'u["entry_prcre6e8jdvagx1m1xsn",1795322633135,1]
{"role":"user","content":"n1"}');
INSERT INTO entries VALUES (19, 2, 'u["entry_ey93mr6q5z957kh7x70a",1795322633135,1]
{"role":"user","content":"n2"}');
INSERT INTO entries VALUES (19, 3, 'u["entry_wnkcvysmn4rvjcyfhk57",1795322633135,1]
{"role":"user","content":"n3"}');
INSERT INTO entries VALUES (19, 4, 'u["entry_shx9s8ba0r74k8efvtfn",1795322633135,1]
{"role":"user","content":"n4"}');
INSERT INTO entries VALUES (19, 5, 'u["entry_8nbj69z25synxk0yapd8",1795322633135,1]
{"role":"user","content":"n5"}');
INSERT INTO entries VALUES (19, 6, 'u["entry_tpg6gsk9rg7yzvrv0e8g",1795322633135,1]
{"role":"user","content":"n6"}');
INSERT INTO entries VALUES (19, 7, 'u["entry_vp5a0myfdfxhq0rm111a",1795322633135,1]
{"role":"user","content":"n7"}');
INSERT INTO entries VALUES (19, 8, 'u["entry_bfzjkpqx1dk7ak81gcs6",1795322633135,1]
{"role":"user","content":"n8"}');
INSERT INTO entries VALUES (19, 9, 'u["entry_ygceadzh6tyyd5s1q7hw",1795322633135,1]
{"role":"user","content":"n9"}');
INSERT INTO entries VALUES (19, 10, 'u["entry_7z8vptm3pctvh1q9aa9q",1795322633135,1]
{"role":"user","content":"n10"}');
INSERT INTO entries VALUES (19, 11, 'u["entry_2xh61spymvkk643xec59",1795322633135,1]
{"role":"user","content":"n11"}');
INSERT INTO entries VALUES (19, 12, 'u["entry_wa7z9bhpj0wazdsg9b4a",1795322633135,1]
{"role":"user","content":"n12"}');
INSERT INTO entries VALUES (19, 13, 'u["entry_vfdb1y6bds56xk33f4b4",1795322633135,1]
{"role":"user","content":"n13"}');
INSERT INTO entries VALUES (19, 14, 'u["entry_j8n1nsaddvrb0cre722d",1795322633135,1]
{"role":"user","content":"n14"}');
INSERT INTO entries VALUES (19, 15, 'u["entry_t1a4rev9pb1az844ahmt",1795322633135,1]
{"role":"user","content":"n15"}');
INSERT INTO entries VALUES (19, 16, 'u["entry_9rryhn6sf9x18z6xde4c",1795322633135,1]
{"role":"user","content":"n16"}');
INSERT INTO entries VALUES (19, 17, 'u["entry_szkqz0cesyrvv9r72g6h",1795322633135,1]
{"role":"user","content":"n17"}');
INSERT INTO entries VALUES (19, 18, 'u["entry_ezn9gjb15ds4t6qz6shg",1795322633135,1]
{"role":"user","content":"n18"}');
INSERT INTO entries VALUES (19, 19, 'u["entry_38qa0s21vs4ka32kva72",1795322633135,1]
{"role":"user","content":"n19"}');
INSERT INTO entries VALUES (19, 20, 'u["entry_sy4mjvh11j1cqhkgt54p",1795322633135,1]
{"role":"user","content":"n20"}');
INSERT INTO entries VALUES (19, 21, 'u["entry_c088hg71v7gr1v2y9v7d",1795322633135,1]
{"role":"user","content":"n21"}');
INSERT INTO entries VALUES (19, 22, 'u["entry_400f3q613769zs5ws3vq",1795322633135,1]
{"role":"user","content":"n22"}');
INSERT INTO entries VALUES (19, 23, 'u["entry_c87g6472vgm8v01307rs",1795322633135,1]
{"role":"user","content":"n23"}');
INSERT INTO entries VALUES (19, 24, 'u["entry_f9dm1hhrgmcqwa8jyq3n",1795322633135,1]
{"role":"user","content":"n24"}');
INSERT INTO entries VALUES (19, 25, 'u["entry_f68bzmh647kf78t2b1y2",1795322633135,1]
{"role":"user","content":"n25"}');
INSERT INTO entries VALUES (19, 26, 'u["entry_3enhry4ws31kfb8r9jab",1795322633135,1]
{"role":"user","content":"n26"}');
INSERT INTO entries VALUES (19, 27, 'u["entry_j3m1hs9bq4cs3bnn908z",1795322633135,1]
{"role":"user","content":"n27"}');
INSERT INTO entries VALUES (19, 28, 'u["entry_az485aw1s05q2vpa9vks",1795322633135,1]
{"role":"user","content":"n28"}');
INSERT INTO entries VALUES (19, 29, 'u["entry_e24n976p9tc62r3djq5c",1795322633135,1]
{"role":"user","content":"n29"}');
INSERT INTO entries VALUES (19, 30, 'u["entry_n3dwzj4yvz8kvt09ft64",1795322633135,1]
{"role":"user","content":"n30"}');
INSERT INTO entries VALUES (19, 31, 'u["entry_1ts3d4ffs48jfa973cmb",1795322633135,1]
{"role":"user","content":"n31"}');
INSERT INTO entries VALUES (19, 32, 'u["entry_mevqxr5jqf4e00qhk398",1795322633135,1]
{"role":"user","content":"n32"}');
INSERT INTO entries VALUES (19, 33, 'u["entry_2p1cxbafrt4w6gfs5f7w",1795322633135,1]
{"role":"user","content":"n33"}');
INSERT INTO entries VALUES (19, 34, 'u["entry_vetw891ea47t5nj26dpm",1795322633135,1]
{"role":"user","content":"n34"}');
INSERT INTO entries VALUES (19, 35, 'u["entry_w282egtfkexgq1wj6dsa",1795322633135,1]
{"role":"user","content":"n35"}');
INSERT INTO entries VALUES (19, 36, 'u["entry_3ykfb40fh1nmb950vjzn",1795322633135,1]
{"role":"user","content":"n36"}');
INSERT INTO entries VALUES (19, 37, 'u["entry_p0j85dzert639aryx1pw",1795322633135,1]
{"role":"user","content":"n37"}');
INSERT INTO entries VALUES (19, 38, 'u["entry_7622npabyxk33z7fveyr",1795322633135,1]
{"role":"user","content":"n38"}');
INSERT INTO entries VALUES (19, 39, 'u["entry_xcjb89kqjbtmxwz34b6b",1795322633135,1]
{"role":"user","content":"n39"}');
INSERT INTO entries VALUES (19, 40, 'u["entry_fg48qf3tsxzrnr1h3ffv",1795322633135,1]
{"role":"user","content":"n40"}');
INSERT INTO entries VALUES (19, 41, 'u["entry_0b00qss9c9mq9mcdqfwj",1795322633135,1]
{"role":"user","content":"n41"}');
INSERT INTO entries VALUES (19, 42, 'u["entry_49g9s37eh4g73m8hnm4c",1795322633135,1]
{"role":"user","content":"n42"}');
INSERT INTO entries VALUES (19, 43, 'u["entry_09csrk9rs2v93q5fkqk4",1795322633135,1]
{"role":"user","content":"n43"}');
INSERT INTO entries VALUES (19, 44, 'u["entry_j3b6he04dtcr96mwecpt",1795322633135,1]
{"role":"user","content":"n44"}');
INSERT INTO entries VALUES (19, 45, 'u["entry_9gn8htb7074e5ath7pk9",1795322633135,1]
{"role":"user","content":"n45"}');
INSERT INTO entries VALUES (19, 46, 'u["entry_3mfgzm3v12kgjdrhqd0v",1795322633135,1]
{"role":"user","content":"n46"}');
INSERT INTO entries VALUES (19, 47, 'u["entry_d6fyykrmncxnqywjb4pv",1795322633135,1]
{"role":"user","content":"n47"}');
INSERT INTO entries VALUES (19, 48, 'u["entry_qqjr4xd0vyznh08bkgjk",1795322633135,1]
{"role":"user","content":"n48"}');
INSERT INTO entries VALUES (19, 49, 'u["entry_h5hvmj16naeky5fzdvbz",1795322633135,1]
{"role":"user","content":"n49"}');
INSERT INTO entries VALUES (19, 50, 'u["entry_59mtazxqmq5rhzhnpn0k",1795322633135,1]
{"role":"user","content":"n50"}');
INSERT INTO entries VALUES (19, 51, 'u["entry_d1ydn008j644wyfk4rax",1795322633135,1]
{"role":"user","content":"n51"}');
INSERT INTO entries VALUES (19, 52, 'u["entry_mwhetp2814cxvszbwt68",1795322633135,1]
{"role":"user","content":"n52"}');
INSERT INTO entries VALUES (19, 53, 'u["entry_3fb7z9rxxxynr9hw1x0j",1795322633135,1]
{"role":"user","content":"n53"}');
INSERT INTO entries VALUES (19, 54, 'u["entry_7ky0k7frj9e835gvyxys",1795322633135,1]
{"role":"user","content":"n54"}');
INSERT INTO entries VALUES (19, 55, 'u["entry_dmzc6ryb8965704153jy",1795322633135,1]
{"role":"user","content":"n55"}');
INSERT INTO entries VALUES (19, 56, 'u["entry_1m6d4byw40jfd9w0hbb2",1795322633135,1]
{"role":"user","content":"n56"}');
INSERT INTO entries VALUES (19, 57, 'u["entry_d9ezfastf3ae5z33cq9p",1795322633135,1]
{"role":"user","content":"n57"}');
INSERT INTO entries VALUES (19, 58, 'u["entry_93q75w9h14wy8exx7hnv",1795322633135,1]
{"role":"user","content":"n58"}');
INSERT INTO entries VALUES (19, 59, 'u["entry_f9xnv970v70krvf40gdj",1795322633135,1]
{"role":"user","content":"n59"}');
INSERT INTO entries VALUES (19, 60, 'u["entry_5pb17pqrpxd8vftd188n",1795322633135,1]
{"role":"user","content":"n60"}');
INSERT INTO entries VALUES (19, 61, 'u["entry_q8yjqf60p2mnw33qp9qf",1795322633135,1]
{"role":"user","content":"n61"}');
INSERT INTO entries VALUES (19, 62, 'u["entry_zj6f4hxgzt1338bpf7p0",1795322633135,1]
{"role":"user","content":"n62"}');
INSERT INTO entries VALUES (19, 63, 'u["entry_c51dcn7d982dd91z6rrn",1795322633135,1]
{"role":"user","content":"n63"}');
INSERT INTO entries VALUES (19, 64, 'u["entry_5kcqb4zrsr52m46exwwh",1795322633135,1]
{"role":"user","content":"n64"}');
INSERT INTO entries VALUES (19, 65, 'u["entry_m54cbq9xnx9mdxdaj9qb",1795322633135,1]
{"role":"user","content":"n65"}');
INSERT INTO entries VALUES (19, 66, 'u["entry_ppn52cd0kxtjfbv1exxc",1795322633135,1]
{"role":"user","content":"n66"}');
INSERT INTO entries VALUES (19, 67, 'u["entry_s4z9hygewd2xttmdef22",1795322633135,1]
{"role":"user","content":"n67"}');
INSERT INTO entries VALUES (19, 68, 'u["entry_f0er1ma8es224ga8217w",1795322633135,1]
{"role":"user","content":"n68"}');
INSERT INTO entries VALUES (19, 69, 'u["entry_775ms0krqxhxah71bg0g",1795322633135,1]
{"role":"user","content":"n69"}');
INSERT INTO entries VALUES (19, 70, 'u["entry_52tejksc5vx3n7mv3ms3",1795322633135,1]
{"role":"user","content":"n70"}');
INSERT INTO entries VALUES (19, 71, 'u["entry_g39ft6s8rb0xgqf9xqph",1795322633135,1]
{"role":"user","content":"n71"}');
INSERT INTO entries VALUES (19, 72, 'u["entry_g12vxfnwjt3xx6aeejwk",1795322633135,1]
{"role":"user","content":"n72"}');
INSERT INTO entries VALUES (19, 73, 'u["entry_kt7dmwrx3zfambwmefbj",1795322633135,1]
{"role":"user","content":"n73"}');
INSERT INTO entries VALUES (19, 74, 'u["entry_jj16r083x3xk8v7jrcwk",1795322633135,1]
{"role":"user","content":"n74"}');
INSERT INTO entries VALUES (19, 75, 'u["entry_7z5j72z347e6z9eyf6nv",1795322633135,1]
{"role":"user","content":"n75"}');
INSERT INTO entries VALUES (19, 76, 'u["entry_m2t8c4bcz2b1ymwaw08a",1795322633135,1]
{"role":"user","content":"n76"}');
INSERT INTO entries VALUES (19, 77, 'u["entry_ytv6p6ch633v017c2wb4",1795322633135,1]
{"role":"user","content":"n77"}');
INSERT INTO entries VALUES (19, 78, 'u["entry_6v35x5ec13xzjcq3c917",1795322633135,1]
{"role":"user","content":"n78"}');
INSERT INTO entries VALUES (19, 79, 'u["entry_ym13fn2p2s0f5m4j93va",1795322633135,1]
{"role":"user","content":"n79"}');
INSERT INTO entries VALUES (19, 80, 'u["entry_z79k89x4fgvnyj6mskmb",1795322633135,1]
{"role":"user","content":"n80"}');
INSERT INTO entries VALUES (19, 81, 'u["entry_wtab9zezh7q4varztg15",1795322633135,1]
{"role":"user","content":"n81"}');
INSERT INTO entries VALUES (19, 82, 'u["entry_5b4jnsa71e4vk8y5vmy1",1795322633135,1]
{"role":"user","content":"n82"}');
INSERT INTO entries VALUES (19, 83, 'u["entry_hbbefg8jacsmaa8rp3a5",1795322633135,1]
{"role":"user","content":"n83"}');
INSERT INTO entries VALUES (19, 84, 'u["entry_0qxww1a3bjab777zqnmj",1795322633135,1]
{"role":"user","content":"n84"}');
INSERT INTO entries VALUES (19, 85, 'u["entry_s93bmsjf666r99kbczwf",1795322633135,1]
{"role":"user","content":"n85"}');
INSERT INTO entries VALUES (19, 86, 'u["entry_xb0tj363026708cr825b",1795322633135,1]
{"role":"user","content":"n86"}');
INSERT INTO entries VALUES (19, 87, 'u["entry_me1bmmvvhhhp2jjqwx6e",1795322633135,1]
{"role":"user","content":"n87"}');
INSERT INTO entries VALUES (19, 88, 'u["entry_yqqmxh7j626vnskx8hzp",1795322633135,1]
{"role":"user","content":"n88"}');
INSERT INTO entries VALUES (19, 89, 'u["entry_gyc7cnv7n9epdn0y2vt4",1795322633135,1]
{"role":"user","content":"n89"}');
INSERT INTO entries VALUES (19, 90, 'u["entry_fyvafje1knh06eg4x1tp",1795322633135,1]
{"role":"user","content":"n90"}');
INSERT INTO entries VALUES (19, 91, 'u["entry_k579pvaswbg5g9c1n9fv",1795322633135,1]
{"role":"user","content":"n91"}');
INSERT INTO entries VALUES (19, 92, 'u["entry_ek98ps55dyjnwy3mxcdp",1795322633135,1]
{"role":"user","content":"n92"}');
INSERT INTO entries VALUES (19, 93, 'u["entry_p0126vvhs6p557027xkw",1795322633135,1]
{"role":"user","content":"n93"}');
INSERT INTO entries VALUES (19, 94, 'u["entry_wr3z6jc1jwx6gfa78t31",1795322633135,1]
{"role":"user","content":"n94"}');
INSERT INTO entries VALUES (19, 95, 'u["entry_z68brscf04yb81wbk0jt",1795322633135,1]
{"role":"user","content":"n95"}');
INSERT INTO entries VALUES (19, 96, 'u["entry_a17jzz7tqdadz5vx54t2",1795322633135,1]
{"role":"user","content":"n96"}');
INSERT INTO entries VALUES (19, 97, 'u["entry_gz8nhmvm89mmwzbktgd8",1795322633135,1]
{"role":"user","content":"n97"}');
INSERT INTO entries VALUES (19, 98, 'u["entry_g997qcy3abb23kk2fk8f",1795322633135,1]
{"role":"user","content":"n98"}');
INSERT INTO entries VALUES (19, 99, 'u["entry_xkjkcwws4r65erf7jg4x",1795322633135,1]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 100, 'a["entry_t231yy4aw84smb131acg",1795322633138,1,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 101, 'u["entry_z3w2etk2c8x36exj70y1",1795322633140,2]
{"role":"user","content":"n100"}');
INSERT INTO entries VALUES (19, 102, 'u["entry_wy0b0ph2ef5y24rgtbqw",1795322633140,2]
{"role":"user","content":"n101"}');
INSERT INTO entries VALUES (19, 103, 'u["entry_b40eww85bhszbajz3mcg",1795322633140,2]
{"role":"user","content":"n102"}');
INSERT INTO entries VALUES (19, 104, 'u["entry_3x7mt9t9xxkgjgafsway",1795322633140,2]
{"role":"user","content":"n103"}');
INSERT INTO entries VALUES (19, 105, 'u["entry_nydpjmebngs8sddcsdwe",1795322633140,2]
{"role":"user","content":"n104"}');
INSERT INTO entries VALUES (19, 106, 'u["entry_tt07c1m7qyh7cycw7pe0",1795322633140,2]
{"role":"user","content":"n105"}');
INSERT INTO entries VALUES (19, 107, 'u["entry_8v1mqvbbarxwkpxnxdz2",1795322633140,2]
{"role":"user","content":"n106"}');
INSERT INTO entries VALUES (19, 108, 'u["entry_nzykwpv10h8jnefpkrch",1795322633140,2]
{"role":"user","content":"n107"}');
INSERT INTO entries VALUES (19, 109, 'u["entry_w6ez0kpfx5mzndcjaf87",1795322633140,2]
{"role":"user","content":"n108"}');
INSERT INTO entries VALUES (19, 110, 'u["entry_mpnsgbnmd3rd37rc2eb8",1795322633140,2]
{"role":"user","content":"n109"}');
INSERT INTO entries VALUES (19, 111, 'u["entry_609yqvx54gyrq6xq3jd1",1795322633140,2]
{"role":"user","content":"n110"}');
INSERT INTO entries VALUES (19, 112, 'u["entry_0gkh16pkshw5y5atna2r",1795322633140,2]
{"role":"user","content":"n111"}');
INSERT INTO entries VALUES (19, 113, 'u["entry_2q905m01ttmmtjvdd3qc",1795322633140,2]
{"role":"user","content":"n112"}');
INSERT INTO entries VALUES (19, 114, 'u["entry_drwwmmscqjt8c1y6rhvj",1795322633140,2]
{"role":"user","content":"n113"}');
INSERT INTO entries VALUES (19, 115, 'u["entry_0m82d7sbr94yzvbdhbb6",1795322633140,2]
{"role":"user","content":"n114"}');
INSERT INTO entries VALUES (19, 116, 'u["entry_eqtyc2z9zp5wctv323te",1795322633140,2]
{"role":"user","content":"n115"}');
INSERT INTO entries VALUES (19, 117, 'u["entry_vt6d5ew41a8wgw09c2hc",1795322633140,2]
{"role":"user","content":"n116"}');
INSERT INTO entries VALUES (19, 118, 'u["entry_15mt1fac13r73wdnste2",1795322633140,2]
{"role":"user","content":"n117"}');
INSERT INTO entries VALUES (19, 119, 'u["entry_qpgpvzyfa0ak3kpaenm2",1795322633140,2]
{"role":"user","content":"n118"}');
INSERT INTO entries VALUES (19, 120, 'u["entry_aj835je3xzz1mm3gfbss",1795322633140,2]
{"role":"user","content":"n119"}');
INSERT INTO entries VALUES (19, 121, 'u["entry_339qf1pamzv47qfggtcf",1795322633140,2]
{"role":"user","content":"n120"}');
INSERT INTO entries VALUES (19, 122, 'u["entry_0zbrt2qdanmsfkn3j8rc",1795322633140,2]
{"role":"user","content":"n121"}');
INSERT INTO entries VALUES (19, 123, 'u["entry_y1z3f2szsjpkrq4fcweq",1795322633140,2]
{"role":"user","content":"n122"}');
INSERT INTO entries VALUES (19, 124, 'u["entry_pr7ttqvzggyhabhaz269",1795322633140,2]
{"role":"user","content":"n123"}');
INSERT INTO entries VALUES (19, 125, 'u["entry_nstc4exn417hredhr9kb",1795322633140,2]
{"role":"user","content":"n124"}');
INSERT INTO entries VALUES (19, 126, 'u["entry_fgkfbwdv2af81tsq3bzg",1795322633140,2]
{"role":"user","content":"n125"}');
INSERT INTO entries VALUES (19, 127, 'u["entry_hjqay56a4dq0wy9tpyw3",1795322633140,2]
{"role":"user","content":"n126"}');
INSERT INTO entries VALUES (19, 128, 'u["entry_abw9ten82y9p8zahvheh",1795322633140,2]
{"role":"user","content":"n127"}');
INSERT INTO entries VALUES (19, 129, 'u["entry_sy16qmkzgrha1561e0f2",1795322633140,2]
{"role":"user","content":"n128"}');
INSERT INTO entries VALUES (19, 130, 'u["entry_gcdcqks0ctgjap29c5tz",1795322633140,2]
{"role":"user","content":"n129"}');
INSERT INTO entries VALUES (19, 131, 'u["entry_br0raftmmpkr6350mfcg",1795322633140,2]
{"role":"user","content":"n130"}');
INSERT INTO entries VALUES (19, 132, 'u["entry_4mzc410n03pt6kk4z3c6",1795322633140,2]
{"role":"user","content":"n131"}');
INSERT INTO entries VALUES (19, 133, 'u["entry_cd3sk62yqemfsa7m3f2n",1795322633140,2]
{"role":"user","content":"n132"}');
INSERT INTO entries VALUES (19, 134, 'u["entry_ajtmw5y01fbd8hrjzwhb",1795322633140,2]
{"role":"user","content":"n133"}');
INSERT INTO entries VALUES (19, 135, 'u["entry_dxcr85hqcm7ck5paz7g7",1795322633140,2]
{"role":"user","content":"n134"}');
INSERT INTO entries VALUES (19, 136, 'u["entry_rabvve1bnddpvpkbq4kn",1795322633140,2]
{"role":"user","content":"n135"}');
INSERT INTO entries VALUES (19, 137, 'u["entry_gsnd8t3t1ajys9bt2mrf",1795322633140,2]
{"role":"user","content":"n136"}');
INSERT INTO entries VALUES (19, 138, 'u["entry_mwdnq36z3we7m9ffhar8",1795322633140,2]
{"role":"user","content":"n137"}');
INSERT INTO entries VALUES (19, 139, 'u["entry_zr8m99t0h8e5h0k8239s",1795322633140,2]
{"role":"user","content":"n138"}');
INSERT INTO entries VALUES (19, 140, 'u["entry_sfx5vmm489jz9b2079nv",1795322633140,2]
{"role":"user","content":"n139"}');
INSERT INTO entries VALUES (19, 141, 'u["entry_p612mrs6vzj60z8p1mma",1795322633140,2]
{"role":"user","content":"n140"}');
INSERT INTO entries VALUES (19, 142, 'u["entry_81dj9nccp58s0c1aja1e",1795322633140,2]
{"role":"user","content":"n141"}');
INSERT INTO entries VALUES (19, 143, 'u["entry_0ypmjmgd14nkrbrv6cjr",1795322633140,2]
{"role":"user","content":"n142"}');
INSERT INTO entries VALUES (19, 144, 'u["entry_qcvcdcx9kvrh30m5468k",1795322633140,2]
{"role":"user","content":"n143"}');
INSERT INTO entries VALUES (19, 145, 'u["entry_efad24z2pt8448hkkbe9",1795322633140,2]
{"role":"user","content":"n144"}');
INSERT INTO entries VALUES (19, 146, 'u["entry_y125meeam8cqp3k8ksk8",1795322633140,2]
{"role":"user","content":"n145"}');
INSERT INTO entries VALUES (19, 147, 'u["entry_7h4a8wc85g4n7qb3y3ss",1795322633140,2]
{"role":"user","content":"n146"}');
INSERT INTO entries VALUES (19, 148, 'u["entry_pz234eg8a1pz7tqk34gj",1795322633140,2]
{"role":"user","content":"n147"}');
INSERT INTO entries VALUES (19, 149, 'u["entry_anz9ph09pq793xkvswjx",1795322633140,2]
{"role":"user","content":"n148"}');
INSERT INTO entries VALUES (19, 150, 'u["entry_z0ctm0qy4q7mvgdmqhcp",1795322633140,2]
{"role":"user","content":"n149"}');
INSERT INTO entries VALUES (19, 151, 'u["entry_cnh0b5fgks9zqwsrf4f1",1795322633140,2]
{"role":"user","content":"n150"}');
INSERT INTO entries VALUES (19, 152, 'u["entry_hwf1sd2tpfyj47tb6tb5",1795322633140,2]
{"role":"user","content":"n151"}');
INSERT INTO entries VALUES (19, 153, 'u["entry_srrf8h19z0vasscnexqj",1795322633140,2]
{"role":"user","content":"n152"}');
INSERT INTO entries VALUES (19, 154, 'u["entry_qtxp0rddynw6gctm4r09",1795322633140,2]
{"role":"user","content":"n153"}');
INSERT INTO entries VALUES (19, 155, 'u["entry_chr29pwk2hgqkmhb0tp5",1795322633140,2]
{"role":"user","content":"n154"}');
INSERT INTO entries VALUES (19, 156, 'u["entry_bzy28zj636h9tfwgmeyx",1795322633140,2]
{"role":"user","content":"n155"}');
INSERT INTO entries VALUES (19, 157, 'u["entry_5hyazt9d44djc9jrktyj",1795322633140,2]
{"role":"user","content":"n156"}');
INSERT INTO entries VALUES (19, 158, 'u["entry_j1b4gw64rx0frs64zx82",1795322633140,2]
{"role":"user","content":"n157"}');
INSERT INTO entries VALUES (19, 159, 'u["entry_615kmq9myke5yfp1r97y",1795322633140,2]
{"role":"user","content":"n158"}');
INSERT INTO entries VALUES (19, 160, 'u["entry_67mq9knwap4dcbje5p4d",1795322633140,2]
{"role":"user","content":"n159"}');
INSERT INTO entries VALUES (19, 161, 'u["entry_98jcensgxyra40epx91g",1795322633140,2]
{"role":"user","content":"n160"}');
INSERT INTO entries VALUES (19, 162, 'u["entry_6z8fbtm1k8rtyaqvcrez",1795322633140,2]
{"role":"user","content":"n161"}');
INSERT INTO entries VALUES (19, 163, 'u["entry_3rc34h5ny2mwgdh90y8p",1795322633140,2]
{"role":"user","content":"n162"}');
INSERT INTO entries VALUES (19, 164, 'u["entry_nd7daj2ab0sgx6wqt71y",1795322633140,2]
{"role":"user","content":"n163"}');
INSERT INTO entries VALUES (19, 165, 'u["entry_xjbxd208a95bbhg7f0v5",1795322633140,2]
{"role":"user","content":"n164"}');
INSERT INTO entries VALUES (19, 166, 'u["entry_xymfdvk429mt6rprbry1",1795322633140,2]
{"role":"user","content":"n165"}');
INSERT INTO entries VALUES (19, 167, 'u["entry_gp6f2c91tsz0nj2bg0vj",1795322633140,2]
{"role":"user","content":"n166"}');
INSERT INTO entries VALUES (19, 168, 'u["entry_v8yc4dc30x8n79esn6ct",1795322633140,2]
{"role":"user","content":"n167"}');
INSERT INTO entries VALUES (19, 169, 'u["entry_ggxthy7vw34kffw1ymg7",1795322633140,2]
{"role":"user","content":"n168"}');
INSERT INTO entries VALUES (19, 170, 'u["entry_sjhc32b8t93rgbbjahg9",1795322633140,2]
{"role":"user","content":"n169"}');
INSERT INTO entries VALUES (19, 171, 'u["entry_xt4zszyram04zc9assy0",1795322633140,2]
{"role":"user","content":"n170"}');
INSERT INTO entries VALUES (19, 172, 'u["entry_c351e2608vzqehp70bb1",1795322633140,2]
{"role":"user","content":"n171"}');
INSERT INTO entries VALUES (19, 173, 'u["entry_x091sy4je9jtj76enw7d",1795322633140,2]
{"role":"user","content":"n172"}');
INSERT INTO entries VALUES (19, 174, 'u["entry_tpx23kkvh175mw5svnz3",1795322633140,2]
{"role":"user","content":"n173"}');
INSERT INTO entries VALUES (19, 175, 'u["entry_m6dffzccnpd1ek0szr5w",1795322633140,2]
{"role":"user","content":"n174"}');
INSERT INTO entries VALUES (19, 176, 'u["entry_7rahb85nqmagxekn1mx3",1795322633140,2]
{"role":"user","content":"n175"}');
INSERT INTO entries VALUES (19, 177, 'u["entry_cwj89we4tvxasrmkzdk0",1795322633140,2]
{"role":"user","content":"n176"}');
INSERT INTO entries VALUES (19, 178, 'u["entry_2y6cydb76qazje4pkbkj",1795322633140,2]
{"role":"user","content":"n177"}');
INSERT INTO entries VALUES (19, 179, 'u["entry_hgwtdgmqwpxyqpnd6t68",1795322633140,2]
{"role":"user","content":"n178"}');
INSERT INTO entries VALUES (19, 180, 'u["entry_gka9adnn31tvm8qnhszt",1795322633140,2]
{"role":"user","content":"n179"}');
INSERT INTO entries VALUES (19, 181, 'u["entry_hk7e7s6vaz9cf91hywwh",1795322633140,2]
{"role":"user","content":"n180"}');
INSERT INTO entries VALUES (19, 182, 'u["entry_19kwp3yfd7j6f69y0y2j",1795322633140,2]
{"role":"user","content":"n181"}');
INSERT INTO entries VALUES (19, 183, 'u["entry_14vq9d8sbcdd3bhvwzmn",1795322633140,2]
{"role":"user","content":"n182"}');
INSERT INTO entries VALUES (19, 184, 'u["entry_bn9ksra5zymnzw8hw8k7",1795322633140,2]
{"role":"user","content":"n183"}');
INSERT INTO entries VALUES (19, 185, 'u["entry_yxhxj9vt6w1fmc7wvxx9",1795322633140,2]
{"role":"user","content":"n184"}');
INSERT INTO entries VALUES (19, 186, 'u["entry_7j914s9nhzcsqn0sgyp9",1795322633140,2]
{"role":"user","content":"n185"}');
INSERT INTO entries VALUES (19, 187, 'u["entry_h6fehv6m0q79tkeyadps",1795322633140,2]
{"role":"user","content":"n186"}');
INSERT INTO entries VALUES (19, 188, 'u["entry_cf4kpfytx7g2qxk417sr",1795322633140,2]
{"role":"user","content":"n187"}');
INSERT INTO entries VALUES (19, 189, 'u["entry_t4tqsdjxgfqahdhr7btv",1795322633140,2]
{"role":"user","content":"n188"}');
INSERT INTO entries VALUES (19, 190, 'u["entry_s9581d4e3s1vebg9ceb0",1795322633140,2]
{"role":"user","content":"n189"}');
INSERT INTO entries VALUES (19, 191, 'u["entry_6yetyq86yrpeakf5w48f",1795322633140,2]
{"role":"user","content":"n190"}');
INSERT INTO entries VALUES (19, 192, 'u["entry_zpb8tjcdsn8zay6csfs5",1795322633140,2]
{"role":"user","content":"n191"}');
INSERT INTO entries VALUES (19, 193, 'u["entry_aqfs8hymbsxe5d9yvj17",1795322633140,2]
{"role":"user","content":"n192"}');
INSERT INTO entries VALUES (19, 194, 'u["entry_e3r3kk4qcb4cjvs06a2a",1795322633140,2]
{"role":"user","content":"n193"}');
INSERT INTO entries VALUES (19, 195, 'u["entry_tzq1cn86ygxatb94mzea",1795322633140,2]
{"role":"user","content":"n194"}');
INSERT INTO entries VALUES (19, 196, 'u["entry_avn3hmnzavq47nws81b0",1795322633140,2]
{"role":"user","content":"n195"}');
INSERT INTO entries VALUES (19, 197, 'u["entry_121pc0pkj0en7pdambqj",1795322633140,2]
{"role":"user","content":"n196"}');
INSERT INTO entries VALUES (19, 198, 'u["entry_vkxqhxt9cx107eq638tz",1795322633140,2]
{"role":"user","content":"n197"}');
INSERT INTO entries VALUES (19, 199, 'u["entry_0exycgcjhhyav7ph3r74",1795322633140,2]
{"role":"user","content":"n198"}');
INSERT INTO entries VALUES (19, 200, 'u["entry_rja9etmsv3w1s3babdwc",1795322633140,2]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 201, 'a["entry_w5sp3cd837fsq68jr8nh",1795322633144,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 202, 'u["entry_nkj8gxr749e4tq0qa9tv",1795322633146,3]
{"role":"user","content":"n200"}');
INSERT INTO entries VALUES (19, 203, 'u["entry_wahxk7defsnnjppaqaar",1795322633146,3]
{"role":"user","content":"n201"}');
INSERT INTO entries VALUES (19, 204, 'u["entry_0dhetdz3xgymjdc5zsfb",1795322633146,3]
{"role":"user","content":"n202"}');
INSERT INTO entries VALUES (19, 205, 'u["entry_7yx4j2sj032zmjst6c3p",1795322633146,3]
{"role":"user","content":"n203"}');
INSERT INTO entries VALUES (19, 206, 'u["entry_tamckydycykpjnegz8as",1795322633146,3]
{"role":"user","content":"n204"}');
INSERT INTO entries VALUES (19, 207, 'u["entry_ym3fe0x3sq76sk733bpv",1795322633146,3]
{"role":"user","content":"n205"}');
INSERT INTO entries VALUES (19, 208, 'u["entry_gyzmdnj8zd90xe2cn3qe",1795322633146,3]
{"role":"user","content":"n206"}');
INSERT INTO entries VALUES (19, 209, 'u["entry_je3ph1yj2x9jyd8w58jc",1795322633146,3]
{"role":"user","content":"n207"}');
INSERT INTO entries VALUES (19, 210, 'u["entry_087z7e98fs55bwfgrvqr",1795322633146,3]
{"role":"user","content":"n208"}');
INSERT INTO entries VALUES (19, 211, 'u["entry_k1dbg1rn04y6bb0fr3wm",1795322633146,3]
{"role":"user","content":"n209"}');
INSERT INTO entries VALUES (19, 212, 'u["entry_yp0mqw7kn15hfzd7c508",1795322633146,3]
{"role":"user","content":"n210"}');
INSERT INTO entries VALUES (19, 213, 'u["entry_1wyxhqs7kgw685wy45cj",1795322633146,3]
{"role":"user","content":"n211"}');
INSERT INTO entries VALUES (19, 214, 'u["entry_w3416zbe2rm653ja5ng6",1795322633146,3]
{"role":"user","content":"n212"}');
INSERT INTO entries VALUES (19, 215, 'u["entry_5a1xk4qnrawsy5qb8zew",1795322633146,3]
{"role":"user","content":"n213"}');
INSERT INTO entries VALUES (19, 216, 'u["entry_29xzzrwtpewgec9h12kp",1795322633146,3]
{"role":"user","content":"n214"}');
INSERT INTO entries VALUES (19, 217, 'u["entry_jearnxyyxd4xjj8dadtt",1795322633146,3]
{"role":"user","content":"n215"}');
INSERT INTO entries VALUES (19, 218, 'u["entry_azf3jvd84zhaqspn0er0",1795322633146,3]
{"role":"user","content":"n216"}');
INSERT INTO entries VALUES (19, 219, 'u["entry_fxq2p3b75r1dftmcv8bg",1795322633146,3]
{"role":"user","content":"n217"}');
INSERT INTO entries VALUES (19, 220, 'u["entry_8sb0knez8czqc4m7134n",1795322633146,3]
{"role":"user","content":"n218"}');
INSERT INTO entries VALUES (19, 221, 'u["entry_2tr24brww6ypj0k2pnvf",1795322633146,3]
{"role":"user","content":"n219"}');
INSERT INTO entries VALUES (19, 222, 'u["entry_ek1xf5egz5d49ptd32nq",1795322633146,3]
{"role":"user","content":"n220"}');
INSERT INTO entries VALUES (19, 223, 'u["entry_p35n6rv4s6bgvbqb9rg4",1795322633146,3]
{"role":"user","content":"n221"}');
INSERT INTO entries VALUES (19, 224, 'u["entry_xj26287b3qp8a4dpwep1",1795322633146,3]
{"role":"user","content":"n222"}');
INSERT INTO entries VALUES (19, 225, 'u["entry_w2jft567xvfx8wwyq2pm",1795322633146,3]
{"role":"user","content":"n223"}');
INSERT INTO entries VALUES (19, 226, 'u["entry_bkkkdk6dpapez1qc7e5j",1795322633146,3]
{"role":"user","content":"n224"}');
INSERT INTO entries VALUES (19, 227, 'u["entry_mdhsjrzy9pdmtqdj1j5n",1795322633146,3]
{"role":"user","content":"n225"}');
INSERT INTO entries VALUES (19, 228, 'u["entry_ae2r5206hqdxdfybp2d5",1795322633146,3]
{"role":"user","content":"n226"}');
INSERT INTO entries VALUES (19, 229, 'u["entry_hxhk81x7jd1dhw2atm89",1795322633146,3]
{"role":"user","content":"n227"}');
INSERT INTO entries VALUES (19, 230, 'u["entry_4j7a6n5h1fzxxrpb9ywp",1795322633146,3]
{"role":"user","content":"n228"}');
INSERT INTO entries VALUES (19, 231, 'u["entry_0waf5gqjvrbed8qss9bp",1795322633146,3]
{"role":"user","content":"n229"}');
INSERT INTO entries VALUES (19, 232, 'u["entry_b6tpg3zp1zt0bmrm999p",1795322633146,3]
{"role":"user","content":"n230"}');
INSERT INTO entries VALUES (19, 233, 'u["entry_6x7frs4avamb28mv57y5",1795322633146,3]
{"role":"user","content":"n231"}');
INSERT INTO entries VALUES (19, 234, 'u["entry_qtb0jbnk5jxrez55e353",1795322633146,3]
{"role":"user","content":"n232"}');
INSERT INTO entries VALUES (19, 235, 'u["entry_5sck3jmsxycg11yq5m07",1795322633146,3]
{"role":"user","content":"n233"}');
INSERT INTO entries VALUES (19, 236, 'u["entry_vwef2hgmdrnjhpdw2c05",1795322633146,3]
{"role":"user","content":"n234"}');
INSERT INTO entries VALUES (19, 237, 'u["entry_1pcyfg58z4dsrwnhqmrm",1795322633146,3]
{"role":"user","content":"n235"}');
INSERT INTO entries VALUES (19, 238, 'u["entry_8ce88951mtrdbz2n1ejq",1795322633146,3]
{"role":"user","content":"n236"}');
INSERT INTO entries VALUES (19, 239, 'u["entry_h87keajk4h9z6w1dsb88",1795322633146,3]
{"role":"user","content":"n237"}');
INSERT INTO entries VALUES (19, 240, 'u["entry_22mc69n7sg8vqszeaq77",1795322633146,3]
{"role":"user","content":"n238"}');
INSERT INTO entries VALUES (19, 241, 'u["entry_q5x7fk6kxwgpcfhx1258",1795322633146,3]
{"role":"user","content":"n239"}');
INSERT INTO entries VALUES (19, 242, 'u["entry_6fbnbgrg0txvkm2b6n26",1795322633146,3]
{"role":"user","content":"n240"}');
INSERT INTO entries VALUES (19, 243, 'u["entry_vt0jee5kzk2n9gjqbk8j",1795322633146,3]
{"role":"user","content":"n241"}');
INSERT INTO entries VALUES (19, 244, 'u["entry_atz5st52thwva3zs5xqz",1795322633146,3]
{"role":"user","content":"n242"}');
INSERT INTO entries VALUES (19, 245, 'u["entry_e973exbdzfxt7qb5etjq",1795322633146,3]
{"role":"user","content":"n243"}');
INSERT INTO entries VALUES (19, 246, 'u["entry_rmjzp31ry8tecdq6dbtf",1795322633146,3]
{"role":"user","content":"n244"}');
INSERT INTO entries VALUES (19, 247, 'u["entry_pnnm6ns2fb37qkh5k940",1795322633146,3]
{"role":"user","content":"n245"}');
INSERT INTO entries VALUES (19, 248, 'u["entry_70540sggrmxxmyryg10p",1795322633146,3]
{"role":"user","content":"n246"}');
INSERT INTO entries VALUES (19, 249, 'u["entry_phtgjnx6ser9ta5a4zzk",1795322633146,3]
{"role":"user","content":"n247"}');
INSERT INTO entries VALUES (19, 250, 'u["entry_6s6s4mgt2re88m57w6p1",1795322633146,3]
{"role":"user","content":"n248"}');
INSERT INTO entries VALUES (19, 251, 'u["entry_979wjf2n7p8b4ve85a4s",1795322633146,3]
{"role":"user","content":"n249"}');
INSERT INTO entries VALUES (19, 252, 'u["entry_fehc5zbf2kc476eh9f05",1795322633146,3]
{"role":"user","content":"n250"}');
INSERT INTO entries VALUES (19, 253, 'u["entry_getnmgbxepd2q5xdf88e",1795322633146,3]
{"role":"user","content":"n251"}');
INSERT INTO entries VALUES (19, 254, 'u["entry_yvtxt0z7swwd33cy9m7a",1795322633146,3]
{"role":"user","content":"n252"}');
INSERT INTO entries VALUES (19, 255, 'u["entry_a16whvgjwgrbt0ze5e9h",1795322633146,3]
{"role":"user","content":"n253"}');
INSERT INTO entries VALUES (19, 256, 'u["entry_49dsgbkfka56zbgxmjpf",1795322633146,3]
{"role":"user","content":"n254"}');
INSERT INTO entries VALUES (19, 257, 'u["entry_yg3q0sxk55t0f5hqpdrz",1795322633146,3]
{"role":"user","content":"n255"}');
INSERT INTO entries VALUES (19, 258, 'u["entry_93b965yrg1mfy8m0tdr3",1795322633146,3]
{"role":"user","content":"n256"}');
INSERT INTO entries VALUES (19, 259, 'u["entry_d6vkvd8df8nsvt0khxh6",1795322633146,3]
{"role":"user","content":"n257"}');
INSERT INTO entries VALUES (19, 260, 'u["entry_f3mpgrpxe7br2m0prnzd",1795322633146,3]
{"role":"user","content":"n258"}');
INSERT INTO entries VALUES (19, 261, 'u["entry_tpz5e339rpryh423yhpk",1795322633146,3]
{"role":"user","content":"n259"}');
INSERT INTO entries VALUES (19, 262, 'u["entry_hkkgkxfph4kv9vr6rqc0",1795322633146,3]
{"role":"user","content":"n260"}');
INSERT INTO entries VALUES (19, 263, 'u["entry_kt7te1gzryqfs0basntw",1795322633146,3]
{"role":"user","content":"n261"}');
INSERT INTO entries VALUES (19, 264, 'u["entry_n2cjjma2afwpc05hmx60",1795322633146,3]
{"role":"user","content":"n262"}');
INSERT INTO entries VALUES (19, 265, 'u["entry_jegh038skqabq9brfq4g",1795322633146,3]
{"role":"user","content":"n263"}');
INSERT INTO entries VALUES (19, 266, 'u["entry_2r18mmfa0yhyzq45z5v5",1795322633146,3]
{"role":"user","content":"n264"}');
INSERT INTO entries VALUES (19, 267, 'u["entry_2fxjrabsa5cdac6qk6fs",1795322633146,3]
{"role":"user","content":"n265"}');
INSERT INTO entries VALUES (19, 268, 'u["entry_gyt1p2e45hc4sn0kb47f",1795322633146,3]
{"role":"user","content":"n266"}');
INSERT INTO entries VALUES (19, 269, 'u["entry_4yetthsccsa7kmpcmqrt",1795322633146,3]
{"role":"user","content":"n267"}');
INSERT INTO entries VALUES (19, 270, 'u["entry_djjzcf30at564kdep4yx",1795322633146,3]
{"role":"user","content":"n268"}');
INSERT INTO entries VALUES (19, 271, 'u["entry_q0nr28pnprdd47ttyb07",1795322633146,3]
{"role":"user","content":"n269"}');
INSERT INTO entries VALUES (19, 272, 'u["entry_xmexq1xhg2x8ststex5z",1795322633146,3]
{"role":"user","content":"n270"}');
INSERT INTO entries VALUES (19, 273, 'u["entry_zc1928qn2kb4p2p0kd7m",1795322633146,3]
{"role":"user","content":"n271"}');
INSERT INTO entries VALUES (19, 274, 'u["entry_eb7evetj18tqqdcnx3kt",1795322633146,3]
{"role":"user","content":"n272"}');
INSERT INTO entries VALUES (19, 275, 'u["entry_btgwv32b0pd10qcg8mnk",1795322633146,3]
{"role":"user","content":"n273"}');
INSERT INTO entries VALUES (19, 276, 'u["entry_06kgd57yy0c1jtjf2hef",1795322633146,3]
{"role":"user","content":"n274"}');
INSERT INTO entries VALUES (19, 277, 'u["entry_jfyc199f5qe1hk5ktdtz",1795322633146,3]
{"role":"user","content":"n275"}');
INSERT INTO entries VALUES (19, 278, 'u["entry_shmq9mxmtpwq1wms7mjp",1795322633146,3]
{"role":"user","content":"n276"}');
INSERT INTO entries VALUES (19, 279, 'u["entry_6d5gqt6cz4v93vvk211q",1795322633146,3]
{"role":"user","content":"n277"}');
INSERT INTO entries VALUES (19, 280, 'u["entry_bjwdb7704sfv6cfchdgr",1795322633146,3]
{"role":"user","content":"n278"}');
INSERT INTO entries VALUES (19, 281, 'u["entry_j2dhv9tsvkwmkmm30rw2",1795322633146,3]
{"role":"user","content":"n279"}');
INSERT INTO entries VALUES (19, 282, 'u["entry_36gbq0f364s35qjytc9s",1795322633146,3]
{"role":"user","content":"n280"}');
INSERT INTO entries VALUES (19, 283, 'u["entry_00n4pk485wf3vxpanr6t",1795322633146,3]
{"role":"user","content":"n281"}');
INSERT INTO entries VALUES (19, 284, 'u["entry_4chdm7fh7h8xnzc95pxg",1795322633146,3]
{"role":"user","content":"n282"}');
INSERT INTO entries VALUES (19, 285, 'u["entry_eztgkr804wz6yt0v4ert",1795322633146,3]
{"role":"user","content":"n283"}');
INSERT INTO entries VALUES (19, 286, 'u["entry_bad066q2y0jdzkshherj",1795322633146,3]
{"role":"user","content":"n284"}');
INSERT INTO entries VALUES (19, 287, 'u["entry_kkvpmkvkcys4vd8vbxvq",1795322633146,3]
{"role":"user","content":"n285"}');
INSERT INTO entries VALUES (19, 288, 'u["entry_w9hzkgwnpz7p0ptdekqh",1795322633146,3]
{"role":"user","content":"n286"}');
INSERT INTO entries VALUES (19, 289, 'u["entry_4g8xayv4a6gv6yxrf5ad",1795322633146,3]
{"role":"user","content":"n287"}');
INSERT INTO entries VALUES (19, 290, 'u["entry_ee9354vynj3h55jtjq5a",1795322633146,3]
{"role":"user","content":"n288"}');
INSERT INTO entries VALUES (19, 291, 'u["entry_k0qvsmy86mn68xxyn2av",1795322633146,3]
{"role":"user","content":"n289"}');
INSERT INTO entries VALUES (19, 292, 'u["entry_0txv7kkm2734d33z1mah",1795322633146,3]
{"role":"user","content":"n290"}');
INSERT INTO entries VALUES (19, 293, 'u["entry_2acq52gnftzhwm00j71h",1795322633146,3]
{"role":"user","content":"n291"}');
INSERT INTO entries VALUES (19, 294, 'u["entry_mfrcx2cpwhvb14c14vpv",1795322633146,3]
{"role":"user","content":"n292"}');
INSERT INTO entries VALUES (19, 295, 'u["entry_j8zptdqcvn11j3dh3nd1",1795322633146,3]
{"role":"user","content":"n293"}');
INSERT INTO entries VALUES (19, 296, 'u["entry_d4t6sba5av05ss1yz022",1795322633146,3]
{"role":"user","content":"n294"}');
INSERT INTO entries VALUES (19, 297, 'u["entry_mqnv3thmfz30dy6vaqk6",1795322633146,3]
{"role":"user","content":"n295"}');
INSERT INTO entries VALUES (19, 298, 'u["entry_n675z5nbbkanqdaq2nky",1795322633146,3]
{"role":"user","content":"n296"}');
INSERT INTO entries VALUES (19, 299, 'u["entry_k3bqw712s2fx2wfcppxd",1795322633146,3]
{"role":"user","content":"n297"}');
INSERT INTO entries VALUES (19, 300, 'u["entry_nrat1nka2y787y1dgy9n",1795322633146,3]
{"role":"user","content":"n298"}');
INSERT INTO entries VALUES (19, 301, 'u["entry_m85tneqgt3kqd2qyrjkg",1795322633146,3]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 302, 'a["entry_7ys5x53sae2s32zdy509",1795322633150,3,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 303, 'u["entry_059vaezf503gc2mc80hf",1795322633152,4]
{"role":"user","content":"n300"}');
INSERT INTO entries VALUES (19, 304, 'u["entry_7e6cnkyrknm1ax0vvggt",1795322633152,4]
{"role":"user","content":"n301"}');
INSERT INTO entries VALUES (19, 305, 'u["entry_x9xgjepkzw1jkjz63392",1795322633152,4]
{"role":"user","content":"n302"}');
INSERT INTO entries VALUES (19, 306, 'u["entry_cx6dk226jj06gkrs46qx",1795322633152,4]
{"role":"user","content":"n303"}');
INSERT INTO entries VALUES (19, 307, 'u["entry_dt3zejekdgd6jaq5qfaa",1795322633152,4]
{"role":"user","content":"n304"}');
INSERT INTO entries VALUES (19, 308, 'u["entry_vgpgd3s9rs5p4tkkn4zj",1795322633152,4]
{"role":"user","content":"n305"}');
INSERT INTO entries VALUES (19, 309, 'u["entry_w8sksky1g39hs8ck926c",1795322633152,4]
{"role":"user","content":"n306"}');
INSERT INTO entries VALUES (19, 310, 'u["entry_v9vc7dz689nnwpbkks1h",1795322633152,4]
{"role":"user","content":"n307"}');
INSERT INTO entries VALUES (19, 311, 'u["entry_hn9tfrfpnf8ry7m5vt1w",1795322633152,4]
{"role":"user","content":"n308"}');
INSERT INTO entries VALUES (19, 312, 'u["entry_10w7dfy2yg51hf666d6d",1795322633152,4]
{"role":"user","content":"n309"}');
INSERT INTO entries VALUES (19, 313, 'u["entry_3rewap4dt7qcs9m4j0as",1795322633152,4]
{"role":"user","content":"n310"}');
INSERT INTO entries VALUES (19, 314, 'u["entry_tv3n7z0nfrq7ebe0bv9f",1795322633152,4]
{"role":"user","content":"n311"}');
INSERT INTO entries VALUES (19, 315, 'u["entry_t374s6pt08nxth4sjveb",1795322633152,4]
{"role":"user","content":"n312"}');
INSERT INTO entries VALUES (19, 316, 'u["entry_9f3jbhva4gq0zj6rqhyz",1795322633152,4]
{"role":"user","content":"n313"}');
INSERT INTO entries VALUES (19, 317, 'u["entry_r6468s6745trnxexr2j4",1795322633152,4]
{"role":"user","content":"n314"}');
INSERT INTO entries VALUES (19, 318, 'u["entry_pvty95zz7b6yscfyerxr",1795322633152,4]
{"role":"user","content":"n315"}');
INSERT INTO entries VALUES (19, 319, 'u["entry_jmpc5xj3ygpy828mfq5n",1795322633152,4]
{"role":"user","content":"n316"}');
INSERT INTO entries VALUES (19, 320, 'u["entry_6yea4g16g753k7cvdmcg",1795322633152,4]
{"role":"user","content":"n317"}');
INSERT INTO entries VALUES (19, 321, 'u["entry_6aetzskjnw1v65fyk361",1795322633152,4]
{"role":"user","content":"n318"}');
INSERT INTO entries VALUES (19, 322, 'u["entry_00775r2qp87cj5ft1e2v",1795322633152,4]
{"role":"user","content":"n319"}');
INSERT INTO entries VALUES (19, 323, 'u["entry_cj1fmxe0t64bhh4bj8gh",1795322633152,4]
{"role":"user","content":"n320"}');
INSERT INTO entries VALUES (19, 324, 'u["entry_500481cfhvrgmg74ajxj",1795322633152,4]
{"role":"user","content":"n321"}');
INSERT INTO entries VALUES (19, 325, 'u["entry_8shy4r5f6wz6d9mkpm8e",1795322633152,4]
{"role":"user","content":"n322"}');
INSERT INTO entries VALUES (19, 326, 'u["entry_57pa0gw5nf5smzwpsqv5",1795322633152,4]
{"role":"user","content":"n323"}');
INSERT INTO entries VALUES (19, 327, 'u["entry_ggvyaj0pmmh3e1qtyaxg",1795322633152,4]
{"role":"user","content":"n324"}');
INSERT INTO entries VALUES (19, 328, 'u["entry_x3m8jmkd7jc19x525vd7",1795322633152,4]
{"role":"user","content":"n325"}');
INSERT INTO entries VALUES (19, 329, 'u["entry_qpzq2seek37trh9rgn7z",1795322633152,4]
{"role":"user","content":"n326"}');
INSERT INTO entries VALUES (19, 330, 'u["entry_cwqw0sr8sf84atcvcwmt",1795322633152,4]
{"role":"user","content":"n327"}');
INSERT INTO entries VALUES (19, 331, 'u["entry_63zh4a13d7s3rpvdnssz",1795322633152,4]
{"role":"user","content":"n328"}');
INSERT INTO entries VALUES (19, 332, 'u["entry_8pa0cevprv2vatjvbfem",1795322633152,4]
{"role":"user","content":"n329"}');
INSERT INTO entries VALUES (19, 333, 'u["entry_38c6bcv00gnm567h6dfz",1795322633152,4]
{"role":"user","content":"n330"}');
INSERT INTO entries VALUES (19, 334, 'u["entry_y3fqxmn2gckk83x47qbb",1795322633152,4]
{"role":"user","content":"n331"}');
INSERT INTO entries VALUES (19, 335, 'u["entry_8mjv2knwerwp8fwbv874",1795322633152,4]
{"role":"user","content":"n332"}');
INSERT INTO entries VALUES (19, 336, 'u["entry_dfr2hrqd21k6wwf8tv5t",1795322633152,4]
{"role":"user","content":"n333"}');
INSERT INTO entries VALUES (19, 337, 'u["entry_vtccqaszn11gjx98debr",1795322633152,4]
{"role":"user","content":"n334"}');
INSERT INTO entries VALUES (19, 338, 'u["entry_j1g5q69462nyvzxyb6z5",1795322633152,4]
{"role":"user","content":"n335"}');
INSERT INTO entries VALUES (19, 339, 'u["entry_aqk1mj3jnewp1rtvhgry",1795322633152,4]
{"role":"user","content":"n336"}');
INSERT INTO entries VALUES (19, 340, 'u["entry_wt3g7jv50ttdn9fxj47n",1795322633152,4]
{"role":"user","content":"n337"}');
INSERT INTO entries VALUES (19, 341, 'u["entry_spzvb2bcp3220zx6c1aw",1795322633152,4]
{"role":"user","content":"n338"}');
INSERT INTO entries VALUES (19, 342, 'u["entry_a8821jset5yjyexk1pc2",1795322633152,4]
{"role":"user","content":"n339"}');
INSERT INTO entries VALUES (19, 343, 'u["entry_40ykj680znkap0rpvb1h",1795322633152,4]
{"role":"user","content":"n340"}');
INSERT INTO entries VALUES (19, 344, 'u["entry_a9h7dhvh8cvda408d033",1795322633152,4]
{"role":"user","content":"n341"}');
INSERT INTO entries VALUES (19, 345, 'u["entry_vqpvmgxk776a5mcqezyb",1795322633152,4]
{"role":"user","content":"n342"}');
INSERT INTO entries VALUES (19, 346, 'u["entry_wtt7c266paphxt5prxer",1795322633152,4]
{"role":"user","content":"n343"}');
INSERT INTO entries VALUES (19, 347, 'u["entry_w1ztemry3grdqhshtkvt",1795322633152,4]
{"role":"user","content":"n344"}');
INSERT INTO entries VALUES (19, 348, 'u["entry_p0jjy525qvr3mzs7h8sp",1795322633152,4]
{"role":"user","content":"n345"}');
INSERT INTO entries VALUES (19, 349, 'u["entry_cq30p24hp3adbpb1sg78",1795322633152,4]
{"role":"user","content":"n346"}');
INSERT INTO entries VALUES (19, 350, 'u["entry_63pyb1qtyxfccq35rrqj",1795322633152,4]
{"role":"user","content":"n347"}');
INSERT INTO entries VALUES (19, 351, 'u["entry_2qjnjs5jmexgcqpd6sn5",1795322633152,4]
{"role":"user","content":"n348"}');
INSERT INTO entries VALUES (19, 352, 'u["entry_pgvcr9jk5thf1xn6xycn",1795322633152,4]
{"role":"user","content":"n349"}');
INSERT INTO entries VALUES (19, 353, 'u["entry_fxkjhcz4vjeaj38c0vjb",1795322633152,4]
{"role":"user","content":"n350"}');
INSERT INTO entries VALUES (19, 354, 'u["entry_398bg5qm4txcssftxpdx",1795322633152,4]
{"role":"user","content":"n351"}');
INSERT INTO entries VALUES (19, 355, 'u["entry_hzvb0qcv5nkvjss6x36y",1795322633152,4]
{"role":"user","content":"n352"}');
INSERT INTO entries VALUES (19, 356, 'u["entry_vnjdtrssah4ap7cn3djj",1795322633152,4]
{"role":"user","content":"n353"}');
INSERT INTO entries VALUES (19, 357, 'u["entry_jvjxrjy0knnsn579d6ac",1795322633152,4]
{"role":"user","content":"n354"}');
INSERT INTO entries VALUES (19, 358, 'u["entry_5e2pm7pd36s4bc69xrxa",1795322633152,4]
{"role":"user","content":"n355"}');
INSERT INTO entries VALUES (19, 359, 'u["entry_m4nc66v0aexn1djfezeq",1795322633152,4]
{"role":"user","content":"n356"}');
INSERT INTO entries VALUES (19, 360, 'u["entry_520gkv0wraxy34674036",1795322633152,4]
{"role":"user","content":"n357"}');
INSERT INTO entries VALUES (19, 361, 'u["entry_bdty4q37dfpr34m4egyr",1795322633152,4]
{"role":"user","content":"n358"}');
INSERT INTO entries VALUES (19, 362, 'u["entry_qa7vnrx4avfn8n380ee9",1795322633152,4]
{"role":"user","content":"n359"}');
INSERT INTO entries VALUES (19, 363, 'u["entry_jthtdv1zce08kj0s7y5b",1795322633152,4]
{"role":"user","content":"n360"}');
INSERT INTO entries VALUES (19, 364, 'u["entry_9cbqhz9p663carnbw0xf",1795322633152,4]
{"role":"user","content":"n361"}');
INSERT INTO entries VALUES (19, 365, 'u["entry_p7xdv5dgtzy4n8vjnb3n",1795322633152,4]
{"role":"user","content":"n362"}');
INSERT INTO entries VALUES (19, 366, 'u["entry_ayjr6mtd1tz7ewvvtsfa",1795322633152,4]
{"role":"user","content":"n363"}');
INSERT INTO entries VALUES (19, 367, 'u["entry_fcq1sgk4q6xqm1yk8bnf",1795322633152,4]
{"role":"user","content":"n364"}');
INSERT INTO entries VALUES (19, 368, 'u["entry_g5y3km11kfa38zw8ys2j",1795322633152,4]
{"role":"user","content":"n365"}');
INSERT INTO entries VALUES (19, 369, 'u["entry_ysr82gpqxq609z25z7af",1795322633152,4]
{"role":"user","content":"n366"}');
INSERT INTO entries VALUES (19, 370, 'u["entry_nk40fevbp0dqma2hy3yx",1795322633152,4]
{"role":"user","content":"n367"}');
INSERT INTO entries VALUES (19, 371, 'u["entry_ay2jqcxwkhevq8yn3xzs",1795322633152,4]
{"role":"user","content":"n368"}');
INSERT INTO entries VALUES (19, 372, 'u["entry_ddnwgqetgfscycja2vpe",1795322633152,4]
{"role":"user","content":"n369"}');
INSERT INTO entries VALUES (19, 373, 'u["entry_frtp4njxj558pbbde8zp",1795322633152,4]
{"role":"user","content":"n370"}');
INSERT INTO entries VALUES (19, 374, 'u["entry_8048q4khtf62kj24hzyq",1795322633152,4]
{"role":"user","content":"n371"}');
INSERT INTO entries VALUES (19, 375, 'u["entry_1nb7qvymkzzs02b5qrrq",1795322633152,4]
{"role":"user","content":"n372"}');
INSERT INTO entries VALUES (19, 376, 'u["entry_50nxrmpy4ybs6v7k66sh",1795322633152,4]
{"role":"user","content":"n373"}');
INSERT INTO entries VALUES (19, 377, 'u["entry_b7thadg9dz372snbzy7j",1795322633152,4]
{"role":"user","content":"n374"}');
INSERT INTO entries VALUES (19, 378, 'u["entry_ztbp57frgme7kt35jv7b",1795322633152,4]
{"role":"user","content":"n375"}');
INSERT INTO entries VALUES (19, 379, 'u["entry_r4f3cxfbxbdrez6skhcz",1795322633152,4]
{"role":"user","content":"n376"}');
INSERT INTO entries VALUES (19, 380, 'u["entry_gr4mh13sp363gbx8km4a",1795322633152,4]
{"role":"user","content":"n377"}');
INSERT INTO entries VALUES (19, 381, 'u["entry_xebn9fmsrs17j0m5egrd",1795322633152,4]
{"role":"user","content":"n378"}');
INSERT INTO entries VALUES (19, 382, 'u["entry_0tg8hcge547gfzd1xshv",1795322633152,4]
{"role":"user","content":"n379"}');
INSERT INTO entries VALUES (19, 383, 'u["entry_mwsc82g85vz3k4zbhpy7",1795322633152,4]
{"role":"user","content":"n380"}');
INSERT INTO entries VALUES (19, 384, 'u["entry_pwzrgwyw791cfvfa7bbt",1795322633152,4]
{"role":"user","content":"n381"}');
INSERT INTO entries VALUES (19, 385, 'u["entry_psaf8h3h8wrd3ac5y203",1795322633152,4]
{"role":"user","content":"n382"}');
INSERT INTO entries VALUES (19, 386, 'u["entry_1bt60tfhza4wcrftnbvp",1795322633152,4]
{"role":"user","content":"n383"}');
INSERT INTO entries VALUES (19, 387, 'u["entry_767bkzb364q7nzrc22g6",1795322633152,4]
{"role":"user","content":"n384"}');
INSERT INTO entries VALUES (19, 388, 'u["entry_r4n0yshqc00fb49vrm0b",1795322633152,4]
{"role":"user","content":"n385"}');
INSERT INTO entries VALUES (19, 389, 'u["entry_033jsbwb6pxsh9cxm3wt",1795322633152,4]
{"role":"user","content":"n386"}');
INSERT INTO entries VALUES (19, 390, 'u["entry_xtkrk02pcr995qeytdha",1795322633152,4]
{"role":"user","content":"n387"}');
INSERT INTO entries VALUES (19, 391, 'u["entry_8f7zkrsbrstqs0vce3bb",1795322633152,4]
{"role":"user","content":"n388"}');
INSERT INTO entries VALUES (19, 392, 'u["entry_70bvdnh86z47x56jw9rx",1795322633152,4]
{"role":"user","content":"n389"}');
INSERT INTO entries VALUES (19, 393, 'u["entry_c3q7a060xnfgpgga2t9n",1795322633152,4]
{"role":"user","content":"n390"}');
INSERT INTO entries VALUES (19, 394, 'u["entry_sfrqs1e60jngdercp8mz",1795322633152,4]
{"role":"user","content":"n391"}');
INSERT INTO entries VALUES (19, 395, 'u["entry_ats02jm8k00sbrb9pz4t",1795322633152,4]
{"role":"user","content":"n392"}');
INSERT INTO entries VALUES (19, 396, 'u["entry_g89syc794pghd8gvj8ad",1795322633152,4]
{"role":"user","content":"n393"}');
INSERT INTO entries VALUES (19, 397, 'u["entry_b196he00jb2kx4rxdqx1",1795322633152,4]
{"role":"user","content":"n394"}');
INSERT INTO entries VALUES (19, 398, 'u["entry_8yvrx7xxvfd51hm22zvz",1795322633152,4]
{"role":"user","content":"n395"}');
INSERT INTO entries VALUES (19, 399, 'u["entry_ts14510s2sw175y1ktna",1795322633152,4]
{"role":"user","content":"n396"}');
INSERT INTO entries VALUES (19, 400, 'u["entry_8ybke5z0by42ts0v55t1",1795322633152,4]
{"role":"user","content":"n397"}');
INSERT INTO entries VALUES (19, 401, 'u["entry_qj71t620k34rg8gngnr4",1795322633152,4]
{"role":"user","content":"n398"}');
INSERT INTO entries VALUES (19, 402, 'u["entry_d9sq32p6cfpz5yc9jcxz",1795322633152,4]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 403, 'a["entry_3whvjhr83wea4ap1t3wr",1795322633156,4,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 404, 'u["entry_weptnj1f4bncjvqpxzsx",1795322633158,5]
{"role":"user","content":"n400"}');
INSERT INTO entries VALUES (19, 405, 'u["entry_7rk6yej3m6dy5nfwer6b",1795322633158,5]
{"role":"user","content":"n401"}');
INSERT INTO entries VALUES (19, 406, 'u["entry_s3d7cdzbrt66s5zj09ys",1795322633158,5]
{"role":"user","content":"n402"}');
INSERT INTO entries VALUES (19, 407, 'u["entry_c4cxbdktvbagpsjh8vrh",1795322633158,5]
{"role":"user","content":"n403"}');
INSERT INTO entries VALUES (19, 408, 'u["entry_ebdksnxsmcnfdc47y75m",1795322633158,5]
{"role":"user","content":"n404"}');
INSERT INTO entries VALUES (19, 409, 'u["entry_j73pz2gv95hg38v064de",1795322633158,5]
{"role":"user","content":"n405"}');
INSERT INTO entries VALUES (19, 410, 'u["entry_kn9azwy403wx9b0dtqs3",1795322633158,5]
{"role":"user","content":"n406"}');
INSERT INTO entries VALUES (19, 411, 'u["entry_1q4w56jkn2aeen9355bg",1795322633158,5]
{"role":"user","content":"n407"}');
INSERT INTO entries VALUES (19, 412, 'u["entry_pcfs0frqyv34z94w1wtt",1795322633158,5]
{"role":"user","content":"n408"}');
INSERT INTO entries VALUES (19, 413, 'u["entry_3z6dc4zarrwaxp2n4q1a",1795322633158,5]
{"role":"user","content":"n409"}');
INSERT INTO entries VALUES (19, 414, 'u["entry_q1ebvvjgywaq97z1gwpy",1795322633158,5]
{"role":"user","content":"n410"}');
INSERT INTO entries VALUES (19, 415, 'u["entry_k8cwta9htwwyk18qnmb9",1795322633158,5]
{"role":"user","content":"n411"}');
INSERT INTO entries VALUES (19, 416, 'u["entry_d22b1nz2mxvpdajxhzzf",1795322633158,5]
{"role":"user","content":"n412"}');
INSERT INTO entries VALUES (19, 417, 'u["entry_eehab2szj31k2y42a51d",1795322633158,5]
{"role":"user","content":"n413"}');
INSERT INTO entries VALUES (19, 418, 'u["entry_0782evbvtkv6611d9f0e",1795322633158,5]
{"role":"user","content":"n414"}');
INSERT INTO entries VALUES (19, 419, 'u["entry_jaq2fcht6wv1znvknn73",1795322633158,5]
{"role":"user","content":"n415"}');
INSERT INTO entries VALUES (19, 420, 'u["entry_4cpyckqp2hdeqj137zxs",1795322633158,5]
{"role":"user","content":"n416"}');
INSERT INTO entries VALUES (19, 421, 'u["entry_7eev2t40f2egm35sb6fy",1795322633158,5]
{"role":"user","content":"n417"}');
INSERT INTO entries VALUES (19, 422, 'u["entry_rf4s5c9tv95dj4egfzyk",1795322633158,5]
{"role":"user","content":"n418"}');
INSERT INTO entries VALUES (19, 423, 'u["entry_4eft9ptdnp424dk4yhbr",1795322633158,5]
{"role":"user","content":"n419"}');
INSERT INTO entries VALUES (19, 424, 'u["entry_afj9cejzxewn353q35yg",1795322633158,5]
{"role":"user","content":"n420"}');
INSERT INTO entries VALUES (19, 425, 'u["entry_y3kx22243xwb9zcrf0eq",1795322633158,5]
{"role":"user","content":"n421"}');
INSERT INTO entries VALUES (19, 426, 'u["entry_8cc6bzcjhty0nb0ys8zq",1795322633158,5]
{"role":"user","content":"n422"}');
INSERT INTO entries VALUES (19, 427, 'u["entry_7kmsrs5cackt3d5bczcr",1795322633158,5]
{"role":"user","content":"n423"}');
INSERT INTO entries VALUES (19, 428, 'u["entry_26gsambwa6pf84dgpz1b",1795322633158,5]
{"role":"user","content":"n424"}');
INSERT INTO entries VALUES (19, 429, 'u["entry_np9mh1tfdg842vp8x2ak",1795322633158,5]
{"role":"user","content":"n425"}');
INSERT INTO entries VALUES (19, 430, 'u["entry_ce1nct3bvr2xw2j19hd8",1795322633158,5]
{"role":"user","content":"n426"}');
INSERT INTO entries VALUES (19, 431, 'u["entry_babmxvejhbcj0bep4dyx",1795322633158,5]
{"role":"user","content":"n427"}');
INSERT INTO entries VALUES (19, 432, 'u["entry_3tbdmpvznx1zn39cs4mp",1795322633158,5]
{"role":"user","content":"n428"}');
INSERT INTO entries VALUES (19, 433, 'u["entry_j9fjeg52zqv2cb9nwz3e",1795322633158,5]
{"role":"user","content":"n429"}');
INSERT INTO entries VALUES (19, 434, 'u["entry_wxyj2pq1khp8wpkrcg1n",1795322633158,5]
{"role":"user","content":"n430"}');
INSERT INTO entries VALUES (19, 435, 'u["entry_8kwq6x3q08fw1pk8y5z4",1795322633158,5]
{"role":"user","content":"n431"}');
INSERT INTO entries VALUES (19, 436, 'u["entry_dbe4zgmfr8xw08k4szzg",1795322633158,5]
{"role":"user","content":"n432"}');
INSERT INTO entries VALUES (19, 437, 'u["entry_ps8g7xrprqbdvpatrtmb",1795322633158,5]
{"role":"user","content":"n433"}');
INSERT INTO entries VALUES (19, 438, 'u["entry_3fg99zjv2zybbsw1fstp",1795322633158,5]
{"role":"user","content":"n434"}');
INSERT INTO entries VALUES (19, 439, 'u["entry_fkrhf4affa71fz9swzbw",1795322633158,5]
{"role":"user","content":"n435"}');
INSERT INTO entries VALUES (19, 440, 'u["entry_p5bdcp758s77j98s9q9v",1795322633158,5]
{"role":"user","content":"n436"}');
INSERT INTO entries VALUES (19, 441, 'u["entry_fgzbesmygcg38nykv9eb",1795322633158,5]
{"role":"user","content":"n437"}');
INSERT INTO entries VALUES (19, 442, 'u["entry_rcefkxg2e2sf4z4qzz9g",1795322633158,5]
{"role":"user","content":"n438"}');
INSERT INTO entries VALUES (19, 443, 'u["entry_z1zxkq5rw5sp1t3vhjkk",1795322633158,5]
{"role":"user","content":"n439"}');
INSERT INTO entries VALUES (19, 444, 'u["entry_vqcxtfrwske9bah1wd8k",1795322633158,5]
{"role":"user","content":"n440"}');
INSERT INTO entries VALUES (19, 445, 'u["entry_sszcz1rcnj6zmgrmnyj9",1795322633158,5]
{"role":"user","content":"n441"}');
INSERT INTO entries VALUES (19, 446, 'u["entry_jed3554kjvy803kdrr9r",1795322633158,5]
{"role":"user","content":"n442"}');
INSERT INTO entries VALUES (19, 447, 'u["entry_5x83sxrhvr8hz98ehggw",1795322633158,5]
{"role":"user","content":"n443"}');
INSERT INTO entries VALUES (19, 448, 'u["entry_bzqb00c3tvz34jk74gda",1795322633158,5]
{"role":"user","content":"n444"}');
INSERT INTO entries VALUES (19, 449, 'u["entry_7bbznd3k6s48rm5d2a2j",1795322633158,5]
{"role":"user","content":"n445"}');
INSERT INTO entries VALUES (19, 450, 'u["entry_2vtv7vxa3vb9m4p74mgr",1795322633158,5]
{"role":"user","content":"n446"}');
INSERT INTO entries VALUES (19, 451, 'u["entry_4mgta90vbyekmt1eqyaf",1795322633158,5]
{"role":"user","content":"n447"}');
INSERT INTO entries VALUES (19, 452, 'u["entry_8a8022gsxaz28p6c876a",1795322633158,5]
{"role":"user","content":"n448"}');
INSERT INTO entries VALUES (19, 453, 'u["entry_wht08wxk01422me7f3cg",1795322633158,5]
{"role":"user","content":"n449"}');
INSERT INTO entries VALUES (19, 454, 'u["entry_d0a3cjam0z5hgqprts9m",1795322633158,5]
{"role":"user","content":"n450"}');
INSERT INTO entries VALUES (19, 455, 'u["entry_xqj01ge2qc63k0dcfvfg",1795322633158,5]
{"role":"user","content":"n451"}');
INSERT INTO entries VALUES (19, 456, 'u["entry_dk8x4aqj13eeyt0062sa",1795322633158,5]
{"role":"user","content":"n452"}');
INSERT INTO entries VALUES (19, 457, 'u["entry_jhv2xdm3eyqn48aketk1",1795322633158,5]
{"role":"user","content":"n453"}');
INSERT INTO entries VALUES (19, 458, 'u["entry_9z55yf0khzm2sc4p9gqz",1795322633158,5]
{"role":"user","content":"n454"}');
INSERT INTO entries VALUES (19, 459, 'u["entry_e6009vkg5aqb19xnzefs",1795322633158,5]
{"role":"user","content":"n455"}');
INSERT INTO entries VALUES (19, 460, 'u["entry_jjt6g8kc4ebg343bt7m6",1795322633158,5]
{"role":"user","content":"n456"}');
INSERT INTO entries VALUES (19, 461, 'u["entry_1fpaab64vzje4sfkap6a",1795322633158,5]
{"role":"user","content":"n457"}');
INSERT INTO entries VALUES (19, 462, 'u["entry_13aphwjrqt3a813heg2y",1795322633158,5]
{"role":"user","content":"n458"}');
INSERT INTO entries VALUES (19, 463, 'u["entry_9hvkgpjbfkmwrvx85r0y",1795322633158,5]
{"role":"user","content":"n459"}');
INSERT INTO entries VALUES (19, 464, 'u["entry_z9kp1zxd35a14b5jwq12",1795322633158,5]
{"role":"user","content":"n460"}');
INSERT INTO entries VALUES (19, 465, 'u["entry_rpyqjtqgms33eaqw4dd7",1795322633158,5]
{"role":"user","content":"n461"}');
INSERT INTO entries VALUES (19, 466, 'u["entry_hby46cjd5wh7c6kw8fa6",1795322633158,5]
{"role":"user","content":"n462"}');
INSERT INTO entries VALUES (19, 467, 'u["entry_yv8t6bndfy4vdq2jb5w8",1795322633158,5]
{"role":"user","content":"n463"}');
INSERT INTO entries VALUES (19, 468, 'u["entry_8hn7ct1d52e9qe950r9c",1795322633158,5]
{"role":"user","content":"n464"}');
INSERT INTO entries VALUES (19, 469, 'u["entry_nsbqrrps8gzcbxj36hqc",1795322633158,5]
{"role":"user","content":"n465"}');
INSERT INTO entries VALUES (19, 470, 'u["entry_4c3545h9scg2btajzb0h",1795322633158,5]
{"role":"user","content":"n466"}');
INSERT INTO entries VALUES (19, 471, 'u["entry_yenexexj53x2m1703pjb",1795322633158,5]
{"role":"user","content":"n467"}');
INSERT INTO entries VALUES (19, 472, 'u["entry_9crrjgczbzbr2h909sm6",1795322633158,5]
{"role":"user","content":"n468"}');
INSERT INTO entries VALUES (19, 473, 'u["entry_3qm4gqszadjs1epxh8e6",1795322633158,5]
{"role":"user","content":"n469"}');
INSERT INTO entries VALUES (19, 474, 'u["entry_6bzpk32ykaqe64np86kd",1795322633158,5]
{"role":"user","content":"n470"}');
INSERT INTO entries VALUES (19, 475, 'u["entry_ee30sq6m3cbgg6he07ww",1795322633158,5]
{"role":"user","content":"n471"}');
INSERT INTO entries VALUES (19, 476, 'u["entry_pa5qmgha1znq0k16dk9s",1795322633158,5]
{"role":"user","content":"n472"}');
INSERT INTO entries VALUES (19, 477, 'u["entry_gdaf874eq72cg1h1je6a",1795322633158,5]
{"role":"user","content":"n473"}');
INSERT INTO entries VALUES (19, 478, 'u["entry_h6savypq47mxxz7cbtqn",1795322633158,5]
{"role":"user","content":"n474"}');
INSERT INTO entries VALUES (19, 479, 'u["entry_enf1yktbzyr09mwc9e51",1795322633158,5]
{"role":"user","content":"n475"}');
INSERT INTO entries VALUES (19, 480, 'u["entry_cx2xnc4y66g4q8p56j5q",1795322633158,5]
{"role":"user","content":"n476"}');
INSERT INTO entries VALUES (19, 481, 'u["entry_6g51qw6y7hjkjpwzgaf3",1795322633158,5]
{"role":"user","content":"n477"}');
INSERT INTO entries VALUES (19, 482, 'u["entry_yfmy19846th0hryxdwjp",1795322633158,5]
{"role":"user","content":"n478"}');
INSERT INTO entries VALUES (19, 483, 'u["entry_ktvamw7kn8e159ejt0xv",1795322633158,5]
{"role":"user","content":"n479"}');
INSERT INTO entries VALUES (19, 484, 'u["entry_sy1vrhefabsvmvtfcnmb",1795322633158,5]
{"role":"user","content":"n480"}');
INSERT INTO entries VALUES (19, 485, 'u["entry_x66t6624gtxj27nrjye0",1795322633158,5]
{"role":"user","content":"n481"}');
INSERT INTO entries VALUES (19, 486, 'u["entry_k54hcyhfvtrpnqnw0gp2",1795322633158,5]
{"role":"user","content":"n482"}');
INSERT INTO entries VALUES (19, 487, 'u["entry_ewhnqnqrv6deywf0sysy",1795322633158,5]
{"role":"user","content":"n483"}');
INSERT INTO entries VALUES (19, 488, 'u["entry_41yak7f0ztq3eszpkgqn",1795322633158,5]
{"role":"user","content":"n484"}');
INSERT INTO entries VALUES (19, 489, 'u["entry_mqqnzsd2ppz3m65rfv88",1795322633158,5]
{"role":"user","content":"n485"}');
INSERT INTO entries VALUES (19, 490, 'u["entry_e441rctqwvpm949mzqsz",1795322633158,5]
{"role":"user","content":"n486"}');
INSERT INTO entries VALUES (19, 491, 'u["entry_xvkyggp8qhahvjv130j7",1795322633158,5]
{"role":"user","content":"n487"}');
INSERT INTO entries VALUES (19, 492, 'u["entry_a8hfvsk38ccap89fknz0",1795322633158,5]
{"role":"user","content":"n488"}');
INSERT INTO entries VALUES (19, 493, 'u["entry_pnry9samhf876v170j06",1795322633158,5]
{"role":"user","content":"n489"}');
INSERT INTO entries VALUES (19, 494, 'u["entry_317ce0w5dt4yg2nc2drw",1795322633158,5]
{"role":"user","content":"n490"}');
INSERT INTO entries VALUES (19, 495, 'u["entry_hetqqk930eqyt0yr578p",1795322633158,5]
{"role":"user","content":"n491"}');
INSERT INTO entries VALUES (19, 496, 'u["entry_w4vx85c7kgb8k0yc0gm9",1795322633158,5]
{"role":"user","content":"n492"}');
INSERT INTO entries VALUES (19, 497, 'u["entry_1tbespwbne0k9wrydhtp",1795322633158,5]
{"role":"user","content":"n493"}');
INSERT INTO entries VALUES (19, 498, 'u["entry_k9kynmsdyqv4n677vadw",1795322633158,5]
{"role":"user","content":"n494"}');
INSERT INTO entries VALUES (19, 499, 'u["entry_fcwcz1dje4dkzt42gt30",1795322633158,5]
{"role":"user","content":"n495"}');
INSERT INTO entries VALUES (19, 500, 'u["entry_0n7g6zx60fyng329ydzc",1795322633158,5]
{"role":"user","content":"n496"}');
INSERT INTO entries VALUES (19, 501, 'u["entry_4ama01emc6c0p0pgp1k7",1795322633158,5]
{"role":"user","content":"n497"}');
INSERT INTO entries VALUES (19, 502, 'u["entry_aw59bq17b1d0wct24jdk",1795322633158,5]
{"role":"user","content":"n498"}');
INSERT INTO entries VALUES (19, 503, 'u["entry_qztncvb18dbvbg67rc97",1795322633158,5]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 504, 'a["entry_a5d15q5e3rf2h4h75hwz",1795322633162,5,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 505, 'u["entry_10bn54hg06sadp4ck8pv",1795322633164,6]
{"role":"user","content":"n500"}');
INSERT INTO entries VALUES (19, 506, 'u["entry_tgravy2v6f1r8hrrrydq",1795322633164,6]
{"role":"user","content":"n501"}');
INSERT INTO entries VALUES (19, 507, 'u["entry_wt64ses3w86wgf4nrne5",1795322633164,6]
{"role":"user","content":"n502"}');
INSERT INTO entries VALUES (19, 508, 'u["entry_6j58yx9rzk7ynyn3pb0d",1795322633164,6]
{"role":"user","content":"n503"}');
INSERT INTO entries VALUES (19, 509, 'u["entry_14y06g78spj6mkyvv637",1795322633164,6]
{"role":"user","content":"n504"}');
INSERT INTO entries VALUES (19, 510, 'u["entry_hyxrck792kt7ksz0efyw",1795322633164,6]
{"role":"user","content":"n505"}');
INSERT INTO entries VALUES (19, 511, 'u["entry_535pvtzrj0wga8vc5f6c",1795322633164,6]
{"role":"user","content":"n506"}');
INSERT INTO entries VALUES (19, 512, 'u["entry_2qvdmkx5fjw11q04g2qw",1795322633164,6]
{"role":"user","content":"n507"}');
INSERT INTO entries VALUES (19, 513, 'u["entry_hj7bd3kpysvnpv3k3507",1795322633164,6]
{"role":"user","content":"n508"}');
INSERT INTO entries VALUES (19, 514, 'u["entry_n5apf6x59b5kr3n2mddg",1795322633164,6]
{"role":"user","content":"n509"}');
INSERT INTO entries VALUES (19, 515, 'u["entry_wm16f0ysy61nafpvyn6c",1795322633164,6]
{"role":"user","content":"n510"}');
INSERT INTO entries VALUES (19, 516, 'u["entry_87n11a7jbq67s50mrf5h",1795322633164,6]
{"role":"user","content":"n511"}');
INSERT INTO entries VALUES (19, 517, 'u["entry_cy35m9cce7jsz4cyn4b8",1795322633164,6]
{"role":"user","content":"n512"}');
INSERT INTO entries VALUES (19, 518, 'u["entry_tt32de02weqdf0w052ax",1795322633164,6]
{"role":"user","content":"n513"}');
INSERT INTO entries VALUES (19, 519, 'u["entry_wf4fj70hhr8zhve14nsh",1795322633164,6]
{"role":"user","content":"n514"}');
INSERT INTO entries VALUES (19, 520, 'u["entry_r4hyvjkceh2m17wrxqge",1795322633164,6]
{"role":"user","content":"n515"}');
INSERT INTO entries VALUES (19, 521, 'u["entry_78kvn4eph8yejs6pvrkp",1795322633164,6]
{"role":"user","content":"n516"}');
INSERT INTO entries VALUES (19, 522, 'u["entry_1e61pd1dpnb2whf9mbt9",1795322633164,6]
{"role":"user","content":"n517"}');
INSERT INTO entries VALUES (19, 523, 'u["entry_d3s0m5w8m63n3ebm60sz",1795322633164,6]
{"role":"user","content":"n518"}');
INSERT INTO entries VALUES (19, 524, 'u["entry_ajsw65dp30sx28tq2ba4",1795322633164,6]
{"role":"user","content":"n519"}');
INSERT INTO entries VALUES (19, 525, 'u["entry_es4jynv1p7hzqvy40kby",1795322633164,6]
{"role":"user","content":"n520"}');
INSERT INTO entries VALUES (19, 526, 'u["entry_7fccvdcrhbnc7eppgs22",1795322633164,6]
{"role":"user","content":"n521"}');
INSERT INTO entries VALUES (19, 527, 'u["entry_1rtqy819mybjeszx8xgr",1795322633164,6]
{"role":"user","content":"n522"}');
INSERT INTO entries VALUES (19, 528, 'u["entry_xsr8dem8vr2cce1gd7b1",1795322633164,6]
{"role":"user","content":"n523"}');
INSERT INTO entries VALUES (19, 529, 'u["entry_mrbmatk7q21w35zngb0t",1795322633164,6]
{"role":"user","content":"n524"}');
INSERT INTO entries VALUES (19, 530, 'u["entry_kk58f3an2ba5qasamxe1",1795322633164,6]
{"role":"user","content":"n525"}');
INSERT INTO entries VALUES (19, 531, 'u["entry_yxkj5z2wc33fbzyr86nx",1795322633164,6]
{"role":"user","content":"n526"}');
INSERT INTO entries VALUES (19, 532, 'u["entry_zcxk59svvv29k6q7fb93",1795322633164,6]
{"role":"user","content":"n527"}');
INSERT INTO entries VALUES (19, 533, 'u["entry_jmh62a2fcx75dfn2h03m",1795322633164,6]
{"role":"user","content":"n528"}');
INSERT INTO entries VALUES (19, 534, 'u["entry_w0wkc38fszsrn9rbe8b1",1795322633164,6]
{"role":"user","content":"n529"}');
INSERT INTO entries VALUES (19, 535, 'u["entry_v34qrd9b81c0jg5bk55z",1795322633164,6]
{"role":"user","content":"n530"}');
INSERT INTO entries VALUES (19, 536, 'u["entry_n39gnxrwj5jtwdj0azjg",1795322633164,6]
{"role":"user","content":"n531"}');
INSERT INTO entries VALUES (19, 537, 'u["entry_7wv6e9p3xewgnh9xadzc",1795322633164,6]
{"role":"user","content":"n532"}');
INSERT INTO entries VALUES (19, 538, 'u["entry_7jxh2xgfmawxzyn97qdz",1795322633164,6]
{"role":"user","content":"n533"}');
INSERT INTO entries VALUES (19, 539, 'u["entry_zvztr64mpsyzvqfhgzjn",1795322633164,6]
{"role":"user","content":"n534"}');
INSERT INTO entries VALUES (19, 540, 'u["entry_gsgt9mdzqb3tpwgpr8n8",1795322633164,6]
{"role":"user","content":"n535"}');
INSERT INTO entries VALUES (19, 541, 'u["entry_m4s386eymwspashkvph6",1795322633164,6]
{"role":"user","content":"n536"}');
INSERT INTO entries VALUES (19, 542, 'u["entry_1phykvdnxzbfjg4w8qdf",1795322633164,6]
{"role":"user","content":"n537"}');
INSERT INTO entries VALUES (19, 543, 'u["entry_5hj20d4azfb0p5kxktt5",1795322633164,6]
{"role":"user","content":"n538"}');
INSERT INTO entries VALUES (19, 544, 'u["entry_ky69ngnfv24j29888bz1",1795322633164,6]
{"role":"user","content":"n539"}');
INSERT INTO entries VALUES (19, 545, 'u["entry_2xx8dgq5r5644924v4wa",1795322633164,6]
{"role":"user","content":"n540"}');
INSERT INTO entries VALUES (19, 546, 'u["entry_46z6qsfw2dctk0pj7s08",1795322633164,6]
{"role":"user","content":"n541"}');
INSERT INTO entries VALUES (19, 547, 'u["entry_mvsk4j3agh3z4jcafgmm",1795322633164,6]
{"role":"user","content":"n542"}');
INSERT INTO entries VALUES (19, 548, 'u["entry_fymmyvaxrpykkjcty349",1795322633164,6]
{"role":"user","content":"n543"}');
INSERT INTO entries VALUES (19, 549, 'u["entry_8qy2w4nxzstb70nks3yw",1795322633164,6]
{"role":"user","content":"n544"}');
INSERT INTO entries VALUES (19, 550, 'u["entry_xcjwaeq92pynkwejcqvp",1795322633164,6]
{"role":"user","content":"n545"}');
INSERT INTO entries VALUES (19, 551, 'u["entry_f04sd5tv2kjssqd4rj8r",1795322633164,6]
{"role":"user","content":"n546"}');
INSERT INTO entries VALUES (19, 552, 'u["entry_2yss965x97ng5vrzn4w0",1795322633164,6]
{"role":"user","content":"n547"}');
INSERT INTO entries VALUES (19, 553, 'u["entry_bk935zc2qecgnhxjs583",1795322633164,6]
{"role":"user","content":"n548"}');
INSERT INTO entries VALUES (19, 554, 'u["entry_rdrrh841bv3kyba6vacm",1795322633164,6]
{"role":"user","content":"n549"}');
INSERT INTO entries VALUES (19, 555, 'u["entry_hfjm2jjg9qr22yxb7kz7",1795322633164,6]
{"role":"user","content":"n550"}');
INSERT INTO entries VALUES (19, 556, 'u["entry_78sd95fgqwf7v3kek01r",1795322633164,6]
{"role":"user","content":"n551"}');
INSERT INTO entries VALUES (19, 557, 'u["entry_ryxxkwsqmwyefbfn348s",1795322633164,6]
{"role":"user","content":"n552"}');
INSERT INTO entries VALUES (19, 558, 'u["entry_4e2jgkx18v7krtc5pgn3",1795322633164,6]
{"role":"user","content":"n553"}');
INSERT INTO entries VALUES (19, 559, 'u["entry_k22gka79bcdkh4ezteak",1795322633164,6]
{"role":"user","content":"n554"}');
INSERT INTO entries VALUES (19, 560, 'u["entry_8cy3yh3mgajn4dz3mtm4",1795322633164,6]
{"role":"user","content":"n555"}');
INSERT INTO entries VALUES (19, 561, 'u["entry_c1ma3xmw9pgpg1jhhnxv",1795322633164,6]
{"role":"user","content":"n556"}');
INSERT INTO entries VALUES (19, 562, 'u["entry_d1pfxjmrrkhq8xeh3g3a",1795322633164,6]
{"role":"user","content":"n557"}');
INSERT INTO entries VALUES (19, 563, 'u["entry_jhtx1ye26qv4wp0vrkdn",1795322633164,6]
{"role":"user","content":"n558"}');
INSERT INTO entries VALUES (19, 564, 'u["entry_71pp7e1brrn0qpf7n2ae",1795322633164,6]
{"role":"user","content":"n559"}');
INSERT INTO entries VALUES (19, 565, 'u["entry_7jw0w8xvs7yf231r9ef1",1795322633164,6]
{"role":"user","content":"n560"}');
INSERT INTO entries VALUES (19, 566, 'u["entry_fj81j567qz7bbw9ss5ce",1795322633164,6]
{"role":"user","content":"n561"}');
INSERT INTO entries VALUES (19, 567, 'u["entry_vzrxe9htnen8adkg4hdq",1795322633164,6]
{"role":"user","content":"n562"}');
INSERT INTO entries VALUES (19, 568, 'u["entry_zp4c5dxz3mzv87zw9hw6",1795322633164,6]
{"role":"user","content":"n563"}');
INSERT INTO entries VALUES (19, 569, 'u["entry_vp5a8azja7f6pewqvv5d",1795322633164,6]
{"role":"user","content":"n564"}');
INSERT INTO entries VALUES (19, 570, 'u["entry_em7bzbe7p9p52pvgz00c",1795322633164,6]
{"role":"user","content":"n565"}');
INSERT INTO entries VALUES (19, 571, 'u["entry_wprj9spqxkr4ran094wq",1795322633164,6]
{"role":"user","content":"n566"}');
INSERT INTO entries VALUES (19, 572, 'u["entry_r0tsn7jjar1aabr0mgba",1795322633164,6]
{"role":"user","content":"n567"}');
INSERT INTO entries VALUES (19, 573, 'u["entry_wbddjqyq16a8q8q2gvk1",1795322633164,6]
{"role":"user","content":"n568"}');
INSERT INTO entries VALUES (19, 574, 'u["entry_516x4waea652pxt6xwkr",1795322633164,6]
{"role":"user","content":"n569"}');
INSERT INTO entries VALUES (19, 575, 'u["entry_wktjq7kcxqj4h0z6a497",1795322633164,6]
{"role":"user","content":"n570"}');
INSERT INTO entries VALUES (19, 576, 'u["entry_qae4ft0p3fjh1hedbtqg",1795322633164,6]
{"role":"user","content":"n571"}');
INSERT INTO entries VALUES (19, 577, 'u["entry_r2mzcdnk4edh3s02grb7",1795322633164,6]
{"role":"user","content":"n572"}');
INSERT INTO entries VALUES (19, 578, 'u["entry_17krymwnpfzcesmam1e5",1795322633164,6]
{"role":"user","content":"n573"}');
INSERT INTO entries VALUES (19, 579, 'u["entry_gqqrh37rv5y2byp795mk",1795322633164,6]
{"role":"user","content":"n574"}');
INSERT INTO entries VALUES (19, 580, 'u["entry_4akdwf0x37bdaa05j6b4",1795322633164,6]
{"role":"user","content":"n575"}');
INSERT INTO entries VALUES (19, 581, 'u["entry_5pwm461rp882cmtszg77",1795322633164,6]
{"role":"user","content":"n576"}');
INSERT INTO entries VALUES (19, 582, 'u["entry_t81bavqf0rwgqy5abzpf",1795322633164,6]
{"role":"user","content":"n577"}');
INSERT INTO entries VALUES (19, 583, 'u["entry_8qkzwsb7sw0x6rtm4gqz",1795322633164,6]
{"role":"user","content":"n578"}');
INSERT INTO entries VALUES (19, 584, 'u["entry_zr3mpstkcv15qyw5detn",1795322633164,6]
{"role":"user","content":"n579"}');
INSERT INTO entries VALUES (19, 585, 'u["entry_sd00je1xx42rb2efj4mt",1795322633164,6]
{"role":"user","content":"n580"}');
INSERT INTO entries VALUES (19, 586, 'u["entry_xrhapw3zqxa6d5fd9rhh",1795322633164,6]
{"role":"user","content":"n581"}');
INSERT INTO entries VALUES (19, 587, 'u["entry_j00x9d7fbk0kazt2mfhk",1795322633164,6]
{"role":"user","content":"n582"}');
INSERT INTO entries VALUES (19, 588, 'u["entry_ebd2wc0prn47xq6ryert",1795322633164,6]
{"role":"user","content":"n583"}');
INSERT INTO entries VALUES (19, 589, 'u["entry_mxty0j2dj4cbcrqv6z1x",1795322633164,6]
{"role":"user","content":"n584"}');
INSERT INTO entries VALUES (19, 590, 'u["entry_eb721jv0mxtgf5yhe64n",1795322633164,6]
{"role":"user","content":"n585"}');
INSERT INTO entries VALUES (19, 591, 'u["entry_hffzkd8yejd258fnf57d",1795322633164,6]
{"role":"user","content":"n586"}');
INSERT INTO entries VALUES (19, 592, 'u["entry_epc6zs4xqv3bec470e21",1795322633164,6]
{"role":"user","content":"n587"}');
INSERT INTO entries VALUES (19, 593, 'u["entry_vdcdwwpfghc2mjbh9s56",1795322633164,6]
{"role":"user","content":"n588"}');
INSERT INTO entries VALUES (19, 594, 'u["entry_etdkh5608by4rk4c5fj9",1795322633164,6]
{"role":"user","content":"n589"}');
INSERT INTO entries VALUES (19, 595, 'u["entry_nm9qmrdkse6p9c8mr5ga",1795322633164,6]
{"role":"user","content":"n590"}');
INSERT INTO entries VALUES (19, 596, 'u["entry_3ks1x83nep3z24jdw25x",1795322633164,6]
{"role":"user","content":"n591"}');
INSERT INTO entries VALUES (19, 597, 'u["entry_teaq0b7x0scjc2mj3bck",1795322633164,6]
{"role":"user","content":"n592"}');
INSERT INTO entries VALUES (19, 598, 'u["entry_s02yqp1pypdq84xkj9pm",1795322633164,6]
{"role":"user","content":"n593"}');
INSERT INTO entries VALUES (19, 599, 'u["entry_3mx88rq3tdf2f3k2011p",1795322633164,6]
{"role":"user","content":"n594"}');
INSERT INTO entries VALUES (19, 600, 'u["entry_wsrjzw14sa67jbxa41s8",1795322633164,6]
{"role":"user","content":"n595"}');
INSERT INTO entries VALUES (19, 601, 'u["entry_gxyf7s6rz6r6zrztxgp6",1795322633164,6]
{"role":"user","content":"n596"}');
INSERT INTO entries VALUES (19, 602, 'u["entry_sdrt6ymr9fkfjemxjswn",1795322633164,6]
{"role":"user","content":"n597"}');
INSERT INTO entries VALUES (19, 603, 'u["entry_q368wv6vw4h03dkq0zkj",1795322633164,6]
{"role":"user","content":"n598"}');
INSERT INTO entries VALUES (19, 604, 'u["entry_2t2wp9z19ztjk0y258ck",1795322633164,6]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 605, 'a["entry_jwsa7xfjkcba9f5zf2t0",1795322633168,6,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 606, 'u["entry_g9t027kp3ja77d4nbxqa",1795322633170,7]
{"role":"user","content":"n600"}');
INSERT INTO entries VALUES (19, 607, 'u["entry_k64ca4nntf4vv7tych74",1795322633170,7]
{"role":"user","content":"n601"}');
INSERT INTO entries VALUES (19, 608, 'u["entry_54q28gbhv55r646c16jt",1795322633170,7]
{"role":"user","content":"n602"}');
INSERT INTO entries VALUES (19, 609, 'u["entry_a4sv012p131bhvnyp3fp",1795322633170,7]
{"role":"user","content":"n603"}');
INSERT INTO entries VALUES (19, 610, 'u["entry_0y15313j850090pz5a3g",1795322633170,7]
{"role":"user","content":"n604"}');
INSERT INTO entries VALUES (19, 611, 'u["entry_d3jcevm9qs44y4636gga",1795322633170,7]
{"role":"user","content":"n605"}');
INSERT INTO entries VALUES (19, 612, 'u["entry_vec0yhrwg0s110sqsqyh",1795322633170,7]
{"role":"user","content":"n606"}');
INSERT INTO entries VALUES (19, 613, 'u["entry_by95803tywsnjbwy36c2",1795322633170,7]
{"role":"user","content":"n607"}');
INSERT INTO entries VALUES (19, 614, 'u["entry_wbs67244mnpkszhh8m1s",1795322633170,7]
{"role":"user","content":"n608"}');
INSERT INTO entries VALUES (19, 615, 'u["entry_kg0t7jyg95twwyzh29xz",1795322633170,7]
{"role":"user","content":"n609"}');
INSERT INTO entries VALUES (19, 616, 'u["entry_ywzq5gdm6fwctb0h6222",1795322633170,7]
{"role":"user","content":"n610"}');
INSERT INTO entries VALUES (19, 617, 'u["entry_b5dmj418qb307gpfxttp",1795322633170,7]
{"role":"user","content":"n611"}');
INSERT INTO entries VALUES (19, 618, 'u["entry_219c5216edcc1j6nwjtq",1795322633170,7]
{"role":"user","content":"n612"}');
INSERT INTO entries VALUES (19, 619, 'u["entry_hfzsz29qmz2zkwqcsj3t",1795322633170,7]
{"role":"user","content":"n613"}');
INSERT INTO entries VALUES (19, 620, 'u["entry_fqabw488ccp2sg78r27k",1795322633170,7]
{"role":"user","content":"n614"}');
INSERT INTO entries VALUES (19, 621, 'u["entry_6hh0qy4yh4xyc0n61pbh",1795322633170,7]
{"role":"user","content":"n615"}');
INSERT INTO entries VALUES (19, 622, 'u["entry_n8ctyq7vzn67ff27w1m4",1795322633170,7]
{"role":"user","content":"n616"}');
INSERT INTO entries VALUES (19, 623, 'u["entry_esgctrs4q5tvjg82gc1m",1795322633170,7]
{"role":"user","content":"n617"}');
INSERT INTO entries VALUES (19, 624, 'u["entry_zryvvn245k81bd1jtcch",1795322633170,7]
{"role":"user","content":"n618"}');
INSERT INTO entries VALUES (19, 625, 'u["entry_6q5h0hz9rdbjwa6e85cn",1795322633170,7]
{"role":"user","content":"n619"}');
INSERT INTO entries VALUES (19, 626, 'u["entry_gxs645rrtsgw8dqwac32",1795322633170,7]
{"role":"user","content":"n620"}');
INSERT INTO entries VALUES (19, 627, 'u["entry_18jrcv4k6y7vz57pyd5h",1795322633170,7]
{"role":"user","content":"n621"}');
INSERT INTO entries VALUES (19, 628, 'u["entry_t8j6grm4dv9rj9q01m8h",1795322633170,7]
{"role":"user","content":"n622"}');
INSERT INTO entries VALUES (19, 629, 'u["entry_5hgk14m58ebz17pgwc2g",1795322633170,7]
{"role":"user","content":"n623"}');
INSERT INTO entries VALUES (19, 630, 'u["entry_9y1dn6zrcvry8h2gd5gn",1795322633170,7]
{"role":"user","content":"n624"}');
INSERT INTO entries VALUES (19, 631, 'u["entry_78rfsbsa3k16faxrwwek",1795322633170,7]
{"role":"user","content":"n625"}');
INSERT INTO entries VALUES (19, 632, 'u["entry_3gs6tmxx5gwvj4t3az2v",1795322633170,7]
{"role":"user","content":"n626"}');
INSERT INTO entries VALUES (19, 633, 'u["entry_7s5mtdz1krgat82598n6",1795322633170,7]
{"role":"user","content":"n627"}');
INSERT INTO entries VALUES (19, 634, 'u["entry_a6d0e9rjkbpw8n5q51bp",1795322633170,7]
{"role":"user","content":"n628"}');
INSERT INTO entries VALUES (19, 635, 'u["entry_d2sdz3dbkpqn87cy73kz",1795322633170,7]
{"role":"user","content":"n629"}');
INSERT INTO entries VALUES (19, 636, 'u["entry_cna9ky98adsxr1c4rj3m",1795322633170,7]
{"role":"user","content":"n630"}');
INSERT INTO entries VALUES (19, 637, 'u["entry_zzrg4e1hsbb1cqc4kwe5",1795322633170,7]
{"role":"user","content":"n631"}');
INSERT INTO entries VALUES (19, 638, 'u["entry_a929528drb8c3sj41he8",1795322633170,7]
{"role":"user","content":"n632"}');
INSERT INTO entries VALUES (19, 639, 'u["entry_vtj0xwa7bbxrmxj9cbvf",1795322633170,7]
{"role":"user","content":"n633"}');
INSERT INTO entries VALUES (19, 640, 'u["entry_ex1bnn7k08kgdgy4qg72",1795322633170,7]
{"role":"user","content":"n634"}');
INSERT INTO entries VALUES (19, 641, 'u["entry_pj3p41m9zp56t0cmappw",1795322633170,7]
{"role":"user","content":"n635"}');
INSERT INTO entries VALUES (19, 642, 'u["entry_yy6rr8k01n3amjy30et4",1795322633170,7]
{"role":"user","content":"n636"}');
INSERT INTO entries VALUES (19, 643, 'u["entry_g5fxee7snab3vjk2rd73",1795322633170,7]
{"role":"user","content":"n637"}');
INSERT INTO entries VALUES (19, 644, 'u["entry_xf2qh3p8ggy7m2hrz20c",1795322633170,7]
{"role":"user","content":"n638"}');
INSERT INTO entries VALUES (19, 645, 'u["entry_srs745hh9538t3jzgdqj",1795322633170,7]
{"role":"user","content":"n639"}');
INSERT INTO entries VALUES (19, 646, 'u["entry_6vbkjev77xt6rmgtnmab",1795322633170,7]
{"role":"user","content":"n640"}');
INSERT INTO entries VALUES (19, 647, 'u["entry_rgwh8arbs9pf2drxtvhb",1795322633170,7]
{"role":"user","content":"n641"}');
INSERT INTO entries VALUES (19, 648, 'u["entry_n0k0ng8hkfr67mjjnpxq",1795322633170,7]
{"role":"user","content":"n642"}');
INSERT INTO entries VALUES (19, 649, 'u["entry_b14jtgggdbd1zrp0kgdq",1795322633170,7]
{"role":"user","content":"n643"}');
INSERT INTO entries VALUES (19, 650, 'u["entry_wqqkf44t5qzg9rvv571b",1795322633170,7]
{"role":"user","content":"n644"}');
INSERT INTO entries VALUES (19, 651, 'u["entry_bg8ts7cjwmha7y5avh9y",1795322633170,7]
{"role":"user","content":"n645"}');
INSERT INTO entries VALUES (19, 652, 'u["entry_874kt7ga4zxj7m1a12ev",1795322633170,7]
{"role":"user","content":"n646"}');
INSERT INTO entries VALUES (19, 653, 'u["entry_ksm5r9hwpt7gzmxg6hd7",1795322633170,7]
{"role":"user","content":"n647"}');
INSERT INTO entries VALUES (19, 654, 'u["entry_4q5paszpj0r72adeg167",1795322633170,7]
{"role":"user","content":"n648"}');
INSERT INTO entries VALUES (19, 655, 'u["entry_nzna08vn913adsbr3sze",1795322633170,7]
{"role":"user","content":"n649"}');
INSERT INTO entries VALUES (19, 656, 'u["entry_bdfgv3dpn3deaq81s8az",1795322633170,7]
{"role":"user","content":"n650"}');
INSERT INTO entries VALUES (19, 657, 'u["entry_qn3zz5qnqp64vxswjcxt",1795322633170,7]
{"role":"user","content":"n651"}');
INSERT INTO entries VALUES (19, 658, 'u["entry_ga2s1d9dwwa3h2aazgwf",1795322633170,7]
{"role":"user","content":"n652"}');
INSERT INTO entries VALUES (19, 659, 'u["entry_pyqanhqfer9xp95v2h54",1795322633170,7]
{"role":"user","content":"n653"}');
INSERT INTO entries VALUES (19, 660, 'u["entry_xhr3fsbvg4k5fm98n7bj",1795322633170,7]
{"role":"user","content":"n654"}');
INSERT INTO entries VALUES (19, 661, 'u["entry_jgjj9xf86p82ey21t60a",1795322633170,7]
{"role":"user","content":"n655"}');
INSERT INTO entries VALUES (19, 662, 'u["entry_2nzb5px3dk633y42e7hw",1795322633170,7]
{"role":"user","content":"n656"}');
INSERT INTO entries VALUES (19, 663, 'u["entry_n2d7jtnvx97jmms69ts2",1795322633170,7]
{"role":"user","content":"n657"}');
INSERT INTO entries VALUES (19, 664, 'u["entry_1vrmvz7gqbgweqnn21ce",1795322633170,7]
{"role":"user","content":"n658"}');
INSERT INTO entries VALUES (19, 665, 'u["entry_4vd3vyene4jwgzvgyhhd",1795322633170,7]
{"role":"user","content":"n659"}');
INSERT INTO entries VALUES (19, 666, 'u["entry_hxq2gv3q2bcq7pj2wary",1795322633170,7]
{"role":"user","content":"n660"}');
INSERT INTO entries VALUES (19, 667, 'u["entry_dy2q5w3tjh98w0md8596",1795322633170,7]
{"role":"user","content":"n661"}');
INSERT INTO entries VALUES (19, 668, 'u["entry_1vv5jbve3zqrfcy40pe5",1795322633170,7]
{"role":"user","content":"n662"}');
INSERT INTO entries VALUES (19, 669, 'u["entry_fhbv11hcekeqg73q4t17",1795322633170,7]
{"role":"user","content":"n663"}');
INSERT INTO entries VALUES (19, 670, 'u["entry_4vzyrtqa14wrdbrktvcd",1795322633170,7]
{"role":"user","content":"n664"}');
INSERT INTO entries VALUES (19, 671, 'u["entry_y0sy0wcxevxd2pewcfd6",1795322633170,7]
{"role":"user","content":"n665"}');
INSERT INTO entries VALUES (19, 672, 'u["entry_446cemy7knwpqqa29wy1",1795322633170,7]
{"role":"user","content":"n666"}');
INSERT INTO entries VALUES (19, 673, 'u["entry_kh4cbv69btw30b05tgn1",1795322633170,7]
{"role":"user","content":"n667"}');
INSERT INTO entries VALUES (19, 674, 'u["entry_h133tywrhfpg5168ezp5",1795322633170,7]
{"role":"user","content":"n668"}');
INSERT INTO entries VALUES (19, 675, 'u["entry_jgg57gyd8agg879k7c6f",1795322633170,7]
{"role":"user","content":"n669"}');
INSERT INTO entries VALUES (19, 676, 'u["entry_812myfaxkt68y4yzcv61",1795322633170,7]
{"role":"user","content":"n670"}');
INSERT INTO entries VALUES (19, 677, 'u["entry_8k0z2w860p62m7vw7efw",1795322633170,7]
{"role":"user","content":"n671"}');
INSERT INTO entries VALUES (19, 678, 'u["entry_wvyzprqz1eynyn4vck1g",1795322633170,7]
{"role":"user","content":"n672"}');
INSERT INTO entries VALUES (19, 679, 'u["entry_0dx0aqp7kjzjnbyjk0z4",1795322633170,7]
{"role":"user","content":"n673"}');
INSERT INTO entries VALUES (19, 680, 'u["entry_6hxwgxr2062eea03x6aj",1795322633170,7]
{"role":"user","content":"n674"}');
INSERT INTO entries VALUES (19, 681, 'u["entry_hejeea19qmxe59rprs89",1795322633170,7]
{"role":"user","content":"n675"}');
INSERT INTO entries VALUES (19, 682, 'u["entry_zgsaka6cq7t1s6dd0dpk",1795322633170,7]
{"role":"user","content":"n676"}');
INSERT INTO entries VALUES (19, 683, 'u["entry_byheyg2488gmpn3dxwhr",1795322633170,7]
{"role":"user","content":"n677"}');
INSERT INTO entries VALUES (19, 684, 'u["entry_8r1qkxjgnrvgc15mbj9c",1795322633170,7]
{"role":"user","content":"n678"}');
INSERT INTO entries VALUES (19, 685, 'u["entry_bsqe145088tegqdg1rk4",1795322633170,7]
{"role":"user","content":"n679"}');
INSERT INTO entries VALUES (19, 686, 'u["entry_kwnxqk74dt2fm2fq4j54",1795322633170,7]
{"role":"user","content":"n680"}');
INSERT INTO entries VALUES (19, 687, 'u["entry_nghrv9g36xcrxqaxm5gn",1795322633170,7]
{"role":"user","content":"n681"}');
INSERT INTO entries VALUES (19, 688, 'u["entry_xp0yq2m9ewk5jpphr66a",1795322633170,7]
{"role":"user","content":"n682"}');
INSERT INTO entries VALUES (19, 689, 'u["entry_s5snwh6qs577byh09g5q",1795322633170,7]
{"role":"user","content":"n683"}');
INSERT INTO entries VALUES (19, 690, 'u["entry_pe4hrs8m2srer927kmz4",1795322633170,7]
{"role":"user","content":"n684"}');
INSERT INTO entries VALUES (19, 691, 'u["entry_rmjy51k1ba51jjbgdv9p",1795322633170,7]
{"role":"user","content":"n685"}');
INSERT INTO entries VALUES (19, 692, 'u["entry_x50h25c9gv9err77hqb7",1795322633170,7]
{"role":"user","content":"n686"}');
INSERT INTO entries VALUES (19, 693, 'u["entry_h3fvjhfa1eetnxmz9ny0",1795322633170,7]
{"role":"user","content":"n687"}');
INSERT INTO entries VALUES (19, 694, 'u["entry_mgn9afbcc8mpjskzqrc9",1795322633170,7]
{"role":"user","content":"n688"}');
INSERT INTO entries VALUES (19, 695, 'u["entry_t7a3gdjpb9h0ag5y88xg",1795322633170,7]
{"role":"user","content":"n689"}');
INSERT INTO entries VALUES (19, 696, 'u["entry_1bmfwd0hrn7yyzcvbmsb",1795322633170,7]
{"role":"user","content":"n690"}');
INSERT INTO entries VALUES (19, 697, 'u["entry_hbtt8hmbysa86k8nhmkp",1795322633170,7]
{"role":"user","content":"n691"}');
INSERT INTO entries VALUES (19, 698, 'u["entry_4fc2ksb6nb2mttjk1agv",1795322633170,7]
{"role":"user","content":"n692"}');
INSERT INTO entries VALUES (19, 699, 'u["entry_zgpgbfe1r4kz55ek9yg3",1795322633170,7]
{"role":"user","content":"n693"}');
INSERT INTO entries VALUES (19, 700, 'u["entry_3enkvwsgfszeq3qtvjk0",1795322633170,7]
{"role":"user","content":"n694"}');
INSERT INTO entries VALUES (19, 701, 'u["entry_q69v87xdpkv237r9v1xr",1795322633170,7]
{"role":"user","content":"n695"}');
INSERT INTO entries VALUES (19, 702, 'u["entry_g8er0f8mwxs0mzfg5n0v",1795322633170,7]
{"role":"user","content":"n696"}');
INSERT INTO entries VALUES (19, 703, 'u["entry_nhvvm3n764jcdkjb2myf",1795322633170,7]
{"role":"user","content":"n697"}');
INSERT INTO entries VALUES (19, 704, 'u["entry_b9ydmna0r262dgx3184k",1795322633170,7]
{"role":"user","content":"n698"}');
INSERT INTO entries VALUES (19, 705, 'u["entry_trakpacweyg0wmxha4va",1795322633170,7]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 706, 'a["entry_1tmsazqg80cy6ykkjk15",1795322633174,7,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 707, 'u["entry_3yr06z6zz1bc96jp11vb",1795322633176,8]
{"role":"user","content":"n700"}');
INSERT INTO entries VALUES (19, 708, 'u["entry_1wq4bxec0mb6e63txae9",1795322633176,8]
{"role":"user","content":"n701"}');
INSERT INTO entries VALUES (19, 709, 'u["entry_527aak12d9ks2xtk2tvb",1795322633176,8]
{"role":"user","content":"n702"}');
INSERT INTO entries VALUES (19, 710, 'u["entry_dhsw8ba9bmpyqkzfj6d0",1795322633176,8]
{"role":"user","content":"n703"}');
INSERT INTO entries VALUES (19, 711, 'u["entry_3751egtawc1netjjrw3g",1795322633176,8]
{"role":"user","content":"n704"}');
INSERT INTO entries VALUES (19, 712, 'u["entry_cwsacszpy3sap2tcptw6",1795322633176,8]
{"role":"user","content":"n705"}');
INSERT INTO entries VALUES (19, 713, 'u["entry_hq6c17s79r27jsypn4dy",1795322633176,8]
{"role":"user","content":"n706"}');
INSERT INTO entries VALUES (19, 714, 'u["entry_sbzzz5bhxeqa8z3ae1xk",1795322633176,8]
{"role":"user","content":"n707"}');
INSERT INTO entries VALUES (19, 715, 'u["entry_x2c1pzagy14xzkswnvja",1795322633176,8]
{"role":"user","content":"n708"}');
INSERT INTO entries VALUES (19, 716, 'u["entry_jwqn22cd7wmwfy1z8bhr",1795322633176,8]
{"role":"user","content":"n709"}');
INSERT INTO entries VALUES (19, 717, 'u["entry_f1z0f336hj41tgz3byw5",1795322633176,8]
{"role":"user","content":"n710"}');
INSERT INTO entries VALUES (19, 718, 'u["entry_hmrhx36fwff30g9tpp6q",1795322633176,8]
{"role":"user","content":"n711"}');
INSERT INTO entries VALUES (19, 719, 'u["entry_8vfnf4s9hd43bzyf63yh",1795322633176,8]
{"role":"user","content":"n712"}');
INSERT INTO entries VALUES (19, 720, 'u["entry_1c7vzz29c55ewq1tjrnr",1795322633176,8]
{"role":"user","content":"n713"}');
INSERT INTO entries VALUES (19, 721, 'u["entry_n3k8qzdektr1b6j165kx",1795322633176,8]
{"role":"user","content":"n714"}');
INSERT INTO entries VALUES (19, 722, 'u["entry_2vgvspefp0cygh4nawdr",1795322633176,8]
{"role":"user","content":"n715"}');
INSERT INTO entries VALUES (19, 723, 'u["entry_tc2zzzakpvkk735gp3wk",1795322633176,8]
{"role":"user","content":"n716"}');
INSERT INTO entries VALUES (19, 724, 'u["entry_dht886pea1t7kpdzr81y",1795322633176,8]
{"role":"user","content":"n717"}');
INSERT INTO entries VALUES (19, 725, 'u["entry_z9efc6dkt4d3yhbdx6me",1795322633176,8]
{"role":"user","content":"n718"}');
INSERT INTO entries VALUES (19, 726, 'u["entry_91afynke0t5qv7mbytj4",1795322633176,8]
{"role":"user","content":"n719"}');
INSERT INTO entries VALUES (19, 727, 'u["entry_gne8e34vg20bmhrw8ds3",1795322633176,8]
{"role":"user","content":"n720"}');
INSERT INTO entries VALUES (19, 728, 'u["entry_348x8t3b2cpw89xtsxjc",1795322633176,8]
{"role":"user","content":"n721"}');
INSERT INTO entries VALUES (19, 729, 'u["entry_k1ha0fk12at16g1e3fah",1795322633176,8]
{"role":"user","content":"n722"}');
INSERT INTO entries VALUES (19, 730, 'u["entry_jfnje8nnckt913gvz2n7",1795322633176,8]
{"role":"user","content":"n723"}');
INSERT INTO entries VALUES (19, 731, 'u["entry_pfck5pfgmtc1z9xdtqfy",1795322633176,8]
{"role":"user","content":"n724"}');
INSERT INTO entries VALUES (19, 732, 'u["entry_ee1dqbvb2nbd23z9y9wp",1795322633176,8]
{"role":"user","content":"n725"}');
INSERT INTO entries VALUES (19, 733, 'u["entry_zqpesj5txf0jz24vkawm",1795322633176,8]
{"role":"user","content":"n726"}');
INSERT INTO entries VALUES (19, 734, 'u["entry_b4zd0w3a6684k91myszx",1795322633176,8]
{"role":"user","content":"n727"}');
INSERT INTO entries VALUES (19, 735, 'u["entry_fbt24kdjjt0ds7draph9",1795322633176,8]
{"role":"user","content":"n728"}');
INSERT INTO entries VALUES (19, 736, 'u["entry_ry4d7n80bhm7rk4e65vz",1795322633176,8]
{"role":"user","content":"n729"}');
INSERT INTO entries VALUES (19, 737, 'u["entry_anvafeam3cmpzq8c8ejs",1795322633176,8]
{"role":"user","content":"n730"}');
INSERT INTO entries VALUES (19, 738, 'u["entry_09bk8ze09ke8s5t6nwhb",1795322633176,8]
{"role":"user","content":"n731"}');
INSERT INTO entries VALUES (19, 739, 'u["entry_6gpqdm2g1hbqgcz64hn1",1795322633176,8]
{"role":"user","content":"n732"}');
INSERT INTO entries VALUES (19, 740, 'u["entry_g6na656qnmr4r5tdhmyg",1795322633176,8]
{"role":"user","content":"n733"}');
INSERT INTO entries VALUES (19, 741, 'u["entry_fn2emck1acp0a07sxd74",1795322633176,8]
{"role":"user","content":"n734"}');
INSERT INTO entries VALUES (19, 742, 'u["entry_e8wpxdhyz66hsq7nvhp8",1795322633176,8]
{"role":"user","content":"n735"}');
INSERT INTO entries VALUES (19, 743, 'u["entry_dc2g5mddzswb97q74yhz",1795322633176,8]
{"role":"user","content":"n736"}');
INSERT INTO entries VALUES (19, 744, 'u["entry_zj2j39py933fm5aj25x5",1795322633176,8]
{"role":"user","content":"n737"}');
INSERT INTO entries VALUES (19, 745, 'u["entry_k1f4yq7d9zgandsk4xqw",1795322633176,8]
{"role":"user","content":"n738"}');
INSERT INTO entries VALUES (19, 746, 'u["entry_xq4pbv0dzgwtcrensmrj",1795322633176,8]
{"role":"user","content":"n739"}');
INSERT INTO entries VALUES (19, 747, 'u["entry_nh37wszyqp98tegryyex",1795322633176,8]
{"role":"user","content":"n740"}');
INSERT INTO entries VALUES (19, 748, 'u["entry_4cyaeanny9g6k550ya0q",1795322633176,8]
{"role":"user","content":"n741"}');
INSERT INTO entries VALUES (19, 749, 'u["entry_bhgapmmyfjz5gdcfs2xz",1795322633176,8]
{"role":"user","content":"n742"}');
INSERT INTO entries VALUES (19, 750, 'u["entry_7xx1zrx27mbfgddn9q3g",1795322633176,8]
{"role":"user","content":"n743"}');
INSERT INTO entries VALUES (19, 751, 'u["entry_yamnjfy6xpp9bs8qe2c5",1795322633176,8]
{"role":"user","content":"n744"}');
INSERT INTO entries VALUES (19, 752, 'u["entry_dw1a3bhjmycp7zz16xe5",1795322633176,8]
{"role":"user","content":"n745"}');
INSERT INTO entries VALUES (19, 753, 'u["entry_tydepjsw52cr0ffrspfs",1795322633176,8]
{"role":"user","content":"n746"}');
INSERT INTO entries VALUES (19, 754, 'u["entry_y6nftk1xbjbas0gzsveb",1795322633176,8]
{"role":"user","content":"n747"}');
INSERT INTO entries VALUES (19, 755, 'u["entry_asj2q8zz36m7d0by28hs",1795322633176,8]
{"role":"user","content":"n748"}');
INSERT INTO entries VALUES (19, 756, 'u["entry_1c2d6abm6by5fqvnwh8p",1795322633176,8]
{"role":"user","content":"n749"}');
INSERT INTO entries VALUES (19, 757, 'u["entry_7crk2h8nhaqcwxm5ydzt",1795322633176,8]
{"role":"user","content":"n750"}');
INSERT INTO entries VALUES (19, 758, 'u["entry_dttq0a8d6fzmwdxjgy2q",1795322633176,8]
{"role":"user","content":"n751"}');
INSERT INTO entries VALUES (19, 759, 'u["entry_md8sf8q866ackyj7hetf",1795322633176,8]
{"role":"user","content":"n752"}');
INSERT INTO entries VALUES (19, 760, 'u["entry_e2rmwgb6djdca6zj7svq",1795322633176,8]
{"role":"user","content":"n753"}');
INSERT INTO entries VALUES (19, 761, 'u["entry_52tp129wfk2mw02f83jp",1795322633176,8]
{"role":"user","content":"n754"}');
INSERT INTO entries VALUES (19, 762, 'u["entry_qz55gx4htvgc81jk342h",1795322633176,8]
{"role":"user","content":"n755"}');
INSERT INTO entries VALUES (19, 763, 'u["entry_t9cpc5bpd90wdx0shwbz",1795322633176,8]
{"role":"user","content":"n756"}');
INSERT INTO entries VALUES (19, 764, 'u["entry_mfawnzp5wa59et23xmv8",1795322633176,8]
{"role":"user","content":"n757"}');
INSERT INTO entries VALUES (19, 765, 'u["entry_958cfwk3ns7w470y92mr",1795322633176,8]
{"role":"user","content":"n758"}');
INSERT INTO entries VALUES (19, 766, 'u["entry_p2pkfcther4twgr4hxcn",1795322633176,8]
{"role":"user","content":"n759"}');
INSERT INTO entries VALUES (19, 767, 'u["entry_9qw53j08dqxjvx2w9j0f",1795322633176,8]
{"role":"user","content":"n760"}');
INSERT INTO entries VALUES (19, 768, 'u["entry_259attz5pqqyp75azn1f",1795322633176,8]
{"role":"user","content":"n761"}');
INSERT INTO entries VALUES (19, 769, 'u["entry_qnrv6acn4xgw432by8ey",1795322633176,8]
{"role":"user","content":"n762"}');
INSERT INTO entries VALUES (19, 770, 'u["entry_ekrwg9thc2eaq2eamhe8",1795322633176,8]
{"role":"user","content":"n763"}');
INSERT INTO entries VALUES (19, 771, 'u["entry_3py7h1zwayje8b1b421n",1795322633176,8]
{"role":"user","content":"n764"}');
INSERT INTO entries VALUES (19, 772, 'u["entry_g9ergczq5j27j0jb2fbb",1795322633176,8]
{"role":"user","content":"n765"}');
INSERT INTO entries VALUES (19, 773, 'u["entry_rz44rqgwm3k3p8dh34da",1795322633176,8]
{"role":"user","content":"n766"}');
INSERT INTO entries VALUES (19, 774, 'u["entry_t3kxvz0sdw6gd61t90ke",1795322633176,8]
{"role":"user","content":"n767"}');
INSERT INTO entries VALUES (19, 775, 'u["entry_p4f2z582s2ehktjk9e3w",1795322633176,8]
{"role":"user","content":"n768"}');
INSERT INTO entries VALUES (19, 776, 'u["entry_71bvcydb7kv36jhaw8h4",1795322633176,8]
{"role":"user","content":"n769"}');
INSERT INTO entries VALUES (19, 777, 'u["entry_9t6jhd9dxg9f9rfhpx8j",1795322633176,8]
{"role":"user","content":"n770"}');
INSERT INTO entries VALUES (19, 778, 'u["entry_npsvm3p3stvce4ekkxk1",1795322633176,8]
{"role":"user","content":"n771"}');
INSERT INTO entries VALUES (19, 779, 'u["entry_a0m2tf8fg516xmsnn0zs",1795322633176,8]
{"role":"user","content":"n772"}');
INSERT INTO entries VALUES (19, 780, 'u["entry_gtqebxh7ye2bt3qx5nwg",1795322633176,8]
{"role":"user","content":"n773"}');
INSERT INTO entries VALUES (19, 781, 'u["entry_9egdzff8kqx06nj3hsch",1795322633176,8]
{"role":"user","content":"n774"}');
INSERT INTO entries VALUES (19, 782, 'u["entry_0d2ybxah36tfc11apztk",1795322633176,8]
{"role":"user","content":"n775"}');
INSERT INTO entries VALUES (19, 783, 'u["entry_x2z5w83gkebvvqhx5ywh",1795322633176,8]
{"role":"user","content":"n776"}');
INSERT INTO entries VALUES (19, 784, 'u["entry_yg7r8ra5w39058nyjgn2",1795322633176,8]
{"role":"user","content":"n777"}');
INSERT INTO entries VALUES (19, 785, 'u["entry_eaxndxbqpp8j0v4zfwfg",1795322633176,8]
{"role":"user","content":"n778"}');
INSERT INTO entries VALUES (19, 786, 'u["entry_kz7a38971xcr9zk8n0v0",1795322633176,8]
{"role":"user","content":"n779"}');
INSERT INTO entries VALUES (19, 787, 'u["entry_2qrk8sm1vz3shefh7xvb",1795322633176,8]
{"role":"user","content":"n780"}');
INSERT INTO entries VALUES (19, 788, 'u["entry_0c5kb5c2yaw16sywb21d",1795322633176,8]
{"role":"user","content":"n781"}');
INSERT INTO entries VALUES (19, 789, 'u["entry_d3j36q4qnj92sgnjhqwj",1795322633176,8]
{"role":"user","content":"n782"}');
INSERT INTO entries VALUES (19, 790, 'u["entry_t6820hfjke594azxzvz1",1795322633176,8]
{"role":"user","content":"n783"}');
INSERT INTO entries VALUES (19, 791, 'u["entry_xsv8q0q10w5sj5g717tf",1795322633176,8]
{"role":"user","content":"n784"}');
INSERT INTO entries VALUES (19, 792, 'u["entry_004emfj7kah6fx74dsx0",1795322633176,8]
{"role":"user","content":"n785"}');
INSERT INTO entries VALUES (19, 793, 'u["entry_sc593jxm9x01m1fcsfer",1795322633176,8]
{"role":"user","content":"n786"}');
INSERT INTO entries VALUES (19, 794, 'u["entry_q0bnj9kdj5jatqkahfr3",1795322633176,8]
{"role":"user","content":"n787"}');
INSERT INTO entries VALUES (19, 795, 'u["entry_29p1naf1xe63ekrc39xb",1795322633176,8]
{"role":"user","content":"n788"}');
INSERT INTO entries VALUES (19, 796, 'u["entry_bnfgee40p7ahazm856qc",1795322633176,8]
{"role":"user","content":"n789"}');
INSERT INTO entries VALUES (19, 797, 'u["entry_snd11wr7gwedxgxx3t35",1795322633176,8]
{"role":"user","content":"n790"}');
INSERT INTO entries VALUES (19, 798, 'u["entry_2pr3bm611w9cd10cpzk2",1795322633176,8]
{"role":"user","content":"n791"}');
INSERT INTO entries VALUES (19, 799, 'u["entry_jyxgymrfw6fdhg0mg019",1795322633176,8]
{"role":"user","content":"n792"}');
INSERT INTO entries VALUES (19, 800, 'u["entry_3fsrsxqjkgc85byt3wtx",1795322633176,8]
{"role":"user","content":"n793"}');
INSERT INTO entries VALUES (19, 801, 'u["entry_pfgt1381ycesgjkcc21s",1795322633176,8]
{"role":"user","content":"n794"}');
INSERT INTO entries VALUES (19, 802, 'u["entry_0rdfxzz5ydqqwcmqxzd0",1795322633176,8]
{"role":"user","content":"n795"}');
INSERT INTO entries VALUES (19, 803, 'u["entry_v10kz0m5t9pt1n6pvvcc",1795322633176,8]
{"role":"user","content":"n796"}');
INSERT INTO entries VALUES (19, 804, 'u["entry_29661t12avxdk4cw2098",1795322633176,8]
{"role":"user","content":"n797"}');
INSERT INTO entries VALUES (19, 805, 'u["entry_685p5c8x7nwzc8g5dacd",1795322633176,8]
{"role":"user","content":"n798"}');
INSERT INTO entries VALUES (19, 806, 'u["entry_1ahsq3cdhbcf1ke91z7r",1795322633176,8]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 807, 'a["entry_zd868ra5nkv39af4zre7",1795322633180,8,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 808, 'u["entry_6v0n1mrtr2wnmhvpkpa6",1795322633182,9]
{"role":"user","content":"n800"}');
INSERT INTO entries VALUES (19, 809, 'u["entry_j3g8jnkzrjr2yyd5r24r",1795322633182,9]
{"role":"user","content":"n801"}');
INSERT INTO entries VALUES (19, 810, 'u["entry_gkeqea6fwd0756mt8c89",1795322633182,9]
{"role":"user","content":"n802"}');
INSERT INTO entries VALUES (19, 811, 'u["entry_29npewx1b7ce0aakney0",1795322633182,9]
{"role":"user","content":"n803"}');
INSERT INTO entries VALUES (19, 812, 'u["entry_j1h06zjbyhmjthzd9kes",1795322633182,9]
{"role":"user","content":"n804"}');
INSERT INTO entries VALUES (19, 813, 'u["entry_f91e2pd3q345pw1q4jjq",1795322633182,9]
{"role":"user","content":"n805"}');
INSERT INTO entries VALUES (19, 814, 'u["entry_g6kchhp3r2y6pfk948bp",1795322633182,9]
{"role":"user","content":"n806"}');
INSERT INTO entries VALUES (19, 815, 'u["entry_xrpkg4zf164x87dkkbxk",1795322633182,9]
{"role":"user","content":"n807"}');
INSERT INTO entries VALUES (19, 816, 'u["entry_a1hvk9dcr0f0fwwz8806",1795322633182,9]
{"role":"user","content":"n808"}');
INSERT INTO entries VALUES (19, 817, 'u["entry_w5csg8d3cyna977hbb52",1795322633182,9]
{"role":"user","content":"n809"}');
INSERT INTO entries VALUES (19, 818, 'u["entry_qhb4y1jvh7hed58q74qw",1795322633182,9]
{"role":"user","content":"n810"}');
INSERT INTO entries VALUES (19, 819, 'u["entry_4snrn0w2hg15h65mgsaz",1795322633182,9]
{"role":"user","content":"n811"}');
INSERT INTO entries VALUES (19, 820, 'u["entry_zvtx748ww4twcjm2y6fz",1795322633182,9]
{"role":"user","content":"n812"}');
INSERT INTO entries VALUES (19, 821, 'u["entry_fy2arshqw3r2v0rjt2qq",1795322633182,9]
{"role":"user","content":"n813"}');
INSERT INTO entries VALUES (19, 822, 'u["entry_g24epcn1fd9y9fkqmf5b",1795322633182,9]
{"role":"user","content":"n814"}');
INSERT INTO entries VALUES (19, 823, 'u["entry_68ncfyf2k8y0q9mwq3g4",1795322633182,9]
{"role":"user","content":"n815"}');
INSERT INTO entries VALUES (19, 824, 'u["entry_7rp8n1eedp7v33z2h7pc",1795322633182,9]
{"role":"user","content":"n816"}');
INSERT INTO entries VALUES (19, 825, 'u["entry_vwv8csqvqy2q77m3etyc",1795322633182,9]
{"role":"user","content":"n817"}');
INSERT INTO entries VALUES (19, 826, 'u["entry_9wj3ketnkwg719k5yh46",1795322633182,9]
{"role":"user","content":"n818"}');
INSERT INTO entries VALUES (19, 827, 'u["entry_y5ym3ezncb5p9n6a2xnp",1795322633182,9]
{"role":"user","content":"n819"}');
INSERT INTO entries VALUES (19, 828, 'u["entry_3cyxv11eq7j0w8cfdvac",1795322633182,9]
{"role":"user","content":"n820"}');
INSERT INTO entries VALUES (19, 829, 'u["entry_44p8601tnd5gvyp12pnv",1795322633182,9]
{"role":"user","content":"n821"}');
INSERT INTO entries VALUES (19, 830, 'u["entry_763zhdd8c9w6n3qhw18f",1795322633182,9]
{"role":"user","content":"n822"}');
INSERT INTO entries VALUES (19, 831, 'u["entry_jevaqy83ppq7yxfsrk02",1795322633182,9]
{"role":"user","content":"n823"}');
INSERT INTO entries VALUES (19, 832, 'u["entry_jvrtgyz8f94s42d58c3m",1795322633182,9]
{"role":"user","content":"n824"}');
INSERT INTO entries VALUES (19, 833, 'u["entry_eq5aaawv6ezy8fnks6nz",1795322633182,9]
{"role":"user","content":"n825"}');
INSERT INTO entries VALUES (19, 834, 'u["entry_29rpgytw1s3c0cj8kq50",1795322633182,9]
{"role":"user","content":"n826"}');
INSERT INTO entries VALUES (19, 835, 'u["entry_a79h5d9trmwzqx9gfcft",1795322633182,9]
{"role":"user","content":"n827"}');
INSERT INTO entries VALUES (19, 836, 'u["entry_tx3dnm2s5q45tc1g6e3r",1795322633182,9]
{"role":"user","content":"n828"}');
INSERT INTO entries VALUES (19, 837, 'u["entry_7gzmx43rvkrakmtzebd7",1795322633182,9]
{"role":"user","content":"n829"}');
INSERT INTO entries VALUES (19, 838, 'u["entry_954a1ms2bs9e1r8bddgd",1795322633182,9]
{"role":"user","content":"n830"}');
INSERT INTO entries VALUES (19, 839, 'u["entry_xz74p9rack1ewg8tp39t",1795322633182,9]
{"role":"user","content":"n831"}');
INSERT INTO entries VALUES (19, 840, 'u["entry_hj61bkrk3pj0ft2q3c5x",1795322633182,9]
{"role":"user","content":"n832"}');
INSERT INTO entries VALUES (19, 841, 'u["entry_fvqrxsxce8dfr296mwm4",1795322633182,9]
{"role":"user","content":"n833"}');
INSERT INTO entries VALUES (19, 842, 'u["entry_7wh7eemqdc0v3ep0ncg7",1795322633182,9]
{"role":"user","content":"n834"}');
INSERT INTO entries VALUES (19, 843, 'u["entry_ehwzkmf7r8xzc0mbjwja",1795322633182,9]
{"role":"user","content":"n835"}');
INSERT INTO entries VALUES (19, 844, 'u["entry_dm3g5t34vpqk3g6zs968",1795322633182,9]
{"role":"user","content":"n836"}');
INSERT INTO entries VALUES (19, 845, 'u["entry_y7wesm6gpa8txy62bjg1",1795322633182,9]
{"role":"user","content":"n837"}');
INSERT INTO entries VALUES (19, 846, 'u["entry_dzbqcqxayh9e6q0qag37",1795322633182,9]
{"role":"user","content":"n838"}');
INSERT INTO entries VALUES (19, 847, 'u["entry_rrcvxvk5b7j771xbznzm",1795322633182,9]
{"role":"user","content":"n839"}');
INSERT INTO entries VALUES (19, 848, 'u["entry_n61pa4315yc417r4ne7b",1795322633182,9]
{"role":"user","content":"n840"}');
INSERT INTO entries VALUES (19, 849, 'u["entry_x003ends1a51xt6q8mmj",1795322633182,9]
{"role":"user","content":"n841"}');
INSERT INTO entries VALUES (19, 850, 'u["entry_wv00p2gnedsw79ss8hkm",1795322633182,9]
{"role":"user","content":"n842"}');
INSERT INTO entries VALUES (19, 851, 'u["entry_cs8fav1wrgqb1ngdgz30",1795322633182,9]
{"role":"user","content":"n843"}');
INSERT INTO entries VALUES (19, 852, 'u["entry_k1qfd7ay0by4f9z0hw6c",1795322633182,9]
{"role":"user","content":"n844"}');
INSERT INTO entries VALUES (19, 853, 'u["entry_pyytc6h8y846fbq37j60",1795322633182,9]
{"role":"user","content":"n845"}');
INSERT INTO entries VALUES (19, 854, 'u["entry_j2vkgf7fmfq3s924qtmy",1795322633182,9]
{"role":"user","content":"n846"}');
INSERT INTO entries VALUES (19, 855, 'u["entry_vf8r1sz94wkhvy7vs2wp",1795322633182,9]
{"role":"user","content":"n847"}');
INSERT INTO entries VALUES (19, 856, 'u["entry_adwsj1077t4bk7b0a9v5",1795322633182,9]
{"role":"user","content":"n848"}');
INSERT INTO entries VALUES (19, 857, 'u["entry_f80yxy3fv1zmcztcgx3z",1795322633182,9]
{"role":"user","content":"n849"}');
INSERT INTO entries VALUES (19, 858, 'u["entry_543htypzzc4dk7675d6b",1795322633182,9]
{"role":"user","content":"n850"}');
INSERT INTO entries VALUES (19, 859, 'u["entry_fs2racee1frp6518k0sg",1795322633182,9]
{"role":"user","content":"n851"}');
INSERT INTO entries VALUES (19, 860, 'u["entry_rr4njwk9kbcf3qtr0pxf",1795322633182,9]
{"role":"user","content":"n852"}');
INSERT INTO entries VALUES (19, 861, 'u["entry_30cf7p5ng6a5hw4p3r3k",1795322633182,9]
{"role":"user","content":"n853"}');
INSERT INTO entries VALUES (19, 862, 'u["entry_4c1fmdqxt7jejbaceqq5",1795322633182,9]
{"role":"user","content":"n854"}');
INSERT INTO entries VALUES (19, 863, 'u["entry_62s1he9dty2s9tdh5ct3",1795322633182,9]
{"role":"user","content":"n855"}');
INSERT INTO entries VALUES (19, 864, 'u["entry_epxyymy95c86pfng9qbp",1795322633182,9]
{"role":"user","content":"n856"}');
INSERT INTO entries VALUES (19, 865, 'u["entry_q94eky87s6agsshykj3x",1795322633182,9]
{"role":"user","content":"n857"}');
INSERT INTO entries VALUES (19, 866, 'u["entry_e0j082g6ya1a5kqcacnn",1795322633182,9]
{"role":"user","content":"n858"}');
INSERT INTO entries VALUES (19, 867, 'u["entry_v69q1p9nv827z3z20y0f",1795322633182,9]
{"role":"user","content":"n859"}');
INSERT INTO entries VALUES (19, 868, 'u["entry_fwt04v8dbnrt3hdakets",1795322633182,9]
{"role":"user","content":"n860"}');
INSERT INTO entries VALUES (19, 869, 'u["entry_skac6kpvyef0qzqtbzqx",1795322633182,9]
{"role":"user","content":"n861"}');
INSERT INTO entries VALUES (19, 870, 'u["entry_4df9heyf63e8vk98xkqj",1795322633182,9]
{"role":"user","content":"n862"}');
INSERT INTO entries VALUES (19, 871, 'u["entry_e5rg40rhjbwham0qkj88",1795322633182,9]
{"role":"user","content":"n863"}');
INSERT INTO entries VALUES (19, 872, 'u["entry_tjn02c1n9kjdkxd6sqsv",1795322633182,9]
{"role":"user","content":"n864"}');
INSERT INTO entries VALUES (19, 873, 'u["entry_66h4bke6m5apgns3egpr",1795322633182,9]
{"role":"user","content":"n865"}');
INSERT INTO entries VALUES (19, 874, 'u["entry_xdkkw0fthtfdxfsveq98",1795322633182,9]
{"role":"user","content":"n866"}');
INSERT INTO entries VALUES (19, 875, 'u["entry_ze3mxw3jgh53cbhzgt8q",1795322633182,9]
{"role":"user","content":"n867"}');
INSERT INTO entries VALUES (19, 876, 'u["entry_4gy6gs3khkpbgg1fjevf",1795322633182,9]
{"role":"user","content":"n868"}');
INSERT INTO entries VALUES (19, 877, 'u["entry_12p59z55aj8nas71brmb",1795322633182,9]
{"role":"user","content":"n869"}');
INSERT INTO entries VALUES (19, 878, 'u["entry_7w1vrrzrstg70d5ted76",1795322633182,9]
{"role":"user","content":"n870"}');
INSERT INTO entries VALUES (19, 879, 'u["entry_32q0rrg5na4b9enzcdbx",1795322633182,9]
{"role":"user","content":"n871"}');
INSERT INTO entries VALUES (19, 880, 'u["entry_7srar0hfp927qnhecpmx",1795322633182,9]
{"role":"user","content":"n872"}');
INSERT INTO entries VALUES (19, 881, 'u["entry_dmjztytm9wvnxjcq8z3t",1795322633182,9]
{"role":"user","content":"n873"}');
INSERT INTO entries VALUES (19, 882, 'u["entry_rj286dxxxv6snktjcmzg",1795322633182,9]
{"role":"user","content":"n874"}');
INSERT INTO entries VALUES (19, 883, 'u["entry_m92fm4pqdrq9nph92ccz",1795322633182,9]
{"role":"user","content":"n875"}');
INSERT INTO entries VALUES (19, 884, 'u["entry_bjsh4pcn0b9810mt0v71",1795322633182,9]
{"role":"user","content":"n876"}');
INSERT INTO entries VALUES (19, 885, 'u["entry_jp6pqphaqqhe2bvw176j",1795322633182,9]
{"role":"user","content":"n877"}');
INSERT INTO entries VALUES (19, 886, 'u["entry_287q3jamvekgnv22sc1d",1795322633182,9]
{"role":"user","content":"n878"}');
INSERT INTO entries VALUES (19, 887, 'u["entry_jdxcddk252avtj8mq733",1795322633182,9]
{"role":"user","content":"n879"}');
INSERT INTO entries VALUES (19, 888, 'u["entry_txdxgf5j4ctat47xmf4h",1795322633182,9]
{"role":"user","content":"n880"}');
INSERT INTO entries VALUES (19, 889, 'u["entry_tw1fzmvfj1erbtr7a89k",1795322633182,9]
{"role":"user","content":"n881"}');
INSERT INTO entries VALUES (19, 890, 'u["entry_rtskgnm4cy908zm6z5vq",1795322633182,9]
{"role":"user","content":"n882"}');
INSERT INTO entries VALUES (19, 891, 'u["entry_0vrp60mgp0wsygc2jma5",1795322633182,9]
{"role":"user","content":"n883"}');
INSERT INTO entries VALUES (19, 892, 'u["entry_ee9tg40s5m4rywbr1381",1795322633182,9]
{"role":"user","content":"n884"}');
INSERT INTO entries VALUES (19, 893, 'u["entry_frzfdk524sdeqtdkws8p",1795322633182,9]
{"role":"user","content":"n885"}');
INSERT INTO entries VALUES (19, 894, 'u["entry_kt87fq2rqfwmgc3th7bm",1795322633182,9]
{"role":"user","content":"n886"}');
INSERT INTO entries VALUES (19, 895, 'u["entry_rwpj2htv5x8ag690mwea",1795322633182,9]
{"role":"user","content":"n887"}');
INSERT INTO entries VALUES (19, 896, 'u["entry_ct39sbbwkkynn87bhxbh",1795322633182,9]
{"role":"user","content":"n888"}');
INSERT INTO entries VALUES (19, 897, 'u["entry_2sgdrkh58zyn45vw9pzd",1795322633182,9]
{"role":"user","content":"n889"}');
INSERT INTO entries VALUES (19, 898, 'u["entry_mtb70fsr2gk2snm840st",1795322633182,9]
{"role":"user","content":"n890"}');
INSERT INTO entries VALUES (19, 899, 'u["entry_z7y2vfprdvrsnwz7b9hk",1795322633182,9]
{"role":"user","content":"n891"}');
INSERT INTO entries VALUES (19, 900, 'u["entry_1mx1a6zjtjf885z2yh69",1795322633182,9]
{"role":"user","content":"n892"}');
INSERT INTO entries VALUES (19, 901, 'u["entry_bq6ncthpym8cnmr8t0vd",1795322633182,9]
{"role":"user","content":"n893"}');
INSERT INTO entries VALUES (19, 902, 'u["entry_wrape952yaq9m223yz44",1795322633182,9]
{"role":"user","content":"n894"}');
INSERT INTO entries VALUES (19, 903, 'u["entry_prvdbyr9rcb2q932n7qw",1795322633182,9]
{"role":"user","content":"n895"}');
INSERT INTO entries VALUES (19, 904, 'u["entry_etphjyw3r1hts6yv8n6q",1795322633182,9]
{"role":"user","content":"n896"}');
INSERT INTO entries VALUES (19, 905, 'u["entry_k77v1hjne90wcy94t9rp",1795322633182,9]
{"role":"user","content":"n897"}');
INSERT INTO entries VALUES (19, 906, 'u["entry_00c1e0zpbsecdpyezchp",1795322633182,9]
{"role":"user","content":"n898"}');
INSERT INTO entries VALUES (19, 907, 'u["entry_82ynyrzznx3hx7mp0xet",1795322633182,9]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 908, 'a["entry_y683vks11kpajw6v41rk",1795322633186,9,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 909, 'u["entry_5gt168yypcw3s4ddhh4w",1795322633189,10]
{"role":"user","content":"n900"}');
INSERT INTO entries VALUES (19, 910, 'u["entry_6p1fzw574xqtpfxwft2p",1795322633189,10]
{"role":"user","content":"n901"}');
INSERT INTO entries VALUES (19, 911, 'u["entry_v5dz0q8zq06abbp7chc0",1795322633189,10]
{"role":"user","content":"n902"}');
INSERT INTO entries VALUES (19, 912, 'u["entry_xq832gyfng0fb8h80ysz",1795322633189,10]
{"role":"user","content":"n903"}');
INSERT INTO entries VALUES (19, 913, 'u["entry_e0sa7k92a6aetcj5vjns",1795322633189,10]
{"role":"user","content":"n904"}');
INSERT INTO entries VALUES (19, 914, 'u["entry_cdka22x2kge9whp75s5w",1795322633189,10]
{"role":"user","content":"n905"}');
INSERT INTO entries VALUES (19, 915, 'u["entry_db2zfy77a8rv1n038g12",1795322633189,10]
{"role":"user","content":"n906"}');
INSERT INTO entries VALUES (19, 916, 'u["entry_k311r1qc80bhyj0eswk3",1795322633189,10]
{"role":"user","content":"n907"}');
INSERT INTO entries VALUES (19, 917, 'u["entry_vjgescb63vj7091qm9m3",1795322633189,10]
{"role":"user","content":"n908"}');
INSERT INTO entries VALUES (19, 918, 'u["entry_gzeywkssp3ywrrshrnx8",1795322633189,10]
{"role":"user","content":"n909"}');
INSERT INTO entries VALUES (19, 919, 'u["entry_estfz2egsqc4323kn4ch",1795322633189,10]
{"role":"user","content":"n910"}');
INSERT INTO entries VALUES (19, 920, 'u["entry_v4mqay5zjtnb0xamd7ys",1795322633189,10]
{"role":"user","content":"n911"}');
INSERT INTO entries VALUES (19, 921, 'u["entry_q0qkcq4x4rj8vcg70d8r",1795322633189,10]
{"role":"user","content":"n912"}');
INSERT INTO entries VALUES (19, 922, 'u["entry_xqapzajk1wrjg9bknj3e",1795322633189,10]
{"role":"user","content":"n913"}');
INSERT INTO entries VALUES (19, 923, 'u["entry_bvykyvcs7j8mjrj2n01c",1795322633189,10]
{"role":"user","content":"n914"}');
INSERT INTO entries VALUES (19, 924, 'u["entry_s0c0f5wk54q3xhdw5tdg",1795322633189,10]
{"role":"user","content":"n915"}');
INSERT INTO entries VALUES (19, 925, 'u["entry_1wkm80pdgjpw3be2hwak",1795322633189,10]
{"role":"user","content":"n916"}');
INSERT INTO entries VALUES (19, 926, 'u["entry_9ynp2evm3ccnrmgaj4z8",1795322633189,10]
{"role":"user","content":"n917"}');
INSERT INTO entries VALUES (19, 927, 'u["entry_bg2zyf8gc7xn3fqq2sm5",1795322633189,10]
{"role":"user","content":"n918"}');
INSERT INTO entries VALUES (19, 928, 'u["entry_cryrpxkrjg2vn84tm437",1795322633189,10]
{"role":"user","content":"n919"}');
INSERT INTO entries VALUES (19, 929, 'u["entry_sq824bjte7s75ek4yx2f",1795322633189,10]
{"role":"user","content":"n920"}');
INSERT INTO entries VALUES (19, 930, 'u["entry_f0wxa92atckjqb8xtvw3",1795322633189,10]
{"role":"user","content":"n921"}');
INSERT INTO entries VALUES (19, 931, 'u["entry_4fxg6w03rwkg03tqzp31",1795322633189,10]
{"role":"user","content":"n922"}');
INSERT INTO entries VALUES (19, 932, 'u["entry_x0rcq5f3f0316qe92va3",1795322633189,10]
{"role":"user","content":"n923"}');
INSERT INTO entries VALUES (19, 933, 'u["entry_800j3xyfps8mtdkjtw9h",1795322633189,10]
{"role":"user","content":"n924"}');
INSERT INTO entries VALUES (19, 934, 'u["entry_vcghrs7y7b50w30bd26v",1795322633189,10]
{"role":"user","content":"n925"}');
INSERT INTO entries VALUES (19, 935, 'u["entry_kge7sxb6gr001q9w09sf",1795322633189,10]
{"role":"user","content":"n926"}');
INSERT INTO entries VALUES (19, 936, 'u["entry_7w17thg2tqqh0fj283qe",1795322633189,10]
{"role":"user","content":"n927"}');
INSERT INTO entries VALUES (19, 937, 'u["entry_zzzn1yme001p81d9v6rc",1795322633189,10]
{"role":"user","content":"n928"}');
INSERT INTO entries VALUES (19, 938, 'u["entry_dw8e46k046p5pdz5paw0",1795322633189,10]
{"role":"user","content":"n929"}');
INSERT INTO entries VALUES (19, 939, 'u["entry_mmnwxm9sjc3vey2vykh3",1795322633189,10]
{"role":"user","content":"n930"}');
INSERT INTO entries VALUES (19, 940, 'u["entry_8h7awxmjy640svxxa3yk",1795322633189,10]
{"role":"user","content":"n931"}');
INSERT INTO entries VALUES (19, 941, 'u["entry_zmf4msdh23dn99yf9b1j",1795322633189,10]
{"role":"user","content":"n932"}');
INSERT INTO entries VALUES (19, 942, 'u["entry_whgke0vtdvmpjg0de4a4",1795322633189,10]
{"role":"user","content":"n933"}');
INSERT INTO entries VALUES (19, 943, 'u["entry_wtrhkbbfry61efs3nck6",1795322633189,10]
{"role":"user","content":"n934"}');
INSERT INTO entries VALUES (19, 944, 'u["entry_qzfbb1hvtg2dw64pq10g",1795322633189,10]
{"role":"user","content":"n935"}');
INSERT INTO entries VALUES (19, 945, 'u["entry_m4qn4beepwcxhveh21hf",1795322633189,10]
{"role":"user","content":"n936"}');
INSERT INTO entries VALUES (19, 946, 'u["entry_zns8pkvkhbkrrky2v55b",1795322633189,10]
{"role":"user","content":"n937"}');
INSERT INTO entries VALUES (19, 947, 'u["entry_k24cyqzb406v65qykxhm",1795322633189,10]
{"role":"user","content":"n938"}');
INSERT INTO entries VALUES (19, 948, 'u["entry_4wwasn1dm25wbrjrcqtd",1795322633189,10]
{"role":"user","content":"n939"}');
INSERT INTO entries VALUES (19, 949, 'u["entry_avp9vj3vvhzhqrttwaw8",1795322633189,10]
{"role":"user","content":"n940"}');
INSERT INTO entries VALUES (19, 950, 'u["entry_3wfq5njtzfxrj7hy3mrd",1795322633189,10]
{"role":"user","content":"n941"}');
INSERT INTO entries VALUES (19, 951, 'u["entry_xznks50dm5p97ppnrmk4",1795322633189,10]
{"role":"user","content":"n942"}');
INSERT INTO entries VALUES (19, 952, 'u["entry_3rf0t2xces10xgn3hj0k",1795322633189,10]
{"role":"user","content":"n943"}');
INSERT INTO entries VALUES (19, 953, 'u["entry_ky5fe66aq6pz2gw7x4pw",1795322633189,10]
{"role":"user","content":"n944"}');
INSERT INTO entries VALUES (19, 954, 'u["entry_6nn4acdwjk6t0wfvgb5v",1795322633189,10]
{"role":"user","content":"n945"}');
INSERT INTO entries VALUES (19, 955, 'u["entry_x7y6cdmk4rbecw2fcg09",1795322633189,10]
{"role":"user","content":"n946"}');
INSERT INTO entries VALUES (19, 956, 'u["entry_2eh49r7xj88msacnk24w",1795322633189,10]
{"role":"user","content":"n947"}');
INSERT INTO entries VALUES (19, 957, 'u["entry_4h2j84sgcxh2xwq272rk",1795322633189,10]
{"role":"user","content":"n948"}');
INSERT INTO entries VALUES (19, 958, 'u["entry_s20pyqzgd5y27evfsb3h",1795322633189,10]
{"role":"user","content":"n949"}');
INSERT INTO entries VALUES (19, 959, 'u["entry_b0paqmnq4cdr7xqgpr3t",1795322633189,10]
{"role":"user","content":"n950"}');
INSERT INTO entries VALUES (19, 960, 'u["entry_6n3nvnc74jn1br1phqjb",1795322633189,10]
{"role":"user","content":"n951"}');
INSERT INTO entries VALUES (19, 961, 'u["entry_h3byer4znjyscs5rzvb1",1795322633189,10]
{"role":"user","content":"n952"}');
INSERT INTO entries VALUES (19, 962, 'u["entry_p78p54b0xwy6b7s4dd20",1795322633189,10]
{"role":"user","content":"n953"}');
INSERT INTO entries VALUES (19, 963, 'u["entry_n0asj8fxjjsz3ayh0je3",1795322633189,10]
{"role":"user","content":"n954"}');
INSERT INTO entries VALUES (19, 964, 'u["entry_kw8c5gn46nmzgwgtyt2d",1795322633189,10]
{"role":"user","content":"n955"}');
INSERT INTO entries VALUES (19, 965, 'u["entry_mbqwfgp15zv66rsh2qnp",1795322633189,10]
{"role":"user","content":"n956"}');
INSERT INTO entries VALUES (19, 966, 'u["entry_a8yce19cyp2ykck5j0xd",1795322633189,10]
{"role":"user","content":"n957"}');
INSERT INTO entries VALUES (19, 967, 'u["entry_9hyxf5f54cf0ywaymbee",1795322633189,10]
{"role":"user","content":"n958"}');
INSERT INTO entries VALUES (19, 968, 'u["entry_xhvajss5neg7vwznqr65",1795322633189,10]
{"role":"user","content":"n959"}');
INSERT INTO entries VALUES (19, 969, 'u["entry_dt77c6gea01kx31ppzbf",1795322633189,10]
{"role":"user","content":"n960"}');
INSERT INTO entries VALUES (19, 970, 'u["entry_awxertz59tv5mjffrmp0",1795322633189,10]
{"role":"user","content":"n961"}');
INSERT INTO entries VALUES (19, 971, 'u["entry_5jdvrhbs4qz371dj1g75",1795322633189,10]
{"role":"user","content":"n962"}');
INSERT INTO entries VALUES (19, 972, 'u["entry_sjrdza2ypsmgyqz8mq62",1795322633189,10]
{"role":"user","content":"n963"}');
INSERT INTO entries VALUES (19, 973, 'u["entry_anttqgsdkeqaks73qtg6",1795322633189,10]
{"role":"user","content":"n964"}');
INSERT INTO entries VALUES (19, 974, 'u["entry_6q4edsdsth53v2ncebny",1795322633189,10]
{"role":"user","content":"n965"}');
INSERT INTO entries VALUES (19, 975, 'u["entry_9mh6q9swrc2e04rzzjvy",1795322633189,10]
{"role":"user","content":"n966"}');
INSERT INTO entries VALUES (19, 976, 'u["entry_pr7ghkz0jjsmxgqyxws1",1795322633189,10]
{"role":"user","content":"n967"}');
INSERT INTO entries VALUES (19, 977, 'u["entry_z6bwes820grgbawggdx9",1795322633189,10]
{"role":"user","content":"n968"}');
INSERT INTO entries VALUES (19, 978, 'u["entry_qzvm4v502fmpb1y6n3s6",1795322633189,10]
{"role":"user","content":"n969"}');
INSERT INTO entries VALUES (19, 979, 'u["entry_acafm4jbjx1pe31zatpp",1795322633189,10]
{"role":"user","content":"n970"}');
INSERT INTO entries VALUES (19, 980, 'u["entry_3d4xj8d7an1fza1nxdjk",1795322633189,10]
{"role":"user","content":"n971"}');
INSERT INTO entries VALUES (19, 981, 'u["entry_9nx5x7gn9411ppx44bw9",1795322633189,10]
{"role":"user","content":"n972"}');
INSERT INTO entries VALUES (19, 982, 'u["entry_pegaz0xh4656xaxy83zc",1795322633189,10]
{"role":"user","content":"n973"}');
INSERT INTO entries VALUES (19, 983, 'u["entry_aw5dm85c62q6ytn7zx2n",1795322633189,10]
{"role":"user","content":"n974"}');
INSERT INTO entries VALUES (19, 984, 'u["entry_w552q5584jh1jqpb09t9",1795322633189,10]
{"role":"user","content":"n975"}');
INSERT INTO entries VALUES (19, 985, 'u["entry_xtd8sgr93ayamqss7v7h",1795322633189,10]
{"role":"user","content":"n976"}');
INSERT INTO entries VALUES (19, 986, 'u["entry_ekbxzrsbpgttejpyfnpk",1795322633189,10]
{"role":"user","content":"n977"}');
INSERT INTO entries VALUES (19, 987, 'u["entry_5styzgt6mhhfdm85m57d",1795322633189,10]
{"role":"user","content":"n978"}');
INSERT INTO entries VALUES (19, 988, 'u["entry_ppwzskth5qhsxspkgtc2",1795322633189,10]
{"role":"user","content":"n979"}');
INSERT INTO entries VALUES (19, 989, 'u["entry_79m5c1xw6srhw6g5f735",1795322633189,10]
{"role":"user","content":"n980"}');
INSERT INTO entries VALUES (19, 990, 'u["entry_2tbtn729rgkgny647kys",1795322633189,10]
{"role":"user","content":"n981"}');
INSERT INTO entries VALUES (19, 991, 'u["entry_k9pscy08tg8ywbdjq58g",1795322633189,10]
{"role":"user","content":"n982"}');
INSERT INTO entries VALUES (19, 992, 'u["entry_h46k62xspves77fb0md8",1795322633189,10]
{"role":"user","content":"n983"}');
INSERT INTO entries VALUES (19, 993, 'u["entry_tj5mc52fssd0ssv3aqvr",1795322633189,10]
{"role":"user","content":"n984"}');
INSERT INTO entries VALUES (19, 994, 'u["entry_zkyqz44cnkv3gjcxpdms",1795322633189,10]
{"role":"user","content":"n985"}');
INSERT INTO entries VALUES (19, 995, 'u["entry_vvv77heg93qkts01za5z",1795322633189,10]
{"role":"user","content":"n986"}');
INSERT INTO entries VALUES (19, 996, 'u["entry_m9st2c5kv5fs68a08qyv",1795322633189,10]
{"role":"user","content":"n987"}');
INSERT INTO entries VALUES (19, 997, 'u["entry_a9r36abg32smpcc9xw9h",1795322633189,10]
{"role":"user","content":"n988"}');
INSERT INTO entries VALUES (19, 998, 'u["entry_34cw76bzd1vvz0z3xaxd",1795322633189,10]
{"role":"user","content":"n989"}');
INSERT INTO entries VALUES (19, 999, 'u["entry_yg62qggpnrk0a673yzxn",1795322633189,10]
{"role":"user","content":"n990"}');
INSERT INTO entries VALUES (19, 1000, 'u["entry_vtj77mk0j9b2zgebs98f",1795322633189,10]
{"role":"user","content":"n991"}');
INSERT INTO entries VALUES (19, 1001, 'u["entry_hjdm2s5hpa788bjpy5m3",1795322633189,10]
{"role":"user","content":"n992"}');
INSERT INTO entries VALUES (19, 1002, 'u["entry_anhmw7k0pybyp3mcq6wt",1795322633189,10]
{"role":"user","content":"n993"}');
INSERT INTO entries VALUES (19, 1003, 'u["entry_a0d3b5dpja19qa42fe2f",1795322633189,10]
{"role":"user","content":"n994"}');
INSERT INTO entries VALUES (19, 1004, 'u["entry_pcn4tpbz0k6k5d73wb4t",1795322633189,10]
{"role":"user","content":"n995"}');
INSERT INTO entries VALUES (19, 1005, 'u["entry_tfj9cynrje9a1gx59v4g",1795322633189,10]
{"role":"user","content":"n996"}');
INSERT INTO entries VALUES (19, 1006, 'u["entry_ep9p2y12re66dhvddr44",1795322633189,10]
{"role":"user","content":"n997"}');
INSERT INTO entries VALUES (19, 1007, 'u["entry_cvynhv8qeyhmn7pf44re",1795322633189,10]
{"role":"user","content":"n998"}');
INSERT INTO entries VALUES (19, 1008, 'u["entry_1gvka7cv2p8gg9xhh31v",1795322633189,10]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1009, 'a["entry_0k528c70q1fse1qr3dxd",1795322633204,10,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1010, 'u["entry_e9ggd9vezvgzrmesya28",1795322633206,11]
{"role":"user","content":"n1000"}');
INSERT INTO entries VALUES (19, 1011, 'u["entry_hm7qrj00smta7g68xnp8",1795322633206,11]
{"role":"user","content":"n1001"}');
INSERT INTO entries VALUES (19, 1012, 'u["entry_0f4k6yb7d657dhgfczzx",1795322633206,11]
{"role":"user","content":"n1002"}');
INSERT INTO entries VALUES (19, 1013, 'u["entry_53n2977srvbqcy392n4n",1795322633206,11]
{"role":"user","content":"n1003"}');
INSERT INTO entries VALUES (19, 1014, 'u["entry_j0zx2pabbq5026fdqkpc",1795322633206,11]
{"role":"user","content":"n1004"}');
INSERT INTO entries VALUES (19, 1015, 'u["entry_vtc6m5j2xrgx9b9hxn1j",1795322633206,11]
{"role":"user","content":"n1005"}');
INSERT INTO entries VALUES (19, 1016, 'u["entry_se27nmy0tbw5mvkwxs26",1795322633206,11]
{"role":"user","content":"n1006"}');
INSERT INTO entries VALUES (19, 1017, 'u["entry_6apjyngax29438he5bwm",1795322633206,11]
{"role":"user","content":"n1007"}');
INSERT INTO entries VALUES (19, 1018, 'u["entry_0f9p18wjywh85byevda6",1795322633206,11]
{"role":"user","content":"n1008"}');
INSERT INTO entries VALUES (19, 1019, 'u["entry_md3pqy77syq55mhqf761",1795322633206,11]
{"role":"user","content":"n1009"}');
INSERT INTO entries VALUES (19, 1020, 'u["entry_3c7n26zek1ryhyqns0ss",1795322633206,11]
{"role":"user","content":"n1010"}');
INSERT INTO entries VALUES (19, 1021, 'u["entry_c2dsv9ags2vvfr7mc8kz",1795322633206,11]
{"role":"user","content":"n1011"}');
INSERT INTO entries VALUES (19, 1022, 'u["entry_0dk5m6ayvz3e0agq1wm5",1795322633206,11]
{"role":"user","content":"n1012"}');
INSERT INTO entries VALUES (19, 1023, 'u["entry_esrndtmgg3vdszcpm29q",1795322633206,11]
{"role":"user","content":"n1013"}');
INSERT INTO entries VALUES (19, 1024, 'u["entry_rxwgbjp3eb5t485avq82",1795322633206,11]
{"role":"user","content":"n1014"}');
INSERT INTO entries VALUES (19, 1025, 'u["entry_b4k4hbvg80feskebn153",1795322633206,11]
{"role":"user","content":"n1015"}');
INSERT INTO entries VALUES (19, 1026, 'u["entry_0z5a3bs5xhdzrhdgde03",1795322633206,11]
{"role":"user","content":"n1016"}');
INSERT INTO entries VALUES (19, 1027, 'u["entry_fzts3rc4pct3vm1zpxzx",1795322633206,11]
{"role":"user","content":"n1017"}');
INSERT INTO entries VALUES (19, 1028, 'u["entry_mcsa1sx8yvfb9j6vj1y6",1795322633206,11]
{"role":"user","content":"n1018"}');
INSERT INTO entries VALUES (19, 1029, 'u["entry_3n0f6gex31rh7bbgfdac",1795322633206,11]
{"role":"user","content":"n1019"}');
INSERT INTO entries VALUES (19, 1030, 'u["entry_030z3k12x9704sbf1qwh",1795322633206,11]
{"role":"user","content":"n1020"}');
INSERT INTO entries VALUES (19, 1031, 'u["entry_hm62skbmhc18zmrjtcjq",1795322633206,11]
{"role":"user","content":"n1021"}');
INSERT INTO entries VALUES (19, 1032, 'u["entry_d7s0rvxd0r0jvgxadhgz",1795322633206,11]
{"role":"user","content":"n1022"}');
INSERT INTO entries VALUES (19, 1033, 'u["entry_2hm42e0m50v99hajb3at",1795322633206,11]
{"role":"user","content":"n1023"}');
INSERT INTO entries VALUES (19, 1034, 'u["entry_zpvcdqpnhvn2zz5n5w4m",1795322633206,11]
{"role":"user","content":"n1024"}');
INSERT INTO entries VALUES (19, 1035, 'u["entry_k400gfhbkh5sfp2e484a",1795322633206,11]
{"role":"user","content":"n1025"}');
INSERT INTO entries VALUES (19, 1036, 'u["entry_jjqxry1nvhrrtxpvc20b",1795322633206,11]
{"role":"user","content":"n1026"}');
INSERT INTO entries VALUES (19, 1037, 'u["entry_smzfkfe44x9vp00yzh6g",1795322633206,11]
{"role":"user","content":"n1027"}');
INSERT INTO entries VALUES (19, 1038, 'u["entry_q8ffczk15zwcnn06c4qh",1795322633206,11]
{"role":"user","content":"n1028"}');
INSERT INTO entries VALUES (19, 1039, 'u["entry_k3rj40863cq5m5jyqn44",1795322633206,11]
{"role":"user","content":"n1029"}');
INSERT INTO entries VALUES (19, 1040, 'u["entry_rd59dzwsh8kbj1xvfff3",1795322633206,11]
{"role":"user","content":"n1030"}');
INSERT INTO entries VALUES (19, 1041, 'u["entry_abre2382sf04p9ny91p8",1795322633206,11]
{"role":"user","content":"n1031"}');
INSERT INTO entries VALUES (19, 1042, 'u["entry_8ty1vj32vekg90bk7x3j",1795322633206,11]
{"role":"user","content":"n1032"}');
INSERT INTO entries VALUES (19, 1043, 'u["entry_mxevgmtrryteq7cdhrzd",1795322633206,11]
{"role":"user","content":"n1033"}');
INSERT INTO entries VALUES (19, 1044, 'u["entry_v2wn6dcynn1hv5jmwhg9",1795322633206,11]
{"role":"user","content":"n1034"}');
INSERT INTO entries VALUES (19, 1045, 'u["entry_nz4j57pk64dp0tw0nrm2",1795322633206,11]
{"role":"user","content":"n1035"}');
INSERT INTO entries VALUES (19, 1046, 'u["entry_773zhaab9q8k7w0h59je",1795322633206,11]
{"role":"user","content":"n1036"}');
INSERT INTO entries VALUES (19, 1047, 'u["entry_2ehgjjkpakwbc7c9kefc",1795322633206,11]
{"role":"user","content":"n1037"}');
INSERT INTO entries VALUES (19, 1048, 'u["entry_19pn0c6r7hrj7pd089xf",1795322633206,11]
{"role":"user","content":"n1038"}');
INSERT INTO entries VALUES (19, 1049, 'u["entry_6mvgehdrpg7bstdg3r6j",1795322633206,11]
{"role":"user","content":"n1039"}');
INSERT INTO entries VALUES (19, 1050, 'u["entry_h1y684vpc79zndyhk1bn",1795322633206,11]
{"role":"user","content":"n1040"}');
INSERT INTO entries VALUES (19, 1051, 'u["entry_e95vq1ggfeys81sxqeqj",1795322633206,11]
{"role":"user","content":"n1041"}');
INSERT INTO entries VALUES (19, 1052, 'u["entry_sre3j9271ysnd7mp8rf8",1795322633206,11]
{"role":"user","content":"n1042"}');
INSERT INTO entries VALUES (19, 1053, 'u["entry_t4kb968hb8hqqpn7qbdd",1795322633206,11]
{"role":"user","content":"n1043"}');
INSERT INTO entries VALUES (19, 1054, 'u["entry_4q4ng22068bzzsm5fbhz",1795322633206,11]
{"role":"user","content":"n1044"}');
INSERT INTO entries VALUES (19, 1055, 'u["entry_37r7jr18praxyshp0k5s",1795322633206,11]
{"role":"user","content":"n1045"}');
INSERT INTO entries VALUES (19, 1056, 'u["entry_m34kcts39kzbt891gg58",1795322633206,11]
{"role":"user","content":"n1046"}');
INSERT INTO entries VALUES (19, 1057, 'u["entry_10fph29s7kfv67kfpsv2",1795322633206,11]
{"role":"user","content":"n1047"}');
INSERT INTO entries VALUES (19, 1058, 'u["entry_pnd7w96d33m67ey5dsqz",1795322633206,11]
{"role":"user","content":"n1048"}');
INSERT INTO entries VALUES (19, 1059, 'u["entry_5ng2cjk4c2vzhtp8adz3",1795322633206,11]
{"role":"user","content":"n1049"}');
INSERT INTO entries VALUES (19, 1060, 'u["entry_bd3jvh9krc8aw5r1w6rg",1795322633206,11]
{"role":"user","content":"n1050"}');
INSERT INTO entries VALUES (19, 1061, 'u["entry_a24byk1s4nwgx8sy3p0k",1795322633206,11]
{"role":"user","content":"n1051"}');
INSERT INTO entries VALUES (19, 1062, 'u["entry_22s7tttaepfkx679bdqv",1795322633206,11]
{"role":"user","content":"n1052"}');
INSERT INTO entries VALUES (19, 1063, 'u["entry_7p53h5bvv9bhc07snfwy",1795322633206,11]
{"role":"user","content":"n1053"}');
INSERT INTO entries VALUES (19, 1064, 'u["entry_5qcg69fqx24jkj720p8p",1795322633206,11]
{"role":"user","content":"n1054"}');
INSERT INTO entries VALUES (19, 1065, 'u["entry_g25smtke1smd89fbc88f",1795322633206,11]
{"role":"user","content":"n1055"}');
INSERT INTO entries VALUES (19, 1066, 'u["entry_4z5r3xbbejekyz8p2hj7",1795322633206,11]
{"role":"user","content":"n1056"}');
INSERT INTO entries VALUES (19, 1067, 'u["entry_6q4h7n2p9d4qn0sg8sg2",1795322633206,11]
{"role":"user","content":"n1057"}');
INSERT INTO entries VALUES (19, 1068, 'u["entry_zg7xscs4j8vxtfq1gbhp",1795322633206,11]
{"role":"user","content":"n1058"}');
INSERT INTO entries VALUES (19, 1069, 'u["entry_pw4yv8gmkdrr6ps6t1vz",1795322633206,11]
{"role":"user","content":"n1059"}');
INSERT INTO entries VALUES (19, 1070, 'u["entry_xq7d34t0g8hsartv4sce",1795322633206,11]
{"role":"user","content":"n1060"}');
INSERT INTO entries VALUES (19, 1071, 'u["entry_yeyxp2pc87t4sg2z5h5p",1795322633206,11]
{"role":"user","content":"n1061"}');
INSERT INTO entries VALUES (19, 1072, 'u["entry_prgq8gw7nzdn0vp3tngz",1795322633206,11]
{"role":"user","content":"n1062"}');
INSERT INTO entries VALUES (19, 1073, 'u["entry_gr7raxh3pt7fmnpbw4wz",1795322633206,11]
{"role":"user","content":"n1063"}');
INSERT INTO entries VALUES (19, 1074, 'u["entry_04rcas2t9yym299k7kzk",1795322633206,11]
{"role":"user","content":"n1064"}');
INSERT INTO entries VALUES (19, 1075, 'u["entry_4anf9cakfp9bq6pcgtvh",1795322633206,11]
{"role":"user","content":"n1065"}');
INSERT INTO entries VALUES (19, 1076, 'u["entry_217yjp1wkvj0whyadgv6",1795322633206,11]
{"role":"user","content":"n1066"}');
INSERT INTO entries VALUES (19, 1077, 'u["entry_k3qb0e1ctffw7k3bbqq1",1795322633206,11]
{"role":"user","content":"n1067"}');
INSERT INTO entries VALUES (19, 1078, 'u["entry_fntd1505dr0tn3g21fp4",1795322633206,11]
{"role":"user","content":"n1068"}');
INSERT INTO entries VALUES (19, 1079, 'u["entry_zxkmtp5hh3d2ke6vyxkg",1795322633206,11]
{"role":"user","content":"n1069"}');
INSERT INTO entries VALUES (19, 1080, 'u["entry_hn9bcnpq2w81gzkdwcdt",1795322633206,11]
{"role":"user","content":"n1070"}');
INSERT INTO entries VALUES (19, 1081, 'u["entry_ek3p3nbs3xcscg7r0zy3",1795322633206,11]
{"role":"user","content":"n1071"}');
INSERT INTO entries VALUES (19, 1082, 'u["entry_bdqh8dexhsyva73hxnmq",1795322633206,11]
{"role":"user","content":"n1072"}');
INSERT INTO entries VALUES (19, 1083, 'u["entry_dvpp94ajghe9a5rhze0b",1795322633206,11]
{"role":"user","content":"n1073"}');
INSERT INTO entries VALUES (19, 1084, 'u["entry_7xvvzbgerrdg6cwp19q1",1795322633206,11]
{"role":"user","content":"n1074"}');
INSERT INTO entries VALUES (19, 1085, 'u["entry_sj3tdnj0s92ez9ws3x8g",1795322633206,11]
{"role":"user","content":"n1075"}');
INSERT INTO entries VALUES (19, 1086, 'u["entry_pptdj9ppmvb4nh10ktpd",1795322633206,11]
{"role":"user","content":"n1076"}');
INSERT INTO entries VALUES (19, 1087, 'u["entry_4whhpvfrqkehrdtm92ga",1795322633206,11]
{"role":"user","content":"n1077"}');
INSERT INTO entries VALUES (19, 1088, 'u["entry_6n2g2e4j6yr5zfscbxh5",1795322633206,11]
{"role":"user","content":"n1078"}');
INSERT INTO entries VALUES (19, 1089, 'u["entry_59022bv47d3rtt11mvqq",1795322633206,11]
{"role":"user","content":"n1079"}');
INSERT INTO entries VALUES (19, 1090, 'u["entry_hqgj34jcbsn4qmgfc9x5",1795322633206,11]
{"role":"user","content":"n1080"}');
INSERT INTO entries VALUES (19, 1091, 'u["entry_nx83javmtvbx5j8a86t1",1795322633206,11]
{"role":"user","content":"n1081"}');
INSERT INTO entries VALUES (19, 1092, 'u["entry_9ynbz3nyxd2cp3a5s91b",1795322633206,11]
{"role":"user","content":"n1082"}');
INSERT INTO entries VALUES (19, 1093, 'u["entry_mev9x283apr2pa6h8efn",1795322633206,11]
{"role":"user","content":"n1083"}');
INSERT INTO entries VALUES (19, 1094, 'u["entry_ddzk9jtx5yzmbenrtcr3",1795322633206,11]
{"role":"user","content":"n1084"}');
INSERT INTO entries VALUES (19, 1095, 'u["entry_p3s26b9k7axs39z2sxsj",1795322633206,11]
{"role":"user","content":"n1085"}');
INSERT INTO entries VALUES (19, 1096, 'u["entry_be6xcxzhmzcxmkr9xdkd",1795322633206,11]
{"role":"user","content":"n1086"}');
INSERT INTO entries VALUES (19, 1097, 'u["entry_v4wkqgwssh4rbdav9yt4",1795322633206,11]
{"role":"user","content":"n1087"}');
INSERT INTO entries VALUES (19, 1098, 'u["entry_vm2ne5gab1gyq60v3rvt",1795322633206,11]
{"role":"user","content":"n1088"}');
INSERT INTO entries VALUES (19, 1099, 'u["entry_5jz9vp03d24cdr40yf0p",1795322633206,11]
{"role":"user","content":"n1089"}');
INSERT INTO entries VALUES (19, 1100, 'u["entry_z2hdczavydg2wzhyqptf",1795322633206,11]
{"role":"user","content":"n1090"}');
INSERT INTO entries VALUES (19, 1101, 'u["entry_90s6x9cwwcanytkae0m0",1795322633206,11]
{"role":"user","content":"n1091"}');
INSERT INTO entries VALUES (19, 1102, 'u["entry_syq9kyr3fvpthf0m8yg4",1795322633206,11]
{"role":"user","content":"n1092"}');
INSERT INTO entries VALUES (19, 1103, 'u["entry_9abxtg41vvc0qvx8j9cq",1795322633206,11]
{"role":"user","content":"n1093"}');
INSERT INTO entries VALUES (19, 1104, 'u["entry_szev0s0p3vym40pfgkcw",1795322633206,11]
{"role":"user","content":"n1094"}');
INSERT INTO entries VALUES (19, 1105, 'u["entry_a8hmzx4g6dgaq80m2q2g",1795322633206,11]
{"role":"user","content":"n1095"}');
INSERT INTO entries VALUES (19, 1106, 'u["entry_57wvbnkc7qdb8x1gd2qp",1795322633206,11]
{"role":"user","content":"n1096"}');
INSERT INTO entries VALUES (19, 1107, 'u["entry_step9dz6j1g99dhs3d5a",1795322633206,11]
{"role":"user","content":"n1097"}');
INSERT INTO entries VALUES (19, 1108, 'u["entry_3agczk5mpy0tvavs40x2",1795322633206,11]
{"role":"user","content":"n1098"}');
INSERT INTO entries VALUES (19, 1109, 'u["entry_nse5e96rk1wnfctpgcyx",1795322633206,11]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1110, 'a["entry_968atqwvndes87n82zr5",1795322633215,11,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1111, 'u["entry_rk22cq6j4yq525wcbrav",1795322633217,12]
{"role":"user","content":"n1100"}');
INSERT INTO entries VALUES (19, 1112, 'u["entry_dck04kad9enss5m4qpq4",1795322633217,12]
{"role":"user","content":"n1101"}');
INSERT INTO entries VALUES (19, 1113, 'u["entry_cxc4man8bfyghcar2a6j",1795322633217,12]
{"role":"user","content":"n1102"}');
INSERT INTO entries VALUES (19, 1114, 'u["entry_2zb5ybsndq7jcqmh2dkh",1795322633217,12]
{"role":"user","content":"n1103"}');
INSERT INTO entries VALUES (19, 1115, 'u["entry_wy9tp2fn82xe0x77y1x8",1795322633217,12]
{"role":"user","content":"n1104"}');
INSERT INTO entries VALUES (19, 1116, 'u["entry_c37q741kzn980drnz06g",1795322633217,12]
{"role":"user","content":"n1105"}');
INSERT INTO entries VALUES (19, 1117, 'u["entry_t9n8385h5dppkpxqtg0z",1795322633217,12]
{"role":"user","content":"n1106"}');
INSERT INTO entries VALUES (19, 1118, 'u["entry_1hf3azgdhgsmaypgsz4q",1795322633217,12]
{"role":"user","content":"n1107"}');
INSERT INTO entries VALUES (19, 1119, 'u["entry_r8k76ex2mcadq17yq1p1",1795322633217,12]
{"role":"user","content":"n1108"}');
INSERT INTO entries VALUES (19, 1120, 'u["entry_se86pbrqdp5f4af5x81m",1795322633217,12]
{"role":"user","content":"n1109"}');
INSERT INTO entries VALUES (19, 1121, 'u["entry_gkha03kmt1xwq7s4p0x2",1795322633217,12]
{"role":"user","content":"n1110"}');
INSERT INTO entries VALUES (19, 1122, 'u["entry_n337mze71g0kkcj2bekh",1795322633217,12]
{"role":"user","content":"n1111"}');
INSERT INTO entries VALUES (19, 1123, 'u["entry_9evaghfdmk0x6g11jqkk",1795322633217,12]
{"role":"user","content":"n1112"}');
INSERT INTO entries VALUES (19, 1124, 'u["entry_59h7fvsdy2r5n0tgt7t6",1795322633217,12]
{"role":"user","content":"n1113"}');
INSERT INTO entries VALUES (19, 1125, 'u["entry_2vx9za7v7dpps1cjprtr",1795322633217,12]
{"role":"user","content":"n1114"}');
INSERT INTO entries VALUES (19, 1126, 'u["entry_zca97f6cgqrz5x0xejyv",1795322633217,12]
{"role":"user","content":"n1115"}');
INSERT INTO entries VALUES (19, 1127, 'u["entry_xaak5x05e1wkgkc1tn8s",1795322633217,12]
{"role":"user","content":"n1116"}');
INSERT INTO entries VALUES (19, 1128, 'u["entry_s6h4z9x2vm3pmhcw72kf",1795322633217,12]
{"role":"user","content":"n1117"}');
INSERT INTO entries VALUES (19, 1129, 'u["entry_gks4my3wbm2rvp98dhg0",1795322633217,12]
{"role":"user","content":"n1118"}');
INSERT INTO entries VALUES (19, 1130, 'u["entry_8mcb4zdxbrzy0417941r",1795322633217,12]
{"role":"user","content":"n1119"}');
INSERT INTO entries VALUES (19, 1131, 'u["entry_1rpatvwx554tsham8dm3",1795322633217,12]
{"role":"user","content":"n1120"}');
INSERT INTO entries VALUES (19, 1132, 'u["entry_0fs7g41v8dv13be2kxgg",1795322633217,12]
{"role":"user","content":"n1121"}');
INSERT INTO entries VALUES (19, 1133, 'u["entry_px6hkvtgphpt63p30m2c",1795322633217,12]
{"role":"user","content":"n1122"}');
INSERT INTO entries VALUES (19, 1134, 'u["entry_5qgek29bv9bn976dmny5",1795322633217,12]
{"role":"user","content":"n1123"}');
INSERT INTO entries VALUES (19, 1135, 'u["entry_y46jfjt6p4wjh60mepn4",1795322633217,12]
{"role":"user","content":"n1124"}');
INSERT INTO entries VALUES (19, 1136, 'u["entry_ajtvkq75em1qbk2anwra",1795322633217,12]
{"role":"user","content":"n1125"}');
INSERT INTO entries VALUES (19, 1137, 'u["entry_jycehpk7yf8d62s3z7xp",1795322633217,12]
{"role":"user","content":"n1126"}');
INSERT INTO entries VALUES (19, 1138, 'u["entry_88rnfhdhbg8qv7jnqr0a",1795322633217,12]
{"role":"user","content":"n1127"}');
INSERT INTO entries VALUES (19, 1139, 'u["entry_8gke5w0n15rjgkmmf0fr",1795322633217,12]
{"role":"user","content":"n1128"}');
INSERT INTO entries VALUES (19, 1140, 'u["entry_br0qs82fr24zvyqaszyx",1795322633217,12]
{"role":"user","content":"n1129"}');
INSERT INTO entries VALUES (19, 1141, 'u["entry_x6kfaazp9srfssvfntfa",1795322633217,12]
{"role":"user","content":"n1130"}');
INSERT INTO entries VALUES (19, 1142, 'u["entry_w924epew5d8pkx4h2s3n",1795322633217,12]
{"role":"user","content":"n1131"}');
INSERT INTO entries VALUES (19, 1143, 'u["entry_mxtz72n6b2wmb6qcqxt5",1795322633217,12]
{"role":"user","content":"n1132"}');
INSERT INTO entries VALUES (19, 1144, 'u["entry_hkf49k4c5m65kyrb21zx",1795322633217,12]
{"role":"user","content":"n1133"}');
INSERT INTO entries VALUES (19, 1145, 'u["entry_wy0qadc3vpef7n5z7eb2",1795322633217,12]
{"role":"user","content":"n1134"}');
INSERT INTO entries VALUES (19, 1146, 'u["entry_h7fnsns5d7qze0cnb2wq",1795322633217,12]
{"role":"user","content":"n1135"}');
INSERT INTO entries VALUES (19, 1147, 'u["entry_td4n1fwwpnmb1qkwh07k",1795322633217,12]
{"role":"user","content":"n1136"}');
INSERT INTO entries VALUES (19, 1148, 'u["entry_be6avf2cd8cjtvjms3ay",1795322633217,12]
{"role":"user","content":"n1137"}');
INSERT INTO entries VALUES (19, 1149, 'u["entry_c119d2r753gjwbanedqk",1795322633217,12]
{"role":"user","content":"n1138"}');
INSERT INTO entries VALUES (19, 1150, 'u["entry_nt8tajwdw386q7zv4pa8",1795322633217,12]
{"role":"user","content":"n1139"}');
INSERT INTO entries VALUES (19, 1151, 'u["entry_7q7x2mv6ppwv5czkafkh",1795322633217,12]
{"role":"user","content":"n1140"}');
INSERT INTO entries VALUES (19, 1152, 'u["entry_bgv0vjxscrw8vxprk975",1795322633217,12]
{"role":"user","content":"n1141"}');
INSERT INTO entries VALUES (19, 1153, 'u["entry_ggew75y8ag0fnqxxewpz",1795322633217,12]
{"role":"user","content":"n1142"}');
INSERT INTO entries VALUES (19, 1154, 'u["entry_8955fxjej9s3a72k332c",1795322633217,12]
{"role":"user","content":"n1143"}');
INSERT INTO entries VALUES (19, 1155, 'u["entry_y12p9gwtk99f452epjhj",1795322633217,12]
{"role":"user","content":"n1144"}');
INSERT INTO entries VALUES (19, 1156, 'u["entry_3db6dght9pm5vc87r6r2",1795322633217,12]
{"role":"user","content":"n1145"}');
INSERT INTO entries VALUES (19, 1157, 'u["entry_7jvk3admgaj0pvxbagfr",1795322633217,12]
{"role":"user","content":"n1146"}');
INSERT INTO entries VALUES (19, 1158, 'u["entry_qf3g1q3hpyxvcwyn1qdm",1795322633217,12]
{"role":"user","content":"n1147"}');
INSERT INTO entries VALUES (19, 1159, 'u["entry_hda2wthhqdh52r6ynm3h",1795322633217,12]
{"role":"user","content":"n1148"}');
INSERT INTO entries VALUES (19, 1160, 'u["entry_3ewx9ezecbga7fqfzh8x",1795322633217,12]
{"role":"user","content":"n1149"}');
INSERT INTO entries VALUES (19, 1161, 'u["entry_cep4hv69fzn2vtrxpm0f",1795322633217,12]
{"role":"user","content":"n1150"}');
INSERT INTO entries VALUES (19, 1162, 'u["entry_yz5h348f50sh1ez17mag",1795322633217,12]
{"role":"user","content":"n1151"}');
INSERT INTO entries VALUES (19, 1163, 'u["entry_1ng87ttjt7zqmd4hj25a",1795322633217,12]
{"role":"user","content":"n1152"}');
INSERT INTO entries VALUES (19, 1164, 'u["entry_x2h5jte3p8nfw1a35ege",1795322633217,12]
{"role":"user","content":"n1153"}');
INSERT INTO entries VALUES (19, 1165, 'u["entry_9rrvn55g01es2jrf67eg",1795322633217,12]
{"role":"user","content":"n1154"}');
INSERT INTO entries VALUES (19, 1166, 'u["entry_0t38hwxp08z2ps3grvwn",1795322633217,12]
{"role":"user","content":"n1155"}');
INSERT INTO entries VALUES (19, 1167, 'u["entry_c2h44apwwhmd1k8h2c07",1795322633217,12]
{"role":"user","content":"n1156"}');
INSERT INTO entries VALUES (19, 1168, 'u["entry_yapg6jxjn715trdc8paw",1795322633217,12]
{"role":"user","content":"n1157"}');
INSERT INTO entries VALUES (19, 1169, 'u["entry_g028dnbc7khf3g9g50ht",1795322633217,12]
{"role":"user","content":"n1158"}');
INSERT INTO entries VALUES (19, 1170, 'u["entry_btz91q51shpzhvj978w4",1795322633217,12]
{"role":"user","content":"n1159"}');
INSERT INTO entries VALUES (19, 1171, 'u["entry_eewcn2rcp8srm51gr503",1795322633217,12]
{"role":"user","content":"n1160"}');
INSERT INTO entries VALUES (19, 1172, 'u["entry_7pcxz9r77dr5st8k0bvm",1795322633217,12]
{"role":"user","content":"n1161"}');
INSERT INTO entries VALUES (19, 1173, 'u["entry_gcmcs71ra1ks8shz29t3",1795322633217,12]
{"role":"user","content":"n1162"}');
INSERT INTO entries VALUES (19, 1174, 'u["entry_atv5nmsbt0yye8ehvkd2",1795322633217,12]
{"role":"user","content":"n1163"}');
INSERT INTO entries VALUES (19, 1175, 'u["entry_f3rwrey9qvrs6tx8qxce",1795322633217,12]
{"role":"user","content":"n1164"}');
INSERT INTO entries VALUES (19, 1176, 'u["entry_4e4yhhd72dk37k7ddykr",1795322633217,12]
{"role":"user","content":"n1165"}');
INSERT INTO entries VALUES (19, 1177, 'u["entry_t1v7dtbf16saj7aw0fr2",1795322633217,12]
{"role":"user","content":"n1166"}');
INSERT INTO entries VALUES (19, 1178, 'u["entry_59069bzmkmmqm6pk1dek",1795322633217,12]
{"role":"user","content":"n1167"}');
INSERT INTO entries VALUES (19, 1179, 'u["entry_cpxfpjqx5v7rqb5py8q8",1795322633217,12]
{"role":"user","content":"n1168"}');
INSERT INTO entries VALUES (19, 1180, 'u["entry_8kx99751y851bmye6x6e",1795322633217,12]
{"role":"user","content":"n1169"}');
INSERT INTO entries VALUES (19, 1181, 'u["entry_ya5amxpr1zwvyx6t7tnr",1795322633217,12]
{"role":"user","content":"n1170"}');
INSERT INTO entries VALUES (19, 1182, 'u["entry_pt1tjf5d4zff6e0fsedy",1795322633217,12]
{"role":"user","content":"n1171"}');
INSERT INTO entries VALUES (19, 1183, 'u["entry_nbv65jzcfy63e56ep1bx",1795322633217,12]
{"role":"user","content":"n1172"}');
INSERT INTO entries VALUES (19, 1184, 'u["entry_8rr8a7ghn73hkxyw05dg",1795322633217,12]
{"role":"user","content":"n1173"}');
INSERT INTO entries VALUES (19, 1185, 'u["entry_42j5neg7q94fkb5sd9b2",1795322633217,12]
{"role":"user","content":"n1174"}');
INSERT INTO entries VALUES (19, 1186, 'u["entry_95yn19evtpp743ydrxr5",1795322633217,12]
{"role":"user","content":"n1175"}');
INSERT INTO entries VALUES (19, 1187, 'u["entry_z73h1p3eszy5r1h1jrn1",1795322633217,12]
{"role":"user","content":"n1176"}');
INSERT INTO entries VALUES (19, 1188, 'u["entry_4qzb93afzjak4x1cp87z",1795322633217,12]
{"role":"user","content":"n1177"}');
INSERT INTO entries VALUES (19, 1189, 'u["entry_jegesmy1wbghw8n0h5gt",1795322633217,12]
{"role":"user","content":"n1178"}');
INSERT INTO entries VALUES (19, 1190, 'u["entry_40am330pbsa52ky9s2y5",1795322633217,12]
{"role":"user","content":"n1179"}');
INSERT INTO entries VALUES (19, 1191, 'u["entry_fb1thgva6t1cwhxn6b7x",1795322633217,12]
{"role":"user","content":"n1180"}');
INSERT INTO entries VALUES (19, 1192, 'u["entry_gwv5642ndkm5ycr0hhpw",1795322633217,12]
{"role":"user","content":"n1181"}');
INSERT INTO entries VALUES (19, 1193, 'u["entry_by5r1aq1jvfc68cnthsx",1795322633217,12]
{"role":"user","content":"n1182"}');
INSERT INTO entries VALUES (19, 1194, 'u["entry_dyc3ftshrhks7f5s9etr",1795322633217,12]
{"role":"user","content":"n1183"}');
INSERT INTO entries VALUES (19, 1195, 'u["entry_p304gxv4gn2kk5wf4yys",1795322633217,12]
{"role":"user","content":"n1184"}');
INSERT INTO entries VALUES (19, 1196, 'u["entry_nkq6q2z1n1egdx6hyt30",1795322633217,12]
{"role":"user","content":"n1185"}');
INSERT INTO entries VALUES (19, 1197, 'u["entry_fxrjn0ba0qtnv0ywbg9g",1795322633217,12]
{"role":"user","content":"n1186"}');
INSERT INTO entries VALUES (19, 1198, 'u["entry_cmae97afe0nf9g25mh9v",1795322633217,12]
{"role":"user","content":"n1187"}');
INSERT INTO entries VALUES (19, 1199, 'u["entry_9wqtttgrtcyqw8whbdmn",1795322633217,12]
{"role":"user","content":"n1188"}');
INSERT INTO entries VALUES (19, 1200, 'u["entry_7yn3da5bzcsz2n7ksahk",1795322633217,12]
{"role":"user","content":"n1189"}');
INSERT INTO entries VALUES (19, 1201, 'u["entry_8d0nw6b9vs4bbevery84",1795322633217,12]
{"role":"user","content":"n1190"}');
INSERT INTO entries VALUES (19, 1202, 'u["entry_n4eqeyxsjmhemtn98jky",1795322633217,12]
{"role":"user","content":"n1191"}');
INSERT INTO entries VALUES (19, 1203, 'u["entry_vdpwphk4a5k5p8z2gzy2",1795322633217,12]
{"role":"user","content":"n1192"}');
INSERT INTO entries VALUES (19, 1204, 'u["entry_vj3g2yr3xa0w0vj6kv9r",1795322633217,12]
{"role":"user","content":"n1193"}');
INSERT INTO entries VALUES (19, 1205, 'u["entry_2p72wz8apt1rx3ykvx48",1795322633217,12]
{"role":"user","content":"n1194"}');
INSERT INTO entries VALUES (19, 1206, 'u["entry_h9014fff38jw09606jce",1795322633217,12]
{"role":"user","content":"n1195"}');
INSERT INTO entries VALUES (19, 1207, 'u["entry_amsdzkzvbgh5p8p225ay",1795322633217,12]
{"role":"user","content":"n1196"}');
INSERT INTO entries VALUES (19, 1208, 'u["entry_0hp7xmsjr4yk89z26vwz",1795322633217,12]
{"role":"user","content":"n1197"}');
INSERT INTO entries VALUES (19, 1209, 'u["entry_g29cdfkfwn7wtqvwpke8",1795322633217,12]
{"role":"user","content":"n1198"}');
INSERT INTO entries VALUES (19, 1210, 'u["entry_bejr14502n7t9zpc3kwa",1795322633217,12]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1211, 'a["entry_swjeq4wfxm8w5rz9ffqw",1795322633221,12,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1212, 'u["entry_sanbdbtamk0vpbyay4ez",1795322633223,13]
{"role":"user","content":"n1200"}');
INSERT INTO entries VALUES (19, 1213, 'u["entry_138qxg87j0kqackhs5ez",1795322633223,13]
{"role":"user","content":"n1201"}');
INSERT INTO entries VALUES (19, 1214, 'u["entry_b0z690y8x93gcbetkdsg",1795322633223,13]
{"role":"user","content":"n1202"}');
INSERT INTO entries VALUES (19, 1215, 'u["entry_pg7fdj389fy69n03m2p4",1795322633223,13]
{"role":"user","content":"n1203"}');
INSERT INTO entries VALUES (19, 1216, 'u["entry_v8rw1xzz54t7kqbezarz",1795322633223,13]
{"role":"user","content":"n1204"}');
INSERT INTO entries VALUES (19, 1217, 'u["entry_7536jg9asxwc2s83q44f",1795322633223,13]
{"role":"user","content":"n1205"}');
INSERT INTO entries VALUES (19, 1218, 'u["entry_xj344j6sy112ev06xq7x",1795322633223,13]
{"role":"user","content":"n1206"}');
INSERT INTO entries VALUES (19, 1219, 'u["entry_mfrycmrgyd26hd6k0h26",1795322633223,13]
{"role":"user","content":"n1207"}');
INSERT INTO entries VALUES (19, 1220, 'u["entry_h7m2exywvrh2sr36x49w",1795322633223,13]
{"role":"user","content":"n1208"}');
INSERT INTO entries VALUES (19, 1221, 'u["entry_tcwkwfg5swbpgynjg2g9",1795322633223,13]
{"role":"user","content":"n1209"}');
INSERT INTO entries VALUES (19, 1222, 'u["entry_6ftsgmpechd8m8drjh1y",1795322633223,13]
{"role":"user","content":"n1210"}');
INSERT INTO entries VALUES (19, 1223, 'u["entry_hhwrgxzk64jzj57gb82g",1795322633223,13]
{"role":"user","content":"n1211"}');
INSERT INTO entries VALUES (19, 1224, 'u["entry_xdnqty1693feb9kmb8ps",1795322633223,13]
{"role":"user","content":"n1212"}');
INSERT INTO entries VALUES (19, 1225, 'u["entry_7kqsn3h80jas4gca5q40",1795322633223,13]
{"role":"user","content":"n1213"}');
INSERT INTO entries VALUES (19, 1226, 'u["entry_vfmgym2vhk1epyka9mt6",1795322633223,13]
{"role":"user","content":"n1214"}');
INSERT INTO entries VALUES (19, 1227, 'u["entry_30pte73d4k43abs7sxt2",1795322633223,13]
{"role":"user","content":"n1215"}');
INSERT INTO entries VALUES (19, 1228, 'u["entry_j465z8w3x90x5nvc6qnr",1795322633223,13]
{"role":"user","content":"n1216"}');
INSERT INTO entries VALUES (19, 1229, 'u["entry_sg46bk16t1t5r1ydmnck",1795322633223,13]
{"role":"user","content":"n1217"}');
INSERT INTO entries VALUES (19, 1230, 'u["entry_kbksgcr4way5qjgrsgsj",1795322633223,13]
{"role":"user","content":"n1218"}');
INSERT INTO entries VALUES (19, 1231, 'u["entry_gmbt9778t078fsvrzrpd",1795322633223,13]
{"role":"user","content":"n1219"}');
INSERT INTO entries VALUES (19, 1232, 'u["entry_yv20gmyk6t2ncw6etsc4",1795322633223,13]
{"role":"user","content":"n1220"}');
INSERT INTO entries VALUES (19, 1233, 'u["entry_59htxyz49fhb87wdzfdc",1795322633223,13]
{"role":"user","content":"n1221"}');
INSERT INTO entries VALUES (19, 1234, 'u["entry_gt57wdqmmk86abwgnrsm",1795322633223,13]
{"role":"user","content":"n1222"}');
INSERT INTO entries VALUES (19, 1235, 'u["entry_f7r64xpjen1qfasbk7x3",1795322633223,13]
{"role":"user","content":"n1223"}');
INSERT INTO entries VALUES (19, 1236, 'u["entry_n9h94mmazeggev6c8h08",1795322633223,13]
{"role":"user","content":"n1224"}');
INSERT INTO entries VALUES (19, 1237, 'u["entry_rye4ffnayeewjgj3ey99",1795322633223,13]
{"role":"user","content":"n1225"}');
INSERT INTO entries VALUES (19, 1238, 'u["entry_qt9f8j7qh8f5bk94kn8k",1795322633223,13]
{"role":"user","content":"n1226"}');
INSERT INTO entries VALUES (19, 1239, 'u["entry_d88979n4hh2j3a1t1d50",1795322633223,13]
{"role":"user","content":"n1227"}');
INSERT INTO entries VALUES (19, 1240, 'u["entry_xrp6fm4racngfn4tseze",1795322633223,13]
{"role":"user","content":"n1228"}');
INSERT INTO entries VALUES (19, 1241, 'u["entry_v1c9828wzyvrpakwmqmz",1795322633223,13]
{"role":"user","content":"n1229"}');
INSERT INTO entries VALUES (19, 1242, 'u["entry_m838qmne379zntjrcnjr",1795322633223,13]
{"role":"user","content":"n1230"}');
INSERT INTO entries VALUES (19, 1243, 'u["entry_qyw1wewy18qc8s46ensw",1795322633223,13]
{"role":"user","content":"n1231"}');
INSERT INTO entries VALUES (19, 1244, 'u["entry_rgz47ympnwajb3ar57wt",1795322633223,13]
{"role":"user","content":"n1232"}');
INSERT INTO entries VALUES (19, 1245, 'u["entry_rf464h28wbseqf5pwe39",1795322633223,13]
{"role":"user","content":"n1233"}');
INSERT INTO entries VALUES (19, 1246, 'u["entry_4ckjn3fjgexg0k9ey27k",1795322633223,13]
{"role":"user","content":"n1234"}');
INSERT INTO entries VALUES (19, 1247, 'u["entry_hvkzwydy9y8a3k7yyrf8",1795322633223,13]
{"role":"user","content":"n1235"}');
INSERT INTO entries VALUES (19, 1248, 'u["entry_dwmsw8b0nxaehs74xvqr",1795322633223,13]
{"role":"user","content":"n1236"}');
INSERT INTO entries VALUES (19, 1249, 'u["entry_d1snsmpvg8hsd1mfpdhd",1795322633223,13]
{"role":"user","content":"n1237"}');
INSERT INTO entries VALUES (19, 1250, 'u["entry_h09stqjd36s0p2eq9htv",1795322633223,13]
{"role":"user","content":"n1238"}');
INSERT INTO entries VALUES (19, 1251, 'u["entry_jfn6e1wn2zm5bnt2ckd4",1795322633223,13]
{"role":"user","content":"n1239"}');
INSERT INTO entries VALUES (19, 1252, 'u["entry_4dmvhq8b2j99ga8r5hch",1795322633223,13]
{"role":"user","content":"n1240"}');
INSERT INTO entries VALUES (19, 1253, 'u["entry_8agqpdvdnttksxp7830c",1795322633223,13]
{"role":"user","content":"n1241"}');
INSERT INTO entries VALUES (19, 1254, 'u["entry_zd23dvva15vtk3md30m2",1795322633223,13]
{"role":"user","content":"n1242"}');
INSERT INTO entries VALUES (19, 1255, 'u["entry_q7yf6g619wkqpam3g7g3",1795322633223,13]
{"role":"user","content":"n1243"}');
INSERT INTO entries VALUES (19, 1256, 'u["entry_atnwb5yftw3w5haxcdp8",1795322633223,13]
{"role":"user","content":"n1244"}');
INSERT INTO entries VALUES (19, 1257, 'u["entry_jsx7mbz0entmpvyvhch3",1795322633223,13]
{"role":"user","content":"n1245"}');
INSERT INTO entries VALUES (19, 1258, 'u["entry_n5my6x5ykbwvajnh2vc6",1795322633223,13]
{"role":"user","content":"n1246"}');
INSERT INTO entries VALUES (19, 1259, 'u["entry_f6qtvv5bt594gq1yraq9",1795322633223,13]
{"role":"user","content":"n1247"}');
INSERT INTO entries VALUES (19, 1260, 'u["entry_ttc60byxtvvnntqvtvmm",1795322633223,13]
{"role":"user","content":"n1248"}');
INSERT INTO entries VALUES (19, 1261, 'u["entry_jbjv5apwszreqnxj7xr4",1795322633223,13]
{"role":"user","content":"n1249"}');
INSERT INTO entries VALUES (19, 1262, 'u["entry_pcbgmxbvh900ed70qd0y",1795322633223,13]
{"role":"user","content":"n1250"}');
INSERT INTO entries VALUES (19, 1263, 'u["entry_1cs0xwjng9fgc4pfv58s",1795322633223,13]
{"role":"user","content":"n1251"}');
INSERT INTO entries VALUES (19, 1264, 'u["entry_28fq3vep1bk3nwfa076w",1795322633223,13]
{"role":"user","content":"n1252"}');
INSERT INTO entries VALUES (19, 1265, 'u["entry_w3v6fbp55ysgnsjspe9v",1795322633223,13]
{"role":"user","content":"n1253"}');
INSERT INTO entries VALUES (19, 1266, 'u["entry_zat3rjzhm6mtterpx65t",1795322633223,13]
{"role":"user","content":"n1254"}');
INSERT INTO entries VALUES (19, 1267, 'u["entry_ewdvzmk2qws9s5qvk4ze",1795322633223,13]
{"role":"user","content":"n1255"}');
INSERT INTO entries VALUES (19, 1268, 'u["entry_5w0gjnbp333gfnn1q0nw",1795322633223,13]
{"role":"user","content":"n1256"}');
INSERT INTO entries VALUES (19, 1269, 'u["entry_mk6t7y3x6fjq8hewepwj",1795322633223,13]
{"role":"user","content":"n1257"}');
INSERT INTO entries VALUES (19, 1270, 'u["entry_0dgwt3wtnxrk0vrf9de9",1795322633223,13]
{"role":"user","content":"n1258"}');
INSERT INTO entries VALUES (19, 1271, 'u["entry_gks9chcqxekh7tbxcfkm",1795322633223,13]
{"role":"user","content":"n1259"}');
INSERT INTO entries VALUES (19, 1272, 'u["entry_1qy5m8ce5pc87nfz2pnp",1795322633223,13]
{"role":"user","content":"n1260"}');
INSERT INTO entries VALUES (19, 1273, 'u["entry_fggmxwbddjty3pg2c8q9",1795322633223,13]
{"role":"user","content":"n1261"}');
INSERT INTO entries VALUES (19, 1274, 'u["entry_87n5qa0c2jzav0yxkr1w",1795322633223,13]
{"role":"user","content":"n1262"}');
INSERT INTO entries VALUES (19, 1275, 'u["entry_tr4hbaawj8ymxc0p5v0p",1795322633223,13]
{"role":"user","content":"n1263"}');
INSERT INTO entries VALUES (19, 1276, 'u["entry_nydejnkxcmstarg99hx6",1795322633223,13]
{"role":"user","content":"n1264"}');
INSERT INTO entries VALUES (19, 1277, 'u["entry_8ptc90f7zaafzwtrh0wx",1795322633223,13]
{"role":"user","content":"n1265"}');
INSERT INTO entries VALUES (19, 1278, 'u["entry_xa7q6g2f2swmgadhz767",1795322633223,13]
{"role":"user","content":"n1266"}');
INSERT INTO entries VALUES (19, 1279, 'u["entry_wpc1npdje5nbj3411e1d",1795322633223,13]
{"role":"user","content":"n1267"}');
INSERT INTO entries VALUES (19, 1280, 'u["entry_wrxh7yrkwdrmw03hv51m",1795322633223,13]
{"role":"user","content":"n1268"}');
INSERT INTO entries VALUES (19, 1281, 'u["entry_qexrmqb29s6mcy7fdtjs",1795322633223,13]
{"role":"user","content":"n1269"}');
INSERT INTO entries VALUES (19, 1282, 'u["entry_xkmhcqskb8a4hcta5rgc",1795322633223,13]
{"role":"user","content":"n1270"}');
INSERT INTO entries VALUES (19, 1283, 'u["entry_6f2ryp8f9xtsf1hvxjt2",1795322633223,13]
{"role":"user","content":"n1271"}');
INSERT INTO entries VALUES (19, 1284, 'u["entry_qeejt5wnng9fk7zjpgdc",1795322633223,13]
{"role":"user","content":"n1272"}');
INSERT INTO entries VALUES (19, 1285, 'u["entry_bt38snfzwnpt1nhq2r55",1795322633223,13]
{"role":"user","content":"n1273"}');
INSERT INTO entries VALUES (19, 1286, 'u["entry_rj6kgza96hm2e7anaqxx",1795322633223,13]
{"role":"user","content":"n1274"}');
INSERT INTO entries VALUES (19, 1287, 'u["entry_yy0qa3xap21n9te633pk",1795322633223,13]
{"role":"user","content":"n1275"}');
INSERT INTO entries VALUES (19, 1288, 'u["entry_5p1et01xttat40h6qjgd",1795322633223,13]
{"role":"user","content":"n1276"}');
INSERT INTO entries VALUES (19, 1289, 'u["entry_4h0z2k0hrz5xg4jvkkjg",1795322633223,13]
{"role":"user","content":"n1277"}');
INSERT INTO entries VALUES (19, 1290, 'u["entry_b4ebwbbaprfbtvz98w9m",1795322633223,13]
{"role":"user","content":"n1278"}');
INSERT INTO entries VALUES (19, 1291, 'u["entry_bqgqx1vp64x9x7gbv2zt",1795322633223,13]
{"role":"user","content":"n1279"}');
INSERT INTO entries VALUES (19, 1292, 'u["entry_nes99g6ve5htrn1e2aj3",1795322633223,13]
{"role":"user","content":"n1280"}');
INSERT INTO entries VALUES (19, 1293, 'u["entry_jy681jhsyn1hgd20t380",1795322633223,13]
{"role":"user","content":"n1281"}');
INSERT INTO entries VALUES (19, 1294, 'u["entry_kf9arjk9n5b45c6w4kxk",1795322633223,13]
{"role":"user","content":"n1282"}');
INSERT INTO entries VALUES (19, 1295, 'u["entry_3wwxnk2e71g9g6d2ebk1",1795322633223,13]
{"role":"user","content":"n1283"}');
INSERT INTO entries VALUES (19, 1296, 'u["entry_g6fwvtgmt1sq1ffsc9a6",1795322633223,13]
{"role":"user","content":"n1284"}');
INSERT INTO entries VALUES (19, 1297, 'u["entry_btjhp1crprfbcq5qx7xc",1795322633223,13]
{"role":"user","content":"n1285"}');
INSERT INTO entries VALUES (19, 1298, 'u["entry_arrc9h4mcn9h850g5akq",1795322633223,13]
{"role":"user","content":"n1286"}');
INSERT INTO entries VALUES (19, 1299, 'u["entry_p4w21ne6q16v3k185mga",1795322633223,13]
{"role":"user","content":"n1287"}');
INSERT INTO entries VALUES (19, 1300, 'u["entry_1ck3xknr0fh4fa8q294p",1795322633223,13]
{"role":"user","content":"n1288"}');
INSERT INTO entries VALUES (19, 1301, 'u["entry_6rsjxwmhk5sc21qh0xhq",1795322633223,13]
{"role":"user","content":"n1289"}');
INSERT INTO entries VALUES (19, 1302, 'u["entry_6wc4m1f9jvfrbgemtrmh",1795322633223,13]
{"role":"user","content":"n1290"}');
INSERT INTO entries VALUES (19, 1303, 'u["entry_4kghfe1n723hgm2yh9a9",1795322633223,13]
{"role":"user","content":"n1291"}');
INSERT INTO entries VALUES (19, 1304, 'u["entry_m3pemxa0hd1a6fsfabhx",1795322633223,13]
{"role":"user","content":"n1292"}');
INSERT INTO entries VALUES (19, 1305, 'u["entry_1pexgscgesp28ahrpb4q",1795322633223,13]
{"role":"user","content":"n1293"}');
INSERT INTO entries VALUES (19, 1306, 'u["entry_hyr66f7122w4076ryd40",1795322633223,13]
{"role":"user","content":"n1294"}');
INSERT INTO entries VALUES (19, 1307, 'u["entry_9m99a2a4t0wnd7bysy56",1795322633223,13]
{"role":"user","content":"n1295"}');
INSERT INTO entries VALUES (19, 1308, 'u["entry_63n4xh0dqfymp6xy7zmx",1795322633223,13]
{"role":"user","content":"n1296"}');
INSERT INTO entries VALUES (19, 1309, 'u["entry_qmbknrevbrwtedw9wkzx",1795322633223,13]
{"role":"user","content":"n1297"}');
INSERT INTO entries VALUES (19, 1310, 'u["entry_71d9v9n7j1ay8yg0h7dc",1795322633223,13]
{"role":"user","content":"n1298"}');
INSERT INTO entries VALUES (19, 1311, 'u["entry_r0dhdkrxy88eqjjbcma8",1795322633223,13]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1312, 'a["entry_tcvcvx948naz4nzemg8r",1795322633226,13,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1313, 'u["entry_3t1d88mbpqaswsmpkfng",1795322633227,14]
{"role":"user","content":"n1300"}');
INSERT INTO entries VALUES (19, 1314, 'u["entry_c19pdkn5fhxq64hte0gk",1795322633227,14]
{"role":"user","content":"n1301"}');
INSERT INTO entries VALUES (19, 1315, 'u["entry_d6s3bht9mn0xq0mqb4rz",1795322633227,14]
{"role":"user","content":"n1302"}');
INSERT INTO entries VALUES (19, 1316, 'u["entry_4z5kqmfs031rsrfke7mk",1795322633227,14]
{"role":"user","content":"n1303"}');
INSERT INTO entries VALUES (19, 1317, 'u["entry_rn5t7b0gq70xdzsj8var",1795322633227,14]
{"role":"user","content":"n1304"}');
INSERT INTO entries VALUES (19, 1318, 'u["entry_twmjsy8dw74t3f1fmzwk",1795322633227,14]
{"role":"user","content":"n1305"}');
INSERT INTO entries VALUES (19, 1319, 'u["entry_v5d3r7938bgqyssg2xab",1795322633227,14]
{"role":"user","content":"n1306"}');
INSERT INTO entries VALUES (19, 1320, 'u["entry_hrz1ngrxramp963qsx8q",1795322633227,14]
{"role":"user","content":"n1307"}');
INSERT INTO entries VALUES (19, 1321, 'u["entry_5wres38qmfwjjcgb8awb",1795322633227,14]
{"role":"user","content":"n1308"}');
INSERT INTO entries VALUES (19, 1322, 'u["entry_m8gw2bmp5vm8ag58z11z",1795322633227,14]
{"role":"user","content":"n1309"}');
INSERT INTO entries VALUES (19, 1323, 'u["entry_357270nwjvsrt5bpdzkv",1795322633227,14]
{"role":"user","content":"n1310"}');
INSERT INTO entries VALUES (19, 1324, 'u["entry_p6smtaennbx3dbfqkxw2",1795322633227,14]
{"role":"user","content":"n1311"}');
INSERT INTO entries VALUES (19, 1325, 'u["entry_wc7sv12374g24e1r3ktc",1795322633227,14]
{"role":"user","content":"n1312"}');
INSERT INTO entries VALUES (19, 1326, 'u["entry_ngc268arbpwqejnkgrh3",1795322633227,14]
{"role":"user","content":"n1313"}');
INSERT INTO entries VALUES (19, 1327, 'u["entry_3xrzjns54cjp9he45zf6",1795322633227,14]
{"role":"user","content":"n1314"}');
INSERT INTO entries VALUES (19, 1328, 'u["entry_k08p0pmmsec0bpsh3epe",1795322633227,14]
{"role":"user","content":"n1315"}');
INSERT INTO entries VALUES (19, 1329, 'u["entry_ah4p0pep7rts3vhe4rfp",1795322633227,14]
{"role":"user","content":"n1316"}');
INSERT INTO entries VALUES (19, 1330, 'u["entry_m362jjzysvkvbxaea6kw",1795322633227,14]
{"role":"user","content":"n1317"}');
INSERT INTO entries VALUES (19, 1331, 'u["entry_cjx47cgqvfwbsvjvdgkq",1795322633227,14]
{"role":"user","content":"n1318"}');
INSERT INTO entries VALUES (19, 1332, 'u["entry_4ss7v9eezd5dyf468hbe",1795322633227,14]
{"role":"user","content":"n1319"}');
INSERT INTO entries VALUES (19, 1333, 'u["entry_wqv00xysnmmg7daa3k0c",1795322633227,14]
{"role":"user","content":"n1320"}');
INSERT INTO entries VALUES (19, 1334, 'u["entry_nrptp9nq1g6bez6n7c4v",1795322633227,14]
{"role":"user","content":"n1321"}');
INSERT INTO entries VALUES (19, 1335, 'u["entry_psxw1yp2cw837y1gxj0g",1795322633227,14]
{"role":"user","content":"n1322"}');
INSERT INTO entries VALUES (19, 1336, 'u["entry_j5dha8szghdd8zdqmtz5",1795322633227,14]
{"role":"user","content":"n1323"}');
INSERT INTO entries VALUES (19, 1337, 'u["entry_vhxdxd6wgtaeg8wfdyxk",1795322633227,14]
{"role":"user","content":"n1324"}');
INSERT INTO entries VALUES (19, 1338, 'u["entry_ppjzd124kaz33zwhy2ms",1795322633227,14]
{"role":"user","content":"n1325"}');
INSERT INTO entries VALUES (19, 1339, 'u["entry_5c4b4zjkf789ff413qb3",1795322633227,14]
{"role":"user","content":"n1326"}');
INSERT INTO entries VALUES (19, 1340, 'u["entry_te1q7fq277hskk385sfq",1795322633227,14]
{"role":"user","content":"n1327"}');
INSERT INTO entries VALUES (19, 1341, 'u["entry_92197htk27ynx0ds3kw0",1795322633227,14]
{"role":"user","content":"n1328"}');
INSERT INTO entries VALUES (19, 1342, 'u["entry_62hs7wxkmmzq6vgf99re",1795322633227,14]
{"role":"user","content":"n1329"}');
INSERT INTO entries VALUES (19, 1343, 'u["entry_xd8c318g8nfaggszphxe",1795322633227,14]
{"role":"user","content":"n1330"}');
INSERT INTO entries VALUES (19, 1344, 'u["entry_n0hm1zccrdx7x22ffqjy",1795322633227,14]
{"role":"user","content":"n1331"}');
INSERT INTO entries VALUES (19, 1345, 'u["entry_5czqkmh7armp0fgcpymj",1795322633227,14]
{"role":"user","content":"n1332"}');
INSERT INTO entries VALUES (19, 1346, 'u["entry_bb8hwvqjskwqjh10p4my",1795322633227,14]
{"role":"user","content":"n1333"}');
INSERT INTO entries VALUES (19, 1347, 'u["entry_s4jzd00hdmg9vqwrjawp",1795322633227,14]
{"role":"user","content":"n1334"}');
INSERT INTO entries VALUES (19, 1348, 'u["entry_xkygqp42d0scavjkdp4e",1795322633227,14]
{"role":"user","content":"n1335"}');
INSERT INTO entries VALUES (19, 1349, 'u["entry_vmq3tvw5kr4p804qe7h2",1795322633227,14]
{"role":"user","content":"n1336"}');
INSERT INTO entries VALUES (19, 1350, 'u["entry_12vycnp2vq265qrtqe1d",1795322633227,14]
{"role":"user","content":"n1337"}');
INSERT INTO entries VALUES (19, 1351, 'u["entry_8ehwb2mr2nnk921p7va7",1795322633227,14]
{"role":"user","content":"n1338"}');
INSERT INTO entries VALUES (19, 1352, 'u["entry_gpsmpjav42jdahjcgk9y",1795322633227,14]
{"role":"user","content":"n1339"}');
INSERT INTO entries VALUES (19, 1353, 'u["entry_gvv4knjvpg4x102kjjfs",1795322633227,14]
{"role":"user","content":"n1340"}');
INSERT INTO entries VALUES (19, 1354, 'u["entry_6kavqb6s1j68ye7p8d4n",1795322633227,14]
{"role":"user","content":"n1341"}');
INSERT INTO entries VALUES (19, 1355, 'u["entry_baf80edxsmnzmdjk5g3x",1795322633227,14]
{"role":"user","content":"n1342"}');
INSERT INTO entries VALUES (19, 1356, 'u["entry_bg0fch69s76rz22ksz8r",1795322633227,14]
{"role":"user","content":"n1343"}');
INSERT INTO entries VALUES (19, 1357, 'u["entry_w74jwx1yq2thyjzacngg",1795322633227,14]
{"role":"user","content":"n1344"}');
INSERT INTO entries VALUES (19, 1358, 'u["entry_6qff2dpt4m1nxba5h75r",1795322633227,14]
{"role":"user","content":"n1345"}');
INSERT INTO entries VALUES (19, 1359, 'u["entry_cre14z7a2ek35r53paxb",1795322633227,14]
{"role":"user","content":"n1346"}');
INSERT INTO entries VALUES (19, 1360, 'u["entry_n15qbqt2b380twfzhv28",1795322633227,14]
{"role":"user","content":"n1347"}');
INSERT INTO entries VALUES (19, 1361, 'u["entry_9zamghxewtf6p7yjzp4x",1795322633227,14]
{"role":"user","content":"n1348"}');
INSERT INTO entries VALUES (19, 1362, 'u["entry_bm8gjvsv3eq6ncphcyn7",1795322633227,14]
{"role":"user","content":"n1349"}');
INSERT INTO entries VALUES (19, 1363, 'u["entry_5p1ca620z68fk4p4ytz5",1795322633227,14]
{"role":"user","content":"n1350"}');
INSERT INTO entries VALUES (19, 1364, 'u["entry_19yt1w90gmj41qw30bsj",1795322633227,14]
{"role":"user","content":"n1351"}');
INSERT INTO entries VALUES (19, 1365, 'u["entry_19gf3qj5k8ytvxbh6c4r",1795322633227,14]
{"role":"user","content":"n1352"}');
INSERT INTO entries VALUES (19, 1366, 'u["entry_2mw5kpf4t7b6ac03j3mb",1795322633227,14]
{"role":"user","content":"n1353"}');
INSERT INTO entries VALUES (19, 1367, 'u["entry_gqb5d669a787msa3jert",1795322633227,14]
{"role":"user","content":"n1354"}');
INSERT INTO entries VALUES (19, 1368, 'u["entry_zqw33rfff4824kqzkq7c",1795322633227,14]
{"role":"user","content":"n1355"}');
INSERT INTO entries VALUES (19, 1369, 'u["entry_e3hge5htzphbwpr3f38t",1795322633227,14]
{"role":"user","content":"n1356"}');
INSERT INTO entries VALUES (19, 1370, 'u["entry_2vjc7j7n049jc6s0ph8x",1795322633227,14]
{"role":"user","content":"n1357"}');
INSERT INTO entries VALUES (19, 1371, 'u["entry_34vg05b6x3r25br595rc",1795322633227,14]
{"role":"user","content":"n1358"}');
INSERT INTO entries VALUES (19, 1372, 'u["entry_gfhmwz6jes3vvsbg5f75",1795322633227,14]
{"role":"user","content":"n1359"}');
INSERT INTO entries VALUES (19, 1373, 'u["entry_cxy1py9h8etymrxkbcfy",1795322633227,14]
{"role":"user","content":"n1360"}');
INSERT INTO entries VALUES (19, 1374, 'u["entry_j4fg29p1bmrar9929qkv",1795322633227,14]
{"role":"user","content":"n1361"}');
INSERT INTO entries VALUES (19, 1375, 'u["entry_94hbqj9bej933adm972w",1795322633227,14]
{"role":"user","content":"n1362"}');
INSERT INTO entries VALUES (19, 1376, 'u["entry_6g342a5cpk143j6585z2",1795322633227,14]
{"role":"user","content":"n1363"}');
INSERT INTO entries VALUES (19, 1377, 'u["entry_gesb2mjpfb4jzz7qmzbz",1795322633227,14]
{"role":"user","content":"n1364"}');
INSERT INTO entries VALUES (19, 1378, 'u["entry_spcsjg31vg8tpwdq28cg",1795322633227,14]
{"role":"user","content":"n1365"}');
INSERT INTO entries VALUES (19, 1379, 'u["entry_xzpj9erx1fbhh3xqs02k",1795322633227,14]
{"role":"user","content":"n1366"}');
INSERT INTO entries VALUES (19, 1380, 'u["entry_z6ty7y7qaj8dakw2j0h8",1795322633227,14]
{"role":"user","content":"n1367"}');
INSERT INTO entries VALUES (19, 1381, 'u["entry_5ez4s4zycyd3c2hvn0ff",1795322633227,14]
{"role":"user","content":"n1368"}');
INSERT INTO entries VALUES (19, 1382, 'u["entry_tzeybs5t675t1ghhn307",1795322633227,14]
{"role":"user","content":"n1369"}');
INSERT INTO entries VALUES (19, 1383, 'u["entry_ent11effg035v0x9zdar",1795322633227,14]
{"role":"user","content":"n1370"}');
INSERT INTO entries VALUES (19, 1384, 'u["entry_q5p7rgq7yn3kz4m04zr3",1795322633227,14]
{"role":"user","content":"n1371"}');
INSERT INTO entries VALUES (19, 1385, 'u["entry_421j7dhreges705fq66p",1795322633227,14]
{"role":"user","content":"n1372"}');
INSERT INTO entries VALUES (19, 1386, 'u["entry_0dzh2rtnvbwrgv5trc41",1795322633227,14]
{"role":"user","content":"n1373"}');
INSERT INTO entries VALUES (19, 1387, 'u["entry_z5m1d9hk6dkk7a3yt01e",1795322633227,14]
{"role":"user","content":"n1374"}');
INSERT INTO entries VALUES (19, 1388, 'u["entry_h3tphmvdyh3tqdymqp71",1795322633227,14]
{"role":"user","content":"n1375"}');
INSERT INTO entries VALUES (19, 1389, 'u["entry_ajx8dfa1qfdhrc9hd5pk",1795322633227,14]
{"role":"user","content":"n1376"}');
INSERT INTO entries VALUES (19, 1390, 'u["entry_jbhsqcr3h88qd8xfcpj1",1795322633227,14]
{"role":"user","content":"n1377"}');
INSERT INTO entries VALUES (19, 1391, 'u["entry_7wr5mj06pbw18h8c06pg",1795322633227,14]
{"role":"user","content":"n1378"}');
INSERT INTO entries VALUES (19, 1392, 'u["entry_e0akjqnarv784rmdcjp7",1795322633227,14]
{"role":"user","content":"n1379"}');
INSERT INTO entries VALUES (19, 1393, 'u["entry_t3m4v7691dq29ftvpnc0",1795322633227,14]
{"role":"user","content":"n1380"}');
INSERT INTO entries VALUES (19, 1394, 'u["entry_etjxrfy5vn4q3qgwvxd4",1795322633227,14]
{"role":"user","content":"n1381"}');
INSERT INTO entries VALUES (19, 1395, 'u["entry_897wb5y1kwxgp08hrjss",1795322633227,14]
{"role":"user","content":"n1382"}');
INSERT INTO entries VALUES (19, 1396, 'u["entry_jhrvdv0g86j2b3r709n7",1795322633227,14]
{"role":"user","content":"n1383"}');
INSERT INTO entries VALUES (19, 1397, 'u["entry_916n3kn3q9x6etbtwbqh",1795322633227,14]
{"role":"user","content":"n1384"}');
INSERT INTO entries VALUES (19, 1398, 'u["entry_rvwsdnh00417thkanf1t",1795322633227,14]
{"role":"user","content":"n1385"}');
INSERT INTO entries VALUES (19, 1399, 'u["entry_kxsq0y5p9nr3454m8yp7",1795322633227,14]
{"role":"user","content":"n1386"}');
INSERT INTO entries VALUES (19, 1400, 'u["entry_qdx1nwpag20vk0qxd6ek",1795322633227,14]
{"role":"user","content":"n1387"}');
INSERT INTO entries VALUES (19, 1401, 'u["entry_svzbyv203z0tqvhmgh6a",1795322633227,14]
{"role":"user","content":"n1388"}');
INSERT INTO entries VALUES (19, 1402, 'u["entry_43hy8cje2mka7sshn1tp",1795322633227,14]
{"role":"user","content":"n1389"}');
INSERT INTO entries VALUES (19, 1403, 'u["entry_9re0808cazjy82q6510c",1795322633227,14]
{"role":"user","content":"n1390"}');
INSERT INTO entries VALUES (19, 1404, 'u["entry_j4teb4jwvd01vfrb55fp",1795322633227,14]
{"role":"user","content":"n1391"}');
INSERT INTO entries VALUES (19, 1405, 'u["entry_jackwsp0xrgpva99mv34",1795322633227,14]
{"role":"user","content":"n1392"}');
INSERT INTO entries VALUES (19, 1406, 'u["entry_hse3w8xvp6012ft3ea6g",1795322633227,14]
{"role":"user","content":"n1393"}');
INSERT INTO entries VALUES (19, 1407, 'u["entry_yebj6zqhdbq6qwjgaap3",1795322633227,14]
{"role":"user","content":"n1394"}');
INSERT INTO entries VALUES (19, 1408, 'u["entry_6kz93hwynadx4ekpjkck",1795322633227,14]
{"role":"user","content":"n1395"}');
INSERT INTO entries VALUES (19, 1409, 'u["entry_mh2fmafsx5nhfgnrbchw",1795322633227,14]
{"role":"user","content":"n1396"}');
INSERT INTO entries VALUES (19, 1410, 'u["entry_17gs3xtkgk4j7zh73zhg",1795322633227,14]
{"role":"user","content":"n1397"}');
INSERT INTO entries VALUES (19, 1411, 'u["entry_1etgfs5qt90mjr1nw56x",1795322633227,14]
{"role":"user","content":"n1398"}');
INSERT INTO entries VALUES (19, 1412, 'u["entry_6hmws4rqdfrk0y89w11d",1795322633227,14]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1413, 'a["entry_g1rc5mp13ze52bschmar",1795322633230,14,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1414, 'u["entry_9w00qcznz364vd7hbxfj",1795322633231,15]
{"role":"user","content":"n1400"}');
INSERT INTO entries VALUES (19, 1415, 'u["entry_m9gmv7vpsncsv2ytp906",1795322633231,15]
{"role":"user","content":"n1401"}');
INSERT INTO entries VALUES (19, 1416, 'u["entry_4ymrxd1kfmv3ssef5ct7",1795322633231,15]
{"role":"user","content":"n1402"}');
INSERT INTO entries VALUES (19, 1417, 'u["entry_gtxyj95q45cqysdkfy8y",1795322633231,15]
{"role":"user","content":"n1403"}');
INSERT INTO entries VALUES (19, 1418, 'u["entry_m3s2krh8vq2j3ajd4v4k",1795322633231,15]
{"role":"user","content":"n1404"}');
INSERT INTO entries VALUES (19, 1419, 'u["entry_9m9rearj4mgn4z0bjwmx",1795322633231,15]
{"role":"user","content":"n1405"}');
INSERT INTO entries VALUES (19, 1420, 'u["entry_g2dbmvkhydny92a0vmhg",1795322633231,15]
{"role":"user","content":"n1406"}');
INSERT INTO entries VALUES (19, 1421, 'u["entry_sgfha6t7hybdz63as2vc",1795322633231,15]
{"role":"user","content":"n1407"}');
INSERT INTO entries VALUES (19, 1422, 'u["entry_g0xxgak1bfcn75jc6vac",1795322633231,15]
{"role":"user","content":"n1408"}');
INSERT INTO entries VALUES (19, 1423, 'u["entry_qhxywdgypsdqhvqqn5yh",1795322633231,15]
{"role":"user","content":"n1409"}');
INSERT INTO entries VALUES (19, 1424, 'u["entry_g1r9pqstce5dr4fwsgjs",1795322633231,15]
{"role":"user","content":"n1410"}');
INSERT INTO entries VALUES (19, 1425, 'u["entry_ehkp46s4hn7azpdg2s0h",1795322633231,15]
{"role":"user","content":"n1411"}');
INSERT INTO entries VALUES (19, 1426, 'u["entry_86c65mwks5f022k234bp",1795322633231,15]
{"role":"user","content":"n1412"}');
INSERT INTO entries VALUES (19, 1427, 'u["entry_k69sy5kz2tn0ggj4j002",1795322633231,15]
{"role":"user","content":"n1413"}');
INSERT INTO entries VALUES (19, 1428, 'u["entry_txzz9wqybse9gvkdxg65",1795322633231,15]
{"role":"user","content":"n1414"}');
INSERT INTO entries VALUES (19, 1429, 'u["entry_5bc9cqn7te0na579svtx",1795322633231,15]
{"role":"user","content":"n1415"}');
INSERT INTO entries VALUES (19, 1430, 'u["entry_bgencm45tb55xk64xw1k",1795322633231,15]
{"role":"user","content":"n1416"}');
INSERT INTO entries VALUES (19, 1431, 'u["entry_yk19wz8gs8qzmqv7pz2b",1795322633231,15]
{"role":"user","content":"n1417"}');
INSERT INTO entries VALUES (19, 1432, 'u["entry_mxvnaffqr5dpt8yxsknp",1795322633231,15]
{"role":"user","content":"n1418"}');
INSERT INTO entries VALUES (19, 1433, 'u["entry_btrw4nkhs7m96kezxbej",1795322633231,15]
{"role":"user","content":"n1419"}');
INSERT INTO entries VALUES (19, 1434, 'u["entry_ck6wf8n9c72fqjt3ykhx",1795322633231,15]
{"role":"user","content":"n1420"}');
INSERT INTO entries VALUES (19, 1435, 'u["entry_tw159cq0b5ptf43xgy6e",1795322633231,15]
{"role":"user","content":"n1421"}');
INSERT INTO entries VALUES (19, 1436, 'u["entry_hrpe9xndy408vd7fttwy",1795322633231,15]
{"role":"user","content":"n1422"}');
INSERT INTO entries VALUES (19, 1437, 'u["entry_3mengf353knyjr7ph5ya",1795322633231,15]
{"role":"user","content":"n1423"}');
INSERT INTO entries VALUES (19, 1438, 'u["entry_b3qqrcbyzg1gz57797ff",1795322633231,15]
{"role":"user","content":"n1424"}');
INSERT INTO entries VALUES (19, 1439, 'u["entry_sg9344exhm0w4dqy6y5e",1795322633231,15]
{"role":"user","content":"n1425"}');
INSERT INTO entries VALUES (19, 1440, 'u["entry_d8sd9z0fw7d8skh8x6hk",1795322633231,15]
{"role":"user","content":"n1426"}');
INSERT INTO entries VALUES (19, 1441, 'u["entry_84kjescmq233yvvwq30f",1795322633231,15]
{"role":"user","content":"n1427"}');
INSERT INTO entries VALUES (19, 1442, 'u["entry_spsb911dmkq0ybsr7ngy",1795322633231,15]
{"role":"user","content":"n1428"}');
INSERT INTO entries VALUES (19, 1443, 'u["entry_c5nbxk2k1vqym9s03yhj",1795322633231,15]
{"role":"user","content":"n1429"}');
INSERT INTO entries VALUES (19, 1444, 'u["entry_v4xea1610dem4xkfwwyb",1795322633231,15]
{"role":"user","content":"n1430"}');
INSERT INTO entries VALUES (19, 1445, 'u["entry_hf3rzad2ezpwp6w09tyf",1795322633231,15]
{"role":"user","content":"n1431"}');
INSERT INTO entries VALUES (19, 1446, 'u["entry_sm6v4dez2zmt1tg9xj9x",1795322633231,15]
{"role":"user","content":"n1432"}');
INSERT INTO entries VALUES (19, 1447, 'u["entry_smy64xpmw6ny6tsfxaxg",1795322633231,15]
{"role":"user","content":"n1433"}');
INSERT INTO entries VALUES (19, 1448, 'u["entry_zdm37w432tgf9ztz7pyp",1795322633231,15]
{"role":"user","content":"n1434"}');
INSERT INTO entries VALUES (19, 1449, 'u["entry_ybe636xzd2rj80wd80bb",1795322633231,15]
{"role":"user","content":"n1435"}');
INSERT INTO entries VALUES (19, 1450, 'u["entry_e1ztbh7mqwbdgakt8hv6",1795322633231,15]
{"role":"user","content":"n1436"}');
INSERT INTO entries VALUES (19, 1451, 'u["entry_gm321zk7pn03xma6zcf9",1795322633231,15]
{"role":"user","content":"n1437"}');
INSERT INTO entries VALUES (19, 1452, 'u["entry_5836tce3mv9qanvnhssm",1795322633231,15]
{"role":"user","content":"n1438"}');
INSERT INTO entries VALUES (19, 1453, 'u["entry_rscj3hzkeseh3qq4x1dc",1795322633231,15]
{"role":"user","content":"n1439"}');
INSERT INTO entries VALUES (19, 1454, 'u["entry_z7w1xajcawc4xcy363h7",1795322633231,15]
{"role":"user","content":"n1440"}');
INSERT INTO entries VALUES (19, 1455, 'u["entry_vtmcdj4jzb1z0rpk28vj",1795322633231,15]
{"role":"user","content":"n1441"}');
INSERT INTO entries VALUES (19, 1456, 'u["entry_agphzpa5jv155kjv3znc",1795322633231,15]
{"role":"user","content":"n1442"}');
INSERT INTO entries VALUES (19, 1457, 'u["entry_e454rp95k6y4c0jkxx8a",1795322633231,15]
{"role":"user","content":"n1443"}');
INSERT INTO entries VALUES (19, 1458, 'u["entry_a19v3wwyzk1wph3nxhd4",1795322633231,15]
{"role":"user","content":"n1444"}');
INSERT INTO entries VALUES (19, 1459, 'u["entry_wa29by1ffkwqad7dd990",1795322633231,15]
{"role":"user","content":"n1445"}');
INSERT INTO entries VALUES (19, 1460, 'u["entry_j0dsab7mym2asqqs1tzn",1795322633231,15]
{"role":"user","content":"n1446"}');
INSERT INTO entries VALUES (19, 1461, 'u["entry_8t96hq4ma1kzqjz9tgmx",1795322633231,15]
{"role":"user","content":"n1447"}');
INSERT INTO entries VALUES (19, 1462, 'u["entry_15mczx35a684nw5ypyy5",1795322633231,15]
{"role":"user","content":"n1448"}');
INSERT INTO entries VALUES (19, 1463, 'u["entry_2sp8aneahjhnka5ghjen",1795322633231,15]
{"role":"user","content":"n1449"}');
INSERT INTO entries VALUES (19, 1464, 'u["entry_vzn71g2mvhak6wydwv1b",1795322633231,15]
{"role":"user","content":"n1450"}');
INSERT INTO entries VALUES (19, 1465, 'u["entry_1wprmzyryva825zfs1gj",1795322633231,15]
{"role":"user","content":"n1451"}');
INSERT INTO entries VALUES (19, 1466, 'u["entry_5fgceywtap3d002r1t3d",1795322633231,15]
{"role":"user","content":"n1452"}');
INSERT INTO entries VALUES (19, 1467, 'u["entry_sfq30hy5a4ptp7xw8sfr",1795322633231,15]
{"role":"user","content":"n1453"}');
INSERT INTO entries VALUES (19, 1468, 'u["entry_fcz0qgxgj1kmzexm36fs",1795322633231,15]
{"role":"user","content":"n1454"}');
INSERT INTO entries VALUES (19, 1469, 'u["entry_jf1c9m7r1ejefbaab5wa",1795322633231,15]
{"role":"user","content":"n1455"}');
INSERT INTO entries VALUES (19, 1470, 'u["entry_0p5azxs8kp75xwwt5vc7",1795322633231,15]
{"role":"user","content":"n1456"}');
INSERT INTO entries VALUES (19, 1471, 'u["entry_p74f9sgchf0z9dvn07e1",1795322633231,15]
{"role":"user","content":"n1457"}');
INSERT INTO entries VALUES (19, 1472, 'u["entry_0zbb5sarx0nrn5fxfxf7",1795322633231,15]
{"role":"user","content":"n1458"}');
INSERT INTO entries VALUES (19, 1473, 'u["entry_4mk21rk0vwp931nrvj59",1795322633231,15]
{"role":"user","content":"n1459"}');
INSERT INTO entries VALUES (19, 1474, 'u["entry_vtvppqtd5wg6cwy1b1nc",1795322633231,15]
{"role":"user","content":"n1460"}');
INSERT INTO entries VALUES (19, 1475, 'u["entry_5vzt1yxcqs1tc121ats7",1795322633231,15]
{"role":"user","content":"n1461"}');
INSERT INTO entries VALUES (19, 1476, 'u["entry_9zyg0z7gqea4wcsxttnr",1795322633231,15]
{"role":"user","content":"n1462"}');
INSERT INTO entries VALUES (19, 1477, 'u["entry_w0crn39zeayhthar2p8h",1795322633231,15]
{"role":"user","content":"n1463"}');
INSERT INTO entries VALUES (19, 1478, 'u["entry_zxcf79tx4h68t8501mat",1795322633231,15]
{"role":"user","content":"n1464"}');
INSERT INTO entries VALUES (19, 1479, 'u["entry_0g4qqb1w6tfnp5wepqrb",1795322633231,15]
{"role":"user","content":"n1465"}');
INSERT INTO entries VALUES (19, 1480, 'u["entry_ghw0k7vfdn39e34rs1tf",1795322633231,15]
{"role":"user","content":"n1466"}');
INSERT INTO entries VALUES (19, 1481, 'u["entry_xx2esc8a5x9mhn927bb1",1795322633231,15]
{"role":"user","content":"n1467"}');
INSERT INTO entries VALUES (19, 1482, 'u["entry_4q253t2n833vrnrnwgn5",1795322633231,15]
{"role":"user","content":"n1468"}');
INSERT INTO entries VALUES (19, 1483, 'u["entry_sq7p65sn8q055c70n3ht",1795322633231,15]
{"role":"user","content":"n1469"}');
INSERT INTO entries VALUES (19, 1484, 'u["entry_8f9fhgc4rc4r18s799jy",1795322633231,15]
{"role":"user","content":"n1470"}');
INSERT INTO entries VALUES (19, 1485, 'u["entry_hdhn7sxnrnamgksm0k5e",1795322633231,15]
{"role":"user","content":"n1471"}');
INSERT INTO entries VALUES (19, 1486, 'u["entry_6q8tywzxdr8dr7jgw2zw",1795322633231,15]
{"role":"user","content":"n1472"}');
INSERT INTO entries VALUES (19, 1487, 'u["entry_a532r5hjnw1vhtt4t5jj",1795322633231,15]
{"role":"user","content":"n1473"}');
INSERT INTO entries VALUES (19, 1488, 'u["entry_52q2cwyp7h953rav930z",1795322633231,15]
{"role":"user","content":"n1474"}');
INSERT INTO entries VALUES (19, 1489, 'u["entry_fbt1pggwzh5z6te7q2x9",1795322633231,15]
{"role":"user","content":"n1475"}');
INSERT INTO entries VALUES (19, 1490, 'u["entry_cs3mxzdcjrhtktz876cy",1795322633231,15]
{"role":"user","content":"n1476"}');
INSERT INTO entries VALUES (19, 1491, 'u["entry_9fd8fma5qw8mc0e3947k",1795322633231,15]
{"role":"user","content":"n1477"}');
INSERT INTO entries VALUES (19, 1492, 'u["entry_thee93ya3se2c4849sh4",1795322633231,15]
{"role":"user","content":"n1478"}');
INSERT INTO entries VALUES (19, 1493, 'u["entry_45fnzp2rx8akkzh2d30n",1795322633231,15]
{"role":"user","content":"n1479"}');
INSERT INTO entries VALUES (19, 1494, 'u["entry_9q9xfw1yrmdxa9zfm9gw",1795322633231,15]
{"role":"user","content":"n1480"}');
INSERT INTO entries VALUES (19, 1495, 'u["entry_msf2sc36z9bh311vc3yn",1795322633231,15]
{"role":"user","content":"n1481"}');
INSERT INTO entries VALUES (19, 1496, 'u["entry_z14pj1jh464383hcw8xc",1795322633231,15]
{"role":"user","content":"n1482"}');
INSERT INTO entries VALUES (19, 1497, 'u["entry_wjngv6rpma1nnpjb0fdp",1795322633231,15]
{"role":"user","content":"n1483"}');
INSERT INTO entries VALUES (19, 1498, 'u["entry_zwrdksn95kdte41mcjq4",1795322633231,15]
{"role":"user","content":"n1484"}');
INSERT INTO entries VALUES (19, 1499, 'u["entry_kwy3y783kzg5nrvryh5d",1795322633231,15]
{"role":"user","content":"n1485"}');
INSERT INTO entries VALUES (19, 1500, 'u["entry_q92qxc7xj0kvj3t0e6jv",1795322633231,15]
{"role":"user","content":"n1486"}');
INSERT INTO entries VALUES (19, 1501, 'u["entry_y6z8fzx48nvjds7b98sx",1795322633231,15]
{"role":"user","content":"n1487"}');
INSERT INTO entries VALUES (19, 1502, 'u["entry_7d9d8t1f01v8pfxap2cp",1795322633231,15]
{"role":"user","content":"n1488"}');
INSERT INTO entries VALUES (19, 1503, 'u["entry_y3ptv7pkyrwcdtns3bkg",1795322633231,15]
{"role":"user","content":"n1489"}');
INSERT INTO entries VALUES (19, 1504, 'u["entry_3vsvtnjfthzhj52t2hga",1795322633231,15]
{"role":"user","content":"n1490"}');
INSERT INTO entries VALUES (19, 1505, 'u["entry_mwbm4d2yts1htg1jrsyj",1795322633231,15]
{"role":"user","content":"n1491"}');
INSERT INTO entries VALUES (19, 1506, 'u["entry_741v8fv0w5kef5cmv16j",1795322633231,15]
{"role":"user","content":"n1492"}');
INSERT INTO entries VALUES (19, 1507, 'u["entry_pxjrkabw3g0bagynvxsc",1795322633231,15]
{"role":"user","content":"n1493"}');
INSERT INTO entries VALUES (19, 1508, 'u["entry_vnmaecpwz2k19bdn81me",1795322633231,15]
{"role":"user","content":"n1494"}');
INSERT INTO entries VALUES (19, 1509, 'u["entry_rmw7pebr7spjfwr9nb9k",1795322633231,15]
{"role":"user","content":"n1495"}');
INSERT INTO entries VALUES (19, 1510, 'u["entry_8q587yh659569gzm2vvr",1795322633231,15]
{"role":"user","content":"n1496"}');
INSERT INTO entries VALUES (19, 1511, 'u["entry_6cwkfq87jt5rjng9b3c9",1795322633231,15]
{"role":"user","content":"n1497"}');
INSERT INTO entries VALUES (19, 1512, 'u["entry_0e0dmhsxzry36zf9cmmp",1795322633231,15]
{"role":"user","content":"n1498"}');
INSERT INTO entries VALUES (19, 1513, 'u["entry_9rpvx87p476z2m4mh2wn",1795322633231,15]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1514, 'a["entry_1jcfgkr4eypcyw4cq6aj",1795322633234,15,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1515, 'u["entry_h7f66yxyzzn3d0xmqr1r",1795322633235,16]
{"role":"user","content":"n1500"}');
INSERT INTO entries VALUES (19, 1516, 'u["entry_qsjacc8rt0fqyvkqa6ef",1795322633235,16]
{"role":"user","content":"n1501"}');
INSERT INTO entries VALUES (19, 1517, 'u["entry_28t8z0pkat273qfz2pzp",1795322633235,16]
{"role":"user","content":"n1502"}');
INSERT INTO entries VALUES (19, 1518, 'u["entry_1b569pqr6454wfwyy5w0",1795322633235,16]
{"role":"user","content":"n1503"}');
INSERT INTO entries VALUES (19, 1519, 'u["entry_d0e1sahe7dqf285cgp06",1795322633235,16]
{"role":"user","content":"n1504"}');
INSERT INTO entries VALUES (19, 1520, 'u["entry_x6xjn5hbdawbtxhmpbz0",1795322633235,16]
{"role":"user","content":"n1505"}');
INSERT INTO entries VALUES (19, 1521, 'u["entry_jb34t31yda745kj4fymb",1795322633235,16]
{"role":"user","content":"n1506"}');
INSERT INTO entries VALUES (19, 1522, 'u["entry_5j6gqmm6tykg93f502te",1795322633235,16]
{"role":"user","content":"n1507"}');
INSERT INTO entries VALUES (19, 1523, 'u["entry_3weq6t7kg1950g97s94k",1795322633235,16]
{"role":"user","content":"n1508"}');
INSERT INTO entries VALUES (19, 1524, 'u["entry_keebyerfhtjq2p3qmfv0",1795322633235,16]
{"role":"user","content":"n1509"}');
INSERT INTO entries VALUES (19, 1525, 'u["entry_2ef6x1358f7szt9sgwma",1795322633235,16]
{"role":"user","content":"n1510"}');
INSERT INTO entries VALUES (19, 1526, 'u["entry_y52d69bj9hyd2w4yt7cv",1795322633235,16]
{"role":"user","content":"n1511"}');
INSERT INTO entries VALUES (19, 1527, 'u["entry_wf4td0thbj086wygnzh2",1795322633235,16]
{"role":"user","content":"n1512"}');
INSERT INTO entries VALUES (19, 1528, 'u["entry_kkhdbvzxx7q4zcy9n87k",1795322633235,16]
{"role":"user","content":"n1513"}');
INSERT INTO entries VALUES (19, 1529, 'u["entry_sg62hz19y996ynx9qx4p",1795322633235,16]
{"role":"user","content":"n1514"}');
INSERT INTO entries VALUES (19, 1530, 'u["entry_3ts9rhm7geg0ahy7jjbd",1795322633235,16]
{"role":"user","content":"n1515"}');
INSERT INTO entries VALUES (19, 1531, 'u["entry_n2d0xb23q4weav0zdxpn",1795322633235,16]
{"role":"user","content":"n1516"}');
INSERT INTO entries VALUES (19, 1532, 'u["entry_ws2navq8h6hqcst75fag",1795322633235,16]
{"role":"user","content":"n1517"}');
INSERT INTO entries VALUES (19, 1533, 'u["entry_szzxm6g6mhe3p1evbs7t",1795322633235,16]
{"role":"user","content":"n1518"}');
INSERT INTO entries VALUES (19, 1534, 'u["entry_dsnah4t3eq5n5gn9c7xt",1795322633235,16]
{"role":"user","content":"n1519"}');
INSERT INTO entries VALUES (19, 1535, 'u["entry_5zrqw5pe8wbsy9e56d59",1795322633235,16]
{"role":"user","content":"n1520"}');
INSERT INTO entries VALUES (19, 1536, 'u["entry_85hmg18spx0zdm6h0tvf",1795322633235,16]
{"role":"user","content":"n1521"}');
INSERT INTO entries VALUES (19, 1537, 'u["entry_jjashcdh92qx375g3fbp",1795322633235,16]
{"role":"user","content":"n1522"}');
INSERT INTO entries VALUES (19, 1538, 'u["entry_ryxtyrnp4zxdphka8efh",1795322633235,16]
{"role":"user","content":"n1523"}');
INSERT INTO entries VALUES (19, 1539, 'u["entry_txvsr04t1f13v71rkm0t",1795322633235,16]
{"role":"user","content":"n1524"}');
INSERT INTO entries VALUES (19, 1540, 'u["entry_b2z4evr8hqv6eqp67zab",1795322633235,16]
{"role":"user","content":"n1525"}');
INSERT INTO entries VALUES (19, 1541, 'u["entry_essvg783vxsvjcfnxena",1795322633235,16]
{"role":"user","content":"n1526"}');
INSERT INTO entries VALUES (19, 1542, 'u["entry_ba4syv0x5x30xwaw1hmy",1795322633235,16]
{"role":"user","content":"n1527"}');
INSERT INTO entries VALUES (19, 1543, 'u["entry_5gcaybs2f4fzk38v68xs",1795322633235,16]
{"role":"user","content":"n1528"}');
INSERT INTO entries VALUES (19, 1544, 'u["entry_pyvtnjbf9j8a1y1d2s0e",1795322633235,16]
{"role":"user","content":"n1529"}');
INSERT INTO entries VALUES (19, 1545, 'u["entry_4fe4ya775hgfxm8shdrw",1795322633235,16]
{"role":"user","content":"n1530"}');
INSERT INTO entries VALUES (19, 1546, 'u["entry_jfny4a4saxk3pa1q52t7",1795322633235,16]
{"role":"user","content":"n1531"}');
INSERT INTO entries VALUES (19, 1547, 'u["entry_j0cg1a6hz8svbgpt1rp3",1795322633235,16]
{"role":"user","content":"n1532"}');
INSERT INTO entries VALUES (19, 1548, 'u["entry_1jsct04wdpa0aj5p7004",1795322633235,16]
{"role":"user","content":"n1533"}');
INSERT INTO entries VALUES (19, 1549, 'u["entry_jn9rm9kd2ykfqfwe34nk",1795322633235,16]
{"role":"user","content":"n1534"}');
INSERT INTO entries VALUES (19, 1550, 'u["entry_8mwft4wcavf8tq765h4a",1795322633235,16]
{"role":"user","content":"n1535"}');
INSERT INTO entries VALUES (19, 1551, 'u["entry_fpv7qpc9mvrzd157gdgk",1795322633235,16]
{"role":"user","content":"n1536"}');
INSERT INTO entries VALUES (19, 1552, 'u["entry_485y9dqnnf27x15zkxej",1795322633235,16]
{"role":"user","content":"n1537"}');
INSERT INTO entries VALUES (19, 1553, 'u["entry_kz7zzxych814zv1ygfk4",1795322633235,16]
{"role":"user","content":"n1538"}');
INSERT INTO entries VALUES (19, 1554, 'u["entry_zp9fzrambdmnrjtrrr1y",1795322633235,16]
{"role":"user","content":"n1539"}');
INSERT INTO entries VALUES (19, 1555, 'u["entry_ey6wfv6fpdxtj7m3vffc",1795322633235,16]
{"role":"user","content":"n1540"}');
INSERT INTO entries VALUES (19, 1556, 'u["entry_c9qyp7c4ecm0x06nyyen",1795322633235,16]
{"role":"user","content":"n1541"}');
INSERT INTO entries VALUES (19, 1557, 'u["entry_5g12a16p9396cze5z1sk",1795322633235,16]
{"role":"user","content":"n1542"}');
INSERT INTO entries VALUES (19, 1558, 'u["entry_mmtqm3pvtn3rnyzjx9wd",1795322633235,16]
{"role":"user","content":"n1543"}');
INSERT INTO entries VALUES (19, 1559, 'u["entry_3g9yf6cyh75v0b5frs64",1795322633235,16]
{"role":"user","content":"n1544"}');
INSERT INTO entries VALUES (19, 1560, 'u["entry_3rfh3tj7bf5z6s2wgy3j",1795322633235,16]
{"role":"user","content":"n1545"}');
INSERT INTO entries VALUES (19, 1561, 'u["entry_rwvkrhxxs0stddd1hwfh",1795322633235,16]
{"role":"user","content":"n1546"}');
INSERT INTO entries VALUES (19, 1562, 'u["entry_0h5e5vadwx5ewgcggdbt",1795322633235,16]
{"role":"user","content":"n1547"}');
INSERT INTO entries VALUES (19, 1563, 'u["entry_hgxvqkz5yw85z7cncecq",1795322633235,16]
{"role":"user","content":"n1548"}');
INSERT INTO entries VALUES (19, 1564, 'u["entry_egv9nrare7t1865314rt",1795322633235,16]
{"role":"user","content":"n1549"}');
INSERT INTO entries VALUES (19, 1565, 'u["entry_4hj53xp0gac6rdkh2seg",1795322633235,16]
{"role":"user","content":"n1550"}');
INSERT INTO entries VALUES (19, 1566, 'u["entry_c1zefnkf1stx8y55tfgc",1795322633235,16]
{"role":"user","content":"n1551"}');
INSERT INTO entries VALUES (19, 1567, 'u["entry_0dwwcbq5h876kz53w6sg",1795322633235,16]
{"role":"user","content":"n1552"}');
INSERT INTO entries VALUES (19, 1568, 'u["entry_6dvsapngptkgp48jm3jx",1795322633235,16]
{"role":"user","content":"n1553"}');
INSERT INTO entries VALUES (19, 1569, 'u["entry_n7whj9hseqfx9mv7va56",1795322633235,16]
{"role":"user","content":"n1554"}');
INSERT INTO entries VALUES (19, 1570, 'u["entry_n4j1pa5d1vc63env8msb",1795322633235,16]
{"role":"user","content":"n1555"}');
INSERT INTO entries VALUES (19, 1571, 'u["entry_5enjr30t3dfr7r9cz7dc",1795322633235,16]
{"role":"user","content":"n1556"}');
INSERT INTO entries VALUES (19, 1572, 'u["entry_wjw7sp6pft1feehx13qk",1795322633235,16]
{"role":"user","content":"n1557"}');
INSERT INTO entries VALUES (19, 1573, 'u["entry_c0f8v7jvwzg9yc4sj87a",1795322633235,16]
{"role":"user","content":"n1558"}');
INSERT INTO entries VALUES (19, 1574, 'u["entry_6z08frf9xc9nh8cv3gfs",1795322633235,16]
{"role":"user","content":"n1559"}');
INSERT INTO entries VALUES (19, 1575, 'u["entry_1ct590j9rr7hh1g0kn51",1795322633235,16]
{"role":"user","content":"n1560"}');
INSERT INTO entries VALUES (19, 1576, 'u["entry_rryv9rad344sx2cqycgv",1795322633235,16]
{"role":"user","content":"n1561"}');
INSERT INTO entries VALUES (19, 1577, 'u["entry_cwjjrf8p7xcwfz7pjzmr",1795322633235,16]
{"role":"user","content":"n1562"}');
INSERT INTO entries VALUES (19, 1578, 'u["entry_xy4g53tagkmk1dz0mvc5",1795322633235,16]
{"role":"user","content":"n1563"}');
INSERT INTO entries VALUES (19, 1579, 'u["entry_8scbbtm5xxh35csrq9rr",1795322633235,16]
{"role":"user","content":"n1564"}');
INSERT INTO entries VALUES (19, 1580, 'u["entry_k9nnzd9zygkw025h1qnr",1795322633235,16]
{"role":"user","content":"n1565"}');
INSERT INTO entries VALUES (19, 1581, 'u["entry_zy17vkv4s0yhanv5s37d",1795322633235,16]
{"role":"user","content":"n1566"}');
INSERT INTO entries VALUES (19, 1582, 'u["entry_f8yy6cxskxnpjavyxwh4",1795322633235,16]
{"role":"user","content":"n1567"}');
INSERT INTO entries VALUES (19, 1583, 'u["entry_qxr8m69zzfq4k24cs7ys",1795322633235,16]
{"role":"user","content":"n1568"}');
INSERT INTO entries VALUES (19, 1584, 'u["entry_6wjsd1vb3xc9eyr8mwby",1795322633235,16]
{"role":"user","content":"n1569"}');
INSERT INTO entries VALUES (19, 1585, 'u["entry_20fh380f8t17s33e4mae",1795322633235,16]
{"role":"user","content":"n1570"}');
INSERT INTO entries VALUES (19, 1586, 'u["entry_0zgt4p79054rz9ac8wv4",1795322633235,16]
{"role":"user","content":"n1571"}');
INSERT INTO entries VALUES (19, 1587, 'u["entry_bmwy36z6cdbergx6da55",1795322633235,16]
{"role":"user","content":"n1572"}');
INSERT INTO entries VALUES (19, 1588, 'u["entry_1518pz1vfd1932etapnx",1795322633235,16]
{"role":"user","content":"n1573"}');
INSERT INTO entries VALUES (19, 1589, 'u["entry_rgbqx81dv6fs0jrxff49",1795322633235,16]
{"role":"user","content":"n1574"}');
INSERT INTO entries VALUES (19, 1590, 'u["entry_bzf2scnswmzw4sfbyxq0",1795322633235,16]
{"role":"user","content":"n1575"}');
INSERT INTO entries VALUES (19, 1591, 'u["entry_r0srq8j52hxf5cmssxm6",1795322633235,16]
{"role":"user","content":"n1576"}');
INSERT INTO entries VALUES (19, 1592, 'u["entry_39a7t2sc05nac9hdvw6x",1795322633235,16]
{"role":"user","content":"n1577"}');
INSERT INTO entries VALUES (19, 1593, 'u["entry_dbkww9z5x3jy6azh9xmg",1795322633235,16]
{"role":"user","content":"n1578"}');
INSERT INTO entries VALUES (19, 1594, 'u["entry_rqz2z7bx25kqneqsyv6q",1795322633235,16]
{"role":"user","content":"n1579"}');
INSERT INTO entries VALUES (19, 1595, 'u["entry_98qsx88x7phygwyvvnfg",1795322633235,16]
{"role":"user","content":"n1580"}');
INSERT INTO entries VALUES (19, 1596, 'u["entry_w2wa9rnr5zzd567f3kvy",1795322633235,16]
{"role":"user","content":"n1581"}');
INSERT INTO entries VALUES (19, 1597, 'u["entry_tjz6at6pzf7dnc55cc0q",1795322633235,16]
{"role":"user","content":"n1582"}');
INSERT INTO entries VALUES (19, 1598, 'u["entry_eanhrbq6avanhxdxbx44",1795322633235,16]
{"role":"user","content":"n1583"}');
INSERT INTO entries VALUES (19, 1599, 'u["entry_8qr67xscj1yegt3j4n7h",1795322633235,16]
{"role":"user","content":"n1584"}');
INSERT INTO entries VALUES (19, 1600, 'u["entry_avtxk82snfs338km5bq6",1795322633235,16]
{"role":"user","content":"n1585"}');
INSERT INTO entries VALUES (19, 1601, 'u["entry_nz17zjdwrsxc25vhthf2",1795322633235,16]
{"role":"user","content":"n1586"}');
INSERT INTO entries VALUES (19, 1602, 'u["entry_4vb8j9qyr6k5m1j6bqhz",1795322633235,16]
{"role":"user","content":"n1587"}');
INSERT INTO entries VALUES (19, 1603, 'u["entry_ajterq543a988bqw43df",1795322633235,16]
{"role":"user","content":"n1588"}');
INSERT INTO entries VALUES (19, 1604, 'u["entry_7r2d8cpkngyf22682r4t",1795322633235,16]
{"role":"user","content":"n1589"}');
INSERT INTO entries VALUES (19, 1605, 'u["entry_11be0wg946dxd21mmk8p",1795322633235,16]
{"role":"user","content":"n1590"}');
INSERT INTO entries VALUES (19, 1606, 'u["entry_199vtj4vx1vqkk2rpv3s",1795322633235,16]
{"role":"user","content":"n1591"}');
INSERT INTO entries VALUES (19, 1607, 'u["entry_jncj46e5r0z91pjh5jg0",1795322633235,16]
{"role":"user","content":"n1592"}');
INSERT INTO entries VALUES (19, 1608, 'u["entry_6xar1gq748f18nf21h4r",1795322633235,16]
{"role":"user","content":"n1593"}');
INSERT INTO entries VALUES (19, 1609, 'u["entry_ex0jc8x55k1f0j8ygf23",1795322633235,16]
{"role":"user","content":"n1594"}');
INSERT INTO entries VALUES (19, 1610, 'u["entry_4tbjx0j5eqjcye0tnzew",1795322633235,16]
{"role":"user","content":"n1595"}');
INSERT INTO entries VALUES (19, 1611, 'u["entry_paj05ap2wpczkgsd6b6b",1795322633235,16]
{"role":"user","content":"n1596"}');
INSERT INTO entries VALUES (19, 1612, 'u["entry_azktmrefftfgnq5w0e3q",1795322633235,16]
{"role":"user","content":"n1597"}');
INSERT INTO entries VALUES (19, 1613, 'u["entry_ctj3ks57kp670pstc6t7",1795322633235,16]
{"role":"user","content":"n1598"}');
INSERT INTO entries VALUES (19, 1614, 'u["entry_ajqm57qcjksr7xj2fsd7",1795322633235,16]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1615, 'a["entry_727k064wxhd0j601z0n5",1795322633237,16,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1616, 'u["entry_aphxp9mewg9t4s027dw2",1795322633239,17]
{"role":"user","content":"n1600"}');
INSERT INTO entries VALUES (19, 1617, 'u["entry_0p0pxm5psydmgqk96cry",1795322633239,17]
{"role":"user","content":"n1601"}');
INSERT INTO entries VALUES (19, 1618, 'u["entry_31t187hjcxawxfbv84rq",1795322633239,17]
{"role":"user","content":"n1602"}');
INSERT INTO entries VALUES (19, 1619, 'u["entry_b9a0m7c0v1agvhpjtky2",1795322633239,17]
{"role":"user","content":"n1603"}');
INSERT INTO entries VALUES (19, 1620, 'u["entry_dfekkw4fd36kd1xtd893",1795322633239,17]
{"role":"user","content":"n1604"}');
INSERT INTO entries VALUES (19, 1621, 'u["entry_b46mgbq7r8zqrygqzeca",1795322633239,17]
{"role":"user","content":"n1605"}');
INSERT INTO entries VALUES (19, 1622, 'u["entry_z44zm5zst32shn5dqqa2",1795322633239,17]
{"role":"user","content":"n1606"}');
INSERT INTO entries VALUES (19, 1623, 'u["entry_ny0f2fr7fbhaye0v94yr",1795322633239,17]
{"role":"user","content":"n1607"}');
INSERT INTO entries VALUES (19, 1624, 'u["entry_agt1872a2pqq3pjnpgqg",1795322633239,17]
{"role":"user","content":"n1608"}');
INSERT INTO entries VALUES (19, 1625, 'u["entry_53wrq957t0qvsk71190h",1795322633239,17]
{"role":"user","content":"n1609"}');
INSERT INTO entries VALUES (19, 1626, 'u["entry_57fwd3962jcwv3nxgzc6",1795322633239,17]
{"role":"user","content":"n1610"}');
INSERT INTO entries VALUES (19, 1627, 'u["entry_n6kzjvjn9vx3b44ddd3e",1795322633239,17]
{"role":"user","content":"n1611"}');
INSERT INTO entries VALUES (19, 1628, 'u["entry_pn86r7b8t2vbsv1qq4p6",1795322633239,17]
{"role":"user","content":"n1612"}');
INSERT INTO entries VALUES (19, 1629, 'u["entry_jm5eaxb2facrqp14gjps",1795322633239,17]
{"role":"user","content":"n1613"}');
INSERT INTO entries VALUES (19, 1630, 'u["entry_5qngrhk0qh2e6vngh2z1",1795322633239,17]
{"role":"user","content":"n1614"}');
INSERT INTO entries VALUES (19, 1631, 'u["entry_3kjnp3cncrpg497k42hp",1795322633239,17]
{"role":"user","content":"n1615"}');
INSERT INTO entries VALUES (19, 1632, 'u["entry_ekffsqcv7j492s7kvt3n",1795322633239,17]
{"role":"user","content":"n1616"}');
INSERT INTO entries VALUES (19, 1633, 'u["entry_8b6xgjrxaxnnq56re8jt",1795322633239,17]
{"role":"user","content":"n1617"}');
INSERT INTO entries VALUES (19, 1634, 'u["entry_2bwsjxpf9cxmnyfjthhv",1795322633239,17]
{"role":"user","content":"n1618"}');
INSERT INTO entries VALUES (19, 1635, 'u["entry_tmd8fsea023qamgtskhr",1795322633239,17]
{"role":"user","content":"n1619"}');
INSERT INTO entries VALUES (19, 1636, 'u["entry_de1mxahebye50c00b2kq",1795322633239,17]
{"role":"user","content":"n1620"}');
INSERT INTO entries VALUES (19, 1637, 'u["entry_0wmykhetswcgakjdte6a",1795322633239,17]
{"role":"user","content":"n1621"}');
INSERT INTO entries VALUES (19, 1638, 'u["entry_hgf5q7tzprw716v6apny",1795322633239,17]
{"role":"user","content":"n1622"}');
INSERT INTO entries VALUES (19, 1639, 'u["entry_ztm78wh5kvkn9hjhcr9g",1795322633239,17]
{"role":"user","content":"n1623"}');
INSERT INTO entries VALUES (19, 1640, 'u["entry_6rffard4bkhf1g668bvp",1795322633239,17]
{"role":"user","content":"n1624"}');
INSERT INTO entries VALUES (19, 1641, 'u["entry_br463bf80ezvvh33enya",1795322633239,17]
{"role":"user","content":"n1625"}');
INSERT INTO entries VALUES (19, 1642, 'u["entry_0av8bpez07k3fyw1dsdp",1795322633239,17]
{"role":"user","content":"n1626"}');
INSERT INTO entries VALUES (19, 1643, 'u["entry_n4rg7c800wj0rt86s6d3",1795322633239,17]
{"role":"user","content":"n1627"}');
INSERT INTO entries VALUES (19, 1644, 'u["entry_30w76b5g3qcvz14v2tqw",1795322633239,17]
{"role":"user","content":"n1628"}');
INSERT INTO entries VALUES (19, 1645, 'u["entry_p74eqxc5s0ag5s4v88ma",1795322633239,17]
{"role":"user","content":"n1629"}');
INSERT INTO entries VALUES (19, 1646, 'u["entry_nvwhsq0cgx8b83esn7rx",1795322633239,17]
{"role":"user","content":"n1630"}');
INSERT INTO entries VALUES (19, 1647, 'u["entry_4fhyfp7jb36v7y2ph4pw",1795322633239,17]
{"role":"user","content":"n1631"}');
INSERT INTO entries VALUES (19, 1648, 'u["entry_kscte5sh2wspn5hg4z40",1795322633239,17]
{"role":"user","content":"n1632"}');
INSERT INTO entries VALUES (19, 1649, 'u["entry_vwsvdgct4wehf4gpeeyc",1795322633239,17]
{"role":"user","content":"n1633"}');
INSERT INTO entries VALUES (19, 1650, 'u["entry_qttge1ktgydz6m3v9zc4",1795322633239,17]
{"role":"user","content":"n1634"}');
INSERT INTO entries VALUES (19, 1651, 'u["entry_mgyyey5ete08r5ea5qj5",1795322633239,17]
{"role":"user","content":"n1635"}');
INSERT INTO entries VALUES (19, 1652, 'u["entry_z120ne0y3qyws52aa6c9",1795322633239,17]
{"role":"user","content":"n1636"}');
INSERT INTO entries VALUES (19, 1653, 'u["entry_pe2acz3ga9j44mm32bjw",1795322633239,17]
{"role":"user","content":"n1637"}');
INSERT INTO entries VALUES (19, 1654, 'u["entry_ew5r0q5z3p93a77hhwzm",1795322633239,17]
{"role":"user","content":"n1638"}');
INSERT INTO entries VALUES (19, 1655, 'u["entry_f1v4mjjmndcbkcqwxz9q",1795322633239,17]
{"role":"user","content":"n1639"}');
INSERT INTO entries VALUES (19, 1656, 'u["entry_21df4t6wbxrr1htkgjqt",1795322633239,17]
{"role":"user","content":"n1640"}');
INSERT INTO entries VALUES (19, 1657, 'u["entry_r5gb5w8t36mdhy38r0mw",1795322633239,17]
{"role":"user","content":"n1641"}');
INSERT INTO entries VALUES (19, 1658, 'u["entry_0g0xb6vcy9jza8aagvhn",1795322633239,17]
{"role":"user","content":"n1642"}');
INSERT INTO entries VALUES (19, 1659, 'u["entry_q7vayebersxk94cpndck",1795322633239,17]
{"role":"user","content":"n1643"}');
INSERT INTO entries VALUES (19, 1660, 'u["entry_45290f29fzbzrhpwde80",1795322633239,17]
{"role":"user","content":"n1644"}');
INSERT INTO entries VALUES (19, 1661, 'u["entry_rhez4w1zvsz9smz02mgw",1795322633239,17]
{"role":"user","content":"n1645"}');
INSERT INTO entries VALUES (19, 1662, 'u["entry_y56e7depfwh57mpphqwt",1795322633239,17]
{"role":"user","content":"n1646"}');
INSERT INTO entries VALUES (19, 1663, 'u["entry_gvcq1g2wrhhrjqxe21xg",1795322633239,17]
{"role":"user","content":"n1647"}');
INSERT INTO entries VALUES (19, 1664, 'u["entry_2wwb62qk53qx4dq0qqgm",1795322633239,17]
{"role":"user","content":"n1648"}');
INSERT INTO entries VALUES (19, 1665, 'u["entry_exz7vc64z0rgzgqr0e95",1795322633239,17]
{"role":"user","content":"n1649"}');
INSERT INTO entries VALUES (19, 1666, 'u["entry_m5y9hz58dnqds3kh2wca",1795322633239,17]
{"role":"user","content":"n1650"}');
INSERT INTO entries VALUES (19, 1667, 'u["entry_e2ftmqjhtxfq8t65aw35",1795322633239,17]
{"role":"user","content":"n1651"}');
INSERT INTO entries VALUES (19, 1668, 'u["entry_v3yfs1xg4dv33dbkk6v0",1795322633239,17]
{"role":"user","content":"n1652"}');
INSERT INTO entries VALUES (19, 1669, 'u["entry_xphezg4258a633yc6pt8",1795322633239,17]
{"role":"user","content":"n1653"}');
INSERT INTO entries VALUES (19, 1670, 'u["entry_sms1z5xb7053hqg246z9",1795322633239,17]
{"role":"user","content":"n1654"}');
INSERT INTO entries VALUES (19, 1671, 'u["entry_7kgbw95nn27g66k36qb8",1795322633239,17]
{"role":"user","content":"n1655"}');
INSERT INTO entries VALUES (19, 1672, 'u["entry_gyrh3wp08e8dzx6874cq",1795322633239,17]
{"role":"user","content":"n1656"}');
INSERT INTO entries VALUES (19, 1673, 'u["entry_wkkb1gx9a86d4g2m5b30",1795322633239,17]
{"role":"user","content":"n1657"}');
INSERT INTO entries VALUES (19, 1674, 'u["entry_4ghrr96cr9a8thvn1mwk",1795322633239,17]
{"role":"user","content":"n1658"}');
INSERT INTO entries VALUES (19, 1675, 'u["entry_aj3pcz55j0napsjatkps",1795322633239,17]
{"role":"user","content":"n1659"}');
INSERT INTO entries VALUES (19, 1676, 'u["entry_q7w4g61h2g7db27r0gw7",1795322633239,17]
{"role":"user","content":"n1660"}');
INSERT INTO entries VALUES (19, 1677, 'u["entry_penmxrsjacwp3rp4ywds",1795322633239,17]
{"role":"user","content":"n1661"}');
INSERT INTO entries VALUES (19, 1678, 'u["entry_jbfkrhenhrs3hd0vyej3",1795322633239,17]
{"role":"user","content":"n1662"}');
INSERT INTO entries VALUES (19, 1679, 'u["entry_0tx095at2z0nkxnz8kze",1795322633239,17]
{"role":"user","content":"n1663"}');
INSERT INTO entries VALUES (19, 1680, 'u["entry_0hhz2fda9gqtvs4vt46c",1795322633239,17]
{"role":"user","content":"n1664"}');
INSERT INTO entries VALUES (19, 1681, 'u["entry_ps1etk6gp46gjfv6dstg",1795322633239,17]
{"role":"user","content":"n1665"}');
INSERT INTO entries VALUES (19, 1682, 'u["entry_2tawattvjydv4e9my1zm",1795322633239,17]
{"role":"user","content":"n1666"}');
INSERT INTO entries VALUES (19, 1683, 'u["entry_a2h4hcgqx070k51enj68",1795322633239,17]
{"role":"user","content":"n1667"}');
INSERT INTO entries VALUES (19, 1684, 'u["entry_tnqrz22pphpez8djf62e",1795322633239,17]
{"role":"user","content":"n1668"}');
INSERT INTO entries VALUES (19, 1685, 'u["entry_mh91q7jvt7s7qmvckm22",1795322633239,17]
{"role":"user","content":"n1669"}');
INSERT INTO entries VALUES (19, 1686, 'u["entry_zwjr1jaqgfnm4y0nnq0h",1795322633239,17]
{"role":"user","content":"n1670"}');
INSERT INTO entries VALUES (19, 1687, 'u["entry_hkg76g8zyqbnt408ht0f",1795322633239,17]
{"role":"user","content":"n1671"}');
INSERT INTO entries VALUES (19, 1688, 'u["entry_f1f2rw4s1nzpps9gwd1m",1795322633239,17]
{"role":"user","content":"n1672"}');
INSERT INTO entries VALUES (19, 1689, 'u["entry_cf4stwc11d1b9fwj1rm7",1795322633239,17]
{"role":"user","content":"n1673"}');
INSERT INTO entries VALUES (19, 1690, 'u["entry_py7cwwh6g0vr478zmkb8",1795322633239,17]
{"role":"user","content":"n1674"}');
INSERT INTO entries VALUES (19, 1691, 'u["entry_be36addyt9ff5rwntrty",1795322633239,17]
{"role":"user","content":"n1675"}');
INSERT INTO entries VALUES (19, 1692, 'u["entry_ftjzsjxq05pr5ma74wg5",1795322633239,17]
{"role":"user","content":"n1676"}');
INSERT INTO entries VALUES (19, 1693, 'u["entry_2zp3by31n17w5e3ab0d3",1795322633239,17]
{"role":"user","content":"n1677"}');
INSERT INTO entries VALUES (19, 1694, 'u["entry_kwdfvweampagdye74490",1795322633239,17]
{"role":"user","content":"n1678"}');
INSERT INTO entries VALUES (19, 1695, 'u["entry_0v57cth884mewnyeansh",1795322633239,17]
{"role":"user","content":"n1679"}');
INSERT INTO entries VALUES (19, 1696, 'u["entry_rdqm94gsn73599avechw",1795322633239,17]
{"role":"user","content":"n1680"}');
INSERT INTO entries VALUES (19, 1697, 'u["entry_069m22e3pnneeenwjvfa",1795322633239,17]
{"role":"user","content":"n1681"}');
INSERT INTO entries VALUES (19, 1698, 'u["entry_mdh8y8v42c8pnm7wk39m",1795322633239,17]
{"role":"user","content":"n1682"}');
INSERT INTO entries VALUES (19, 1699, 'u["entry_83naq8xab40qjtztaa6q",1795322633239,17]
{"role":"user","content":"n1683"}');
INSERT INTO entries VALUES (19, 1700, 'u["entry_reymp3zwa3fsjznt1zqj",1795322633239,17]
{"role":"user","content":"n1684"}');
INSERT INTO entries VALUES (19, 1701, 'u["entry_a3zz9wbj713je7jpfexm",1795322633239,17]
{"role":"user","content":"n1685"}');
INSERT INTO entries VALUES (19, 1702, 'u["entry_srmhwcrcgrywtbpk4gjz",1795322633239,17]
{"role":"user","content":"n1686"}');
INSERT INTO entries VALUES (19, 1703, 'u["entry_gyyp80cs901kq908jsnj",1795322633239,17]
{"role":"user","content":"n1687"}');
INSERT INTO entries VALUES (19, 1704, 'u["entry_z1skg2wksc1c8rbq1cxb",1795322633239,17]
{"role":"user","content":"n1688"}');
INSERT INTO entries VALUES (19, 1705, 'u["entry_f54mmnpn2jncy314qpsf",1795322633239,17]
{"role":"user","content":"n1689"}');
INSERT INTO entries VALUES (19, 1706, 'u["entry_b62q8c6hvb1dxn3e9w23",1795322633239,17]
{"role":"user","content":"n1690"}');
INSERT INTO entries VALUES (19, 1707, 'u["entry_k23fghaeg1ncpf2zn9q7",1795322633239,17]
{"role":"user","content":"n1691"}');
INSERT INTO entries VALUES (19, 1708, 'u["entry_xc52p45s3fvf9refrxfz",1795322633239,17]
{"role":"user","content":"n1692"}');
INSERT INTO entries VALUES (19, 1709, 'u["entry_a0ft382gr39wa3mpb45y",1795322633239,17]
{"role":"user","content":"n1693"}');
INSERT INTO entries VALUES (19, 1710, 'u["entry_w8pebc4yaxg65qswj74m",1795322633239,17]
{"role":"user","content":"n1694"}');
INSERT INTO entries VALUES (19, 1711, 'u["entry_fydt89wj916s30cr7qxw",1795322633239,17]
{"role":"user","content":"n1695"}');
INSERT INTO entries VALUES (19, 1712, 'u["entry_q7rtt2tnsdns301ae8nd",1795322633239,17]
{"role":"user","content":"n1696"}');
INSERT INTO entries VALUES (19, 1713, 'u["entry_sy4d6h4qpy35s6b3da7q",1795322633239,17]
{"role":"user","content":"n1697"}');
INSERT INTO entries VALUES (19, 1714, 'u["entry_khc84vy2s1p4d32mnrap",1795322633239,17]
{"role":"user","content":"n1698"}');
INSERT INTO entries VALUES (19, 1715, 'u["entry_30pakrdj7dk7meqj4fdf",1795322633239,17]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1716, 'a["entry_zkp684jh0w6q9836xa37",1795322633241,17,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1717, 'u["entry_hkemh4vbp18p8hmzzacg",1795322633242,18]
{"role":"user","content":"n1700"}');
INSERT INTO entries VALUES (19, 1718, 'u["entry_n7xym1zk49nh7ycx31f8",1795322633242,18]
{"role":"user","content":"n1701"}');
INSERT INTO entries VALUES (19, 1719, 'u["entry_9ft7nhhtm5pbk5dz292k",1795322633242,18]
{"role":"user","content":"n1702"}');
INSERT INTO entries VALUES (19, 1720, 'u["entry_emthhbm8jjkfkrasey2x",1795322633242,18]
{"role":"user","content":"n1703"}');
INSERT INTO entries VALUES (19, 1721, 'u["entry_6bm1gzh59xzqt4bevpqs",1795322633242,18]
{"role":"user","content":"n1704"}');
INSERT INTO entries VALUES (19, 1722, 'u["entry_mejht1q8cg4qdb2awbc2",1795322633242,18]
{"role":"user","content":"n1705"}');
INSERT INTO entries VALUES (19, 1723, 'u["entry_ymrm2jvcdncfsjc59xs4",1795322633242,18]
{"role":"user","content":"n1706"}');
INSERT INTO entries VALUES (19, 1724, 'u["entry_9w113rx2h1mr2y2vyas2",1795322633242,18]
{"role":"user","content":"n1707"}');
INSERT INTO entries VALUES (19, 1725, 'u["entry_rt75j8tsgvxf3s4e0hr2",1795322633242,18]
{"role":"user","content":"n1708"}');
INSERT INTO entries VALUES (19, 1726, 'u["entry_pmadj17bjr55x7a8zq4s",1795322633242,18]
{"role":"user","content":"n1709"}');
INSERT INTO entries VALUES (19, 1727, 'u["entry_beg60kpmdyj921pa32he",1795322633242,18]
{"role":"user","content":"n1710"}');
INSERT INTO entries VALUES (19, 1728, 'u["entry_yyxajcw3exfsf2wmj6k0",1795322633242,18]
{"role":"user","content":"n1711"}');
INSERT INTO entries VALUES (19, 1729, 'u["entry_hy2hfqvashynngrsx3h5",1795322633242,18]
{"role":"user","content":"n1712"}');
INSERT INTO entries VALUES (19, 1730, 'u["entry_ygcv5s443mhgckgqqhhb",1795322633242,18]
{"role":"user","content":"n1713"}');
INSERT INTO entries VALUES (19, 1731, 'u["entry_wevgzh0sgtn1xsvn7he1",1795322633242,18]
{"role":"user","content":"n1714"}');
INSERT INTO entries VALUES (19, 1732, 'u["entry_ef03x2h3dyj2fw4vcr0c",1795322633242,18]
{"role":"user","content":"n1715"}');
INSERT INTO entries VALUES (19, 1733, 'u["entry_n9t0et1vjszshg2x2erv",1795322633242,18]
{"role":"user","content":"n1716"}');
INSERT INTO entries VALUES (19, 1734, 'u["entry_5k42p2z1m3t7z36w9a46",1795322633242,18]
{"role":"user","content":"n1717"}');
INSERT INTO entries VALUES (19, 1735, 'u["entry_7x0yqk3xt620h7r5my46",1795322633242,18]
{"role":"user","content":"n1718"}');
INSERT INTO entries VALUES (19, 1736, 'u["entry_reyq6h7vx5239j4e1mep",1795322633242,18]
{"role":"user","content":"n1719"}');
INSERT INTO entries VALUES (19, 1737, 'u["entry_jcyeg6aem6s0yfbgyeb9",1795322633242,18]
{"role":"user","content":"n1720"}');
INSERT INTO entries VALUES (19, 1738, 'u["entry_78gsc530wd7wfqsgw3ge",1795322633242,18]
{"role":"user","content":"n1721"}');
INSERT INTO entries VALUES (19, 1739, 'u["entry_w492mee2p840npbh0sh4",1795322633242,18]
{"role":"user","content":"n1722"}');
INSERT INTO entries VALUES (19, 1740, 'u["entry_ettjkmpbw3wrpyk4ed57",1795322633242,18]
{"role":"user","content":"n1723"}');
INSERT INTO entries VALUES (19, 1741, 'u["entry_sw3876zg5761zdxf2032",1795322633242,18]
{"role":"user","content":"n1724"}');
INSERT INTO entries VALUES (19, 1742, 'u["entry_ghhsyhf5w8hsawgk7ade",1795322633242,18]
{"role":"user","content":"n1725"}');
INSERT INTO entries VALUES (19, 1743, 'u["entry_w4sgbbydwy6zt4j80yah",1795322633242,18]
{"role":"user","content":"n1726"}');
INSERT INTO entries VALUES (19, 1744, 'u["entry_6bgnkzn6cnr3rwb33vsg",1795322633242,18]
{"role":"user","content":"n1727"}');
INSERT INTO entries VALUES (19, 1745, 'u["entry_2hmarg46bpf3252p4ftn",1795322633242,18]
{"role":"user","content":"n1728"}');
INSERT INTO entries VALUES (19, 1746, 'u["entry_76nxdvyx5wky8evzgw25",1795322633242,18]
{"role":"user","content":"n1729"}');
INSERT INTO entries VALUES (19, 1747, 'u["entry_h8dpr3qkk26d3mgdxjtr",1795322633242,18]
{"role":"user","content":"n1730"}');
INSERT INTO entries VALUES (19, 1748, 'u["entry_1k4kbn07hjkfta5tvy5c",1795322633242,18]
{"role":"user","content":"n1731"}');
INSERT INTO entries VALUES (19, 1749, 'u["entry_9vzf5j3wmy1xhpkhad6e",1795322633242,18]
{"role":"user","content":"n1732"}');
INSERT INTO entries VALUES (19, 1750, 'u["entry_4073ep3efzsrbn2g4brd",1795322633242,18]
{"role":"user","content":"n1733"}');
INSERT INTO entries VALUES (19, 1751, 'u["entry_zrbyrhfz2w869ycmncnp",1795322633242,18]
{"role":"user","content":"n1734"}');
INSERT INTO entries VALUES (19, 1752, 'u["entry_rwnrmnnsh8qjax03cynh",1795322633242,18]
{"role":"user","content":"n1735"}');
INSERT INTO entries VALUES (19, 1753, 'u["entry_688t59pqgj0wxma6bvka",1795322633242,18]
{"role":"user","content":"n1736"}');
INSERT INTO entries VALUES (19, 1754, 'u["entry_hmpeqsxcsyae5271rwv2",1795322633242,18]
{"role":"user","content":"n1737"}');
INSERT INTO entries VALUES (19, 1755, 'u["entry_yt9ekng31rn9kcbqb49f",1795322633242,18]
{"role":"user","content":"n1738"}');
INSERT INTO entries VALUES (19, 1756, 'u["entry_s30ag9sshaf5yjzqnd29",1795322633242,18]
{"role":"user","content":"n1739"}');
INSERT INTO entries VALUES (19, 1757, 'u["entry_1rttpq8sr7268pegn79s",1795322633242,18]
{"role":"user","content":"n1740"}');
INSERT INTO entries VALUES (19, 1758, 'u["entry_z4jjwjkt5pvqzdw70ncm",1795322633242,18]
{"role":"user","content":"n1741"}');
INSERT INTO entries VALUES (19, 1759, 'u["entry_a53mtmc3zy5jjs44sfbv",1795322633242,18]
{"role":"user","content":"n1742"}');
INSERT INTO entries VALUES (19, 1760, 'u["entry_xbacj14zqmhgrhr8mjre",1795322633242,18]
{"role":"user","content":"n1743"}');
INSERT INTO entries VALUES (19, 1761, 'u["entry_7kyvvb7ntbc7prftj8bs",1795322633242,18]
{"role":"user","content":"n1744"}');
INSERT INTO entries VALUES (19, 1762, 'u["entry_xagchr8cd71jeqeh43s1",1795322633242,18]
{"role":"user","content":"n1745"}');
INSERT INTO entries VALUES (19, 1763, 'u["entry_k3ts1tcr4z76pt42t9f3",1795322633242,18]
{"role":"user","content":"n1746"}');
INSERT INTO entries VALUES (19, 1764, 'u["entry_v20t6r8jrrz2wqfk4tyt",1795322633242,18]
{"role":"user","content":"n1747"}');
INSERT INTO entries VALUES (19, 1765, 'u["entry_05q5cpdz295m70y8xcra",1795322633242,18]
{"role":"user","content":"n1748"}');
INSERT INTO entries VALUES (19, 1766, 'u["entry_ch8t3ks75tk114gj94yn",1795322633242,18]
{"role":"user","content":"n1749"}');
INSERT INTO entries VALUES (19, 1767, 'u["entry_szfnqj27f3cpy3t1v3x8",1795322633242,18]
{"role":"user","content":"n1750"}');
INSERT INTO entries VALUES (19, 1768, 'u["entry_yv8ax3smf23mshht3gvs",1795322633242,18]
{"role":"user","content":"n1751"}');
INSERT INTO entries VALUES (19, 1769, 'u["entry_a5n75199x4szerhnevw0",1795322633242,18]
{"role":"user","content":"n1752"}');
INSERT INTO entries VALUES (19, 1770, 'u["entry_c5av2hasa0m8tawegtnx",1795322633242,18]
{"role":"user","content":"n1753"}');
INSERT INTO entries VALUES (19, 1771, 'u["entry_stnq7zcje37hjswr27se",1795322633242,18]
{"role":"user","content":"n1754"}');
INSERT INTO entries VALUES (19, 1772, 'u["entry_kkdzp6nx2eh04hfkhbtq",1795322633242,18]
{"role":"user","content":"n1755"}');
INSERT INTO entries VALUES (19, 1773, 'u["entry_kvratgx773mt60hjz36s",1795322633242,18]
{"role":"user","content":"n1756"}');
INSERT INTO entries VALUES (19, 1774, 'u["entry_m9yf4kkam1ab6d2tmcvh",1795322633242,18]
{"role":"user","content":"n1757"}');
INSERT INTO entries VALUES (19, 1775, 'u["entry_ftmv8kg7by591n64q0er",1795322633242,18]
{"role":"user","content":"n1758"}');
INSERT INTO entries VALUES (19, 1776, 'u["entry_t86zf1rdff1mgt8w2zrt",1795322633242,18]
{"role":"user","content":"n1759"}');
INSERT INTO entries VALUES (19, 1777, 'u["entry_61awfevw17dg4ydzk9w4",1795322633242,18]
{"role":"user","content":"n1760"}');
INSERT INTO entries VALUES (19, 1778, 'u["entry_p97fp1x793bxarr6k7t0",1795322633242,18]
{"role":"user","content":"n1761"}');
INSERT INTO entries VALUES (19, 1779, 'u["entry_8c3e5ezywg42xavne5vz",1795322633242,18]
{"role":"user","content":"n1762"}');
INSERT INTO entries VALUES (19, 1780, 'u["entry_bkx3kqryzva35xgz9x8h",1795322633242,18]
{"role":"user","content":"n1763"}');
INSERT INTO entries VALUES (19, 1781, 'u["entry_j96rdkdep9rmb04zzvew",1795322633242,18]
{"role":"user","content":"n1764"}');
INSERT INTO entries VALUES (19, 1782, 'u["entry_zrsgzmrt7y8mhfxhhn4s",1795322633242,18]
{"role":"user","content":"n1765"}');
INSERT INTO entries VALUES (19, 1783, 'u["entry_j3g97bqxk2th8tpv8e23",1795322633242,18]
{"role":"user","content":"n1766"}');
INSERT INTO entries VALUES (19, 1784, 'u["entry_yb9qdb98evq2k1p9mxhn",1795322633242,18]
{"role":"user","content":"n1767"}');
INSERT INTO entries VALUES (19, 1785, 'u["entry_c6hy4729sx752vtdm88r",1795322633242,18]
{"role":"user","content":"n1768"}');
INSERT INTO entries VALUES (19, 1786, 'u["entry_xy52zbqw4ab66jk56h55",1795322633242,18]
{"role":"user","content":"n1769"}');
INSERT INTO entries VALUES (19, 1787, 'u["entry_tvzdrmwexrfh5jgcz5k1",1795322633242,18]
{"role":"user","content":"n1770"}');
INSERT INTO entries VALUES (19, 1788, 'u["entry_vqpvjmfm37vzbpf7b7p5",1795322633242,18]
{"role":"user","content":"n1771"}');
INSERT INTO entries VALUES (19, 1789, 'u["entry_k61000cya945tn6j3jph",1795322633242,18]
{"role":"user","content":"n1772"}');
INSERT INTO entries VALUES (19, 1790, 'u["entry_4y2j9hm2jq85g5krt7f4",1795322633242,18]
{"role":"user","content":"n1773"}');
INSERT INTO entries VALUES (19, 1791, 'u["entry_dn1g2eybbqb8mzw033zm",1795322633242,18]
{"role":"user","content":"n1774"}');
INSERT INTO entries VALUES (19, 1792, 'u["entry_bsjx600z9rf1m3jrwzrf",1795322633242,18]
{"role":"user","content":"n1775"}');
INSERT INTO entries VALUES (19, 1793, 'u["entry_hgswrfjks24grdw1v1jk",1795322633242,18]
{"role":"user","content":"n1776"}');
INSERT INTO entries VALUES (19, 1794, 'u["entry_9782jd2c74pk9f2dy91v",1795322633242,18]
{"role":"user","content":"n1777"}');
INSERT INTO entries VALUES (19, 1795, 'u["entry_6y45xp1z6frr8k4dvqw3",1795322633242,18]
{"role":"user","content":"n1778"}');
INSERT INTO entries VALUES (19, 1796, 'u["entry_4r2h13936bd2p0bsc3jj",1795322633242,18]
{"role":"user","content":"n1779"}');
INSERT INTO entries VALUES (19, 1797, 'u["entry_jxzg2tq9zytyjk2hwanf",1795322633242,18]
{"role":"user","content":"n1780"}');
INSERT INTO entries VALUES (19, 1798, 'u["entry_cw0t1g708wfjanab1afn",1795322633242,18]
{"role":"user","content":"n1781"}');
INSERT INTO entries VALUES (19, 1799, 'u["entry_w2sfcsq431000eqbvvf0",1795322633242,18]
{"role":"user","content":"n1782"}');
INSERT INTO entries VALUES (19, 1800, 'u["entry_wwz4cx6a3jeskd7gw7dg",1795322633242,18]
{"role":"user","content":"n1783"}');
INSERT INTO entries VALUES (19, 1801, 'u["entry_ncmhaz5nfn1z46nawrqj",1795322633242,18]
{"role":"user","content":"n1784"}');
INSERT INTO entries VALUES (19, 1802, 'u["entry_54sf6fth9z6x3a9mx8ky",1795322633242,18]
{"role":"user","content":"n1785"}');
INSERT INTO entries VALUES (19, 1803, 'u["entry_1mza44c4c7x2j520nrt4",1795322633242,18]
{"role":"user","content":"n1786"}');
INSERT INTO entries VALUES (19, 1804, 'u["entry_egd4mh4vwdq834cscf1h",1795322633242,18]
{"role":"user","content":"n1787"}');
INSERT INTO entries VALUES (19, 1805, 'u["entry_nyh05ycr5y1ehq2rbct3",1795322633242,18]
{"role":"user","content":"n1788"}');
INSERT INTO entries VALUES (19, 1806, 'u["entry_sm13xxw9pxn46fnvednw",1795322633242,18]
{"role":"user","content":"n1789"}');
INSERT INTO entries VALUES (19, 1807, 'u["entry_h2cpyewb6hzk9e8f3sr8",1795322633242,18]
{"role":"user","content":"n1790"}');
INSERT INTO entries VALUES (19, 1808, 'u["entry_sj9hzhbvb69t26wgvm5d",1795322633242,18]
{"role":"user","content":"n1791"}');
INSERT INTO entries VALUES (19, 1809, 'u["entry_qrec1d3wgc2gvfmcjpf6",1795322633242,18]
{"role":"user","content":"n1792"}');
INSERT INTO entries VALUES (19, 1810, 'u["entry_gqz4pgbvt78f56yw1cqm",1795322633242,18]
{"role":"user","content":"n1793"}');
INSERT INTO entries VALUES (19, 1811, 'u["entry_7aj40cn3w2s85fa0fpbe",1795322633242,18]
{"role":"user","content":"n1794"}');
INSERT INTO entries VALUES (19, 1812, 'u["entry_dpz2rymrh0d272rkkwye",1795322633242,18]
{"role":"user","content":"n1795"}');
INSERT INTO entries VALUES (19, 1813, 'u["entry_e16dke2xrya5n3kxaqyw",1795322633242,18]
{"role":"user","content":"n1796"}');
INSERT INTO entries VALUES (19, 1814, 'u["entry_6q296mjw548t4vcjn0vt",1795322633242,18]
{"role":"user","content":"n1797"}');
INSERT INTO entries VALUES (19, 1815, 'u["entry_czdqcaspwdrma4pvzm1k",1795322633242,18]
{"role":"user","content":"n1798"}');
INSERT INTO entries VALUES (19, 1816, 'u["entry_fsycj4jrn52e8cybvskq",1795322633242,18]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1817, 'a["entry_3w30kvf2pyxnce134pxs",1795322633244,18,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1818, 'u["entry_dk0st7qcewccq8wna92c",1795322633246,19]
{"role":"user","content":"n1800"}');
INSERT INTO entries VALUES (19, 1819, 'u["entry_3hrz4prbyv2j7rt8b2ja",1795322633246,19]
{"role":"user","content":"n1801"}');
INSERT INTO entries VALUES (19, 1820, 'u["entry_xmrdhn813gbe4hnzqjjt",1795322633246,19]
{"role":"user","content":"n1802"}');
INSERT INTO entries VALUES (19, 1821, 'u["entry_4nrzpgvwn6zy6084f8dz",1795322633246,19]
{"role":"user","content":"n1803"}');
INSERT INTO entries VALUES (19, 1822, 'u["entry_8tcj7fa2ghbcf31trzh0",1795322633246,19]
{"role":"user","content":"n1804"}');
INSERT INTO entries VALUES (19, 1823, 'u["entry_bytp1jj79t85gt1yfca2",1795322633246,19]
{"role":"user","content":"n1805"}');
INSERT INTO entries VALUES (19, 1824, 'u["entry_zq7b2n72madacec7jw7a",1795322633246,19]
{"role":"user","content":"n1806"}');
INSERT INTO entries VALUES (19, 1825, 'u["entry_zdtw4yj61f7j77zbawfb",1795322633246,19]
{"role":"user","content":"n1807"}');
INSERT INTO entries VALUES (19, 1826, 'u["entry_89wch8tem63cvr5xgfy8",1795322633246,19]
{"role":"user","content":"n1808"}');
INSERT INTO entries VALUES (19, 1827, 'u["entry_k5cybpth8nf2pjdtshd8",1795322633246,19]
{"role":"user","content":"n1809"}');
INSERT INTO entries VALUES (19, 1828, 'u["entry_h454xx1r71cmrjm985vv",1795322633246,19]
{"role":"user","content":"n1810"}');
INSERT INTO entries VALUES (19, 1829, 'u["entry_6dnqx0nzjevp9w3hcndz",1795322633246,19]
{"role":"user","content":"n1811"}');
INSERT INTO entries VALUES (19, 1830, 'u["entry_hfq34x1vksyfjdg46sfx",1795322633246,19]
{"role":"user","content":"n1812"}');
INSERT INTO entries VALUES (19, 1831, 'u["entry_g0nysw5qjrkkbrxnmywk",1795322633246,19]
{"role":"user","content":"n1813"}');
INSERT INTO entries VALUES (19, 1832, 'u["entry_9c4j0dj7sxcb57r1b781",1795322633246,19]
{"role":"user","content":"n1814"}');
INSERT INTO entries VALUES (19, 1833, 'u["entry_ccbv8mt1n4r8vqcpcmzm",1795322633246,19]
{"role":"user","content":"n1815"}');
INSERT INTO entries VALUES (19, 1834, 'u["entry_a3y1nm49hxhnkyyc3b41",1795322633246,19]
{"role":"user","content":"n1816"}');
INSERT INTO entries VALUES (19, 1835, 'u["entry_t23a8f6d4f4knem0xen3",1795322633246,19]
{"role":"user","content":"n1817"}');
INSERT INTO entries VALUES (19, 1836, 'u["entry_sy6qwrpwb2tk8198ss29",1795322633246,19]
{"role":"user","content":"n1818"}');
INSERT INTO entries VALUES (19, 1837, 'u["entry_dcf4bhpbywfe4h347c6y",1795322633246,19]
{"role":"user","content":"n1819"}');
INSERT INTO entries VALUES (19, 1838, 'u["entry_0gtsrpbbdr1fvxgywqj7",1795322633246,19]
{"role":"user","content":"n1820"}');
INSERT INTO entries VALUES (19, 1839, 'u["entry_5tsnwbancnr3pnde6f7g",1795322633246,19]
{"role":"user","content":"n1821"}');
INSERT INTO entries VALUES (19, 1840, 'u["entry_yfsmb0yv19qm6n637m1f",1795322633246,19]
{"role":"user","content":"n1822"}');
INSERT INTO entries VALUES (19, 1841, 'u["entry_5jwpb2dfz82x483tkaeb",1795322633246,19]
{"role":"user","content":"n1823"}');
INSERT INTO entries VALUES (19, 1842, 'u["entry_gt7qm1wfn1z31hve0sq0",1795322633246,19]
{"role":"user","content":"n1824"}');
INSERT INTO entries VALUES (19, 1843, 'u["entry_mwcxfb67kw11p2zxhpfk",1795322633246,19]
{"role":"user","content":"n1825"}');
INSERT INTO entries VALUES (19, 1844, 'u["entry_rpshbrxdxm98rpsq7s84",1795322633246,19]
{"role":"user","content":"n1826"}');
INSERT INTO entries VALUES (19, 1845, 'u["entry_74v80dhpmraye8hxhp9m",1795322633246,19]
{"role":"user","content":"n1827"}');
INSERT INTO entries VALUES (19, 1846, 'u["entry_vjrn1ehdq0q5xen9ctyz",1795322633246,19]
{"role":"user","content":"n1828"}');
INSERT INTO entries VALUES (19, 1847, 'u["entry_c7zd3zmy3tv01p0fzevh",1795322633246,19]
{"role":"user","content":"n1829"}');
INSERT INTO entries VALUES (19, 1848, 'u["entry_trgp551kndsrt1027nv8",1795322633246,19]
{"role":"user","content":"n1830"}');
INSERT INTO entries VALUES (19, 1849, 'u["entry_tp5gjg7k65zrhjhnbvdt",1795322633246,19]
{"role":"user","content":"n1831"}');
INSERT INTO entries VALUES (19, 1850, 'u["entry_wej6ny3wnk48nj14qmp3",1795322633246,19]
{"role":"user","content":"n1832"}');
INSERT INTO entries VALUES (19, 1851, 'u["entry_2qn4mtcwcggj5xt5s8x2",1795322633246,19]
{"role":"user","content":"n1833"}');
INSERT INTO entries VALUES (19, 1852, 'u["entry_pt3yv32d0971t7tz7sgd",1795322633246,19]
{"role":"user","content":"n1834"}');
INSERT INTO entries VALUES (19, 1853, 'u["entry_r2xvqm365173b6ghs4ab",1795322633246,19]
{"role":"user","content":"n1835"}');
INSERT INTO entries VALUES (19, 1854, 'u["entry_m9v7h93k01g2mswe8xp3",1795322633246,19]
{"role":"user","content":"n1836"}');
INSERT INTO entries VALUES (19, 1855, 'u["entry_6vvgxkkasgbc4qtczhhd",1795322633246,19]
{"role":"user","content":"n1837"}');
INSERT INTO entries VALUES (19, 1856, 'u["entry_6jqd3hw06fdtstq1pxkj",1795322633246,19]
{"role":"user","content":"n1838"}');
INSERT INTO entries VALUES (19, 1857, 'u["entry_ydh3qg03f6p3k71t1z4n",1795322633246,19]
{"role":"user","content":"n1839"}');
INSERT INTO entries VALUES (19, 1858, 'u["entry_28tqy6btnb8t935waw9p",1795322633246,19]
{"role":"user","content":"n1840"}');
INSERT INTO entries VALUES (19, 1859, 'u["entry_kv4krh0fypa9qhe8zg1m",1795322633246,19]
{"role":"user","content":"n1841"}');
INSERT INTO entries VALUES (19, 1860, 'u["entry_pfy4vqvx8xenjzfzg76n",1795322633246,19]
{"role":"user","content":"n1842"}');
INSERT INTO entries VALUES (19, 1861, 'u["entry_2az9vp686mezehxp2p7g",1795322633246,19]
{"role":"user","content":"n1843"}');
INSERT INTO entries VALUES (19, 1862, 'u["entry_90rxn8qevmqs9zbgfwpc",1795322633246,19]
{"role":"user","content":"n1844"}');
INSERT INTO entries VALUES (19, 1863, 'u["entry_cr0247qrzy0ztzv4n4d6",1795322633246,19]
{"role":"user","content":"n1845"}');
INSERT INTO entries VALUES (19, 1864, 'u["entry_vqq095qd9zys2wxvz60t",1795322633246,19]
{"role":"user","content":"n1846"}');
INSERT INTO entries VALUES (19, 1865, 'u["entry_ft1p0qqd8a1pg8gxj5kv",1795322633246,19]
{"role":"user","content":"n1847"}');
INSERT INTO entries VALUES (19, 1866, 'u["entry_5v3k1bc7f7nd76hgkwaf",1795322633246,19]
{"role":"user","content":"n1848"}');
INSERT INTO entries VALUES (19, 1867, 'u["entry_f74va61nh15wck6yqfb3",1795322633246,19]
{"role":"user","content":"n1849"}');
INSERT INTO entries VALUES (19, 1868, 'u["entry_b7hnjsxf5ywn19cd9f20",1795322633246,19]
{"role":"user","content":"n1850"}');
INSERT INTO entries VALUES (19, 1869, 'u["entry_n0g2nt2frrw8va3xvhrb",1795322633246,19]
{"role":"user","content":"n1851"}');
INSERT INTO entries VALUES (19, 1870, 'u["entry_05x8fkghyqk3hwsc240w",1795322633246,19]
{"role":"user","content":"n1852"}');
INSERT INTO entries VALUES (19, 1871, 'u["entry_zykmfhhm5z2s2nea6vyn",1795322633246,19]
{"role":"user","content":"n1853"}');
INSERT INTO entries VALUES (19, 1872, 'u["entry_ga2bcrd2apaccrjraxqn",1795322633246,19]
{"role":"user","content":"n1854"}');
INSERT INTO entries VALUES (19, 1873, 'u["entry_kmxqdmekx6yktbkk8j00",1795322633246,19]
{"role":"user","content":"n1855"}');
INSERT INTO entries VALUES (19, 1874, 'u["entry_qcvem1pre204689pkqry",1795322633246,19]
{"role":"user","content":"n1856"}');
INSERT INTO entries VALUES (19, 1875, 'u["entry_m8y24p5vrspb3s2r7jxp",1795322633246,19]
{"role":"user","content":"n1857"}');
INSERT INTO entries VALUES (19, 1876, 'u["entry_w6wpqrn2z21eea52ch3k",1795322633246,19]
{"role":"user","content":"n1858"}');
INSERT INTO entries VALUES (19, 1877, 'u["entry_zm5dp9er0ze9k6v8swd4",1795322633246,19]
{"role":"user","content":"n1859"}');
INSERT INTO entries VALUES (19, 1878, 'u["entry_qqjyrsb7zwbcc8hqrkdg",1795322633246,19]
{"role":"user","content":"n1860"}');
INSERT INTO entries VALUES (19, 1879, 'u["entry_ac0f8xsdwjenwghnrnbw",1795322633246,19]
{"role":"user","content":"n1861"}');
INSERT INTO entries VALUES (19, 1880, 'u["entry_qg1dtdcv9a8z751zc1t7",1795322633246,19]
{"role":"user","content":"n1862"}');
INSERT INTO entries VALUES (19, 1881, 'u["entry_fnh5ter1fqshskemgsz1",1795322633246,19]
{"role":"user","content":"n1863"}');
INSERT INTO entries VALUES (19, 1882, 'u["entry_3wsm2eyxfed7rs8qs81z",1795322633246,19]
{"role":"user","content":"n1864"}');
INSERT INTO entries VALUES (19, 1883, 'u["entry_mhnb3p2xc8x7an334hfn",1795322633246,19]
{"role":"user","content":"n1865"}');
INSERT INTO entries VALUES (19, 1884, 'u["entry_62h1nybam6j1gnhrdwj0",1795322633246,19]
{"role":"user","content":"n1866"}');
INSERT INTO entries VALUES (19, 1885, 'u["entry_3kn5b0sf42h16e1bfs17",1795322633246,19]
{"role":"user","content":"n1867"}');
INSERT INTO entries VALUES (19, 1886, 'u["entry_4xkstktr8dy6ha1a9qr3",1795322633246,19]
{"role":"user","content":"n1868"}');
INSERT INTO entries VALUES (19, 1887, 'u["entry_evpq8cae09z1s0b51fn3",1795322633246,19]
{"role":"user","content":"n1869"}');
INSERT INTO entries VALUES (19, 1888, 'u["entry_3kcac7cht7mn4ra3zhg8",1795322633246,19]
{"role":"user","content":"n1870"}');
INSERT INTO entries VALUES (19, 1889, 'u["entry_4fta4q0wd7hh0525d5sg",1795322633246,19]
{"role":"user","content":"n1871"}');
INSERT INTO entries VALUES (19, 1890, 'u["entry_xk794z1a158vm4mf3zr3",1795322633246,19]
{"role":"user","content":"n1872"}');
INSERT INTO entries VALUES (19, 1891, 'u["entry_azxg2mvvverg9esvjxf0",1795322633246,19]
{"role":"user","content":"n1873"}');
INSERT INTO entries VALUES (19, 1892, 'u["entry_5hc5h4v4hgx22d55me5j",1795322633246,19]
{"role":"user","content":"n1874"}');
INSERT INTO entries VALUES (19, 1893, 'u["entry_7yq8k7fmfthzrxbrn83m",1795322633246,19]
{"role":"user","content":"n1875"}');
INSERT INTO entries VALUES (19, 1894, 'u["entry_3r91qkc1mcpndqgzrm1r",1795322633246,19]
{"role":"user","content":"n1876"}');
INSERT INTO entries VALUES (19, 1895, 'u["entry_83b30qkdweyvx34ztvh5",1795322633246,19]
{"role":"user","content":"n1877"}');
INSERT INTO entries VALUES (19, 1896, 'u["entry_1mtd9gjb74xvnp7mn2d0",1795322633246,19]
{"role":"user","content":"n1878"}');
INSERT INTO entries VALUES (19, 1897, 'u["entry_nxfhfv4tdpwztasbmke4",1795322633246,19]
{"role":"user","content":"n1879"}');
INSERT INTO entries VALUES (19, 1898, 'u["entry_6w9tv081fn5z2jd2pv9r",1795322633246,19]
{"role":"user","content":"n1880"}');
INSERT INTO entries VALUES (19, 1899, 'u["entry_110rw6m9ytp513g9d0a7",1795322633246,19]
{"role":"user","content":"n1881"}');
INSERT INTO entries VALUES (19, 1900, 'u["entry_dfmdqb7hy3txb33bebhy",1795322633246,19]
{"role":"user","content":"n1882"}');
INSERT INTO entries VALUES (19, 1901, 'u["entry_76276x7qxxe4pc9chs0s",1795322633246,19]
{"role":"user","content":"n1883"}');
INSERT INTO entries VALUES (19, 1902, 'u["entry_8yyvah3qzfpekjecswfq",1795322633246,19]
{"role":"user","content":"n1884"}');
INSERT INTO entries VALUES (19, 1903, 'u["entry_c5cbve4d5k7q2mcbptak",1795322633246,19]
{"role":"user","content":"n1885"}');
INSERT INTO entries VALUES (19, 1904, 'u["entry_6ptdvmhmxzhqfdqfjzrk",1795322633246,19]
{"role":"user","content":"n1886"}');
INSERT INTO entries VALUES (19, 1905, 'u["entry_d4h1tby3szqvw1pc312f",1795322633246,19]
{"role":"user","content":"n1887"}');
INSERT INTO entries VALUES (19, 1906, 'u["entry_y4t3nwdggty8pa83arjy",1795322633246,19]
{"role":"user","content":"n1888"}');
INSERT INTO entries VALUES (19, 1907, 'u["entry_6g58tqrq5f7ts77vj6ny",1795322633246,19]
{"role":"user","content":"n1889"}');
INSERT INTO entries VALUES (19, 1908, 'u["entry_1468s4dhy7501xmd6at4",1795322633246,19]
{"role":"user","content":"n1890"}');
INSERT INTO entries VALUES (19, 1909, 'u["entry_nd3gh3396tz5tw9cpyp9",1795322633246,19]
{"role":"user","content":"n1891"}');
INSERT INTO entries VALUES (19, 1910, 'u["entry_4vp58c4yt7gaskpd34s3",1795322633246,19]
{"role":"user","content":"n1892"}');
INSERT INTO entries VALUES (19, 1911, 'u["entry_q2hattc9vcp23zectfe2",1795322633246,19]
{"role":"user","content":"n1893"}');
INSERT INTO entries VALUES (19, 1912, 'u["entry_0kfayn69w7tz8670t9wm",1795322633246,19]
{"role":"user","content":"n1894"}');
INSERT INTO entries VALUES (19, 1913, 'u["entry_mdbq6t40k2rjy3pk3ztb",1795322633246,19]
{"role":"user","content":"n1895"}');
INSERT INTO entries VALUES (19, 1914, 'u["entry_pns4fa0n77bxrtkkq4p6",1795322633246,19]
{"role":"user","content":"n1896"}');
INSERT INTO entries VALUES (19, 1915, 'u["entry_ey3ps2nkpt918khb5fpx",1795322633246,19]
{"role":"user","content":"n1897"}');
INSERT INTO entries VALUES (19, 1916, 'u["entry_z5srcx3nabvf6hve8fqf",1795322633246,19]
{"role":"user","content":"n1898"}');
INSERT INTO entries VALUES (19, 1917, 'u["entry_ynxvmftpqe6k13876zxs",1795322633246,19]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 1918, 'a["entry_mgpfzg3h8cfh9c21y4b6",1795322633248,19,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 1919, 'u["entry_zarzdz40xpbkn9s7305k",1795322633249,20]
{"role":"user","content":"n1900"}');
INSERT INTO entries VALUES (19, 1920, 'u["entry_7qxj8vv9qjgpr2n16se7",1795322633249,20]
{"role":"user","content":"n1901"}');
INSERT INTO entries VALUES (19, 1921, 'u["entry_zm2syppmm30cmn4f92tp",1795322633249,20]
{"role":"user","content":"n1902"}');
INSERT INTO entries VALUES (19, 1922, 'u["entry_wrhdty5ywrnwnw6v9gc0",1795322633249,20]
{"role":"user","content":"n1903"}');
INSERT INTO entries VALUES (19, 1923, 'u["entry_9434mkjqt5wf71g8xbca",1795322633249,20]
{"role":"user","content":"n1904"}');
INSERT INTO entries VALUES (19, 1924, 'u["entry_4cx3c8hy8fdhyv57cw7k",1795322633249,20]
{"role":"user","content":"n1905"}');
INSERT INTO entries VALUES (19, 1925, 'u["entry_22w4f9ys5hfv044yt5tx",1795322633249,20]
{"role":"user","content":"n1906"}');
INSERT INTO entries VALUES (19, 1926, 'u["entry_790xfsdvmynk5dppjjmx",1795322633249,20]
{"role":"user","content":"n1907"}');
INSERT INTO entries VALUES (19, 1927, 'u["entry_5bpx6wjpnc722dtngbnn",1795322633249,20]
{"role":"user","content":"n1908"}');
INSERT INTO entries VALUES (19, 1928, 'u["entry_fh1n5raekjs7fvkgfeqs",1795322633249,20]
{"role":"user","content":"n1909"}');
INSERT INTO entries VALUES (19, 1929, 'u["entry_4dygnr54h5zf5v1x2rf6",1795322633249,20]
{"role":"user","content":"n1910"}');
INSERT INTO entries VALUES (19, 1930, 'u["entry_36ktyem36mpy6zcrbf3m",1795322633249,20]
{"role":"user","content":"n1911"}');
INSERT INTO entries VALUES (19, 1931, 'u["entry_41mpk9vtzn8mygfsenen",1795322633249,20]
{"role":"user","content":"n1912"}');
INSERT INTO entries VALUES (19, 1932, 'u["entry_tywpk20f3e0ggvv8ht23",1795322633249,20]
{"role":"user","content":"n1913"}');
INSERT INTO entries VALUES (19, 1933, 'u["entry_y9h4r55y306sntt5tkcb",1795322633249,20]
{"role":"user","content":"n1914"}');
INSERT INTO entries VALUES (19, 1934, 'u["entry_vcxrvxd6kxy6hdtwambz",1795322633249,20]
{"role":"user","content":"n1915"}');
INSERT INTO entries VALUES (19, 1935, 'u["entry_wp91fas4k3g9dphwedkj",1795322633249,20]
{"role":"user","content":"n1916"}');
INSERT INTO entries VALUES (19, 1936, 'u["entry_8je4204325w89k94yb5e",1795322633249,20]
{"role":"user","content":"n1917"}');
INSERT INTO entries VALUES (19, 1937, 'u["entry_9jhbcvjgysgd1vyxt89n",1795322633249,20]
{"role":"user","content":"n1918"}');
INSERT INTO entries VALUES (19, 1938, 'u["entry_ydzmeaxxp7hyvw8bh9sb",1795322633249,20]
{"role":"user","content":"n1919"}');
INSERT INTO entries VALUES (19, 1939, 'u["entry_fkbp110m0z65694mfgbp",1795322633249,20]
{"role":"user","content":"n1920"}');
INSERT INTO entries VALUES (19, 1940, 'u["entry_1dapyytea42zyrr7jz62",1795322633249,20]
{"role":"user","content":"n1921"}');
INSERT INTO entries VALUES (19, 1941, 'u["entry_4jhxj5sfd0q6gs73z522",1795322633249,20]
{"role":"user","content":"n1922"}');
INSERT INTO entries VALUES (19, 1942, 'u["entry_phcb187tvc2pppgrywhw",1795322633249,20]
{"role":"user","content":"n1923"}');
INSERT INTO entries VALUES (19, 1943, 'u["entry_gfbf1qdv48jgnq93p1ka",1795322633249,20]
{"role":"user","content":"n1924"}');
INSERT INTO entries VALUES (19, 1944, 'u["entry_dw85k580dfv3semvdrb1",1795322633249,20]
{"role":"user","content":"n1925"}');
INSERT INTO entries VALUES (19, 1945, 'u["entry_g5jzwpshqzqwb7brjj83",1795322633249,20]
{"role":"user","content":"n1926"}');
INSERT INTO entries VALUES (19, 1946, 'u["entry_qp4hxbjgsgnx6jkfdtk1",1795322633249,20]
{"role":"user","content":"n1927"}');
INSERT INTO entries VALUES (19, 1947, 'u["entry_nkcr1e5fdnxhq0x6w9jr",1795322633249,20]
{"role":"user","content":"n1928"}');
INSERT INTO entries VALUES (19, 1948, 'u["entry_hb6x1j8xgzgehv9x6xk4",1795322633249,20]
{"role":"user","content":"n1929"}');
INSERT INTO entries VALUES (19, 1949, 'u["entry_rgna4txrp3wszpmzy614",1795322633249,20]
{"role":"user","content":"n1930"}');
INSERT INTO entries VALUES (19, 1950, 'u["entry_8fcztmjstjhsds3g517t",1795322633249,20]
{"role":"user","content":"n1931"}');
INSERT INTO entries VALUES (19, 1951, 'u["entry_jvdhh7ztygzm7vpy1ng0",1795322633249,20]
{"role":"user","content":"n1932"}');
INSERT INTO entries VALUES (19, 1952, 'u["entry_zmkhmfzm6s6x5ndecc3r",1795322633249,20]
{"role":"user","content":"n1933"}');
INSERT INTO entries VALUES (19, 1953, 'u["entry_zx83x1dmpaj0k856kzpn",1795322633249,20]
{"role":"user","content":"n1934"}');
INSERT INTO entries VALUES (19, 1954, 'u["entry_rnhec91gz5avkqr199n2",1795322633249,20]
{"role":"user","content":"n1935"}');
INSERT INTO entries VALUES (19, 1955, 'u["entry_sfx6brm5qj63cskn323t",1795322633249,20]
{"role":"user","content":"n1936"}');
INSERT INTO entries VALUES (19, 1956, 'u["entry_rr9f2d9vhp3fjtw0318z",1795322633249,20]
{"role":"user","content":"n1937"}');
INSERT INTO entries VALUES (19, 1957, 'u["entry_fcqhc0mm2c3m4z3fd338",1795322633249,20]
{"role":"user","content":"n1938"}');
INSERT INTO entries VALUES (19, 1958, 'u["entry_ykcrqkxkmbyggyfk3sz2",1795322633249,20]
{"role":"user","content":"n1939"}');
INSERT INTO entries VALUES (19, 1959, 'u["entry_a9b3z2tz07hbqztaa8zf",1795322633249,20]
{"role":"user","content":"n1940"}');
INSERT INTO entries VALUES (19, 1960, 'u["entry_arpyj7830s213hkpw25j",1795322633249,20]
{"role":"user","content":"n1941"}');
INSERT INTO entries VALUES (19, 1961, 'u["entry_s6gbq8m8f6ksrxxacty3",1795322633249,20]
{"role":"user","content":"n1942"}');
INSERT INTO entries VALUES (19, 1962, 'u["entry_1vwz3rw8yb6ejxj95rhn",1795322633249,20]
{"role":"user","content":"n1943"}');
INSERT INTO entries VALUES (19, 1963, 'u["entry_y85hyvfj18akbpt6nx3p",1795322633249,20]
{"role":"user","content":"n1944"}');
INSERT INTO entries VALUES (19, 1964, 'u["entry_h9jd2c086nxs6nsvpf0e",1795322633249,20]
{"role":"user","content":"n1945"}');
INSERT INTO entries VALUES (19, 1965, 'u["entry_4dh1wmamym9r3rwc0cza",1795322633249,20]
{"role":"user","content":"n1946"}');
INSERT INTO entries VALUES (19, 1966, 'u["entry_1yspdvz77931hgpn1n92",1795322633249,20]
{"role":"user","content":"n1947"}');
INSERT INTO entries VALUES (19, 1967, 'u["entry_pad67m7zxr2zqcm73hz6",1795322633249,20]
{"role":"user","content":"n1948"}');
INSERT INTO entries VALUES (19, 1968, 'u["entry_xkgdea4atd1x6kmwr7tx",1795322633249,20]
{"role":"user","content":"n1949"}');
INSERT INTO entries VALUES (19, 1969, 'u["entry_y6awaw9snbq3a50awxhv",1795322633249,20]
{"role":"user","content":"n1950"}');
INSERT INTO entries VALUES (19, 1970, 'u["entry_4s3990grpwnbxwt3433c",1795322633249,20]
{"role":"user","content":"n1951"}');
INSERT INTO entries VALUES (19, 1971, 'u["entry_qyjsvqd4f84w1qjdgccy",1795322633249,20]
{"role":"user","content":"n1952"}');
INSERT INTO entries VALUES (19, 1972, 'u["entry_yqqwaena1az1z8s6hkzc",1795322633249,20]
{"role":"user","content":"n1953"}');
INSERT INTO entries VALUES (19, 1973, 'u["entry_8v8rj8zfedvqxyy174c2",1795322633249,20]
{"role":"user","content":"n1954"}');
INSERT INTO entries VALUES (19, 1974, 'u["entry_vc558jmvmf56eb02a60a",1795322633249,20]
{"role":"user","content":"n1955"}');
INSERT INTO entries VALUES (19, 1975, 'u["entry_xfbc4a663pzfd621wngh",1795322633249,20]
{"role":"user","content":"n1956"}');
INSERT INTO entries VALUES (19, 1976, 'u["entry_dffaqw6v2bzca5mqkep9",1795322633249,20]
{"role":"user","content":"n1957"}');
INSERT INTO entries VALUES (19, 1977, 'u["entry_qgy0szzvays7503dkb48",1795322633249,20]
{"role":"user","content":"n1958"}');
INSERT INTO entries VALUES (19, 1978, 'u["entry_xqmex6gr628rxmb2w559",1795322633249,20]
{"role":"user","content":"n1959"}');
INSERT INTO entries VALUES (19, 1979, 'u["entry_6s01wzzj1byqakyqs2kj",1795322633249,20]
{"role":"user","content":"n1960"}');
INSERT INTO entries VALUES (19, 1980, 'u["entry_379sf9qmdn8vjhkjw09r",1795322633249,20]
{"role":"user","content":"n1961"}');
INSERT INTO entries VALUES (19, 1981, 'u["entry_4q1gn2v5wq2fbdcfjjc9",1795322633249,20]
{"role":"user","content":"n1962"}');
INSERT INTO entries VALUES (19, 1982, 'u["entry_3df01xh8xr1h7fhenhs6",1795322633249,20]
{"role":"user","content":"n1963"}');
INSERT INTO entries VALUES (19, 1983, 'u["entry_2dbtx5yyvmryxqgx8s3h",1795322633249,20]
{"role":"user","content":"n1964"}');
INSERT INTO entries VALUES (19, 1984, 'u["entry_w44q7vj46bbh0w24cbdn",1795322633249,20]
{"role":"user","content":"n1965"}');
INSERT INTO entries VALUES (19, 1985, 'u["entry_kzz5hj8ahbew663mv1jn",1795322633249,20]
{"role":"user","content":"n1966"}');
INSERT INTO entries VALUES (19, 1986, 'u["entry_ke29tbhtptr4xnbakf5q",1795322633249,20]
{"role":"user","content":"n1967"}');
INSERT INTO entries VALUES (19, 1987, 'u["entry_0rvvsknp3v9s4km18cj1",1795322633249,20]
{"role":"user","content":"n1968"}');
INSERT INTO entries VALUES (19, 1988, 'u["entry_n0g7yaqyngyt4a060xrv",1795322633249,20]
{"role":"user","content":"n1969"}');
INSERT INTO entries VALUES (19, 1989, 'u["entry_s8fkpeacfmavcwecfb6h",1795322633249,20]
{"role":"user","content":"n1970"}');
INSERT INTO entries VALUES (19, 1990, 'u["entry_a6wfa06hp68k4ae04938",1795322633249,20]
{"role":"user","content":"n1971"}');
INSERT INTO entries VALUES (19, 1991, 'u["entry_ya7v4rmnbewp606cz5az",1795322633249,20]
{"role":"user","content":"n1972"}');
INSERT INTO entries VALUES (19, 1992, 'u["entry_85y85pxqs3797e390tmc",1795322633249,20]
{"role":"user","content":"n1973"}');
INSERT INTO entries VALUES (19, 1993, 'u["entry_z8ck4h48yy637hvmtnt3",1795322633249,20]
{"role":"user","content":"n1974"}');
INSERT INTO entries VALUES (19, 1994, 'u["entry_jegphj71318spdnfm0tz",1795322633249,20]
{"role":"user","content":"n1975"}');
INSERT INTO entries VALUES (19, 1995, 'u["entry_bx9jpx914mc79yn569s6",1795322633249,20]
{"role":"user","content":"n1976"}');
INSERT INTO entries VALUES (19, 1996, 'u["entry_633xwc89ce7btcgpvftp",1795322633249,20]
{"role":"user","content":"n1977"}');
INSERT INTO entries VALUES (19, 1997, 'u["entry_mammz3c0xevq9cy6g8cp",1795322633249,20]
{"role":"user","content":"n1978"}');
INSERT INTO entries VALUES (19, 1998, 'u["entry_17qx2wd008dvp8v3xjrr",1795322633249,20]
{"role":"user","content":"n1979"}');
INSERT INTO entries VALUES (19, 1999, 'u["entry_5z06ga7r4zbz4ymwsyn0",1795322633249,20]
{"role":"user","content":"n1980"}');
INSERT INTO entries VALUES (19, 2000, 'u["entry_9drm9skf9m4p9j9g8fw5",1795322633249,20]
{"role":"user","content":"n1981"}');
INSERT INTO entries VALUES (19, 2001, 'u["entry_gejh2jw201v69msk12pv",1795322633249,20]
{"role":"user","content":"n1982"}');
INSERT INTO entries VALUES (19, 2002, 'u["entry_e4vyn55ezss44wn8v1m5",1795322633249,20]
{"role":"user","content":"n1983"}');
INSERT INTO entries VALUES (19, 2003, 'u["entry_525wb6cetdp8h2r5s5sv",1795322633249,20]
{"role":"user","content":"n1984"}');
INSERT INTO entries VALUES (19, 2004, 'u["entry_bv6cacwdxjh7dtvnp96a",1795322633249,20]
{"role":"user","content":"n1985"}');
INSERT INTO entries VALUES (19, 2005, 'u["entry_bts698mnbmhwt5effj0z",1795322633249,20]
{"role":"user","content":"n1986"}');
INSERT INTO entries VALUES (19, 2006, 'u["entry_fscvqmfppwgyxr57gnkz",1795322633249,20]
{"role":"user","content":"n1987"}');
INSERT INTO entries VALUES (19, 2007, 'u["entry_0g2p8jq19mad0svh07b6",1795322633249,20]
{"role":"user","content":"n1988"}');
INSERT INTO entries VALUES (19, 2008, 'u["entry_bpg1zt95k4z0nndpkb0w",1795322633249,20]
{"role":"user","content":"n1989"}');
INSERT INTO entries VALUES (19, 2009, 'u["entry_djtxsqmsb917qmfftz6v",1795322633249,20]
{"role":"user","content":"n1990"}');
INSERT INTO entries VALUES (19, 2010, 'u["entry_fgaqxye3p1q7mzkbn20e",1795322633249,20]
{"role":"user","content":"n1991"}');
INSERT INTO entries VALUES (19, 2011, 'u["entry_b273vmfxx6a5a2srcy9e",1795322633249,20]
{"role":"user","content":"n1992"}');
INSERT INTO entries VALUES (19, 2012, 'u["entry_ab28phksr654cwvm6vgp",1795322633249,20]
{"role":"user","content":"n1993"}');
INSERT INTO entries VALUES (19, 2013, 'u["entry_4atmncva60m94t6y97g4",1795322633249,20]
{"role":"user","content":"n1994"}');
INSERT INTO entries VALUES (19, 2014, 'u["entry_gbgcfdavjq5x8rnf9353",1795322633249,20]
{"role":"user","content":"n1995"}');
INSERT INTO entries VALUES (19, 2015, 'u["entry_42x64sxq1ptkdh2jqkas",1795322633249,20]
{"role":"user","content":"n1996"}');
INSERT INTO entries VALUES (19, 2016, 'u["entry_5bhvzs5g7sxta4kvpeyw",1795322633249,20]
{"role":"user","content":"n1997"}');
INSERT INTO entries VALUES (19, 2017, 'u["entry_eyvs4sy0gpfpvyhnwm7f",1795322633249,20]
{"role":"user","content":"n1998"}');
INSERT INTO entries VALUES (19, 2018, 'u["entry_4gbt7edensc69v0cgt45",1795322633249,20]
{"role":"user","content":"job long:"}');
INSERT INTO entries VALUES (19, 2019, 'a["entry_gyjm6y4j6bbkp8g1f9d4",1795322633252,20,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job long is done."}');
INSERT INTO entries VALUES (19, 2020, 'u["entry_98csgzyzaatpxja4zec4",1795322633253,21]
{"role":"user","content":"job long_end: keyed"}');
INSERT INTO entries VALUES (19, 2021, '{"type":"assistant","id":"entry_59yxn9vwjwdmvn0x8evs","at":1795322633255,"version":21,"blocks":[{"type":"reasoning","text":"Plan 0 of long_end.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGxvbmdfZW5kLjA="}}},{"type":"call","id":"call_dxxdrep04mct4gwaz9cp","name":"keyed","args":"{\"label\":\"long_end.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (20, 0, 'u["entry_f6k9zy36s6j7q38jtcy1",1795322633257,1]
{"role":"user","content":"job queued: pure"}');
INSERT INTO entries VALUES (20, 1, '{"type":"assistant","id":"entry_cwv03xg1gnq7e0ykp5ea","at":1795322633258,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of queued.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIHF1ZXVlZC4w"}}},{"type":"call","id":"call_ghwbphvz6tpm05dk1gdd","name":"pure","args":"{\"label\":\"queued.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (20, 2, 't["entry_pkp2k4dnbwzvehegwpw6",1795322633261,2,"pure",1,0]
{"role":"tool","tool_call_id":"call_ghwbphvz6tpm05dk1gdd","content":"{\"did\":\"queued.0.0\"}"}');
INSERT INTO entries VALUES (20, 3, 'a["entry_1s9shn0xzefdx3xkgvt3",1795322633264,2,"stop","anthropic/claude-sonnet-4-5",[20,9,null,null,null],0]
{"role":"assistant","content":"Job queued is done."}');
INSERT INTO entries VALUES (21, 0, 'u["entry_dtqwd37aqgz6csrc5kx4",1795322633265,1]
{"role":"user","content":"job interrupted: pure"}');
INSERT INTO entries VALUES (21, 1, '{"type":"assistant","id":"entry_5shbmzqy0sctfmt0a58v","at":1795322635532,"version":1,"blocks":[{"type":"text","text":"The beginning of an answer"}],"finish":"stop","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":300,"outputTokens":7,"estimated":true},"interrupted":true}');
INSERT INTO entries VALUES (22, 0, 'u["entry_xjy4dvxbxftfz03ef3sy",1795322635535,1]
{"role":"user","content":"job died_acting: once keyed pure; once"}');
INSERT INTO entries VALUES (22, 1, '{"type":"assistant","id":"entry_sps50hgvemrgv1e1w0dy","at":1795322635539,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of died_acting.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRpZWRfYWN0aW5nLjA="}}},{"type":"call","id":"call_b0fp6nd2b0hj9730mq3r","name":"once","args":"{\"label\":\"died_acting.0.0\"}"},{"type":"call","id":"call_8hd22d13ngsaamj90np4","name":"keyed","args":"{\"label\":\"died_acting.0.1\"}"},{"type":"call","id":"call_3zm8wd33c5h37rdwesgx","name":"pure","args":"{\"label\":\"died_acting.0.2\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO entries VALUES (23, 0, 'u["entry_xqg53pgtsjqygxjxg3y7",1795322635535,1]
{"role":"user","content":"job died_queued: once"}');
INSERT INTO entries VALUES (23, 1, '{"type":"assistant","id":"entry_shmxnnx9se0vw0tjvs6d","at":1795322635539,"version":1,"blocks":[{"type":"reasoning","text":"Plan 0 of died_queued.","meta":{"provider":"anthropic","model":"claude-sonnet-4-5","data":{"type":"thinking","signature":"c2lnbmF0dXJlIG9mIGRpZWRfcXVldWVkLjA="}}},{"type":"call","id":"call_g5a0b2n2x7cyzp4fj9t2","name":"once","args":"{\"label\":\"died_queued.0.0\"}"}],"finish":"calls","model":"anthropic/claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":9}}');
INSERT INTO inbox VALUES (1, 20, 'run_ne9exyngh5ddeaczr1z0', '{"type":"user","id":"entry_j9vrevjzackmkqbacbaw","at":1795322633260,"version":0,"text":"job queued_later: keyed"}');
INSERT INTO inbox VALUES (4, 24, 'run_bxx1p0ea9ht40jtkjkx0', '{"type":"user","id":"entry_xpq7e0yfrqaga9bn8aqf","at":1795322635535,"version":0,"text":"job died_planning: keyed"}');
INSERT INTO inbox VALUES (5, 23, 'run_40xg7fyn55mpsw2vv016', '{"type":"user","id":"entry_735ygqqf8bbcpezzkmqw","at":1795322635541,"version":0,"text":"job died_queued_later: keyed"}');
INSERT INTO receipts VALUES (15, 'replayed-1', '2c994e2ecdd3ced25185cef364644eb239269c5324f0af9e19e07694e9126e23', 'done', 0, 0, 4, '{"epoch":2,"version":2,"length":4,"counters":{"steps":2,"calls":1,"inputTokens":40,"outputTokens":18,"cachedTokens":0,"wallMs":3},"status":"done","updatedAt":1795322633101,"step":2,"output":"text","model":"anthropic/claude-sonnet-4-5","outcome":{"type":"satisfied"},"usage":{"inputTokens":40,"outputTokens":18},"choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"no other choice is set; the API has this choice","warnings":[]},"warnings":[],"calls":[{"id":"call_t9dd0jqsd22j79377rnc","name":"pure","args":{"label":"replayed.0.0"},"state":"completed"}]}', 1795409033101);
INSERT INTO receipts VALUES (24, 'died_planning-1', '5694e116abde8c4d599ec6ce056662c7715ed2797469febee15255fcbe9fece4', 'running', 1, 0, 0, '', 1795409035535);
INSERT INTO events VALUES (15, 1000001, '{"type":"step.started","thread":"replayed","agent":"worker","step":1,"model":"anthropic/claude-sonnet-4-5","choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"no other choice is set; the API has this choice","warnings":[]},"at":1795322633098,"seq":1000001}');
INSERT INTO events VALUES (15, 1000002, '{"type":"reasoning.started","block":0,"seq":1000002}');
INSERT INTO events VALUES (15, 1000003, '{"type":"reasoning.delta","block":0,"text":"Plan 0 of replayed.","seq":1000003}');
INSERT INTO events VALUES (15, 1000004, '{"type":"reasoning.ended","block":0,"seq":1000004}');
INSERT INTO events VALUES (15, 1000005, '{"type":"call.started","block":1,"callId":"call_t9dd0jqsd22j79377rnc","name":"pure","seq":1000005}');
INSERT INTO events VALUES (15, 1000006, '{"type":"call.delta","block":1,"callId":"call_t9dd0jqsd22j79377rnc","text":"{\"label\":\"replayed.0.0\"}","seq":1000006}');
INSERT INTO events VALUES (15, 1000007, '{"type":"call.ready","block":1,"callId":"call_t9dd0jqsd22j79377rnc","name":"pure","args":"{\"label\":\"replayed.0.0\"}","readiness":"ready","seq":1000007}');
INSERT INTO events VALUES (15, 1000008, '{"type":"usage","inputTokens":20,"outputTokens":9,"seq":1000008}');
INSERT INTO events VALUES (15, 1000009, '{"type":"step.finished","step":1,"version":1,"status":"open","finish":"calls","outcome":{"type":"satisfied"},"continues":true,"seq":1000009}');
INSERT INTO events VALUES (15, 2000001, '{"type":"step.started","thread":"replayed","agent":"worker","step":2,"model":"anthropic/claude-sonnet-4-5","choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"no other choice is set; the API has this choice","warnings":[]},"at":1795322633099,"seq":2000001}');
INSERT INTO events VALUES (15, 2000002, '{"type":"tool.started","callId":"call_t9dd0jqsd22j79377rnc","name":"pure","args":{"label":"replayed.0.0"},"attempt":1,"seq":2000002}');
INSERT INTO events VALUES (15, 2000003, '{"type":"tool.finished","callId":"call_t9dd0jqsd22j79377rnc","name":"pure","outcome":"completed","output":{"did":"replayed.0.0"},"ms":0,"seq":2000003}');
INSERT INTO events VALUES (15, 2000004, '{"type":"text.started","block":0,"seq":2000004}');
INSERT INTO events VALUES (15, 2000005, '{"type":"text.delta","block":0,"text":"Job replayed is done.","seq":2000005}');
INSERT INTO events VALUES (15, 2000006, '{"type":"text.ended","block":0,"seq":2000006}');
INSERT INTO events VALUES (15, 2000007, '{"type":"usage","inputTokens":20,"outputTokens":9,"seq":2000007}');
INSERT INTO events VALUES (15, 2000008, '{"type":"step.finished","step":2,"version":2,"status":"done","finish":"stop","outcome":{"type":"satisfied"},"continues":false,"seq":2000008}');
INSERT INTO events VALUES (21, 1000001, '{"type":"step.started","thread":"interrupted","agent":"worker","step":1,"model":"anthropic/claude-sonnet-4-5","choice":{"requested":{"type":"auto"},"source":"default","sent":{"type":"auto"},"toolsSent":["pure","keyed","once","remove"],"enforcement":"native","because":"no other choice is set; the API has this choice","warnings":[]},"at":1795322633265,"seq":1000001}');
INSERT INTO events VALUES (21, 1000002, '{"type":"text.started","block":0,"seq":1000002}');
INSERT INTO events VALUES (21, 1000003, '{"type":"text.delta","block":0,"text":"The beginning of an answer","seq":1000003}');
INSERT INTO events VALUES (21, 1000004, '{"type":"text.ended","block":0,"seq":1000004}');
INSERT INTO events VALUES (21, 1000005, '{"type":"usage","inputTokens":300,"outputTokens":7,"estimated":true,"seq":1000005}');
INSERT INTO events VALUES (21, 1000006, '{"type":"step.failed","step":1,"version":1,"error":{"code":"step_cancelled","message":"The step of thread interrupted was cancelled; its text so far is kept.","retryable":false},"seq":1000006}');
INSERT INTO blobs VALUES ('acme', 'fork', '8a5ab51febf23ec4b38494a94c8c98f30e03b064b786c5dd5af66c3e5103de2a', NULL);
INSERT INTO blobs VALUES ('acme', 'large', '8a5ab51febf23ec4b38494a94c8c98f30e03b064b786c5dd5af66c3e5103de2a', NULL);
INSERT INTO blob_texts VALUES ('8a5ab51febf23ec4b38494a94c8c98f30e03b064b786c5dd5af66c3e5103de2a', 'u["entry_54n2c0x55fqq7mrxx5qn",1795322633126,1]
{"role":"user","content":"job large: keyed\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\nA line of the large input.\n"}');
PRAGMA user_version = 2;
