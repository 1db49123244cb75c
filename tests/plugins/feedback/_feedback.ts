// B2: answers are rated up or down, with a note, by those who have their thread; and what becomes of the ratings.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { RatingView } from "../../../src/core/contract/feedback.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { checkPlugin } from "../../../src/testing/check_plugin.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { createTestApp, KEY, LOOKS_UP, OTHER_KEY, type TestAppOptions } from "../../http/_app.ts";
import { createTokenApp } from "../../http/access/_tokens.ts";
import { failingStore } from "../../support/failing_store.ts";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const writer = defineAgent({ name: "writer", driver: "scripted" });

/** A deployment whose answers repeat their inputs, with a clock that the test turns. */
function deploy({ plugins = [], ...options }: TestAppOptions = {}) {
  const time = { now: NOON };
  const app = createTestApp({
    driver: createScriptedDriver(({ history: { entries } }) => {
      const input = entries.findLast(({ type }) => type === "user");
      return { says: input?.type === "user" ? `Answer to ${input.text}` : "" };
    }),
    agents: [writer],
    clock: () => time.now,
    ...options,
    plugins: [...plugins, feedback()],
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await app.send(method, path, body);
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  return {
    ...app,
    time,
    ask,
    /** The version of the answer. */
    say: async (thread: string, input: string, agent = "tester"): Promise<number> =>
      (await ask("POST", `/v1/threads/${thread}/steps`, { agent, input })).thread.version,
    rate: (thread: string, version: number, rating: string, note?: string): Promise<RatingView> =>
      ask("PUT", `/v1/threads/${thread}/feedback/${version}`, { rating, note }),
    of: async (thread: string) => brief((await ask("GET", `/v1/threads/${thread}/feedback`)).ratings),
    listed: async (query = "") => brief((await ask("GET", `/v1/analytics/feedback${query}`)).ratings),
    counted: async () => {
      const { rows } = await ask("GET", "/v1/analytics/feedback/counts");
      return rows.map(({ day, agent, up, down }: { day: string; agent: string; up: number; down: number }) =>
        `${day} ${agent} ${up} ${down}`
      );
    },
  };
}

function brief(ratings: readonly RatingView[]): readonly string[] {
  return ratings.map(({ thread, version, rating, note }) =>
    `${thread} ${version} ${rating}${note === null ? "" : `: ${note}`}`
  );
}

/** Each store that a machine has without a server. */
const STORES = {
  memory: () => createMemoryStore({ clock: () => NOON }),
  sqlite: () => createSqliteStore({ path: ":memory:", clock: () => NOON }),
};

for (const [name, open] of Object.entries(STORES)) {
  Deno.test(`B2: an answer is rated, rated otherwise and rated no more, and each is listed and counted (${name})`, async () => {
    const app = deploy({ store: open() });
    const [first, second] = [await app.say("t1", "One?"), await app.say("t1", "Two?")];
    const made = await app.rate("t1", first, "up");
    const { entries } = await app.ask("GET", "/v1/threads/t1/history");
    const { id, model } = entries.find(({ type, version }: { type: string; version: number }) =>
      type === "assistant" && version === first
    );
    const facts = { thread: "t1", version: first, entry: id, agent: "tester", model };
    const maker = { by: made.by, user: null, at: "2026-11-22T12:00:00.000Z" };
    assert.deepEqual(made, { ...facts, rating: "up", note: null, ...maker });
    assert.match(made.by ?? "", /^key_/);
    app.time.now += 60_000;
    assert.deepEqual(await app.rate("t1", first, "up"), made, "the same again changes nothing");
    await app.rate("t1", second, "down", "It is about Three.");
    app.time.now += 86_400_000;
    await app.rate("t1", first, "down", "Wrong,\nand rude.");
    assert.deepEqual(await app.of("t1"), [
      `t1 ${first} down: Wrong,\nand rude.`,
      `t1 ${second} down: It is about Three.`,
    ]);
    assert.deepEqual(await app.listed(), await app.of("t1"), "the newest comes first");
    assert.deepEqual(await app.counted(), ["2026-11-22 tester 0 1", "2026-11-23 tester 0 1"]);
    await app.ask("DELETE", `/v1/threads/t1/feedback/${first}`);
    await app.ask("DELETE", `/v1/threads/t1/feedback/${first}`);
    assert.deepEqual(await app.of("t1"), [`t1 ${second} down: It is about Three.`]);
    assert.deepEqual(await app.listed(), await app.of("t1"));
    assert.deepEqual(await app.counted(), ["2026-11-22 tester 0 1"]);
    await app.ask("DELETE", "/v1/threads/t1");
    assert.deepEqual(await app.listed(), []);
    for (const kind of ["feedback", "feedback.2026-11-22", "feedback.2026-11-23"]) {
      assert.deepEqual(await app.store.listDefinitions("acme", kind), [], kind);
    }
    assert.equal((await app.send("GET", "/v1/threads/t1/feedback")).status, 404);
    await app.store.close();
  });
}

Deno.test("B2: what is no answer, and what is no rating, is refused before anything is written", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore());
  const app = deploy({ store, driver: createScriptedDriver(LOOKS_UP) });
  const steps = { agent: "tester", input: "Look.", until: "done" };
  const { thread: { version } } = await app.ask("POST", "/v1/threads/t1/steps", steps);
  await app.ask("POST", "/v1/threads", { agent: "tester", id: "empty" });
  const before = calls.length;
  const long = "x".repeat(2_001);
  for (
    const [path, body, status, code] of [
      ["t2/feedback/1", { rating: "up" }, 404, "thread_unknown"],
      [`t1/feedback/${version + 1}`, { rating: "up" }, 422, "version_unknown"],
      ["t1/feedback/999999999999999", { rating: "up" }, 422, "version_unknown"],
      ["t1/feedback/0", { rating: "up" }, 422, "invalid_request"],
      ["empty/feedback/0", { rating: "up" }, 422, "invalid_request"],
      ["t1/feedback/-1", { rating: "up" }, 400, "invalid_path"],
      ["t1/feedback/1e3", { rating: "up" }, 400, "invalid_path"],
      ["t1/feedback/9999999999999999", { rating: "up" }, 400, "invalid_path"],
      ["%2e%2e%2ft1/feedback/1", { rating: "up" }, 400, "invalid_path"],
      [`t1/feedback/${version}`, {}, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "sideways" }, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "up", note: 5 }, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "up", note: long }, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "up", note: "\u001b[2J" }, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "up", note: "\0" }, 422, "invalid_request"],
      [`t1/feedback/${version}`, { rating: "up", by: "root" }, 422, "invalid_request"],
    ] as const
  ) {
    const refused = await app.send("PUT", `/v1/threads/${path}`, body);
    assert.deepEqual([refused.status, (await refused.json()).code], [status, code], path);
  }
  for (
    const query of [
      "rating=sideways",
      "cursor=x",
      "from=2026-02-30",
      "from=2026-01-01&to=2026-11-22",
      "limit=0",
    ]
  ) {
    assert.equal((await app.send("GET", `/v1/analytics/feedback?${query}`)).status, 422, query);
  }
  const written = calls.slice(before).map(({ method }) => method).filter((each) =>
    /^(?:put|book)/.test(each)
  );
  assert.deepEqual(written, []);
  // The step that has called a tool has an answer, too.
  assert.deepEqual(brief([await app.rate("t1", 1, "up", "  ")]), ["t1 1 up"], "a note of blanks is none");
});

