/** The calls of a Treadle made over HTTP, with fetch alone: what the calls of the facade are compared with. */
import type { StepEvent } from "../../../src/core/event.ts";
import type { Json } from "../../../src/core/json.ts";

/** An error of either way. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly unknown[];
  readonly details: unknown;
  readonly retryable: boolean;
}

/** The calls, as loosely typed as a caller over HTTP is. */
export interface LooseCalls {
  run(thread: string, input?: unknown, options?: object): Promise<unknown>;
  /** The events, and the result where the way has one. */
  stream(thread: string, input?: unknown, options?: object): Promise<StepEvent[]>;
  approve(thread: string, callId: string, answer: unknown): Promise<unknown>;
  completeCall(thread: string, callId: string, result: unknown): Promise<unknown>;
  detachCall(thread: string, callId: string): Promise<unknown>;
  cancel(thread: string): Promise<unknown>;
  fork(thread: string, options?: object): Promise<unknown>;
  history(thread: string, page?: object): Promise<unknown>;
  events(thread: string, options?: object): Promise<StepEvent[]>;
  threads(page?: object): Promise<unknown>;
  thread(thread: string): Promise<unknown>;
  create(options: object): Promise<unknown>;
  remove(thread: string): Promise<unknown>;
}

/** A problem that a route responded with. */
export class HttpProblem extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

type Send = (request: Request) => Response | Promise<Response>;

export function httpCalls(send: Send): LooseCalls {
  const request = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const { idempotencyKey, ...fields } = Object(body);
    const response = await send(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(fields) }),
      }),
    );
    const text = await response.text();
    if (response.ok) return text;
    const { code, detail, errors = [], details = {}, retryable } = JSON.parse(text);
    throw new HttpProblem({ code, message: detail, problems: errors, details, retryable });
  };
  const json = async (...args: Parameters<typeof request>): Promise<Json> => {
    const text = await request(...args);
    return text === "" ? null : JSON.parse(text);
  };
  const steps = (input: unknown, options: object) => ({
    until: "done",
    ...options,
    ...(input === undefined ? {} : { input }),
  });
  const at = (thread: string) => `/v1/threads/${encodeURIComponent(thread)}`;
  return {
    run: (thread, input, options = {}) => json("POST", `${at(thread)}/steps`, steps(input, options)),
    stream: async (thread, input, options = {}) =>
      eventsIn(
        await request("POST", `${at(thread)}/steps`, steps(input, options), { accept: "text/event-stream" }),
      ),
    approve: (thread, callId, answer) =>
      json(
        "POST",
        `${at(thread)}/approvals/${encodeURIComponent(callId)}`,
        typeof answer === "boolean" ? { approved: answer } : Object(answer),
      ),
    completeCall: (thread, callId, result) =>
      json("POST", `${at(thread)}/calls/${encodeURIComponent(callId)}/result`, Object(result)),
    detachCall: (thread, callId) =>
      json("POST", `${at(thread)}/calls/${encodeURIComponent(callId)}/detach`, {}),
    cancel: (thread) => json("POST", `${at(thread)}/cancel`, {}),
    fork: (thread, options = {}) => json("POST", `${at(thread)}/fork`, options),
    history: (thread, page = {}) => json("GET", `${at(thread)}/history${query(page)}`),
    events: async (thread, options = {}) => {
      const accept = { accept: "text/event-stream" };
      return eventsIn(await request("GET", `${at(thread)}/events${query(options)}`, undefined, accept));
    },
    threads: (page = {}) => json("GET", `/v1/threads${query(page)}`),
    thread: (thread) => json("GET", at(thread)),
    create: (options) => json("POST", "/v1/threads", options),
    remove: (thread) => json("DELETE", at(thread)),
  };
}

function query(page: object): string {
  const text = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
  return text.size === 0 ? "" : `?${text}`;
}

/** The events of a body of server-sent events. */
function eventsIn(body: string): StepEvent[] {
  return body.split("\n").filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)));
}
