// Row O1: keys that are stored. They are made, rotated and revoked by the API, beside those of TREADLE_API_KEYS.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";
import { keys } from "../../src/plugins/keys/mod.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import { needsRedis } from "../support/requires.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { createTestApp, json, KEY, type TestAppOptions } from "./_app.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-30T12:00:00Z");

/** A key that acme does not have. */
const unknownKey = (name: string, index = 0) => `treadle_acme.${name}.${String(index).padStart(43, "x")}`;

/** An isolate with stored keys, over a store and a time that others may share. */
function isolateOf({ time = { now: NOW }, ...options }: TestAppOptions & { time?: { now: number } } = {}) {
  const app = createTestApp({ plugins: [keys()], clock: () => time.now, ...options });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const ask = async (key: string, method: string, path: string, body?: unknown) => {
    const response = await app.send(method, path, body, as(key));
    const isJson = response.headers.get("content-type")?.includes("json");
    const read = isJson ? await json(response) : undefined;
    return {
      status: response.status,
      body: read ?? {},
      outcome: `${response.status} ${read?.code ?? ""}`.trim(),
    };
  };
  return {
    ...app,
    time,
    ask,
    outcome: async (key: string, method?: string, path?: string, body?: unknown) =>
      (await ask(key, method ?? "GET", path ?? "/v1/agents", body)).outcome,
    async create(body: object, key = KEY): Promise<string> {
      const made = await ask(key, "POST", "/v1/keys", body);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return String(made.body.key);
    },
    async rotate(name: string, body: object = {}, key = KEY): Promise<string> {
      const rotated = await ask(key, "POST", `/v1/keys/${name}/rotate`, body);
      assert.equal(rotated.status, 200, JSON.stringify(rotated.body));
      return String(rotated.body.key);
    },
    async list(): Promise<readonly Record<string, unknown>[]> {
      const { keys } = (await ask(KEY, "GET", "/v1/keys")).body;
      return keys as unknown as readonly Record<string, unknown>[];
    },
  };
}