Deno.test("B2: any answer of a long thread is found, and its rating stands by its version", async () => {
  const app = deploy();
  const versions: number[] = [];
  for (let turn = 0; turn < 40; turn++) versions.push(await app.say("t1", `Question ${turn}`));
  for (const version of versions) await app.rate("t1", version, version % 3 === 0 ? "down" : "up");
  const expected = versions.map((version) => `t1 ${version} ${version % 3 === 0 ? "down" : "up"}`);
  assert.deepEqual(await app.of("t1"), expected);
});

Deno.test("B2: ratings at the same time on one thread are all kept, of one answer one", async () => {
  const app = deploy();
  const versions: number[] = [];
  for (let turn = 0; turn < 8; turn++) versions.push(await app.say("t1", `Question ${turn}`));
  await Promise.all(versions.map((version) => app.rate("t1", version, "up", `of ${version}`)));
  assert.deepEqual(await app.of("t1"), versions.map((version) => `t1 ${version} up: of ${version}`));
  const [first = 0] = versions;
  await Promise.all(["a", "b", "c", "d"].map((note) => app.rate("t1", first, "down", note)));
  assert.equal((await app.of("t1")).length, 8);
  assert.equal((await app.listed()).length, 8);
  assert.deepEqual(await app.counted(), ["2026-11-22 tester 7 1"]);
});

