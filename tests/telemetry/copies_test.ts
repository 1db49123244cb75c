// Row E16: an SDK that is registered with another copy of @opentelemetry/api than Treadle has.

import assert from "node:assert/strict";
import { context, metrics, trace } from "@opentelemetry/api";
import { createTelemetry } from "../../src/plugins/telemetry/open_telemetry.ts";

const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** As a copy of the package registers: its version, and what it was given. */
function register(version: string): Disposable {
  const before: unknown = Reflect.get(globalThis, REGISTERED);
  Reflect.set(globalThis, REGISTERED, { version, trace: { getTracer: () => undefined } });
  return { [Symbol.dispose]: () => void Reflect.set(globalThis, REGISTERED, before) };
}

/** What is logged at the start of a deployment. */
function logged(): string[] {
  const lines: string[] = [];
  createTelemetry({
    clock: Date.now,
    content: false,
    tenant: false,
    isPropagated: false,
    log: (level, message, fields) => lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
  });
  return lines;
}

Deno.test("E16: an SDK of another copy of the API is named at the start, and one of the same copy is not", () => {
  trace.disable();
  context.disable();
  metrics.disable();
  {
    using _older = register("1.0.0"); // older than every copy that Treadle may have
    const lines = logged();
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? "",
      /^warn spans are lost: .*npm ls @opentelemetry\/api\) \{"version":"1\.0\.0"\}$/,
    );
  }
  using _same = register("1.999.999"); // as Deno registers its own
  assert.deepEqual(logged(), []);
});
