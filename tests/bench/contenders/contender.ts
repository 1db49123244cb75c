// What is compared: one way to run one step of an agent whose thread lies in Redis behind Upstash's REST protocol.

import type { Addresses } from "../lab/workload.ts";

export interface Contender {
  /**
   * Runs the pending call, asks the model once, and keeps what came of it; of the part `peers`, a whole turn from the user's message to
   * the answer in words. Throws when that is not what happened.
   */
  step(thread: string): Promise<void>;
  /** The same over HTTP: POST /v1/threads/<thread>/steps. */
  answer?(request: Request): Response | Promise<Response>;
}

export type ContenderFactory = (addresses: Addresses) => Contender | Promise<Contender>;

/** The client reads events; otherwise it waits for JSON. */
export function wantsStream({ headers }: Request): boolean {
  return headers.get("accept") === "text/event-stream";
}

/** The thread that the path of a request names. */
export function threadOf({ url }: Request): string {
  return url.slice(url.indexOf("/v1/threads/") + 12, url.lastIndexOf("/"));
}