Deno.test("B2: a user and a token rate what they may read, and reach no rating of others", async () => {
  const app = createTokenApp({ plugins: [feedback()], scenario: [{ says: "Hi." }] });
  const input = { agent: "tester", input: "Hello.", user: "ann" };
  const { body: { thread: { version } } } = await app.ask(KEY, "POST", "/v1/threads/ann.t1/steps", input);
  const path = `/v1/threads/ann.t1/feedback/${version}`;
  const ann = await app.mint({ threadPrefix: "ann." });
  const rated = await app.ask(ann, "PUT", path, { rating: "down", note: "zebra" });
  assert.deepEqual([rated.status, rated.body.user, rated.body.rating], [200, "ann", "down"]);
  const strangers = [
    [await app.mint({ user: "bob", threadPrefix: "ann." }), 404],
    [await app.mint({ threadPrefix: "own." }), 403],
    [await app.mint({ agents: ["clerk"], threadPrefix: "ann." }), 404],
    [await app.mint({ user: "ann" }, OTHER_KEY), 404],
    [OTHER_KEY, 404],
  ] as const;
  for (const [token, status] of strangers) {
    for (const [method, at] of [["GET", "/v1/threads/ann.t1/feedback"], ["PUT", path], ["DELETE", path]]) {
      const answer = await app.ask(
        token,
        method ?? "",
        at ?? "",
        method === "PUT" ? { rating: "up" } : undefined,
      );
      assert.equal(answer.status, status, `${method} ${JSON.stringify(answer.body)}`);
      assert.doesNotMatch(JSON.stringify(answer.body), /zebra/);
    }
  }
  const reader = await app.mint({ threadPrefix: "ann.", scopes: ["read"] });
  assert.equal((await app.ask(reader, "PUT", path, { rating: "up" })).status, 403);
  const { body: { ratings } } = await app.ask(reader, "GET", "/v1/threads/ann.t1/feedback");
  assert.deepEqual(brief(ratings), [`ann.t1 ${version} down: zebra`]);
  for (const list of ["/v1/analytics/feedback", "/v1/analytics/feedback/counts"]) {
    assert.equal((await app.ask(ann, "GET", list)).status, 403);
  }
  const { body: { ratings: others } } = await app.ask(OTHER_KEY, "GET", "/v1/analytics/feedback");
  assert.deepEqual(others, []);
  // The key of the deployment changes it, and the change says by whom.
  const { body } = await app.ask(KEY, "PUT", path, { rating: "up" });
  assert.deepEqual([body.rating, body.user], ["up", null]);
  assert.match(body.by, /^key_/);
  assert.equal((await app.ask(ann, "DELETE", path)).status, 204);
});

Deno.test("B2: an answer that branches share has one rating, and what an edit has replaced keeps its own", async () => {
  const app = deploy({ plugins: [chat()] });
  const first = await app.say("c1", "One?");
  const second = await app.say("c1", "Two?");
  await app.rate("c1", first, "up");
  await app.rate("c1", second, "down");
  await app.ask("POST", "/v1/threads/c1/fork", { id: "c1:2", version: first });
  assert.deepEqual(await app.of("c1:2"), [`c1 ${first} up`]);
  const third = await app.say("c1:2", "Three?");
  assert.equal(third, second, "a version of the branch is another answer");
  assert.deepEqual(await app.of("c1:2"), [`c1 ${first} up`]);
  await app.rate("c1:2", third, "up", "Better.");
  await app.rate("c1:2", first, "down", "Not quite.");
  assert.deepEqual(await app.of("c1"), [`c1 ${first} down: Not quite.`, `c1 ${second} down`]);
  assert.deepEqual(await app.of("c1:2"), [`c1 ${first} down: Not quite.`, `c1:2 ${third} up: Better.`]);
  assert.deepEqual(await app.counted(), ["2026-11-22 tester 1 2"]);
  await app.ask("POST", "/v1/threads/c1:2/fork", { id: "c1:3", version: third, replan: true });
  assert.deepEqual(await app.of("c1:3"), [`c1 ${first} down: Not quite.`], "the answer is made again");
  await app.ask("DELETE", `/v1/threads/c1:3/feedback/${first}`);
  assert.deepEqual(await app.of("c1"), [`c1 ${second} down`]);
  await app.rate("c1:3", first, "up");
  // Without the thread that made it, the answer is that of the branch that has it.
  await app.ask("DELETE", "/v1/threads/c1:2");
  await app.rate("c1:3", first, "down");
  assert.deepEqual(await app.of("c1:3"), [`c1:3 ${first} down`]);
  await app.ask("DELETE", "/v1/threads/c1");
  assert.deepEqual(await app.listed(), []);
});

