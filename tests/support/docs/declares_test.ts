import assert from "node:assert/strict";
import { declares } from "./declares.ts";

const SOURCE = `
export async function startRun(request: StepRequest): Promise<void> {
  act(session);
}
const withRetries = () => {};
class Heartbeat {
  async #beat(wait: (ms: number) => void): Promise<void> {
    this.flush();
  }
  readonly emit = (body: Body): void => {};
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
}
`;

Deno.test("declares: functions, constants, classes and methods, private ones too", () => {
  for (const name of ["startRun", "withRetries", "Heartbeat", "#beat", "emit", "signal"]) {
    assert.ok(declares(SOURCE, name), name);
  }
});

Deno.test("declares: a call is no declaration, nor is the beginning of a longer name", () => {
  for (const name of ["act", "flush", "start", "with", "beats"]) assert.ok(!declares(SOURCE, name), name);
});
