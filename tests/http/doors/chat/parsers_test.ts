// Row E5: whatever the events of a request are and wherever they end, the parsers of both majors read the stream to its end, and
// take no stream that was cut for a finished one.

import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { StepEvent } from "../../../../src/core/event.ts";
import { UiMessageEncoder } from "../../../../src/protocols/ui_messages/encoder.ts";
import { streams } from "../../../support/any_stream.ts";
import { type Finished, type Major, MAJORS } from "./_clients.ts";

const contexts = fc.record({
  holds: fc.boolean(),
  outputsAnswer: fc.boolean(),
  /** The message goes on that the client has. */
  goesOn: fc.boolean(),
});

/** What the server writes for the events, and whether the run has come to its end in them. */
function encoded(
  events: readonly StepEvent[],
  { holds, outputsAnswer, goesOn }: { holds: boolean; outputsAnswer: boolean; goesOn: boolean },
  ends: "closed" | "broken",
): { frames: string; isFinished: boolean; errors: string[] } {
  const known = goesOn ? new Set<string>() : undefined;
  const encoder = new UiMessageEncoder({ thread: "t1", messageId: "a1", holds, outputsAnswer, known });
  const errors = ["broken", "The stream ended before its run; read it again."];
  let frames = "";
  let isFinished = false;
  let isOver = false;
  for (const event of events) {
    frames += encoder.encode(event);
    if (isOver) continue;
    if (event.type === "step.failed") errors.push(event.error.message);
    isFinished = event.type === "step.finished" && !event.continues;
    isOver = isFinished || event.type === "step.failed";
  }
  return { frames: frames + encoder.close(ends === "broken" ? "broken" : undefined), isFinished, errors };
}

/** What a chat makes of a response. */
async function read(major: Major, frames: string): Promise<{ finished: Finished; error: Error | undefined }> {
  const headers = { "content-type": "text/event-stream" };
  const respond = () => Promise.resolve(new Response(frames, { headers }));
  const { chat, finished } = major.open({
    id: "t1",
    api: "http://treadle.test/",
    fetch: respond,
    isManual: true,
  });
  await chat.sendMessage({ text: "go" });
  const [end] = finished;
  return { finished: end ?? assert.fail(), error: chat.error };
}

/** Each finished step but the last is followed by another one. */
function oneRun(events: readonly StepEvent[]): StepEvent[] {
  return events.map((event, index) =>
    event.type === "step.finished" ? { ...event, continues: index < events.length - 1 } : event
  );
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name} reads any events to their end, cut at any event`, async () => {
    const property = fc.asyncProperty(
      ...[streams, contexts, fc.nat(), fc.constantFrom("closed", "broken")] as const,
      async (events, context, place, ends) => {
        const run = oneRun(events).slice(0, 1 + place % events.length);
        const { frames, isFinished, errors } = encoded(run, context, ends);
        const { finished, error } = await read(major, frames);
        if (error !== undefined) assert.ok(errors.includes(error.message), error.message);
        assert.equal(finished.finishReason !== undefined, isFinished);
      },
    );
    await fc.assert(property, { numRuns: 150, seed: 12 });
  });

  Deno.test(`E5: ${major.name} takes no stream that the network cut for a finished one`, async () => {
    const property = fc.asyncProperty(streams, contexts, fc.nat(), async (events, context, place) => {
      const { frames } = encoded(oneRun(events), context, "closed");
      const cut = frames.slice(0, place % frames.length);
      const end = frames.indexOf('data: {"type":"finish",');
      const { finished, error } = await read(major, cut);
      const isWhole = end >= 0 && cut.indexOf("\n\n", end) >= 0;
      if (!isWhole) assert.equal(finished.finishReason, undefined);
      if (error !== undefined) assert.doesNotMatch(error.name, /Validation|UIMessageStream|JSONParse/);
    });
    await fc.assert(property, { numRuns: 150, seed: 12 });
  });
}
