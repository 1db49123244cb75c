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
    log_until INTEGER NOT NULL, awaits INTEGER,
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
CREATE TABLE definitions (
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tenant, kind, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_days (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    day TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (tenant, day)
  ) STRICT;
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
CREATE TABLE ledger_ended (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (day, kind, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_counts (
    day INTEGER NOT NULL REFERENCES ledger_days (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE due (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant, name)
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
CREATE INDEX threads_awaiting ON threads (tenant, awaits, thread) WHERE awaits IS NOT NULL;
CREATE INDEX ledger_days_expiring ON ledger_days (expires_at);
CREATE INDEX ledger_reservations_expiring ON ledger_reservations (day, expires_at);
CREATE INDEX ledger_ended_expiring ON ledger_ended (until);
CREATE INDEX due_first ON due (at);
INSERT INTO threads VALUES (1, 'acme', 'a', 1795692087375, NULL, 5, 5, 5, 0, 'done', 12, 0, NULL, '{"agent":"a","agentHash":"b491e3ecfbe703e4","metadata":{},"createdAt":1795692087375,"noticeMark":"c9c3f8be028f4156"}', '{"run":{"execution":"loop","steps":2,"input":7,"acted":true},"recent":["x71ad1835x3f883dd8"],"title":"Look up.","updatedAt":1795692088012,"record":{"head":"lGdFAfeYz2lscpB1yv5RcgkH-etqjCebf5wJycAJkkI","agent":"M0J6I__-"}}', '{"steps":5,"calls":4,"inputTokens":1846,"outputTokens":44,"cachedTokens":0,"wallMs":564,"microDollars":8264}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_m57bty3cszr3av1p3ee9","epoch":5,"created":false,"resumed":false,"version":3,"ended":true},"committed":{"owner":"run_m57bty3cszr3av1p3ee9","version":4},"queuedBy":null,"bookedFor":null}', 0, 0, 0, NULL);
INSERT INTO threads VALUES (2, 'acme', 'efficient', 1795692088014, NULL, 5, 5, 5, 0, 'done', 12, 0, NULL, '{"agent":"efficient","agentHash":"9b3e102154fbc261","metadata":{},"createdAt":1795692088014,"noticeMark":"044be53992ee2928"}', '{"run":{"execution":"loop","steps":2,"input":7,"acted":true},"recent":["x71ad1835x3f883dd8"],"title":"Look up.","updatedAt":1795692088106,"record":{"head":"xoTdAoi-8NYyYt5RGeZftcKS5fgXJ9vKi6W1glYlGbA","agent":"QlR-2Pmr"}}', '{"steps":5,"calls":4,"inputTokens":1856,"outputTokens":44,"cachedTokens":0,"wallMs":68,"microDollars":8304}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_66jab7278z9pc2zpcats","epoch":5,"created":false,"resumed":false,"version":3,"ended":true},"committed":{"owner":"run_66jab7278z9pc2zpcats","version":4},"queuedBy":null,"bookedFor":null}', 0, 0, 0, NULL);
INSERT INTO threads VALUES (3, 'acme', 'mini', 1795692088108, NULL, 5, 5, 5, 0, 'done', 12, 0, NULL, '{"agent":"mini","agentHash":"9cce1d91b88aa145","metadata":{},"createdAt":1795692088108,"noticeMark":"ae38c41662f0f858"}', '{"run":{"execution":"loop","steps":2,"input":7,"acted":true},"recent":["x71ad1835x3f883dd8"],"title":"Look up.","updatedAt":1795692088186,"record":{"head":"KiRWrhbQyMX-vpnG7AD3mTJHsOLYZDZHNkUdL2YPDuw","agent":"ZwMjgtAU"}}', '{"steps":5,"calls":4,"inputTokens":1842,"outputTokens":44,"cachedTokens":0,"wallMs":68,"microDollars":2744}', NULL, NULL, '[]', NULL, NULL, '{"holder":{"owner":"run_z8kw9rt0yg7pbk8tktkj","epoch":5,"created":false,"resumed":false,"version":3,"ended":true},"committed":{"owner":"run_z8kw9rt0yg7pbk8tktkj","version":4},"queuedBy":null,"bookedFor":null}', 0, 0, 0, NULL);
INSERT INTO entries VALUES (1, 0, 'u["entry_vp0n20mq63091nsnct0j",1795692087375,1]
{"role":"user","content":"Look up."}');
INSERT INTO entries VALUES (1, 1, '{"type":"assistant","id":"entry_34khw57k2zdfbvh7zt8t","at":1795692087877,"version":1,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_HJVkKhLezcOI4YOYMADRYVfhA06DW7tqNHaBBJlTIVrZCTs9","summary":[],"encrypted_content":"gAAAAABWyJyc19ISlZrS2hMZXpjT0k0WU9ZTUFEUllWZmhBMDZEVzd0cU5IYUJCSmxUSVZyWkNUczkiLCJUaG91Z2h0IDEuIl0.2dc29f88"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_xyjycd42kh6rqfevpnk9","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_sxa0s8vj31n9h7z1d1hs","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5.6-sol","usage":{"inputTokens":110,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":700},"record":["gmlehfboo5JTb2Ux7awDRdKjwUXQjTOgdv2IE2W8Eu0",0,"Q7NPHdR-","resp_mJpaVGCdT7fn6E61UfEsDfKCSSHJ89xk0jPKsiyMyk7W4Qt9","completed",null,"M0J6I__-bD7iHOxCp2WzNjP_hgcwzCfLwQ-VstDsosc"]}');
INSERT INTO entries VALUES (1, 2, 't["entry_n2md6py1t587nh6rge3s",1795692087913,2,"look",4,1]
{"role":"tool","tool_call_id":"call_xyjycd42kh6rqfevpnk9","content":"blue at sky 1"}');
INSERT INTO entries VALUES (1, 3, 't["entry_pm81m4j0n2qe330rgtgp",1795692087913,2,"look",5,1]
{"role":"tool","tool_call_id":"call_sxa0s8vj31n9h7z1d1hs","content":"blue at sky 2"}');
INSERT INTO entries VALUES (1, 4, '{"type":"assistant","id":"entry_b3bjg430sz8eryy248qp","at":1795692087928,"version":2,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_A6HubpRxLJPJTW7mATLGFc7x3ZNgLJNlXFXhhKLYj497AfA1","summary":[],"encrypted_content":"gAAAAABWyJyc19BNkh1YnBSeExKUEpUVzdtQVRMR0ZjN3gzWk5nTEpObFhGWGhoS0xZajQ5N0FmQTEiLCJUaG91Z2h0IDcuIl0.a45463ec"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":284,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":1256},"record":["7ne2wdh9IH_KdW4AlstlU3qwVylgIGiGWK4CPUiOAqs",0,"2cPd3zTX","resp_mbVvCvi2p1hk1QMdSSiCOOC9V9rO9AfGgjmzpneBgBuM4dWH","completed"]}');
INSERT INTO entries VALUES (1, 5, 'u["entry_q858b3b69a8dpvfbcpm8",1795692087935,3]
{"role":"user","content":"Thanks."}');
INSERT INTO entries VALUES (1, 6, '{"type":"assistant","id":"entry_mt128kjf9zmpm5pstypb","at":1795692087954,"version":3,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_4SnCxIlBt95webPJrEXZd08j4NtlirYOtAbRpsuVekae8b0n","summary":[],"encrypted_content":"gAAAAABWyJyc180U25DeElsQnQ5NXdlYlBKckVYWmQwOGo0TnRsaXJZT3RBYlJwc3VWZWthZThiMG4iLCJUaG91Z2h0IDEwLiJd.ba51b17b"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":369,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":1596},"record":["-6bG0ST_9tMMBVn3DyCdozvOBU4oX7K9LjMZhjncg4o",0,"9cxqYnQV","resp_ULQuynB7FFC6WSkdtvII2vVs6luP4KbGokcdz1xRaM7CHCEx","completed"]}');
INSERT INTO entries VALUES (1, 7, 'u["entry_vsn97p9mdk4ayyzrcs7g",1795692087955,4]
{"role":"user","content":"Look again."}');
INSERT INTO entries VALUES (1, 8, '{"type":"assistant","id":"entry_6qa4187mwbaqqg1xzfqh","at":1795692087974,"version":4,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_aelWlwcxT29yJLH51yBfaj31xuos0IQ0DGtgaPGg0dui3Gst","summary":[],"encrypted_content":"gAAAAABWyJyc19hZWxXbHdjeFQyOXlKTEg1MXlCZmFqMzF4dW9zMElRMERHdGdhUEdnMGR1aTNHc3QiLCJUaG91Z2h0IDEzLiJd.56225c07"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_dm3jzvnmjkzq16mgeyzf","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_bgmh20g7fnwysz5yvhm9","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5.6-sol","usage":{"inputTokens":454,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":2076},"record":["mryOK7ziVhkMJKRGWAqBZWpkBoRDxh3a7x6Ww1rhG7M",0,"5lhLVet4","resp_bNC89wvsyLHkDdxU7OU3d6ADgKPywz5GCDFpaSIawsWK7G3p","completed"]}');
INSERT INTO entries VALUES (1, 9, 't["entry_xraj8fb0b0hsp4eh9xe6",1795692087980,5,"look",1,1]
{"role":"tool","tool_call_id":"call_dm3jzvnmjkzq16mgeyzf","content":"blue at sky 1"}');
INSERT INTO entries VALUES (1, 10, 't["entry_ac2bb50ye7ed7jhrc82t",1795692087980,5,"look",0,1]
{"role":"tool","tool_call_id":"call_bgmh20g7fnwysz5yvhm9","content":"blue at sky 2"}');
INSERT INTO entries VALUES (1, 11, '{"type":"assistant","id":"entry_z8cnzn0yf2q3sv58scpk","at":1795692088012,"version":5,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_5apm1OwFDeLCN2bBOHEYbM8XFDu2y1ylamQHQkcwa5NiUvmh","summary":[],"encrypted_content":"gAAAAABWyJyc181YXBtMU93RkRlTENOMmJCT0hFWWJNOFhGRHUyeTF5bGFtUUhRa2N3YTVOaVV2bWgiLCJUaG91Z2h0IDE5LiJd.83cd2f35"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":629,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":2636},"record":["BSwPAnINqNmWAOEHFUr8mcQlY4TKXg62vuRLweh4xc8",0,"4B0ToEgu","resp_5ZX6lDcW3FB5ecu9gxhjzRS6YzkGhSG5PBqptoHYbkiExWdy","completed"]}');
INSERT INTO entries VALUES (2, 0, 'u["entry_e6gb3c89tcage4549xna",1795692088014,1]
{"role":"user","content":"Look up."}');
INSERT INTO entries VALUES (2, 1, '{"type":"assistant","id":"entry_8676etm1tdrmakp3emnv","at":1795692088034,"version":1,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_QaN9gD8cDDQq3uoQe0IyCMViUbJ8RTe6ypUFe626fvaU6Aqx","summary":[],"encrypted_content":"gAAAAABWyJyc19RYU45Z0Q4Y0REUXEzdW9RZTBJeUNNVmlVYko4UlRlNnlwVUZlNjI2ZnZhVTZBcXgiLCJUaG91Z2h0IDEuIl0.b39b03bc"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_s3zyckcfzp458cb4vxc0","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_ebz041kzw55rbjdamwsc","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5.6-sol","usage":{"inputTokens":112,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":708},"record":["RSyVoA8449mG1BO4kGe0i4HGdXeMwQ70NBWeqp7uX54",0,"4uDzkUnb","resp_M48KCfybBIbQAqMT3oBQmVA3qNBFuPMF9oqXQ4VVFHZAw8Zm","completed",null,"QlR-2PmrJ7CnP88RyImeuxViUBFlENcdvrz0TdKnwhc"]}');
INSERT INTO entries VALUES (2, 2, 't["entry_fmgjpz284hrft54scn11",1795692088042,2,"look",0,1]
{"role":"tool","tool_call_id":"call_s3zyckcfzp458cb4vxc0","content":"blue at sky 1"}');
INSERT INTO entries VALUES (2, 3, 't["entry_c0a4skb0k7pxya0w898k",1795692088042,2,"look",0,1]
{"role":"tool","tool_call_id":"call_ebz041kzw55rbjdamwsc","content":"blue at sky 2"}');
INSERT INTO entries VALUES (2, 4, '{"type":"assistant","id":"entry_t8wdky814ymh2qcysppw","at":1795692088047,"version":2,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_T3Jy7tjeQQEtVLGwcNfGdFzosYuqa6QE6XfHe2ZC1ulRajxh","summary":[],"encrypted_content":"gAAAAABWyJyc19UM0p5N3RqZVFRRXRWTEd3Y05mR2RGem9zWXVxYTZRRTZYZkhlMlpDMXVsUmFqeGgiLCJUaG91Z2h0IDcuIl0.3a0f6b1e"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":286,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":1264},"record":["r3bGpqFIeN3Vi32n1PsVHTHKyT1B1ZiyDA2g_25iLDM",0,"IVBM13mg","resp_NvBjjX0wH1QtUaCjM7YtVx868F98VWiO10PDmHzFirLsw9XD","completed"]}');
INSERT INTO entries VALUES (2, 5, 'u["entry_5pc9ymaf20y1cttgbxh1",1795692088054,3]
{"role":"user","content":"Thanks."}');
INSERT INTO entries VALUES (2, 6, '{"type":"assistant","id":"entry_v91v9yg7m6tpwj8zrfbz","at":1795692088063,"version":3,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_VBM26yjdJHvwR7RmEzrKpCIzdU260QMweBXoaO14Rq98J6t0","summary":[],"encrypted_content":"gAAAAABWyJyc19WQk0yNnlqZEpIdndSN1JtRXpyS3BDSXpkVTI2MFFNd2VCWG9hTzE0UnE5OEo2dDAiLCJUaG91Z2h0IDEwLiJd.e694332a"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":371,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":1604},"record":["fEaukKhMJbOCw1y_DV9G4h0PO3p-jX6RtDA7J7uBgxE",0,"wmJPEO_v","resp_c7PTyaiFqAIlmbrVwusvmyT7zJugQPrFfXyWEB45UD8dCr42","completed"]}');
INSERT INTO entries VALUES (2, 7, 'u["entry_5vp00ckfxkn08490bbd2",1795692088064,4]
{"role":"user","content":"Look again."}');
INSERT INTO entries VALUES (2, 8, '{"type":"assistant","id":"entry_5kg21fa02x7tere545pm","at":1795692088091,"version":4,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_BYQnFvgpN9eXSfEYhrkVuwEAsd1Gpkh33rrhOfrD0bMf5PL7","summary":[],"encrypted_content":"gAAAAABWyJyc19CWVFuRnZncE45ZVhTZkVZaHJrVnV3RUFzZDFHcGtoMzNycmhPZnJEMGJNZjVQTDciLCJUaG91Z2h0IDEzLiJd.820b244f"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_4jxfrqfds8v3577vmggd","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_vy1g7m52cpgwn9ghh738","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5.6-sol","usage":{"inputTokens":456,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":2084},"record":["N6-z_b_n8Ku7k1nDOHKTLpFTXpnJFv6QFiDSBBGt6j0",0,"SVtAXybe","resp_zUh670Oo6fdEWigJ5UyFJT4k8u2BuWT9ZE3QbRKVI7wHXhT9","completed"]}');
INSERT INTO entries VALUES (2, 9, 't["entry_h3ymqgz0wq4dq73chqry",1795692088094,5,"look",0,1]
{"role":"tool","tool_call_id":"call_4jxfrqfds8v3577vmggd","content":"blue at sky 1"}');
INSERT INTO entries VALUES (2, 10, 't["entry_jeh6hqpdhd99rksajsp4",1795692088094,5,"look",1,1]
{"role":"tool","tool_call_id":"call_vy1g7m52cpgwn9ghh738","content":"blue at sky 2"}');
INSERT INTO entries VALUES (2, 11, '{"type":"assistant","id":"entry_y3q99231k9d5xm8ccvmg","at":1795692088106,"version":5,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5.6-sol","data":{"type":"reasoning","id":"rs_CwWE8PgfySWlpXEsGZGthFJ6fGwuvGZKirGnW12EGbM7ceEN","summary":[],"encrypted_content":"gAAAAABWyJyc19Dd1dFOFBnZnlTV2xwWEVzR1pHdGhGSjZmR3d1dkdaS2lyR25XMTJFR2JNN2NlRU4iLCJUaG91Z2h0IDE5LiJd.ac4003fd"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5.6-sol","usage":{"inputTokens":631,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":2644},"record":["0k-LmYM-4NC6ZHsxlVzX-CeCXSTqNyBcVOyZMVmGkSc",0,"IR4pjiRi","resp_mjeDhx5gW7wYkuL1JEsij3vpNZXze1eOHtE9DCQpLfJ16iBk","completed"]}');
INSERT INTO entries VALUES (3, 0, 'u["entry_ndq1nmcwv0k3xmc6ydx5",1795692088108,1]
{"role":"user","content":"Look up."}');
INSERT INTO entries VALUES (3, 1, '{"type":"assistant","id":"entry_3nr0w1kmkahjdqpn6trq","at":1795692088119,"version":1,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5","data":{"type":"reasoning","id":"rs_wGx3bhaMU2Nq8XfvGB7RfW73tpq5Mhr6GwqIdATrdCE8VKgR","summary":[],"encrypted_content":"gAAAAABWyJyc193R3gzYmhhTVUyTnE4WGZ2R0I3UmZXNzN0cHE1TWhyNkd3cUlkQVRyZENFOFZLZ1IiLCJUaG91Z2h0IDEuIl0.861f85be"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_x63p4h1p9pnr73g1mqy3","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_szfnf3f3tah5cxa4qt0k","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5","usage":{"inputTokens":109,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":267},"record":["dm_FFSjj1fVr5qvWgHLOaLd_N9phgwLU5p8OkWAyG6k",0,"2BW3uSG6","resp_A1gOxBZsLWuNbuIPvjEN4jUGHF9ILrB5pDNRCyneUuoqHiq1","completed",null,"ZwMjgtAULBtJJue_jD0rYdtRwDwo0NrNph7IakyM_gI"]}');
INSERT INTO entries VALUES (3, 2, 't["entry_3p6sde3nxjgt90hdwp8a",1795692088127,2,"look",0,1]
{"role":"tool","tool_call_id":"call_x63p4h1p9pnr73g1mqy3","content":"blue at sky 1"}');
INSERT INTO entries VALUES (3, 3, 't["entry_xepb2pq49jg6zamcdpbv",1795692088127,2,"look",0,1]
{"role":"tool","tool_call_id":"call_szfnf3f3tah5cxa4qt0k","content":"blue at sky 2"}');
INSERT INTO entries VALUES (3, 4, '{"type":"assistant","id":"entry_v0sej55qyfdrcz3zbv7c","at":1795692088135,"version":2,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5","data":{"type":"reasoning","id":"rs_JYFkmdMwCZTTFTUUjDu34jPJOy7KFi15OpHAH8Jw6eFXVuHS","summary":[],"encrypted_content":"gAAAAABWyJyc19KWUZrbWRNd0NaVFRGVFVVakR1MzRqUEpPeTdLRmkxNU9wSEFIOEp3NmVGWFZ1SFMiLCJUaG91Z2h0IDcuIl0.fc3a983f"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5","usage":{"inputTokens":283,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":414},"record":["pfOuhuMb7o6Ks6rrdwu-3fiaRx8Rjb7etbnquTb1j_I",0,"PObFfl7-","resp_lJLl1gaYnNvwmdhQEw5sBQLiAYZGnA3C1xzoGVsfZjSK5gnn","completed"]}');
INSERT INTO entries VALUES (3, 5, 'u["entry_drkn35psegzgdevxt743",1795692088136,3]
{"role":"user","content":"Thanks."}');
INSERT INTO entries VALUES (3, 6, '{"type":"assistant","id":"entry_8e784z11xh12mz3g496n","at":1795692088158,"version":3,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5","data":{"type":"reasoning","id":"rs_TlzAM6NRJ4CpHoLEJPFfmZy5XESgz18MMZNzaXnV4WbW6ai8","summary":[],"encrypted_content":"gAAAAABWyJyc19UbHpBTTZOUko0Q3BIb0xFSlBGZm1aeTVYRVNnejE4TU1aTnphWG5WNFdiVzZhaTgiLCJUaG91Z2h0IDEwLiJd.12d45c91"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5","usage":{"inputTokens":368,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":520},"record":["59ZZfOTIH4uqdVMAZ4RORJf91SbijniUsvgVd8UYdQU",0,"ncc3I8w2","resp_5iPxSRJduMcyRiDvTfBDHkSITRTDrV16hqC6Hgp8YMNVXNWr","completed"]}');
INSERT INTO entries VALUES (3, 7, 'u["entry_wtqdncyx4x9kbb5vx9qn",1795692088159,4]
{"role":"user","content":"Look again."}');
INSERT INTO entries VALUES (3, 8, '{"type":"assistant","id":"entry_hzqrw9k963a69sm9e67h","at":1795692088174,"version":4,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5","data":{"type":"reasoning","id":"rs_1bUZXYZwcVNAF5OnslF8pnqqyv6F1S5nKek97MzAl6WGx2G9","summary":[],"encrypted_content":"gAAAAABWyJyc18xYlVaWFlad2NWTkFGNU9uc2xGOHBucXF5djZGMVM1bktlazk3TXpBbDZXR3gyRzkiLCJUaG91Z2h0IDEzLiJd.0d326800"}}},{"type":"text","text":"Let me look."},{"type":"call","id":"call_48pnr7x3y2c0r5dtq03n","name":"look","args":"{\"at\":\"sky 1\"}"},{"type":"call","id":"call_9ccsekk8t2fd1dyryhh1","name":"look","args":"{\"at\":\"sky 2\"}"}],"finish":"calls","model":"openai/gpt-5","usage":{"inputTokens":454,"outputTokens":13,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":698},"record":["MTYqEA5I-qOFH3XR92GrrUZ7pw0gOkgdPA2_zrwE6o0",0,"Ne-T1zIN","resp_SJtbJKNPSFDfODLfIN7POTShENCSx3bucOdUFOmEZbReX2WC","completed"]}');
INSERT INTO entries VALUES (3, 9, 't["entry_7m78an25pnzaxj65k7t0",1795692088175,5,"look",0,1]
{"role":"tool","tool_call_id":"call_48pnr7x3y2c0r5dtq03n","content":"blue at sky 1"}');
INSERT INTO entries VALUES (3, 10, 't["entry_87sc4xpzh5d2gwdfbqhe",1795692088175,5,"look",0,1]
{"role":"tool","tool_call_id":"call_9ccsekk8t2fd1dyryhh1","content":"blue at sky 2"}');
INSERT INTO entries VALUES (3, 11, '{"type":"assistant","id":"entry_r3wyy6w5y0hjjxxzk81c","at":1795692088186,"version":5,"blocks":[{"type":"reasoning","text":"","meta":{"provider":"openai","model":"gpt-5","data":{"type":"reasoning","id":"rs_28G14avWFHf70yxin2PdH82xUaVZRlG5MSCJtMG9IlnEmHQA","summary":[],"encrypted_content":"gAAAAABWyJyc18yOEcxNGF2V0ZIZjcweXhpbjJQZEg4MnhVYVZaUmxHNU1TQ0p0TUc5SWxuRW1IUUEiLCJUaG91Z2h0IDE5LiJd.0c7e9867"}}},{"type":"text","text":"It is blue."}],"finish":"stop","model":"openai/gpt-5","usage":{"inputTokens":628,"outputTokens":6,"cachedTokens":0,"cacheWriteTokens":0,"reasoningTokens":3,"microDollars":845},"record":["jxvpUGeW8uJRsfpO7NECLmK4UJ0bI-81bf2AhiM8Zcs",0,"tZs2Ftyt","resp_cZvdjJhaK3b6gpGaLrvWI5XDfKlr0neKahKvvHskMZH6ZryY","completed"]}');
INSERT INTO blobs VALUES ('acme', 'a', '33427a23fffe6c3ee21cec42a765b33633ff860730cc27cbc10f95b2d0eca2c7', NULL);
INSERT INTO blobs VALUES ('acme', 'efficient', '42547ed8f9ab27b0a73fcf11c8899ebb156250116510d71dbebcf44dd2a7c217', NULL);
INSERT INTO blobs VALUES ('acme', 'mini', '67032382d0142c1b4926e7bf8c3d2b61db51c03c28d0dacda61ec86a4c8cfe02', NULL);
INSERT INTO blob_texts VALUES ('33427a23fffe6c3ee21cec42a765b33633ff860730cc27cbc10f95b2d0eca2c7', '{"name":"a","description":"","model":"openai/gpt-5.6-sol","capabilities":{},"settings":{},"instructions":"Say what you see.","onUnsupported":"degrade","onViolation":"report","tokenEfficient":false,"execution":"loop","driver":"tool_calling","historyForm":"native","maxRetries":2,"finalViaInference":false,"limits":{"stepsPerRun":25,"answer":true,"stepMs":120000,"parallelCalls":8,"repeatedCalls":3,"historyEntries":200,"historyBytes":524288},"env":[],"throwOnToolFailure":false,"stopOnToolBlock":false,"hash":"b491e3ecfbe703e4","tools":[{"name":"look","description":"Looks.","parameters":{"type":"object","properties":{"at":{"type":"string"}},"required":["at"],"additionalProperties":false},"effect":"pure","timeoutMs":30000,"maxOutputBytes":262144,"needsApproval":false,"wantsThread":false,"reconciles":false}],"hooks":[]}');
INSERT INTO blob_texts VALUES ('42547ed8f9ab27b0a73fcf11c8899ebb156250116510d71dbebcf44dd2a7c217', '{"name":"efficient","description":"","model":"openai/gpt-5.6-sol","capabilities":{},"settings":{},"instructions":"Say what you see.","onUnsupported":"degrade","onViolation":"report","tokenEfficient":true,"execution":"loop","driver":"tool_calling","historyForm":"native","maxRetries":2,"finalViaInference":false,"limits":{"stepsPerRun":25,"answer":true,"stepMs":120000,"parallelCalls":8,"repeatedCalls":3,"historyEntries":200,"historyBytes":524288},"env":[],"throwOnToolFailure":false,"stopOnToolBlock":false,"hash":"9b3e102154fbc261","tools":[{"name":"look","description":"Looks.","parameters":{"type":"object","properties":{"at":{"type":"string"}},"required":["at"],"additionalProperties":false},"effect":"pure","timeoutMs":30000,"maxOutputBytes":262144,"needsApproval":false,"wantsThread":false,"reconciles":false}],"hooks":[]}');
INSERT INTO blob_texts VALUES ('67032382d0142c1b4926e7bf8c3d2b61db51c03c28d0dacda61ec86a4c8cfe02', '{"name":"mini","description":"","model":"openai/gpt-5","capabilities":{},"settings":{"api":"responses"},"instructions":"Say what you see.","onUnsupported":"degrade","onViolation":"report","tokenEfficient":false,"execution":"loop","driver":"tool_calling","historyForm":"native","maxRetries":2,"finalViaInference":false,"limits":{"stepsPerRun":25,"answer":true,"stepMs":120000,"parallelCalls":8,"repeatedCalls":3,"historyEntries":200,"historyBytes":524288},"env":[],"throwOnToolFailure":false,"stopOnToolBlock":false,"hash":"9cce1d91b88aa145","tools":[{"name":"look","description":"Looks.","parameters":{"type":"object","properties":{"at":{"type":"string"}},"required":["at"],"additionalProperties":false},"effect":"pure","timeoutMs":30000,"maxOutputBytes":262144,"needsApproval":false,"wantsThread":false,"reconciles":false}],"hooks":[]}');
INSERT INTO ledger_days VALUES (1, 'acme', '2026-11-26', 1830252088186);
INSERT INTO ledger_sums VALUES (1, 'used', 'tenant', '15 12 5676 19312 700');
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_1rnfza6g5g57ea5qxrzb/1', 1795695687895);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_1rnfza6g5g57ea5qxrzb/2', 1795695687929);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_ypd44w8gjvqk4ce6gn78/3', 1795695687955);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_m57bty3cszr3av1p3ee9/4', 1795695687978);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_m57bty3cszr3av1p3ee9/5', 1795695688013);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_ga5st3pe0gdz3hkqmc6q/1', 1795695688035);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_ga5st3pe0gdz3hkqmc6q/2', 1795695688053);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_bheyzmj9qfh1dfgapc1v/3', 1795695688064);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_66jab7278z9pc2zpcats/4', 1795695688092);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_66jab7278z9pc2zpcats/5', 1795695688107);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_20me75h9893p5sjnz76n/1', 1795695688125);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_20me75h9893p5sjnz76n/2', 1795695688135);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_91b2fvxkqq4fxjrj93v9/3', 1795695688159);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_z8kw9rt0yg7pbk8tktkj/4', 1795695688174);
INSERT INTO ledger_ended VALUES (1, 'booking', 'run_z8kw9rt0yg7pbk8tktkj/5', 1795695688186);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|D=mini,openai/gpt-5,,d,look', 1);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|L', 2);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|Pans00', 2);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|Pans01', 1);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|Pans11', 2);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|Qc00', 4);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|U', 3);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|b4', 4);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|b5', 1);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|d', 2744);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|i', 1842);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|o', 44);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|t', 65);
INSERT INTO ledger_counts VALUES (1, '0c26e2d1d3|u0', 2);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|D=efficient,openai/gpt-5.6-sol,,d,look', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|L', 2);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|Pans00', 2);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|Pans01', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|Pans11', 2);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|Qc00', 3);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|Qc10', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|U', 3);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|b3', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|b4', 3);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|b5', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|d', 8304);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|i', 1856);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|m0', 1);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|o', 44);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|t', 61);
INSERT INTO ledger_counts VALUES (1, '2fbeab4c32|u0', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|D=a,openai/gpt-5.6-sol,,d,look', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|L', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Pans00', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Pans01', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Pans11', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Qc00', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Qc10', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|Qc30', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|U', 3);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|b4', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|b5', 2);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|b6', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|b9', 1);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|d', 8264);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|i', 1846);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|m0', 10);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|o', 44);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|t', 534);
INSERT INTO ledger_counts VALUES (1, '7fb269afca|u0', 2);
PRAGMA user_version = 6;
