// B2: titles that an agent writes: once for each thread, behind its first answer, whatever machines and stores do.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { budgets } from "../../../src/plugins/budgets/mod.ts";
import { titles } from "../../../src/plugins/titles/mod.ts";
import { TITLE, TITLE_WRITTEN } from "../../../src/plugins/titles/write_title.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { TestAppOptions } from "../../http/_app.ts";
import { createWoken, type WokenApp } from "../../http/_woken.ts";
import { failingStore } from "../../support/failing_store.ts";
import "../feedback/_feedback.ts";

const remove = defineTool({
  name: "remove",
  description: "Removes.",
  needsApproval: true,
  run: () => "removed",
});

/** What the writer has read, and what it answers: the last one from then on. */
function createWriter(...answers: readonly (string | AgentError)[]) {
  const read: string[] = [];
  const driver = createScriptedDriver(({ agent, history: { entries } }) => {
    const input = entries.findLast(({ type }) => type === "user");
    const text = input?.type === "user" ? input.text : "";
    if (agent.name !== "titler") {
      return text === "remove" && entries.at(-1)?.type === "user"
        ? { calls: [{ tool: "remove" }] }
        : { says: `Answer to ${text}` };
    }
    read.push(text);
    const answer = answers[Math.min(read.length, answers.length) - 1] ?? "A title";
    return typeof answer === "string" ? { says: answer } : { fails: answer };
  });
  return { read, driver };
}

const AGENTS = ["helper", "quiet", "titler"].map((name) =>
  defineAgent({ name, driver: "scripted", tools: name === "helper" ? [remove] : [] })
);

function deploy(
  writer: ReturnType<typeof createWriter>,
  { plugins = [], ...app }: TestAppOptions = {},
): WokenApp {
  return createWoken({
    agents: AGENTS,
    driver: writer.driver,
    ...app,
    plugins: [...plugins, titles({ agent: "titler", agents: ["helper"] })],
  });
}

async function settle(app: WokenApp): Promise<void> {
  while ((await app.deliver()).length > 0);
}

const titleOf = async (app: WokenApp, thread: string) =>
  (await app.ask("GET", `/v1/threads/${thread}`)).title;
const threadsOf = async (app: WokenApp) =>
  (await app.ask("GET", "/v1/threads?archived=all&branches=all")).threads.map(({ id }: { id: string }) => id)
    .sort();

Deno.test("B2: a thread has a title of its own behind its first answer, and the writer's thread is gone", async () => {
  const writer = createWriter('## "Refund of an order".\nMore words.');
  const app = deploy(writer);
  await app.run("t1", { agent: "helper", input: "I want my money back, please." });
  assert.equal(await titleOf(app, "t1"), "I want my money back, please.");
  await settle(app);
  assert.equal(await titleOf(app, "t1"), "Refund of an order");
  assert.deepEqual(writer.read, [
    "<message>\nI want my money back, please.\n</message>\n<answer>\nAnswer to I want my money back, please.\n</answer>",
  ]);
  assert.deepEqual(await threadsOf(app), ["t1"]);
  await app.run("t1", { agent: "helper", input: "Thanks." });
  await settle(app);
  assert.equal(writer.read.length, 1, "a thread with a title gets no other one");
  await app.run("q1", { agent: "quiet", input: "Hello." });
  await settle(app);
  assert.equal(await titleOf(app, "q1"), "Hello.");
});

Deno.test("B2: a title of a person stays in every branch and fork, however they go on", async () => {
  const writer = createWriter("Written.");
  const app = deploy(writer);
  for (const [thread, fork] of [["c1", "c1:2"], ["t1", "t2"]] as const) {
    await app.run(thread, { agent: "helper", input: "Hello." });
    await app.ask("PATCH", `/v1/threads/${thread}`, { title: "Mine" });
    await app.ask("POST", `/v1/threads/${thread}/fork`, { id: fork });
    await app.run(fork, { agent: "helper", input: "And?" });
    await settle(app);
    assert.equal(await titleOf(app, thread), "Mine");
    assert.equal(writer.read.length, 0, "no title is written for a fork");
  }
});

Deno.test("B2: a thread of a caller whose id a title would have is not removed", async () => {
  const app = deploy(createWriter("Written."));
  await app.run("42", { agent: "quiet", input: "Hello." });
  await app.run("title:42", { agent: "quiet", input: "Mine." });
  await app.ask("DELETE", "/v1/threads/42");
  assert.deepEqual(await threadsOf(app), ["title:42"]);
});

Deno.test("B2: a written title has no control characters, and none goes to a later thread of the id", async () => {
  const writer = createWriter("A\u001b[31m \u202ered\u0000 title");
  const app = deploy(writer);
  await app.run("t1", { agent: "helper", input: "Hello." });
  await settle(app);
  assert.equal(await titleOf(app, "t1"), "A [31m red title");
  await app.run("t2", { agent: "helper", input: "Divorce papers." });
  await app.deliver(); // the writer's run is on its way
  const before = writer.read.length;
  while (writer.read.length === before && (await app.deliver()).length > 0);
  await app.ask("DELETE", "/v1/threads/t2");
  await app.run("t2", { agent: "quiet", input: "Another." });
  await settle(app);
  assert.equal(await titleOf(app, "t2"), "Another.");
});