/** The store, with these methods in place of its own. */
function changed(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** A store, and the names of the calls that it gets. */
function counted(store: Store): { readonly store: Store; readonly calls: string[] } {
  const calls: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name);
      return typeof value !== "function" ? value : (...args: unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { store: proxy, calls };
}

/** Everything that stores of the package keep of definitions. */
async function storedTexts(store: Store): Promise<string> {
  const kinds = ["keys", "key_used"];
  const texts = await Promise.all(kinds.map(async (kind) => {
    const names = await store.listDefinitions("acme", kind);
    return Promise.all(
      names.map(async (name) => `${name} ${await store.readDefinition("acme", kind, name)}`),
    );
  }));
  return texts.flat().join("\n");
}

interface OpenStore extends AsyncDisposable {
  readonly store: Store;
}

const STORES: readonly (readonly [string, typeof needsRedis, () => Promise<OpenStore>])[] = [
  ["memory", Deno.test, () => {
    const store = createMemoryStore();
    return Promise.resolve({ store, [Symbol.asyncDispose]: () => store.close() });
  }],
  ["sqlite", Deno.test, async () => {
    const file = await sqliteFile();
    const store = createSqliteStore({ path: file.path });
    return {
      store,
      async [Symbol.asyncDispose]() {
        await store.close();
        await file[Symbol.asyncDispose]();
      },
    };
  }],
  ["Redis", needsRedis, () => openUpstashStore()],
];

for (const [kind, register, open] of STORES) {
  register(
    `O1: on ${kind} a key is made, used, rotated and revoked, and its text is in one response alone`,
    async () => {
      await using opened = await open();
      const { store } = opened;
      const one = isolateOf({ store });
      const { time } = one;
      const two = isolateOf({ store, time });
      const made = await one.ask(KEY, "POST", "/v1/keys", { name: "ci", scopes: ["read", "run"] });
      const first = String(made.body.key);
      assert.match(first, /^treadle_acme\.ci\.[\w-]{43}$/);
      const at = "2026-11-30T12:00:00.000Z";
      assert.deepEqual({ ...made.body, key: "", by: "" }, {
        ...{ name: "ci", origin: "stored", scopes: ["read", "run"], createdAt: at, by: "", key: "" },
        ...{ rotatedAt: null, previousUntil: null, expiresAt: null, lastUsedAt: null },
      });
      assert.match(String(made.body.by), /^key_[\w-]{8}$/);
      assert.deepEqual([await one.outcome(first), await two.outcome(first)], ["200", "200"]);
      assert.equal(await two.outcome(first, "GET", "/v1/keys"), "403 forbidden");
      assert.equal(await one.outcome(KEY, "POST", "/v1/keys", { name: "ci" }), "409 key_exists");
      await Promise.all([one.idle(), two.idle()]);

      time.now += 60_000;
      const second = await one.rotate("ci");
      assert.notEqual(second, first);
      assert.deepEqual([await two.outcome(second), await two.outcome(first)], ["200", "200"]);
      const [variable, listed] = await two.list();
      assert.deepEqual([variable?.origin, variable?.lastUsedAt, variable?.by], ["variable", null, null]);
      assert.deepEqual([listed?.rotatedAt, listed?.previousUntil, listed?.lastUsedAt], [
        "2026-11-30T12:01:00.000Z",
        "2026-11-30T13:01:00.000Z",
        at,
      ]);
      time.now += HOUR;
      assert.deepEqual([await two.outcome(second), await two.outcome(first)], ["200", "401 unauthorized"]);

      assert.equal(await one.outcome(KEY, "DELETE", "/v1/keys/ci"), "204");
      assert.equal(await one.outcome(second), "401 unauthorized", "at once where it was revoked");
      time.now += 10_000;
      assert.equal(await two.outcome(second), "401 unauthorized", "within 10 s elsewhere");
      assert.equal(await one.outcome(KEY, "DELETE", "/v1/keys/ci"), "404 key_unknown");
      const third = await one.create({ name: "ci" });
      assert.deepEqual([await two.outcome(third), await two.outcome(second)], ["200", "401 unauthorized"]);
      const texts = await storedTexts(store);
      const logs = [...one.logs, ...two.logs].join("\n");
      for (const key of [first, second, third]) {
        const secret = key.slice(-43);
        assert.ok(!texts.includes(secret) && !logs.includes(secret), "neither the store nor the log has it");
        assert.ok(!JSON.stringify(await one.list()).includes(secret));
      }
      assert.deepEqual(logs.match(/a key was \w+","tenant":"acme","key":"key_ci"/g)?.length, 4);
      await Promise.all([one.idle(), two.idle()]);
    },
  );
}

Deno.test("O1: no caller makes, or gets by a rotation, a key with a scope that it has not itself", async () => {
  const { create, rotate, outcome, ask } = isolateOf();
  const manager = await create({ name: "manager", scopes: ["manage", "read"] });
  await create({ name: "runner", scopes: ["run"] });
  await create({ name: "root" });
  assert.equal(await outcome(manager, "POST", "/v1/keys", { name: "x", scopes: ["run"] }), "403 forbidden");
  const like = await ask(manager, "POST", "/v1/keys", { name: "like" });
  assert.deepEqual(
    [like.body.scopes, like.body.by],
    [["read", "manage"], "key_manager"],
    "its own by default",
  );
  for (const name of ["runner", "root"]) {
    const refused = await ask(manager, "POST", `/v1/keys/${name}/rotate`);
    assert.deepEqual([refused.outcome, refused.body.key], ["403 forbidden", undefined], name);
  }
  assert.equal(await outcome(await rotate("manager", {}, manager), "GET", "/v1/keys"), "200");
  assert.equal(await outcome(manager, "DELETE", "/v1/keys/root"), "204", "revoking takes manage alone");
  const reader = await create({ name: "reader", scopes: ["read"] });
  const routes = [["GET", "/v1/keys"], ["POST", "/v1/keys"], ["DELETE", "/v1/keys/like"]] as const;
  for (const [method, path] of [...routes, ["POST", "/v1/keys/like/rotate"] as const]) {
    assert.equal(await outcome(reader, method, path, method === "POST" ? {} : undefined), "403 forbidden");
  }
});

Deno.test("O1: a name of the variable, one that exists, one too many and one of another form are refused", async () => {
  const app = isolateOf({
    env: {
      TREADLE_API_KEYS: `acme:${KEY},acme/ci/read:acme-ci-secret-0123456789,beta/web:beta-secret-0123456789`,
    },
  });
  const { outcome, create, ask, list } = app;
  const created = (name: string) => outcome(KEY, "POST", "/v1/keys", { name });
  const [unnamed] = await list();
  assert.equal(await created("ci"), "409 key_exists");
  assert.equal(await created(String(unnamed?.name)), "409 key_exists", "that of a key without a name");
  assert.equal(await created("web"), "201", "another tenant has it");
  for (const name of ["", "a.b", "a b", "x".repeat(65), "ä"]) {
    assert.equal(await created(name), "422 invalid_request");
  }
  const wrong = [{ scopes: [] }, { scopes: ["all"] }, { expiresInSeconds: 0 }, { expires: 1 }];
  for (const more of wrong) {
    assert.equal(await outcome(KEY, "POST", "/v1/keys", { name: "n", ...more }), "422 invalid_request");
  }
  assert.equal(
    await outcome(KEY, "POST", "/v1/keys/web/rotate", { keepForSeconds: -1 }),
    "422 invalid_request",
  );
  const refused = await ask(KEY, "DELETE", "/v1/keys/ci");
  assert.equal(refused.outcome, "404 key_unknown");
  assert.match(String(refused.body.detail), /TREADLE_API_KEYS has one/);
  assert.equal(await outcome(KEY, "POST", "/v1/keys/none/rotate"), "404 key_unknown");
  assert.equal(await outcome(KEY, "DELETE", "/v1/keys/a.b"), "400 invalid_path");
  const names = (await list()).map(({ name, origin, scopes }) => [name, origin, scopes]);
  assert.deepEqual(names, [
    [unnamed?.name, "variable", ["read", "run", "decide", "manage"]],
    ["ci", "variable", ["read"]],
    ["web", "stored", ["read", "run", "decide", "manage"]],
  ]);
  for (let index = 1; index < 100; index++) await create({ name: `n${index}` });
  assert.equal(await created("one-more"), "409 key_limit");
});

Deno.test("O1: the longest keys that a tenant may have stay below what a definition takes", async () => {
  const { store, create, rotate } = isolateOf();
  const name = (index: number) => String(index).padStart(64, "n");
  const maker = await create({ name: name(0), expiresInSeconds: 315_360_000 });
  for (let index = 1; index < 100; index++) {
    await create({ name: name(index), expiresInSeconds: 315_360_000 }, maker);
  }
  for (let index = 0; index < 100; index++) for (let times = 0; times < 4; times++) await rotate(name(index));
  const text = await store.readDefinition("acme", "keys", "all") ?? assert.fail();
  assert.ok(text.length > 40_000 && text.length < 60_000, String(text.length));
});

Deno.test("O1: a cold isolate reads the keys of the tenant once, a warm one nothing for 10 s, and a step two requests beside", async () => {
  const memory = createMemoryStore();
  const { time, create } = isolateOf({ store: memory });
  const [ci, web] = [await create({ name: "ci" }), await create({ name: "web" })];
  const { store, calls } = counted(memory);
  const cold = isolateOf({ store, time });
  const step = (key: string, thread: string) =>
    cold.app.request(`/v1/threads/${thread}/steps`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ agent: "tester", input: "Hi." }),
    });
  assert.equal((await step(ci, "t1")).status, 200);
  assert.deepEqual(
    calls.splice(0),
    ["readDefinition", "putDefinition", "begin", "commit"],
    "and one note of its use",
  );
  assert.equal((await step(web, "t2")).status, 200);
  assert.deepEqual(calls.splice(0), ["putDefinition", "begin", "commit"]);
  time.now += 9_999;
  assert.equal((await step(ci, "t3")).status, 200);
  assert.deepEqual(calls.splice(0), ["begin", "commit"]);
  time.now += 1;
  assert.equal((await step(ci, "t4")).status, 200);
  assert.deepEqual(calls.splice(0), ["readDefinition", "begin", "commit"]);
  assert.equal((await step(KEY, "t5")).status, 200);
  assert.deepEqual(calls.splice(0), ["begin", "commit"], "a key of the variable is compared first");
});

