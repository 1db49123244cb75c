// The outside world as arguments: nothing below http/ and functions/ reaches for a global.

/** Epoch milliseconds. */
export type Clock = () => number;

/** `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** Keeps the invocation alive until the promise settles: waitUntil on Workers, nothing on Deno. */
export type Defer = (promise: Promise<unknown>) => void;

/** Waits `ms` milliseconds; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** One structured log line; fields hold ids, codes and numbers, never secrets, prompts or outputs. */
export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, string | number | boolean | null | undefined>>,
) => void;

/** Environment variables, from Deno.env or Worker bindings. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What a provider needs of the outside world. */
export interface ModelIo {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}
