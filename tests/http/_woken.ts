// A deployment whose wake-ups the test delivers.

import assert from "node:assert/strict";
import type { WakeIo, WakeOutcome, WakeUp } from "../../src/core/wake.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./_app.ts";

export interface WokenApp extends TestApp {
  /** Wake-ups that were sent and not delivered yet. */
  readonly sent: WakeUp[];
  /** Runs a thread until it has nothing to do; a run that fails is an answer too. */
  run(thread: string, body?: object): Promise<void>;
  /** Delivers all wake-ups whose time has come; the outcomes. */
  deliver(): Promise<WakeOutcome[]>;
  /** One run of the cron pump, and the wake-ups that it sends. */
  pump(): Promise<WakeOutcome[]>;
  /** JSON of a response whose status is 2xx. */
  ask(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
}

export function createWoken({ clock = Date.now, ...app }: TestAppOptions): WokenApp {
  const sent: WakeUp[] = [];
  const made = createTestApp({
    clock,
    ...app,
    plugins: [
      {
        name: "waker of the test",
        open: () => ({
          waker: { name: "test", schedule: (wake) => Promise.resolve(void sent.push(wake)) },
        }),
      },
      ...app.plugins ?? [],
    ],
  });
  const deferred: Promise<unknown>[] = [];
  const io: WakeIo = { defer: (promise) => void deferred.push(promise) };
  const deliver = async () => {
    await made.idle();
    const due = sent.filter(({ notBefore = 0 }) => notBefore <= clock());
    for (const wake of due) sent.splice(sent.indexOf(wake), 1);
    const outcomes: WakeOutcome[] = [];
    for (const wake of due) outcomes.push(await made.deps.wakes.handle(wake, io));
    await Promise.all(deferred);
    return outcomes;
  };
  const ask: WokenApp["ask"] = async (method, path, body) => {
    const response = await made.send(method, path, body);
    const text = await response.text();
    assert.ok(response.ok || path.endsWith("/steps"), `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  return {
    ...made,
    sent,
    deliver,
    ask,
    async run(thread, body = {}) {
      await ask("POST", `/v1/threads/${thread}/steps`, {
        agent: "tester",
        input: "Go.",
        until: "done",
        ...body,
      });
      await made.idle();
    },
    async pump() {
      await made.deps.wakes.pump(io);
      await Promise.all(deferred);
      return await deliver();
    },
  };
}
