// Row E7: a run of AG-UI with both versions of its client: text, tools, steps, state, and what each message of the client does.

import assert from "node:assert/strict";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { inputsOf } from "../_conversation.ts";
import { type AgUiApp, createAgUiApp } from "./_app.ts";
import { ran, say, shortOf, VERSIONS } from "./_clients.ts";

const LOOKS: ScriptedPlan = { says: "I look.", calls: [{ tool: "echo", args: { text: "hi" } }] };
const scenario: readonly ScriptedPlan[] = [LOOKS, { says: "Done." }];
const TURN = ["user:go", "assistant:I look.:echo", 'tool:{"text":"hi"}', "assistant:Done."];

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a run goes on to its answer`, async () => {
    const app = createAgUiApp({ scenario });
    const client = app.open(version);
    const { types, last, error } = await say(client, "go", "m1");
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(client), TURN);
    assert.deepEqual(types.filter((type) => type !== "STATE_DELTA"), [
      "RUN_STARTED",
      "STATE_SNAPSHOT",
      "STEP_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_END",
      "STEP_FINISHED",
      "STEP_STARTED",
      "TOOL_CALL_RESULT",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "STEP_FINISHED",
      "RUN_FINISHED",
    ]);
    assert.deepEqual(last?.outcome, { type: "success" });
    assert.deepEqual(last?.result, { done: true, status: "done", version: 2, step: 2, finish: "stop" });
    const { thread } = Object(client.state);
    assert.deepEqual([thread.id, thread.status, thread.step, thread.version], ["c1", "done", 2, 2]);
  });

  Deno.test(`E7: ${version.name}: the next message goes on, and the thread has each once`, async () => {
    const app = createAgUiApp({ scenario: [...scenario, { says: "More." }] });
    const client = app.open(version);
    await say(client, "go", "m1");
    const { types } = await say(client, "and then", "m2");
    assert.deepEqual(shortOf(client), [...TURN, "user:and then", "assistant:More."]);
    assert.ok(!types.includes("MESSAGES_SNAPSHOT"));
    const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
    assert.deepEqual(entries.map((entry: { type: string }) => entry.type), [
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
      "assistant",
    ]);
  });
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: mode step ends each run behind its plan, and the client runs again`, async () => {
    for (const [path, forwardedProps] of [["?mode=step", {}], ["", { mode: "step" }]] as const) {
      const app = createAgUiApp({ scenario });
      const client = app.open(version, { url: `http://treadle.test/agui/tester${path}` });
      const first = await say(client, "go", "m1", { forwardedProps });
      assert.deepEqual(Object(first.last?.result).done, false);
      assert.deepEqual(shortOf(client), TURN.slice(0, 3));
      const second = await ran(client, { forwardedProps });
      assert.equal(Object(second.last?.result).done, true);
      assert.deepEqual(shortOf(client), TURN);
    }
  });

  Deno.test(`E7: ${version.name}: a client without messages gets those of the thread`, async () => {
    const app = createAgUiApp({ scenario });
    const first = app.open(version);
    const empty = await ran(first);
    assert.deepEqual(empty.types, ["RUN_STARTED", "STATE_SNAPSHOT", "RUN_FINISHED"]);
    assert.equal((await app.send("GET", "/v1/threads/c1")).status, 404);
    await say(first, "go", "m1");
    const reloaded = app.open(version);
    const { types } = await ran(reloaded);
    assert.deepEqual(types, ["RUN_STARTED", "MESSAGES_SNAPSHOT", "STATE_SNAPSHOT", "RUN_FINISHED"]);
    assert.deepEqual(
      reloaded.messages.map(({ id }) => id),
      first.messages.map(({ id }) => id),
    );
    assert.deepEqual(shortOf(reloaded), TURN);
  });

  Deno.test(`E7: ${version.name}: the same message again is answered in a fork`, async () => {
    const app = createAgUiApp({ scenario: [...scenario, { says: "Anew." }] });
    const client = app.open(version);
    await say(client, "go", "m1");
    client.setMessages(client.messages.slice(0, 1));
    await ran(client);
    assert.deepEqual([shortOf(client)[0], client.messages.length], ["user:go", 4]);
    assert.equal(Object(client.state).thread.id, "c1:2");
    const { thread } = await statesOf(app, ["c1", "c1:2"]);
    assert.deepEqual(thread, ["done", "done"]);
  });

  Deno.test(`E7: ${version.name}: another text in the place of a message is a fork before it`, async () => {
    const app = createAgUiApp({ scenario: [...scenario, { says: "A." }] });
    const client = app.open(version);
    await say(client, "go", "m1");
    await say(client, "first", "m2");
    const kept = client.messages.slice(0, -2);
    client.setMessages([...kept, { id: "m2", role: "user", content: "second" }]);
    await ran(client);
    assert.deepEqual(shortOf(client).slice(0, 5), [...TURN, "user:second"]);
    client.setMessages([...kept, { id: "m3", role: "user", content: "third" }]);
    await ran(client);
    assert.deepEqual(shortOf(client).slice(0, 5), [...TURN, "user:third"]);
    assert.equal(Object(client.state).thread.id, "c1:3");
    const texts = await Promise.all(["c1", "c1:2", "c1:3"].map((id) => inputsOf(app, id)));
    assert.deepEqual(texts, [["go", "first"], ["go", "second"], ["go", "third"]]);
    await say(client, "on", "m4");
    assert.deepEqual(await inputsOf(app, "c1:3"), ["go", "third", "on"]);
  });

  Deno.test(`E7: ${version.name}: a client that shows nothing of the thread goes on in it`, async () => {
    const app = createAgUiApp({ scenario: [...scenario, { says: "More." }, { says: "So." }] });
    await say(app.open(version), "go", "m1");
    const client = app.open(version);
    const { error } = await say(client, "on", "m2");
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(client), [...TURN, "user:on", "assistant:More."]);
    await app.send("POST", "/v1/threads/c2/steps", { agent: "tester", input: "go", until: "done" });
    const other = app.open(version, { threadId: "c2" });
    await say(other, "on", "m1");
    assert.deepEqual(shortOf(other), [...TURN, "user:on", "assistant:More."]);
    assert.deepEqual(await inputsOf(app, "c1"), ["go", "on"]);
    assert.deepEqual(await inputsOf(app, "c2"), ["go", "on"]);
  });

  Deno.test(`E7: ${version.name}: a run that is sent again runs once`, async () => {
    const app = createAgUiApp({ scenario });
    const client = app.open(version);
    await say(client, "go", "m1", { runId: "run-1" });
    const whole = structuredClone(client.messages);
    // The client has half of an answer, as when its network was cut.
    for (const had of [1, 2, 3, 4]) {
      const cut = whole.slice(0, had).map((message, index) =>
        index === had - 1 && message.role === "assistant" ? { ...message, content: "I lo" } : message
      );
      const again = app.open(version, { initialMessages: cut });
      const { last, error } = await ran(again, { runId: "run-1" });
      assert.equal(error, undefined);
      assert.equal(last?.type, "RUN_FINISHED");
      assert.deepEqual(shortOf(again), TURN);
    }
    const thread = await (await app.send("GET", "/v1/threads/c1")).json();
    assert.deepEqual([thread.version, thread.counters.steps], [2, 2]);
    assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
  });

  Deno.test(`E7: ${version.name}: a fork that is sent again is made once`, async () => {
    const app = createAgUiApp({ scenario: [...scenario, { says: "A." }] });
    const client = app.open(version);
    await say(client, "go", "m1");
    const edited = [{ id: "m1", role: "user", content: "went" }];
    for (let times = 0; times < 2; times++) {
      const again = app.open(version, { initialMessages: edited });
      const { error } = await ran(again, { runId: "run-2" });
      assert.equal(error, undefined);
      assert.equal(shortOf(again)[0], "user:went");
      assert.equal(Object(again.state).thread.id, "c1:2");
    }
    assert.equal((await app.send("GET", "/v1/threads/c1:3")).status, 404);
  });

  Deno.test(`E7: ${version.name}: a conversation from elsewhere goes on in a new thread`, async () => {
    const app = createAgUiApp({ scenario: [{ says: "Two." }, { says: "Yes." }, { says: "So." }] });
    const client = app.open(version, {
      initialMessages: [
        { id: "a", role: "user", content: "one" },
        { id: "b", role: "assistant", content: "two" },
      ],
    });
    await say(client, "three", "c");
    assert.deepEqual(shortOf(client), ["user:one", "assistant:two", "user:three", "assistant:Yes."]);
    assert.deepEqual(await inputsOf(app, "c1"), ["one", "three"]);
    await say(client, "four", "d");
    assert.deepEqual(await inputsOf(app, "c1"), ["one", "three", "four"]);
  });

  Deno.test(`E7: ${version.name}: the state of the page comes back beside that of the thread`, async () => {
    const app = createAgUiApp({ scenario });
    const client = app.open(version, { initialState: { color: "red" } });
    await say(client, "go", "m1");
    const { color, thread } = Object(client.state);
    assert.deepEqual([color, thread.status, thread.approvals], ["red", "done", []]);
    const { counters } = await (await app.send("GET", "/v1/threads/c1")).json();
    assert.deepEqual(thread.usage, {
      inputTokens: counters.inputTokens,
      outputTokens: counters.outputTokens,
    });
  });
}