Deno.test("O1: a new key and a new secret are known at once in an isolate that has read the keys before", async () => {
  const store = createMemoryStore();
  const { time, create, rotate } = isolateOf({ store });
  const other = isolateOf({ store, time });
  const ci = await create({ name: "ci" });
  assert.equal(await other.outcome(ci), "200");
  assert.equal(await other.outcome(await create({ name: "web" })), "200");
  assert.equal(await other.outcome(await rotate("ci", { keepForSeconds: 0 })), "200");
  assert.equal(await other.outcome(ci), "401 unauthorized", "a read for the new secret ends the old one too");
});

Deno.test("O1: unknown keys lead to at most ten reads of a tenant in 10 s, and to none for other tenants and forms", async () => {
  const { store, calls } = counted(createMemoryStore());
  const { time, create, outcome } = isolateOf({ store });
  const ci = await create({ name: "ci" });
  assert.equal(await outcome(ci), "200");
  calls.length = 0;
  const others = [
    unknownKey("ci").replace("acme", "gamma"),
    unknownKey("ci").replace("treadle_", "Treadle_"),
    `${unknownKey("ci")}x`,
    unknownKey("ci").slice(0, -1),
    unknownKey("c/i"),
    "treadle_acme.ci",
    "acme-secret-0123456788",
  ];
  for (const key of others) assert.equal(await outcome(key), "401 unauthorized", key);
  assert.deepEqual(calls.filter((name) => name === "readDefinition"), []);
  for (let index = 0; index < 3; index++) {
    assert.equal(await outcome(unknownKey("ci")), "401 unauthorized", "the same again and again");
  }
  assert.equal(calls.filter((name) => name === "readDefinition").length, 1);
  for (let index = 1; index < 50; index++) {
    const key = unknownKey(index % 2 === 0 ? "ci" : `n${index}`, index);
    assert.equal(await outcome(key), index < 10 ? "401 unauthorized" : "429 rate_limited", String(index));
  }
  assert.equal(calls.filter((name) => name === "readDefinition").length, 10);
  assert.equal(await outcome(ci), "200", "what is known is served");
  assert.equal(
    await outcome(unknownKey("ci")),
    "401 unauthorized",
    "and what is known as unknown is refused",
  );
  const web = await create({ name: "web" });
  assert.equal(await outcome(web), "200", "its isolate reads the keys again");
  const other = isolateOf({ store, time });
  assert.equal(await other.outcome(web), "200");
  for (let index = 0; index < 10; index++) await other.outcome(unknownKey("web", index));
  const next = await create({ name: "next" });
  assert.equal(await other.outcome(next), "429 rate_limited", "a good key that cannot be checked is not 401");
  time.now += 10_000;
  assert.equal(await other.outcome(next), "200");
  calls.length = 0;
  assert.equal(await outcome(unknownKey("ci", 99)), "401 unauthorized");
  assert.equal(calls.filter((name) => name === "readDefinition").length, 1);
});

