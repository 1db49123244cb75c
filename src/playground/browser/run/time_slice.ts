// Long work in parts: what draws a whole thread waits here between its entries, so that clicks, keys and frames come in between.

/** Milliseconds after which other tasks of the page have their turn. A task over 50 is felt. */
const SLICE_MS = 30;

/** When the time of the running task is used up; one for the page, since all that waits here goes on in one task. */
let end = 0;
let pausing: Promise<void> | undefined;

/** Resolves at once while the running task has time left, else in a later task that has. */
export async function timeSlice(): Promise<void> {
  while (performance.now() >= end) {
    pausing ??= nextTask().then(() => {
      pausing = undefined;
      end = performance.now() + SLICE_MS;
    });
    await pausing;
  }
}

/** Sooner than any timer, and as soon in a window out of sight. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
