// Slow ones: a client that stops reading, a model that stalls, a tool that never ends. None of them holds a thread or loses
// a step, and a deadline ends each, in both runtimes.

import assert from "node:assert/strict";
import type { StepEvent } from "../../../src/core/event.ts";
import { jsonStep, textOfEvents } from "../support/client.ts";
import { openRaw } from "./_raw_client.ts";
import { needsRedis } from "../../support/requires.ts";
import {
  finalText,
  followEvents,
  job,
  labelOf,
  loose,
  observationsOf,
  openScene,
  openStep,
  type Runtime,
  RUNTIMES,
  type Scene,
} from "./_scene.ts";

/** More than the sockets between a server and a client that does not read can hold, and a megabyte. */
const FLOOD = numbered(7_000_000);

/** More than a client reads at once, and less than the megabyte that the server keeps for it. */
const STREAM = numbered(700_000);

for (const name of RUNTIMES) {
  needsRedis(
    `E4: in ${name}, a client that stops reading is cut off; the step commits and is resumed whole`,
    async () => {
      await using scene = await openScene();
      await using runtime = await scene.boot(name);
      scene.bend("flood", 0, { text: FLOOD, chunks: [16_000] });
      using client = await openRaw(runtime.url, stepRequest("flood", job("flood")));
      await client.read(200);

      const followed = await followEvents(runtime, "flood");
      assert.equal(textOfEvents(followed), FLOOD);
      const next = await jsonStep(runtime.fetch, "flood", { input: job("next"), until: "done" });
      assert.equal(next.answer.output, finalText("next"), "the thread is free while the client still hangs");

      const late = eventsIn(await client.body());
      assert.match(late.failure ?? "", /1 MB behind; the run goes on: GET its events/);
      const seen = late.events.at(-1)?.seq ?? assert.fail("nothing was seen");
      const rest = followed.filter((event) => event.seq > seen);
      assert.ok(rest.length > 0, "the client was cut off before the end");
      const resumed = await followEvents(runtime, "flood", seen);
      assert.equal(textOfEvents([...late.events, ...resumed]), FLOOD);
    },
    loose,
  );

  needsRedis(`E4: in ${name}, a client that pauses for the whole step still gets all of it`, async () => {
    await using scene = await openScene();
    await using runtime = await scene.boot(name);
    scene.bend("pause", 0, { text: STREAM, chunks: [4_000] });
    using client = await openRaw(runtime.url, stepRequest("pause", job("pause")));
    await client.read(200);
    await followEvents(runtime, "pause");
    const { events, failure } = eventsIn(await client.body());
    assert.equal(failure, undefined);
    assert.equal(textOfEvents(events), STREAM);
    assert.equal(events.at(-1)?.type, "step.finished");
  }, loose);

  needsRedis(
    `E4: in ${name}, a deadline ends a stalled model and a stuck tool; no step is lost`,
    async (test) => {
      await using scene = await openScene();
      await using runtime = await scene.boot(name);
      const over = Promise.withResolvers<void>();
      const cases: Record<string, (id: string) => void> = {
        "a model that stalls before its headers": (id) => scene.bend(id, 1, {}, over.promise),
        "a model that stalls mid-stream": (id) => scene.bend(id, 1, { fault: "stall" }),
        "a tool that never ends": (id) => scene.ledger.hold(labelOf(id, 0)),
      };
      try {
        const started = Object.entries(cases).flatMap(([what, stall], index) =>
          Object.entries(TELL).map(([reader, tell], place) => {
            const id = `${index}-${place}`;
            stall(id);
            return { what: `${what}; ${reader}`, id, told: tell(runtime, id) };
          })
        );
        for (const { what, id, told } of started) {
          await test.step(what, async () => {
            assert.match(await told, /"code":"step_deadline"/);
            await assertGoesOn(scene, runtime, id);
          });
        }
      } finally {
        over.resolve();
      }
    },
    loose,
  );
}

/** Runs a job of the agent whose steps have a short deadline; what there is to read about its end. */
const TELL = {
  SSE: async (runtime: Runtime, id: string) => {
    const response = await openStep(runtime, id, hastyStep(id));
    assert.equal(response.status, 200);
    return await response.text();
  },
  JSON: async (runtime: Runtime, id: string) => {
    const response = await openStep(runtime, id, hastyStep(id), { headers: { accept: "application/json" } });
    assert.equal(response.status, 504);
    return await response.text();
  },
  "a client that left": async (runtime: Runtime, id: string) => {
    const leaving = new AbortController();
    const response = await openStep(runtime, id, hastyStep(id), { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    return JSON.stringify(await followEvents(runtime, id));
  },
};

function hastyStep(id: string) {
  return { agent: "hasty", input: job(id, "once"), until: "done" };
}

/** The observation is kept, the once tool is not run again, and the run ends as if nothing had been. */
async function assertGoesOn(scene: Scene, runtime: Runtime, id: string): Promise<void> {
  const before = observationsOf(await scene.history(runtime, id));
  assert.equal(before.length, 1, "what the tools did is committed though the step failed");
  const { status, answer } = await jsonStep(runtime.fetch, id, { until: "done" });
  assert.equal(status, 200, JSON.stringify(answer));
  assert.equal(answer.output, finalText(id));
  assert.deepEqual(observationsOf(await scene.history(runtime, id)), before);
  assert.equal(scene.ledger.of(labelOf(id, 0)).length, 1);
}

function stepRequest(thread: string, input: string) {
  return {
    method: "POST",
    path: `/v1/threads/${thread}/steps`,
    headers: {
      authorization: "Bearer key-of-acme-0123456789",
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ agent: "worker", input }),
  };
}

/** The events of a body, and what it says when it was cut off. */
function eventsIn(body: string): { events: StepEvent[]; failure: string | undefined } {
  const data = [...body.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ""));
  const failed = data.find((event) => event.type === "stream.failed");
  return {
    events: data.filter((event) => event !== failed),
    failure: failed?.message,
  };
}

/** A text of which every part is different. */
function numbered(length: number): string {
  let text = "";
  for (let line = 0; text.length < length; line++) text += `Line ${line} of a long answer.\n`;
  return text;
}