Deno.test("B2: a thread that is removed while it is rated leaves no rating, and another of its name has none", async () => {
  let isRemoved = false;
  const store = createMemoryStore({ clock: () => NOON });
  const app = deploy({ store });
  const version = await app.say("t1", "One?");
  const put = store.putDefinition.bind(store);
  store.putDefinition = async (...args) => {
    const kept = await put(...args);
    if (args[1] === "feedback" && !isRemoved) {
      isRemoved = true;
      await store.remove({ tenant: "acme", thread: "t1" });
    }
    return kept;
  };
  const refused = await app.send("PUT", `/v1/threads/t1/feedback/${version}`, { rating: "up" });
  assert.deepEqual([refused.status, (await refused.json()).code], [404, "thread_unknown"]);
  assert.deepEqual([await app.listed(), await app.counted()], [[], []]);
  await app.say("t1", "Anew?");
  assert.deepEqual(await app.of("t1"), []);
});

Deno.test("B2: a later thread with the id of the one that a fork came from has no rating of it, and a rating takes the requests that the page says", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore({ clock: () => NOON }));
  const app = deploy({ store });
  const version = await app.say("t1", "One?");
  await app.ask("POST", "/v1/threads/t1/fork", { id: "f1" });
  await app.ask("DELETE", "/v1/threads/t1");
  app.time.now += 60_000;
  await app.say("t1", "Another?");
  await app.rate("f1", version, "up");
  assert.deepEqual([await app.of("f1"), await app.of("t1")], [[`f1 ${version} up`], []]);
  const before = calls.length;
  const path = `/v1/threads/t1/feedback/${version}`;
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  await app.fetch(
    new Request(`http://treadle.test${path}`, { method: "PUT", headers, body: '{"rating":"up"}' }),
  );
  assert.equal(calls.length - before, 8, calls.slice(before).map(({ method }) => method).join());
});

Deno.test("K5: a thread goes on with it wherever a machine vanishes", async () => {
  const agent = defineAgent({ name: "a", model: "scripted/a" });
  const { problems } = await checkPlugin(feedback(), {
    agent,
    script: scenario().says("One."),
    inputs: ["One?"],
  });
  assert.deepEqual(problems, []);
});

Deno.test("B2: a note is redacted as the texts of its agent are, and of others it is not", async () => {
  const redacting = definePlugin({
    name: "redacting",
    compile: ({ name }) =>
      name !== "tester"
        ? undefined
        : { redact: { text: (text) => text.replaceAll("secret", "[x]"), longest: 6 } },
  });
  const app = deploy({ plugins: [redacting] });
  const own = await app.rate("t1", await app.say("t1", "One?"), "down", "A secret word.");
  const other = await app.rate("t2", await app.say("t2", "One?", "writer"), "down", "A secret word.");
  assert.deepEqual([own.note, other.note], ["A [x] word.", "A secret word."]);
  assert.deepEqual(await app.of("t1"), [`t1 ${own.version} down: A [x] word.`]);
});

Deno.test("B2: ratings are listed by rating, agent, day and page, with a request for each thread of the page", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore({ clock: () => NOON }));
  const app = deploy({ store });
  const expected: string[] = [];
  for (let index = 0; index < 12; index++) {
    app.time.now = NOON + index * 6 * 3_600_000;
    const [thread, agent] = [`t${index}`, index % 3 === 0 ? "writer" : "tester"];
    const { version } = await app.rate(
      thread,
      await app.say(thread, "One?", agent),
      index % 2 === 0 ? "up" : "down",
    );
    expected.unshift(`${thread} ${version} ${index % 2 === 0 ? "up" : "down"}`);
  }
  assert.deepEqual(await app.listed(), expected);
  assert.deepEqual(await app.listed("?rating=down"), expected.filter((each) => each.endsWith("down")));
  const ofWriter = expected.filter((each) => ["t0 ", "t3 ", "t6 ", "t9 "].includes(each.slice(0, 3)));
  assert.deepEqual(await app.listed("?agent=writer"), ofWriter);
  assert.deepEqual(await app.listed("?from=2026-11-22&to=2026-11-22"), expected.slice(-2));
  const paged: string[] = [];
  let cursor = "";
  do {
    const before = calls.length;
    const page = await app.ask("GET", `/v1/analytics/feedback?limit=5&rating=down${cursor}`);
    const reads = calls.slice(before).filter(({ method }) => method === "readDefinition").length;
    assert.ok(reads <= 5, `${reads} reads`);
    paged.push(...brief(page.ratings));
    cursor = page.cursor === undefined ? "" : `&cursor=${encodeURIComponent(page.cursor)}`;
  } while (cursor !== "");
  assert.deepEqual(paged, expected.filter((each) => each.endsWith("down")));
});

