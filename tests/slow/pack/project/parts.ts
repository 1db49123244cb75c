// A driver, a provider and a protocol as a user of the package writes them. The store, and what
// these stand on, is in foreign_parts.ts; the tests copy both into a project that has the package alone.

import {
  type Driver,
  type Encoder,
  type PlanEvent,
  type Protocol,
  type Provider,
  type StepEvent,
  type Turn,
  withStream,
} from "@treadle/treadle";
import { echoProvider, firstToolDriver } from "./foreign_parts.ts";

/** Calls the agent's first tool, and answers with its model's text when the call has its observation. */
export const onceDriver: Driver = {
  ...firstToolDriver,
  name: "once",
  plan: (turn: Turn, emit: (event: PlanEvent) => void) => {
    const isDone = turn.history.entries.some(({ type }) => type === "tool");
    const enforced = { ...turn.enforced, tools: isDone ? [] : turn.enforced.tools };
    return firstToolDriver.plan({ ...turn, enforced }, emit);
  },
};

/** How often a model was asked. */
export const asked = { times: 0 };

/** A provider around another: it counts the requests. */
export function countingProvider(text: string): Provider {
  const echo = echoProvider(text);
  return withStream(echo, (request, io) => {
    asked.times += 1;
    return echo.stream(request, io);
  });
}

/** Every event as a line of JSON. */
export const linesProtocol: Protocol = {
  name: "lines",
  contentType: "application/x-ndjson",
  open: (): Encoder => ({
    encode: (event: StepEvent) => `${JSON.stringify(event)}\n`,
    close: (error?: string) =>
      error === undefined ? "" : `${JSON.stringify({ type: "stream.failed", error })}\n`,
  }),
};
