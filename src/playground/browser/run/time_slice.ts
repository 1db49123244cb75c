// Long work in parts: what draws a whole thread waits here between its entries, so that clicks, keys and frames come in between.

/** Milliseconds after which other tasks of the page have their turn. A task over 50 is felt. */
const SLICE_MS = 30;

/**
 * A function that resolves at once while the running task has time left, else in a later task that has.
 *
 * @param now The clock, in milliseconds.
 * @param nextTask Resolves in a later task.
 */
export function createTimeSlice(now: () => number, nextTask: () => Promise<void>): () => Promise<void> {
  /** When the time of the running task is used up: all that waits goes on in one task. */
  let end = 0;
  let pausing: Promise<void> | undefined;
  return async () => {
    while (now() >= end) {
      pausing ??= nextTask().then(() => {
        pausing = undefined;
        end = now() + SLICE_MS;
      });
      await pausing;
    }
  };
}

/** The time of the tasks of this page. */
export const timeSlice = createTimeSlice(() => performance.now(), waitForTask);

/** Sooner than any timer, and as soon in a window out of sight. */
function waitForTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
