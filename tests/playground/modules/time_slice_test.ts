/** Long work of the page is cut into tasks: the clock is set by the test, so that no machine is too slow or too fast for it. */
import assert from "node:assert/strict";
import { timeSlice } from "../../../src/playground/browser/run/time_slice.ts";

/** Does so many pieces of work, each of `ms`, and returns how many were done in each task of the page. */
async function tasksOf(pieces: number, ms: number): Promise<number[]> {
  const real = performance.now;
  const tasks: number[] = [];
  let done = 0;
  let now = 1e9; // behind the slices of the tests before
  performance.now = () => now;
  const { port1, port2 } = new MessageChannel();
  // A message is a task: those that the work waits for let this one through.
  port1.onmessage = () => {
    tasks.push(done - tasks.reduce((sum, count) => sum + count, 0));
    if (done < pieces) port2.postMessage(0);
  };
  port2.postMessage(0);
  try {
    for (; done < pieces; done++) {
      await timeSlice();
      now += ms;
    }
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    performance.now = real;
    port1.close();
  }
  return tasks;
}

Deno.test("E15: the page: long work stops after 30 ms and goes on in a later task", async () => {
  const tasks = await tasksOf(100, 10);
  assert.ok(tasks.length >= 10, `${tasks}`);
  // Three pieces of 10 ms; two parts at most come between two tasks of the test.
  assert.ok(Math.max(...tasks) <= 6, `${tasks}`);
});

Deno.test("E15: the page: work that takes no time is done in one task", async () => {
  const [first = 0, ...others] = await tasksOf(100, 0);
  assert.ok(first === 100 || others[0] === 100 - first, `${first}, ${others}`);
});
