// Row E7: a run of AG-UI with both versions of its client: text, tools, steps, state, and what each message of the client does.

import assert from "node:assert/strict";
import type { ScriptedPlan } from "../../../../src/drivers/scripted.ts";
import { createAgUiApp } from "./_app.ts";
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
      ...["RUN_STARTED", "STATE_SNAPSHOT", "STEP_STARTED"],
      ...["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
      ...["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "STEP_FINISHED"],
      ...["STEP_STARTED", "TOOL_CALL_RESULT"],
      ...["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "STEP_FINISHED", "RUN_FINISHED"],
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
      ...["user", "assistant", "tool", "assistant", "user", "assistant"],
    ]);
  });
}
