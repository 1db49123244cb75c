// A client as an outsider would write one: plain fetch, and eventsource-parser as the independent reader of our streams.

import { EventSourceParserStream } from "eventsource-parser/stream";
import type { StepEvent } from "../../../src/core/event.ts";
import { assertWellFormedStream } from "../../support/invariants.ts";

export interface StepBody {
  readonly agent?: string;
  readonly input?: string;
  readonly until?: "step" | "settled" | "done";
  readonly [key: string]: unknown;
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Runs a step over SSE to its end, checks the stream, returns its events. */
export async function streamStep(
  fetch: Fetch,
  thread: string,
  body: StepBody,
  headers: Record<string, string> = {},
): Promise<StepEvent[]> {
  const response = await post(fetch, thread, body, { accept: "text/event-stream", ...headers });
  if (response.status !== 200 || !response.body) {
    throw new Error(`${response.status} ${await response.text()}`);
  }
  const events: StepEvent[] = [];
  for await (const { id, event, data } of frames(response.body)) {
    const parsed: StepEvent = JSON.parse(data);
    if (String(parsed.seq) !== id || parsed.type !== event) {
      throw new Error(`Frame ${id} ${event} carries ${data}`);
    }
    events.push(parsed);
  }
  assertWellFormedStream(events);
  return events;
}

/** Runs a step over JSON. */
export async function jsonStep(
  fetch: Fetch,
  thread: string,
  body: StepBody,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: JsonAnswer; headers: Headers }> {
  const response = await post(fetch, thread, body, { accept: "application/json", ...headers });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}

/** The members of answers and problems that tests look at. */
export interface JsonAnswer {
  readonly thread: { id: string; status: string; version: number };
  readonly step: number;
  readonly output: string | null;
  readonly calls: { id: string; name: string; state: string; args: unknown; output?: unknown }[];
  readonly choice: {
    requested: { type: string };
    source: string;
    sent: unknown;
    toolsSent: string[];
    enforcement: string;
    because: string;
    warnings: { code: string }[];
  } | null;
  readonly outcome: { type: string } | null;
  readonly warnings: { code: string }[];
  readonly usage: { inputTokens: number; outputTokens: number };
  readonly code?: string;
  readonly detail?: string;
}

/** The frames of a stream. */
export async function* frames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ id?: string; event?: string; data: string }> {
  const decoded = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const frame of decoded) yield frame;
}

/** Text of all text deltas. */
export function textOfEvents(events: readonly StepEvent[]): string {
  return events.map((event) => event.type === "text.delta" ? event.text : "").join("");
}

function post(
  fetch: Fetch,
  thread: string,
  body: StepBody,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