async function statesOf(app: AgUiApp, ids: readonly string[]): Promise<{ thread: string[] }> {
  const threads = await Promise.all(
    ids.map(async (id) => (await app.send("GET", `/v1/threads/${id}`)).json()),
  );
  return { thread: threads.map(({ status }) => status) };
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a page that has not seen another's turn writes behind it, and is told of it`, async () => {
    const answers = ["A1", "B1", "A2", "B2"].map((says) => ({ says }));
    const app = createAgUiApp({ scenario: answers });
    const [a, b] = [app.open(version), app.open(version)];
    await say(a, "a1", "m1");
    await ran(b); // loaded
    await say(b, "b1", "m2");
    await say(a, "a2", "m3");
    await say(b, "b2", "m4");
    const turns = [
      "user:a1",
      "assistant:A1",
      "user:b1",
      "assistant:B1",
      "user:a2",
      "assistant:A2",
      "user:b2",
      "assistant:B2",
    ];
    assert.deepEqual(shortOf(b), turns);
    await ran(a);
    assert.deepEqual(shortOf(a), turns);
    assert.deepEqual(await inputsOf(app), ["a1", "b1", "a2", "b2"]);
    assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404, "no other branch");
    // An edit is one of what the page has seen, under whatever id.
    b.setMessages([...b.messages.slice(0, -2), { id: "m5", role: "user", content: "b2 edited" }]);
    await ran(b);
    assert.deepEqual(shortOf(b), [...turns.slice(0, -2), "user:b2 edited", "assistant:B2"]);
    assert.deepEqual(await inputsOf(app, "c1:2"), ["a1", "b1", "a2", "b2 edited"]);
  });
}
