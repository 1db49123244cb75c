// What the store uses of Durable Objects, as Cloudflare documents it: https://developers.cloudflare.com/durable-objects/api/.

import type { Row, Value } from "../embedded/sqlite/rows.ts";

/** The binding to a namespace of objects. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: unknown, options?: { readonly locationHint?: LocationHint }): ObjectStub;
  /** Objects that live in this jurisdiction alone, by names of their own. */
  jurisdiction(name: Jurisdiction): ObjectNamespace;
}

/** One object, as a Worker calls it. */
export interface ObjectStub {
  fetch(url: string, init: RequestInit): Promise<Response & { readonly webSocket?: ObjectSocket | null }>;
}

/** Where an object is made, at its first request: https://developers.cloudflare.com/durable-objects/reference/data-location/. */
export type LocationHint = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";

/** Where an object may be stored and run. */
export type Jurisdiction = "eu" | "fedramp";

/** The end of a socket that the Worker, or the object, has. */
export interface ObjectSocket extends Pick<WebSocket, "addEventListener" | "close" | "readyState" | "send"> {
  accept(): void;
  /** Is there again after the object was evicted. */
  serializeAttachment(value: unknown): void;
  deserializeAttachment(): unknown;
}

/** What an object gets when it is made. */
export interface ObjectState {
  readonly storage: ObjectStorage;
  /** The handlers of the Worker's main module, where its compatibility date is 2025-11-17 or later. */
  readonly exports?: { readonly default?: { fetch(url: string, init: RequestInit): Promise<Response> } };
  waitUntil(promise: Promise<unknown>): void;
  /** A socket that keeps no object in memory. */
  acceptWebSocket(socket: ObjectSocket, tags: readonly string[]): void;
  getWebSockets(tag: string): readonly ObjectSocket[];
}

/** The storage of an object with SQLite. */
export interface ObjectStorage {
  readonly sql: {
    /** Statements with a `?` for each value; a blob of a row is an ArrayBuffer. */
    exec(statements: string, ...values: readonly Value[]): { toArray(): Row[] };
  };
  transactionSync<T>(work: () => T): T;
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  /** Removes all tables as well: an object without storage is none any more. */
  deleteAll(): Promise<void>;
}

/** True for the binding of a Worker to a namespace. */
export function isObjectNamespace(binding: unknown): binding is ObjectNamespace {
  return typeof binding === "object" && binding !== null && "idFromName" in binding && "get" in binding;
}
