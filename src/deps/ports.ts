// The default timer and log of a deployment.

import type { Log, Sleep } from "../core/ports.ts";

/** Waits on a real timer. */
export const sleep: Sleep = Object.assign(
  (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      function stop() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", stop, { once: true });
    }),
  {
    startTimer(ms: number, done: () => void) {
      const timer = setTimeout(done, ms);
      return () => clearTimeout(timer);
    },
  },
);

/** One line of JSON on the console by its level: stdout for `info`, stderr otherwise. `at` is ISO 8601. */
export const logLine: Log = (level, message, fields) => {
  const own = { level, message, at: new Date().toISOString() };
  const line = JSON.stringify({ ...own, ...fields, ...own }); // a field of the same name does not replace them
  console[CONSOLE_METHODS[level]](line);
};

/** The method of the console for a level: wrangler shows what `error` writes in red, and warnings are no errors. */
export const CONSOLE_METHODS = { info: "log", warn: "warn", error: "error" } as const;
