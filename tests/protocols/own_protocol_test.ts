// A protocol of a deployment's own: the header Accept chooses it, and its frames are all that the stream has.

import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { AgentError } from "../../src/core/error.ts";
import { createDeps } from "../../src/deps/create_deps.ts";
import { createScriptedDriver } from "../../src/kernel/drivers/scripted.ts";
import { EventStream } from "../../src/http/event_stream.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";

const NDJSON = "application/x-ndjson";

const lines: Protocol = {
  name: "lines",
  contentType: NDJSON,
  open: ({ thread }) => ({
    encode: ({ seq, type }) => `${JSON.stringify({ thread, seq, type })}\n`,
    close: (error) => `${JSON.stringify({ thread, error: error ?? null })}\n`,
  }),
};

function createTestApp(protocols: readonly Protocol[] = [lines]) {
  const agent = defineAgent({ name: "tester", model: "scripted/demo", driver: "scripted" });
  const store = createMemoryStore();
  const deps = createDeps({
    plugins: [],
    providers: [scripted],
    env: { TREADLE_STORE: "test", TREADLE_OPEN: "1" },
    stores: { test: () => store },
    agents: [agent],
    drivers: [createScriptedDriver([{ says: "Hi." }])],
    protocols,
    log: () => {},
    pollMs: 5,
  });
  const app = createApp(deps);
  return (method: string, path: string, accept: string) =>
    app.request(path, {
      method,
      headers: { accept, "content-type": "application/json" },
      ...(method === "POST"
        ? { body: JSON.stringify({ agent: "tester", input: "Hello.", until: "done" }) }
        : {}),
    });
}

async function linesOf(
  response: Response,
): Promise<{ type?: string; error?: string | null; seq?: number }[]> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), `${NDJSON}; charset=utf-8`);
  return (await response.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
}

Deno.test("D2: Accept chooses a protocol of the deployment's own, for a run and for its repetition", async () => {
  const send = createTestApp();
  const ran = await linesOf(await send("POST", "/v1/threads/t1/steps", NDJSON));
  assert.deepEqual(ran[0]?.type, "step.started");
  assert.deepEqual(ran.at(-1), { thread: "t1", error: null });
  const again = await linesOf(await send("GET", "/v1/threads/t1/events?after=0", NDJSON));
  assert.deepEqual(again, ran);
});

Deno.test("D2: beside a protocol of its own a deployment has JSON, and server-sent events first", async () => {
  const send = createTestApp();
  for (
    const [accept, type] of [
      ["application/json", "application/json"],
      ["*/*", "application/json"],
      ["text/event-stream", "text/event-stream; charset=utf-8"],
      [`text/event-stream, ${NDJSON}`, "text/event-stream; charset=utf-8"],
      [`text/event-stream;q=0.5, ${NDJSON}`, `${NDJSON}; charset=utf-8`],
    ] as const
  ) {
    const response = await send("POST", `/v1/threads/${crypto.randomUUID()}/steps`, accept);
    assert.equal(response.headers.get("content-type"), type, accept);
    await response.text();
  }
  const refused = await send("POST", "/v1/threads/t1/steps", "text/csv");
  assert.equal(refused.status, 406);
  assert.match(
    (await refused.json()).detail,
    /answers application\/json or text\/event-stream or application\/x-ndjson;/,
  );
});

Deno.test("D2: a protocol that no Accept can choose is config_invalid", () => {
  for (
    const [contentType, reason] of [
      [
        "text/event-stream",
        /The protocol lines has the content type text\/event-stream, which the protocol events has;/,
      ],
      ["application/json", /which other answers have;/],
      ["Text/Plain", /write a media type in lower case/],
      ["text/plain; charset=utf-8", /without parameters/],
      ["", /write a media type/],
    ] as const
  ) {
    assert.throws(
      () => createTestApp([{ ...lines, contentType }]),
      (thrown: unknown) =>
        thrown instanceof AgentError && thrown.code === "config_invalid" && reason.test(thrown.message),
      contentType,
    );
  }
  assert.throws(() => createTestApp([lines, { ...lines, name: "other" }]), /which the protocol lines has/);
});

Deno.test("D2: a silent stream of a protocol without a heartbeat has no heartbeats", async () => {
  const beats = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const stream = new EventStream(
    (_ms, signal) =>
      beats[asked++]?.promise ?? new Promise((_, reject) => signal?.addEventListener("abort", reject)),
    15_000,
    "",
    "",
  );
  for (const beat of beats) beat.resolve();
  await beats[1]?.promise;
  stream.end("last\n");
  assert.equal(await new Response(stream.body).text(), "last\n");
});