Deno.test("B2: a thread has room for 25 notes of 2,000 characters, and more is refused, with the others as they are", async () => {
  const app = deploy();
  const note = "x".repeat(2_000);
  const versions: number[] = [];
  for (let turn = 0; turn < 32; turn++) versions.push(await app.say("t1", `Question ${turn}`));
  let kept = 0;
  for (const version of versions) {
    const response = await app.send("PUT", `/v1/threads/t1/feedback/${version}`, { rating: "down", note });
    if (response.ok) kept++;
    else assert.equal((await response.json()).code, "invalid_request");
  }
  assert.ok(kept >= 25 && kept < 32, `${kept} were kept`);
  assert.deepEqual([(await app.of("t1")).length, (await app.listed("?limit=100")).length], [kept, kept]);
});

Deno.test("B2: a store that fails loses no rating and counts none twice, whichever of its requests fails", async () => {
  for (const isDone of [true, false]) {
    for (let place = 0; place < 12; place++) {
      const memory = createMemoryStore({ clock: () => NOON });
      let left = Infinity;
      const app = deploy({
        store: failingStore(memory, () => left-- === 0, isDone),
        sleep: (ms, signal) => sleep(ms < 5_000 ? 0 : ms, signal),
      });
      const version = await app.say("t1", "One?");
      const path = `/v1/threads/t1/feedback/${version}`;
      for (
        const [method, body, ratings, counts] of [
          ["PUT", { rating: "up" }, [`t1 ${version} up`], ["2026-11-22 tester 1 0"]],
          ["PUT", { rating: "down" }, [`t1 ${version} down`], ["2026-11-22 tester 0 1"]],
          ["DELETE", undefined, [], []],
        ] as const
      ) {
        left = place;
        const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
        const first = await app.fetch(
          new Request(`http://treadle.test${path}`, { method, headers, body: body && JSON.stringify(body) }),
        );
        left = Infinity;
        if (!first.ok) await app.ask(method, path, body);
        const what = `${method} ${JSON.stringify(body)} ${place} ${isDone}`;
        assert.deepEqual(await app.of("t1"), ratings, what);
        assert.deepEqual(await app.listed(), ratings, what);
        assert.deepEqual(await app.counted(), counts, what);
      }
    }
  }
});

Deno.test("B2: ratings of a later form are left alone, and those that cannot be read are an error of their thread alone", async () => {
  const app = deploy();
  const version = await app.say("t1", "One?");
  await app.rate("t1", version, "up");
  await app.store.putDefinition("acme", "feedback", "t1", '{"schema":2}');
  const later = await app.send("PUT", `/v1/threads/t1/feedback/${version}`, { rating: "down" });
  assert.deepEqual([later.status, (await later.json()).code], [503, "schema_unsupported"]);
  assert.equal(await app.store.readDefinition("acme", "feedback", "t1"), '{"schema":2}');
  await app.store.putDefinition("acme", "feedback", "t1", "{");
  const broken = await app.send("GET", "/v1/threads/t1/feedback");
  assert.deepEqual([broken.status, (await broken.json()).code], [500, "store_corrupt"]);
  const other = await app.rate("t2", await app.say("t2", "One?"), "down");
  assert.deepEqual(await app.listed(), [`t2 ${other.version} down`]);
  assert.equal(app.logs.filter((line) => line.includes("ratings of a thread cannot be read")).length, 1);
  assert.equal(await app.ask("DELETE", "/v1/threads/t1"), null);
  assert.equal(await app.store.readDefinition("acme", "feedback", "t1"), undefined);
});
