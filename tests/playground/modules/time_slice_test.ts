/** Long work of the page is cut into tasks: the clock and the tasks are the test's, so that no machine is too slow or too fast for it. */
import assert from "node:assert/strict";
import { createTimeSlice } from "../../../src/playground/browser/run/time_slice.ts";

/** Does so many pieces of work, each of `ms`, in each of the workers, and returns how many were done in each task. */
async function tasksOf({ pieces, ms, workers = 1 }: { pieces: number; ms: number; workers?: number }) {
  const tasks = [0];
  let now = 0;
  const timeSlice = createTimeSlice(() => now, () => {
    tasks.push(0);
    return new Promise((resolve) => setTimeout(resolve));
  });
  const work = async () => {
    for (let left = pieces; left > 0; left--) {
      await timeSlice();
      tasks[tasks.length - 1]! += 1;
      now += ms;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return tasks;
}

Deno.test("E15: the page: long work stops after 30 ms and goes on in a later task", async () => {
  assert.deepEqual(await tasksOf({ pieces: 10, ms: 10 }), [0, 3, 3, 3, 1]);
});

Deno.test("E15: the page: work that takes no time is done in one task", async () => {
  assert.deepEqual(await tasksOf({ pieces: 100, ms: 0 }), [0, 100]);
});

Deno.test("E15: the page: all that waits goes on in one task", async () => {
  assert.deepEqual(await tasksOf({ pieces: 6, ms: 0, workers: 2 }), [0, 12]);
});