Deno.test("O1: what cannot be read serves no request: a store that is away is 503 and may be tried again", async () => {
  const memory = createMemoryStore();
  const { time, create } = isolateOf({ store: memory });
  const ci = await create({ name: "ci" });
  let isAway = true;
  const failing = changed(memory, {
    readDefinition: async (...args) => {
      if (isAway) throw new AgentError("store_unavailable", "The store is away.");
      return await memory.readDefinition(...args);
    },
  });
  const other = isolateOf({ store: failing, time });
  const { body } = await other.ask(ci, "GET", "/v1/agents");
  assert.deepEqual([body.status, body.code, body.retryable], [503, "store_unavailable", true]);
  assert.equal(
    await other.outcome(unknownKey("ci")),
    "503 store_unavailable",
    "that it is unknown is not known",
  );
  assert.equal(await other.outcome(KEY), "200", "those of the variable need no store");
  assert.equal((await other.app.request("/", { headers: { authorization: `Bearer ${ci}` } })).status, 200);
  isAway = false;
  assert.equal(await other.outcome(ci), "200");
  isAway = true;
  time.now += 10_000;
  assert.equal(await other.outcome(ci), "503 store_unavailable");
  isAway = false;
  for (const text of ["{}", "[{}]", "no JSON"]) {
    await memory.putDefinition("acme", "keys", "all", text);
    time.now += 10_000;
    assert.equal(await other.outcome(ci), "500 store_corrupt", text);
  }
});

