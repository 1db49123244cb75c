// Row E7: a call whose result comes later, in a run of AG-UI.

import assert from "node:assert/strict";
import { complete, exporter, EXPORTS } from "../_exporter.ts";
import { createAgUiApp } from "./_app.ts";
import { callsOf, type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";
import { AgUiEncoder } from "../../../../src/plugins/ag_ui/encoder/encoder.ts";

for (const version of VERSIONS) {
  Deno.test(`E7: X6: ${version.name}: a reload while a result is outstanding, and after it came, shows one card`, async () => {
    const app = createAgUiApp({ agents: [exporter], scenario: EXPORTS });
    const first = app.open(version, { agent: "exporter" });
    const { last: end } = await say(first, "go", "m1");
    assert.equal(callsOf(first).length, 2);
    const [, call] = callsOf(first);
    const [wait] = waitsOf(first);
    assert.deepEqual([wait?.callId, wait?.name, wait?.waitsFor], [call?.id, "export_records", "later"]);
    assert.ok(Date.parse(String(wait?.expiresAt)) > Date.now());
    assert.deepEqual(Object(end?.result).waits, waitsOf(first));
    const early = app.open(version, { agent: "exporter" });
    const { error, last } = await ran(early);
    assert.equal(error, undefined);
    assert.equal(Object(last?.result).status, "waiting");
    assert.deepEqual(Object(last?.result).waits, waitsOf(first));
    assert.deepEqual(waitsOf(early), waitsOf(first));
    assert.equal(callsOf(early).length, 2);
    assert.equal(await complete(app), 200);
    const after = app.open(version, { agent: "exporter", initialMessages: first.messages });
    const gone = await ran(after);
    assert.equal(gone.error, undefined);
    assert.deepEqual([waitsOf(after), Object(gone.last?.result).waits], [[], undefined]);
    const whole = [
      "user:go",
      "assistant:I see.:look:export_records",
      "tool:seen",
      'tool:{"rows":12}',
      "assistant:Done.",
    ];
    assert.deepEqual(shortOf(after), whole);
    const late = app.open(version, { agent: "exporter" });
    await ran(late);
    assert.deepEqual([shortOf(late), callsOf(late).length], [whole, 2]);
  });
}

/** The calls that wait for what neither people nor the page bring, as the shared state has them. */
function waitsOf({ state }: Client): readonly Record<string, unknown>[] {
  return Object(state.thread).waits;
}

Deno.test("E7: a call that waits for an authorization says where the user gives it, and the run that it waits", () => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const encoder = new AgUiEncoder({
    threadId: "c1",
    runId: "r1",
    declares: true,
    own: {},
    messages: [],
    isBehind: false,
    thread: { id: "c1", status: "waiting", version: 0, step: 0, usage, approvals: [], waits: [] },
  });
  const url = "https://files.example/authorize";
  const call = { callId: "call_1", name: "files.list" };
  const frames = [
    encoder.encode({
      type: "step.started",
      thread: "c1",
      agent: "a",
      step: 1,
      model: "m/x",
      choice: null,
      at: 0,
    }),
    encoder.encode({ type: "authorization.requested", ...call, server: "files", url, expiresAt: 1_000 }),
    encoder.encode({
      type: "step.finished",
      step: 1,
      version: 1,
      status: "waiting",
      finish: "calls",
      outcome: null,
      continues: false,
    }),
  ].join("");
  const events = frames.trim().split("\n\n").map((frame) => JSON.parse(frame.slice("data: ".length)));
  const expiresAt = "1970-01-01T00:00:01.000Z";
  assert.deepEqual(events.find(({ type }) => type === "CUSTOM"), {
    type: "CUSTOM",
    name: "authorization.requested",
    value: { callId: "call_1", server: "files", url, expiresAt },
  });
  const waits = [{ ...call, waitsFor: "authorization", expiresAt }];
  assert.deepEqual(events.at(-1).result.waits, waits);
  const deltas = events.filter(({ type }) => type === "STATE_DELTA").flatMap(({ delta }) => delta);
  assert.deepEqual(deltas.find(({ path }) => path === "/thread/waits").value, waits);
  assert.ok(!JSON.stringify(deltas).includes(url));
});
