// Requests to the deployment: the key that they carry, the errors that they end with, and the streams of events that they are answered by.

import type { StepEvent } from "../../../core/event.ts";
import { readEvents } from "./sse.ts";
import { tabStorage } from "../storage.ts";

/** What an error answers, as problem+json. */
export interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** What of a request is not its path. */
interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
}

/** One POST or one request for events, and its response: status 0 until then. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  status: number;
  problem?: Problem;
}

const KEY = "treadle.key";

/** The path below which the deployment's routes are: this module is below `playground/` there. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

/** The media type of a stream of events. */
export const EVENTS = "text/event-stream";

/** A response that is an error: problem+json, or what a proxy sends in its place. */
export class ApiError extends Error {
  /** Of HTTP. */
  readonly status: number;
  readonly title: string;
  /** Of the problem; `http_` and the status where what answered sent none. */
  readonly code: string;
  /** What is wrong with the request, by its parts. */
  readonly errors: NonNullable<Problem["errors"]>;

  constructor(status: number, { title, detail, code, errors = [] }: Problem) {
    const more = errors.filter((error) => error.detail !== detail);
    super([detail ?? "", ...more.map((error) => `${error.pointer} ${error.detail}`)].join("\n"));
    this.status = status;
    this.errors = errors;
    this.title = title ?? `Status ${status}`;
    this.code = code ?? `http_${status}`;
  }
}

/** Whether the server refused with this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

let observer: (exchange: Exchange) => void = (): void => {};
let refuse: () => void = (): void => {};

/** Sets the function that receives every exchange: when it is sent, and when it is answered. */
export function observeExchanges(observe: typeof observer): void {
  observer = observe;
}

/** Sets the function that is called for each response with status 401: the key is missing or refused. */
export function onUnauthorized(listen: () => void): void {
  refuse = listen;
}

/** Keeps a key or a token for this tab. */
export function rememberKey(key: string): void {
  tabStorage.set(KEY, key);
}

/** Whether this tab keeps a key or a token. */
export function hasKey(): boolean {
  return tabStorage.get(KEY) !== null;
}

/** Events of steps with the ids that a stream is resumed by. */
export type Events = AsyncGenerator<{ readonly id: string; readonly event: StepEvent }, void>;

/** The events of a stream, until it ends or breaks. */
export async function* stepEvents(response: Response): Events {
  if (response.body === null) return;
  for await (const { id, type, data } of readEvents(response.body)) {
    // `stream.failed` means that this stream broke and nothing else: a resume follows, as after any other break.
    if (type === "stream.failed") return;
    yield { id, event: JSON.parse(data) };
  }
}

/** What a GET answers; the type is that of the route's contract. */
export async function json<T>(path: string, signal: AbortSignal | null = null): Promise<T> {
  return await (await send(path, { signal })).json();
}

/** What a GET answers with text. */
export async function readText(path: string): Promise<string> {
  return await (await send(path)).text();
}

/** Sends a DELETE. */
export async function remove(path: string): Promise<void> {
  await send(path, { method: "DELETE" });
}

/** Sends a POST. */
export async function post(path: string, body: object): Promise<Response> {
  return await sendBody("POST", path, body);
}

/** Sends a body as JSON. */
export async function sendBody(
  method: "POST" | "PATCH" | "PUT",
  path: string,
  body: object,
): Promise<Response> {
  return await send(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * `fetch` as the module of a plugin is given it: with the key of this tab, and a path below the base path. A response that is an error is
 * none of this function.
 */
export async function fetchWithKey(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const key = tabStorage.get(KEY);
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  const response = await fetch(BASE + path, { ...init, headers });
  if (response.status === 401) refuse();
  return response;
}

/**
 * Sends a request with the key of this tab.
 *
 * @throws {ApiError} the answer is an error
 */
export async function send(route: string, init: Init = {}): Promise<Response> {
  const path = BASE + route;
  const key = tabStorage.get(KEY);
  const { method = "GET", body = "" } = init;
  const headers: Record<string, string> = {
    ...init.headers,
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  const exchange: Exchange = { method, path, headers, body, status: 0 };
  const observe = method === "POST" || headers.accept === EVENTS ? observer : () => {};
  observe(exchange);
  const response = await fetch(path, { ...init, headers }).catch((error) => {
    exchange.problem = { detail: String(error) };
    observe(exchange);
    throw error;
  });
  exchange.status = response.status;
  if (!response.ok) exchange.problem = await response.json().catch(() => ({}));
  observe(exchange);
  if (response.status === 401) refuse();
  if (exchange.problem) throw new ApiError(response.status, exchange.problem);
  return response;
}