Deno.test("B2: a store that fails loses no title and doubles none, whichever of its requests fails", async () => {
  for (const isDone of [true, false]) {
    for (let place = 0; place < 24; place++) {
      const writer = createWriter();
      let now = Date.parse("2026-11-22T12:00:00Z");
      const clock = () => now;
      const store = createMemoryStore({ clock });
      let left = Infinity;
      const app = deploy(writer, { clock, store: failingStore(store, () => left-- === 0, isDone) });
      await app.run("t1", { agent: "helper", input: "Hello." });
      left = place;
      await settle(app);
      left = Infinity;
      const other = deploy(writer, { clock, store });
      for (let turn = 0; turn < 3; turn++) {
        now += 3_600_000;
        await other.pump();
        await settle(other);
      }
      const what = `${place}, ${isDone}`;
      assert.equal(await titleOf(other, "t1"), "A title", what);
      assert.deepEqual(await threadsOf(other), ["t1"], what);
      assert.ok(writer.read.length <= 2, what);
      const rows = await store.listDue(now + 7_200_000, 100);
      assert.deepEqual(rows.map(({ name }) => name), [], what);
      assert.deepEqual(await store.listDefinitions("acme", TITLE), [], what);
      assert.deepEqual(await store.listDefinitions("acme", TITLE_WRITTEN), [], what);
    }
  }
});

Deno.test("B2: a title that a person has given stays, whenever they give it, and a removed thread leaves nothing", async () => {
  const writer = createWriter();
  const app = deploy(writer);
  await app.run("t1", { agent: "helper", input: "Hello." });
  await app.ask("PATCH", "/v1/threads/t1", { title: "Mine" });
  await settle(app);
  assert.deepEqual([await titleOf(app, "t1"), writer.read.length], ["Mine", 0]);
  await app.run("t2", { agent: "helper", input: "Hello." });
  await app.deliver(); // the writer has its input
  await app.ask("PATCH", "/v1/threads/t2", { title: "Mine, too" });
  await settle(app);
  assert.equal(await titleOf(app, "t2"), "Mine, too");
  await app.run("t3", { agent: "helper", input: "Hello." });
  await app.deliver();
  await app.ask("DELETE", "/v1/threads/t3");
  await settle(app);
  assert.deepEqual(await threadsOf(app), ["t1", "t2"]);
});

Deno.test("B2: a title that fails is written behind the next run, and a call that waits for people has none before its run ends", async () => {
  const writer = createWriter(new AgentError("model_auth", "The key was refused."), " \n", "At last");
  const app = deploy(writer);
  for (const expected of ["Hello.", "Hello.", "At last"]) {
    await app.run("t1", { agent: "helper", input: "Hello." });
    await settle(app);
    assert.equal(await titleOf(app, "t1"), expected);
    assert.deepEqual(await threadsOf(app), ["t1"]);
  }
  await app.run("t2", { agent: "helper", input: "remove" });
  await settle(app);
  assert.deepEqual([writer.read.length, await titleOf(app, "t2")], [3, "remove"]);
});

Deno.test("B2: a title is booked to the user of its thread, who may not write into the writer's", async () => {
  const writer = createWriter();
  const app = deploy(writer, { plugins: [budgets()] });
  await app.run("t1", { agent: "helper", input: "Hello.", user: "ann" });
  await app.deliver();
  const asked = await app.ask("GET", "/v1/threads/title:t1");
  assert.deepEqual([asked.agent, asked.metadata], ["titler", { titleOf: "t1" }]);
  const refused = await app.send("POST", "/v1/threads/title:t1/steps", {
    agent: "titler",
    input: "Write this.",
    user: "ann",
  });
  assert.deepEqual([refused.status, (await refused.json()).code], [403, "forbidden"]);
  await settle(app);
  const { users } = await app.ask("GET", "/v1/usage?by=user");
  assert.deepEqual(users.map(({ user, steps }: { user: string; steps: number }) => [user, steps]), [[
    "ann",
    2,
  ]]);
});

Deno.test("B2: a title is redacted as its thread is, and is that of all branches, by the store requests that the page says", async () => {
  const writer = createWriter("The secret title");
  const redacting = definePlugin({
    name: "redacting",
    compile: ({ name }) =>
      name !== "helper" ? undefined : {
        redact: { text: (text) => text.replaceAll("secret", "[x]"), longest: 6 },
      },
  });
  let requests = 0;
  const store = failingStore(createMemoryStore(), () => {
    requests++;
    return false;
  }, true);
  const app = deploy(writer, { store, plugins: [redacting] });
  await app.run("t1", { agent: "helper", input: "My secret." });
  requests = 0;
  await settle(app);
  assert.equal(requests, 24);
  assert.equal(await titleOf(app, "t1"), "The [x] title");
  assert.ok(writer.read.every((text) => !text.includes("secret")), writer.read.join());
  await app.run("t2", { agent: "helper", input: "Hello." });
  await app.ask("POST", "/v1/threads/t2/fork", { id: "t2:2" });
  await settle(app);
  assert.deepEqual([await titleOf(app, "t2"), await titleOf(app, "t2:2")], [
    "The [x] title",
    "The [x] title",
  ]);
});

Deno.test("B2: agents that are not there, or that would title themselves, are refused when the deployment is made", () => {
  const make = (options: Parameters<typeof titles>[0]) => () =>
    createWoken({ agents: AGENTS, plugins: [titles(options)] });
  assert.throws(make({ agent: "nobody" }), { code: "config_invalid", message: /names the agent nobody/ });
  assert.throws(make({ agent: "titler", agents: ["helper", "other"] }), { message: /names the agent other/ });
  assert.throws(make({ agent: "titler", agents: ["titler"] }), { code: "config_invalid" });
});
