// Whether a webhook template takes an event: by its kind, and by values of its payload.

import type { Json } from "../../core/json.ts";
import { parsePointer, valueAt } from "../../core/webhook/pointer.ts";
import type { PayloadTest, PayloadTests, WebhookTemplate } from "../../core/webhook/template.ts";

/** True when the kind is among the events of the template, `where` holds, and nothing of `unless` does. */
export function takes(
  { event: events, where = {}, unless = {} }: Pick<WebhookTemplate, "event" | "where" | "unless">,
  event: string | undefined,
  payload: Json,
): boolean {
  return isAmong(events, event) && runTests(where, payload).every(Boolean) &&
    !runTests(unless, payload).some(Boolean);
}

function isAmong(events: WebhookTemplate["event"], event: string | undefined): boolean {
  if (events === undefined) return true;
  const patterns = typeof events === "string" ? [events] : events;
  return event !== undefined &&
    patterns.some((pattern) =>
      pattern.endsWith("*") ? event.startsWith(pattern.slice(0, -1)) : event === pattern
    );
}

function runTests(tests: PayloadTests, payload: Json): boolean[] {
  return Object.entries(tests).map(([pointer, test]) =>
    holds(test, valueAt(payload, parsePointer(pointer) ?? []))
  );
}

function holds(test: PayloadTest, value: Json | undefined): boolean {
  if (typeof test !== "object" || test === null) return value === test;
  if ("exists" in test) return test.exists === (value !== undefined && value !== null);
  return test.some((each) => each === value);
}