Deno.test("O1: a use is noted once an hour, beside the response, and brings no key back", async () => {
  const memory = createMemoryStore();
  const notes = { count: 0, fails: false, held: undefined as Promise<void> | undefined };
  const store = changed(memory, {
    putDefinition: async (...args) => {
      if (args[1] === "key_used") {
        notes.count++;
        await notes.held;
        if (notes.fails) throw new AgentError("store_unavailable", "The store is away.");
      }
      return await memory.putDefinition(...args);
    },
  });
  const { time, create, outcome, list, idle, logs } = isolateOf({ store });
  const ci = await create({ name: "ci" });
  const { promise, resolve } = Promise.withResolvers<void>();
  notes.held = promise;
  assert.equal(await outcome(ci), "200", "the response does not wait");
  assert.equal(await outcome(KEY, "DELETE", "/v1/keys/ci"), "204");
  resolve();
  await idle();
  assert.equal(await outcome(ci), "401 unauthorized");
  assert.equal((await list()).length, 1, "the note has made no key");
  time.now += 5_000;
  const again = await create({ name: "ci" });
  assert.equal((await list())[1]?.lastUsedAt, null, "the use was that of the earlier key");
  time.now += HOUR;
  for (let minute = 0; minute < 120; minute++) {
    assert.equal(await outcome(again), "200");
    time.now += 60_000;
  }
  assert.equal(notes.count, 3);
  assert.equal((await list())[1]?.lastUsedAt, new Date(time.now - HOUR).toISOString());
  notes.fails = true;
  assert.equal(await outcome(again), "200");
  await idle();
  assert.match(logs.join("\n"), /the use of a key was not noted/);
});

Deno.test("O1: a key expires, a rotation begins its lifetime anew, and no secret from before outlives what it had", async () => {
  const { time, create, rotate, outcome, ask, list } = isolateOf();
  const ci = await create({ name: "ci", expiresInSeconds: 7_200 });
  time.now += HOUR;
  const second = await rotate("ci", { keepForSeconds: 2_592_000 });
  const [, listed] = await list();
  assert.deepEqual([listed?.previousUntil, listed?.expiresAt], [
    "2026-11-30T14:00:00.000Z",
    "2026-11-30T15:00:00.000Z",
  ]);
  time.now += HOUR;
  assert.deepEqual([await outcome(ci), await outcome(second)], ["401 unauthorized", "200"]);
  time.now += HOUR;
  const { body } = await ask(second, "GET", "/v1/agents");
  assert.match(String(body.detail), /^The API key was good until 2026-11-30T15:00:00\.000Z; rotate ci/);
  const third = await rotate("ci");
  assert.deepEqual([await outcome(second), await outcome(third)], ["401 unauthorized", "200"]);
});

Deno.test("O1: a rotation that is sent again keeps the secret that clients have, and one that keeps nothing ends all", async () => {
  const { time, create, rotate, outcome } = isolateOf();
  const ci = await create({ name: "ci" });
  const [second, third] = [await rotate("ci"), await rotate("ci")];
  const outcomes = async () => await Promise.all([ci, second, third].map((key) => outcome(key)));
  assert.deepEqual(await outcomes(), ["200", "200", "200"]);
  time.now += HOUR - 1;
  assert.deepEqual(await outcomes(), ["200", "200", "200"]);
  const last = await rotate("ci", { keepForSeconds: 0 });
  assert.deepEqual(await outcomes(), Array(3).fill("401 unauthorized"));
  assert.equal(await outcome(last), "200");
});

