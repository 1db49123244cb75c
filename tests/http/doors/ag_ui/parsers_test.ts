// Row E7: whatever the events of a run are and wherever they end, both versions of the client read the stream to its end, warn of
// nothing in it, and take no stream that was cut for a finished one.

import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { StepEvent } from "../../../../src/core/event.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { AgUiEncoder } from "../../../../src/protocols/ag_ui/encoder.ts";
import { anyRun } from "../../../support/events/any_run.ts";
import { type Ran, ran, type Version, VERSIONS } from "./_clients.ts";

const streams = anyRun.map(({ events }) => events);

const contexts = fc.record({
  declares: fc.boolean(),
  isBehind: fc.boolean(),
  parentRunId: fc.option(fc.constant("r0"), { nil: undefined }),
});

const USER = { id: "m1", role: "user", content: "go" };

/** What the server writes for the events, and whether the run has come to its end in them. */
function encoded(
  events: readonly StepEvent[],
  context: { declares: boolean; isBehind: boolean; parentRunId: string | undefined },
  ends: "closed" | "broken",
): { frames: string; isFinished: boolean } {
  const own: JsonObject = { color: "red" };
  const usage = { inputTokens: 0, outputTokens: 0 };
  const thread = { id: "t1", status: "waiting", version: 0, step: 0, usage, approvals: [] } as const;
  const encoder = new AgUiEncoder({
    ...{ ...context, threadId: "t1", runId: "r1", own, thread, messages: [USER] },
  });
  let frames = "";
  let isFinished = false;
  let isOver = false;
  for (const event of events) {
    frames += encoder.encode(event);
    if (isOver) continue;
    isFinished = event.type === "step.finished" && !event.continues;
    isOver = isFinished || event.type === "step.failed";
  }
  return { frames: frames + encoder.close(ends === "broken" ? "broken" : undefined), isFinished };
}

/** What a client makes of a response, and what it warns of. */
async function read(version: Version, frames: string): Promise<Ran & { warnings: string[] }> {
  const headers = { "content-type": "text/event-stream" };
  const respond = () => Promise.resolve(new Response(frames, { headers }));
  const options = {
    url: "http://treadle.test/agui",
    threadId: "t1",
    fetch: respond,
    initialMessages: [USER],
  };
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (...words: unknown[]) => void warnings.push(words.join(" "));
  try {
    return { ...await ran(version.open(options)), warnings };
  } finally {
    console.warn = warn;
  }
}

/** Each finished step but the last is followed by another one. */
function oneRun(events: readonly StepEvent[]): StepEvent[] {
  return events.map((event, index) =>
    event.type === "step.finished" ? { ...event, continues: index < events.length - 1 } : event
  );
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name} reads any events to their end, cut at any event`, async () => {
    const property = fc.asyncProperty(
      ...[streams, contexts, fc.nat(), fc.constantFrom("closed", "broken")] as const,
      async (events, context, place, ends) => {
        const run = oneRun(events).slice(0, 1 + place % events.length);
        const { frames, isFinished } = encoded(run, context, ends);
        const { last, error, warnings } = await read(version, frames);
        assert.equal(error, undefined);
        assert.deepEqual(warnings, []);
        assert.equal(last?.type, isFinished ? "RUN_FINISHED" : "RUN_ERROR");
      },
    );
    await fc.assert(property, { numRuns: 100, seed: 12 });
  });

  Deno.test(`E7: ${version.name} takes no stream that the network cut for a finished one`, async () => {
    const property = fc.asyncProperty(streams, contexts, fc.nat(), async (events, context, place) => {
      const { frames } = encoded(oneRun(events), context, "closed");
      const cut = frames.slice(0, place % frames.length);
      const { types, error } = await read(version, cut);
      const end = frames.indexOf('data: {"type":"RUN_FINISHED",');
      // The last event is read without the line end behind it.
      const isWhole = end >= 0 && cut.length >= frames.trimEnd().length;
      assert.equal(types.includes("RUN_FINISHED"), isWhole);
      if (error !== undefined) assert.ok(error instanceof SyntaxError, String(error));
    });
    await fc.assert(property, { numRuns: 100, seed: 12 });
  });
}
