// Rows E4 to E7: any legal run is read to its end by every client, and a stream that was cut is taken for finished by none. The runs of CI are
// the same every time; see tests/support/lives.ts.

import assert from "node:assert/strict";
import fc from "fast-check";
import { livesOf, seedOf } from "../../../support/lives.ts";
import { type AnyRun, anyRun } from "../../../support/events/any_run.ts";
import { agUi } from "./_ag_ui.ts";
import { native } from "./_native.ts";
import { openaiChat, openaiResponses } from "./_openai.ts";
import { type ConnectionEnd, type Reading, serve, type StreamProtocol, write } from "./_stream.ts";
import { uiMessages } from "./_ui_messages.ts";

/** Every protocol with its clients: a new one is a line here. */
const PROTOCOLS: readonly StreamProtocol[] = [
  native,
  uiMessages,
  openaiChat,
  openaiResponses,
  ...agUi,
];

const RUNS = livesOf(25);
const SEED = seedOf(12);
const PARAMETERS = { numRuns: RUNS, seed: SEED, endOnFailure: true };

/** A place of a stream, and how it is cut there. */
const cut = fc.record({
  /** Of a thousand. */
  place: fc.nat({ max: 999 }),
  /** Counted in bytes from the end of the stream, where what ends it is. */
  isNearEnd: fc.boolean(),
  end: fc.constantFrom<ConnectionEnd>("closed", "reset"),
});
const pieceBytes = fc.integer({ min: 5, max: 200 });

for (const protocol of PROTOCOLS) {
  for (const { name, read, reportsCut } of protocol.clients) {
    const title = `${protocol.name}: ${name}`;

    Deno.test(`E5: ${title} reads any run to its end (seed ${SEED})`, async () => {
      await fc.assert(
        fc.asyncProperty(anyRun, pieceBytes, async (run, pieceBytes) => {
          const { bytes, endsAt } = write(protocol, run);
          const reading = await read(serve(bytes, pieceBytes, "closed"));
          assert.equal(reading.finish !== undefined, endsAt < Infinity, describe(reading, run));
          protocol.check(reading, run);
        }),
        PARAMETERS,
      );
    });

    Deno.test(`E5: ${title} reports a run that breaks off at any event (seed ${SEED})`, async () => {
      await fc.assert(
        fc.asyncProperty(anyRun, fc.nat(), pieceBytes, async (run, place, pieceBytes) => {
          const events = run.events.slice(0, place % run.events.length);
          const { bytes } = write(protocol, { ...run, events });
          const reading = await read(serve(bytes, pieceBytes, "closed"));
          assert.equal(reading.finish, undefined, describe(reading, run));
          assert.ok(reading.error, describe(reading, run));
        }),
        PARAMETERS,
      );
    });

    Deno.test(`E5: ${title} takes no cut stream for a finished one (seed ${SEED})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          anyRun,
          fc.array(cut, { minLength: 2, maxLength: 3 }),
          pieceBytes,
          async (run, cuts, size) => {
            const { bytes, endsAt } = write(protocol, run);
            for (const { place, isNearEnd, end } of cuts) {
              const at = isNearEnd
                ? Math.max(0, bytes.length - 1 - place)
                : Math.floor(bytes.length * place / 1_000);
              const reading = await read(serve(bytes.slice(0, at), size, end));
              if (at >= endsAt) continue; // it has its end, and is read as the whole
              assert.equal(reading.finish, undefined, `cut at ${at}: ${describe(reading, run)}`);
              if (reportsCut || end === "reset") assert.ok(reading.error, `no error when cut at ${at}`);
            }
          },
        ),
        PARAMETERS,
      );
    });
  }
}

function describe(reading: Reading, { events }: AnyRun): string {
  return `${JSON.stringify(reading)} of ${JSON.stringify(events.at(-1))}`;
}