Deno.test("O1: a key is revoked while the keys are read, and of two that change them at once none undoes the other", async () => {
  const memory = createMemoryStore();
  let held: Promise<void> | undefined;
  const store = changed(memory, {
    readDefinition: async (...args) => {
      const text = await memory.readDefinition(...args);
      const wait = held;
      held = undefined;
      await wait;
      return text;
    },
  });
  const { create, outcome, list } = isolateOf({ store });
  const ci = await create({ name: "ci" });
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const reading = outcome(ci);
  await new Promise((done) => setTimeout(done));
  assert.equal(await outcome(KEY, "DELETE", "/v1/keys/ci"), "204");
  resolve();
  await reading;
  assert.equal(await outcome(ci), "401 unauthorized", "what the read has brought is not kept");
  const both = await Promise.all([create({ name: "a" }), create({ name: "b" })]);
  assert.deepEqual(await Promise.all(both.map((key) => outcome(key))), ["200", "200"]);
  assert.deepEqual((await list()).map(({ name }) => name).slice(1), ["a", "b"]);
});

Deno.test("O1: records, the log, limits and repeated requests go by the name of a key, over its rotations", async () => {
  const { app, store, logs, create, rotate } = isolateOf({ env: { TREADLE_RATE_LIMIT: "key=3/1m" } });
  const ci = await create({ name: "ci" });
  const step = async (key: string) => {
    const response = await app.request("/v1/threads/t1/steps", {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
        "idempotency-key": "once",
      },
      body: JSON.stringify({ agent: "tester", input: "Hi." }),
    });
    return [response.status, response.headers.get("idempotency-replayed"), (await json(response)).code];
  };
  assert.deepEqual(await step(ci), [200, null, undefined]);
  const next = await rotate("ci");
  assert.deepEqual(await step(next), [200, "true", undefined]);
  assert.deepEqual((await step(ci))[0], 200);
  assert.deepEqual(await step(next), [429, null, "rate_limited"]);
  const { entries } = await store.history({ tenant: "acme", thread: "t1" }, { after: 0, limit: 10 }) ??
    assert.fail();
  assert.match(entries[0] ?? "", /"key_ci"/);
  const requests = logs.map((line) => JSON.parse(line)).filter(({ route }) =>
    route === "/v1/threads/:id/steps"
  );
  assert.deepEqual(requests.map(({ caller }) => caller), Array(4).fill("key_ci"));
});

Deno.test("O1: a deployment that does not go by keys takes no stored ones, and none opens it", async () => {
  const store = createMemoryStore();
  const ci = await isolateOf({ store }).create({ name: "ci" });
  const closed = isolateOf({ store, env: { TREADLE_API_KEYS: "" } });
  assert.equal(await closed.outcome(ci), "503 not_configured");
  const open = isolateOf({
    store,
    env: { TREADLE_API_KEYS: "", TREADLE_OPEN: "1", TREADLE_OPEN_HOSTS: "*" },
  });
  assert.equal(await open.outcome(ci, "POST", "/v1/keys", { name: "web" }), "503 not_configured");
  assert.equal(await open.outcome(ci, "POST", "/v1/keys/ci/rotate"), "503 not_configured");
  const authenticate = () => ({ tenant: "acme" });
  const own = isolateOf({ store, authenticate });
  assert.equal(await own.outcome(ci, "POST", "/v1/keys", { name: "web" }), "503 not_configured");
  assert.equal((await own.list())[0]?.name, "ci", "what is there is listed, and may be revoked");
  assert.equal(await own.outcome(ci, "DELETE", "/v1/keys/ci"), "204");
  const elsewhere = isolateOf({ store, env: { TREADLE_API_KEYS: "beta:beta-secret-0123456789" } });
  assert.equal(await elsewhere.outcome(ci), "401 unauthorized", "acme is no tenant of the variable");
});
