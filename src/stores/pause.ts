// Waits between two requests of a store.

/** Waits for so many milliseconds, or until the abort. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}
