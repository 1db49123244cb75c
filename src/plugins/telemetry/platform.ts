// What the platform itself does for traces, and what else is in the process.

import { trace } from "@opentelemetry/api";

/**
 * True where the platform's `fetch` adds a `traceparent` below the active span: on Deno with OTEL_DENO=true (2.9.5; measured: one
 * that the request has already is sent beside it, in a line of its own, and a receiver throws both away). `propagators` is
 * OTEL_PROPAGATORS.
 */
export function platformPropagates(propagators = ""): boolean {
  if (propagators !== "" && !propagators.split(",").some((name) => name.trim() === "tracecontext")) {
    return false;
  }
  const telemetry: unknown = Reflect.get(Object(Reflect.get(globalThis, "Deno")), "telemetry");
  const own: unknown = Reflect.get(Object(telemetry), "tracerProvider");
  return own !== undefined && own === trace.getTracerProvider();
}

/** Under this name every copy of @opentelemetry/api 1.x keeps what is registered (its internal/global-utils.ts). */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/**
 * The version of the copy of @opentelemetry/api with which an SDK is registered that the copy of Treadle does not see; undefined
 * where it sees it, or there is none. A copy sees what is registered with its own minor version or a newer one.
 */
export function unseenApi(): string | undefined {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  const provider: unknown = Reflect.get(Object(registered), "trace");
  if (provider === undefined || provider === trace.getTracerProvider()) return undefined;
  return String(Reflect.get(Object(registered), "version"));
}
