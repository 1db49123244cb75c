// Row V7: the calls of apps on the page are told from those that a model plans meanwhile.

import assert from "node:assert/strict";
import { AppCalls } from "../../../src/playground/browser/run/app_calls.ts";
import type { StepEvent } from "../../../src/core/event.ts";

const ready = (callId: string) => ({ type: "call.ready", callId }) as StepEvent;
const finished = (callId: string, output: string) =>
  ({ type: "tool.finished", callId, outcome: "completed", output }) as StepEvent;

Deno.test("V7: an app gets the outcome of its own call, and of none that a model plans before its request goes out", async () => {
  const calls = new AppCalls();
  const idle = Promise.withResolvers<void>();
  const result = calls.make(async (onSent: () => void) => {
    await idle.promise;
    onSent();
    calls.take(ready("own"));
    calls.take(finished("own", "of the app"));
  });
  calls.take(ready("planned"));
  calls.take(finished("planned", "a secret"));
  idle.resolve();
  assert.deepEqual(await result, { content: [{ type: "text", text: "of the app" }] });
});

Deno.test("V7: a call that is sent when the page turns to another thread is refused, and is not awaited for ever", async () => {
  const calls = new AppCalls();
  const sent = Promise.withResolvers<void>();
  const result = calls.make(async (onSent: () => void) => {
    onSent();
    sent.resolve();
    await Promise.resolve();
  });
  const refused = assert.rejects(result, /no longer shown/);
  await sent.promise;
  calls.clear();
  await refused;
});
