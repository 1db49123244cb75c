// The platform as arguments: only http/, deps and functions/ use globals.

/** Epoch milliseconds. */
export type Clock = () => number;

/** `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** SHA-256 of the UTF-8 of a text as base64url without padding: 43 characters. */
export type Sha256 = (text: string) => string | Promise<string>;

/** Keeps the invocation alive until the promise settles: waitUntil on Workers, nothing on Deno. */
export type Defer = (promise: Promise<unknown>) => void;

/** Waits `ms` milliseconds; rejects with the signal's reason when it aborts. */
export interface Sleep {
  (ms: number, signal?: AbortSignal): Promise<void>;
  /** See {@link startTimer}; one of the platform costs less than a promise with a signal. */
  readonly startTimer?: (ms: number, done: () => void) => () => void;
}

/** Calls `done` after `ms` milliseconds, unless the function that is returned is called before. */
export function startTimer(sleep: Sleep, ms: number, done: () => void): () => void {
  if (sleep.startTimer !== undefined) return sleep.startTimer(ms, done);
  const over = new AbortController();
  sleep(ms, over.signal).then(done, () => {}); // rejects when it was stopped
  return () => over.abort("over");
}

/** The longest wait of a timer, in milliseconds: what is longer ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One structured log line; fields hold ids, codes and numbers, and no secrets, prompts or outputs. The message of what a tool throws is
 * redacted as what is stored.
 */
export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, string | number | boolean | null | undefined>>,
) => void;

/** Reads one file of src/playground/dist/ by its name, such as `index.html`. Rejects when it cannot. */
export type ReadAsset = (name: string) => Promise<string>;

/** Environment variables, from Deno.env or the texts among the bindings of a Worker. */
export type Env = Readonly<Record<string, string | undefined>>;
