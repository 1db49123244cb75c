// A run of many steps in one thread, one after the other: the cost of a history that grows.

import { checkoutOf } from "../lab/checkout.ts";
import { postStep } from "../lab/client.ts";
import { Lab } from "../lab/lab.ts";
import type { Part, PartOptions } from "../lab/part.ts";
import { pinSelf } from "../lab/pin.ts";
import { toTable } from "../lab/table.ts";
import { openEntrants } from "./step.ts";

const STEPS = 1000;
const QUICK_STEPS = 300;

/** Steps of another thread before it, and runs of each contender in turn, of which the fastest counts. */
const WARM_UP = 200;
const RUNS = 2;

export const run: Part = {
  title: "A run of 1,000 steps",
  note:
    "One thread from its first step on, each step a request behind HTTP that waits for JSON, one after the other; all of " +
    "the history in the prompt. The faster of two runs.",
  async measure({ quick, against, peers }: PartOptions) {
    await pinSelf(0);
    await using stack = new AsyncDisposableStack();
    const steps = quick ? QUICK_STEPS : STEPS;
    const runners = new Map<string, () => Promise<Run>>();
    for (const label of [...peers ? ["AI SDK"] : [], "Treadle", ...against]) {
      const root = against.includes(label) ? await checkoutOf(label) : undefined;
      const lab = stack.use(await Lab.open(0));
      const [entrant] = await openEntrants(lab, { label, root }, 1);
      if (entrant === undefined) throw new Error(`${label} does not serve.`);
      const take = async (count: number) => {
        const [thread = ""] = await entrant.copies(1, 1);
        const cpuBefore: number = await entrant.child.ask("cpu");
        const began = performance.now();
        for (let step = 0; step < count; step++) {
          await postStep(entrant.url, thread, { accept: "application/json" });
        }
        const wallMs = performance.now() - began;
        return { wallMs, cpuMs: await entrant.child.ask("cpu") - cpuBefore };
      };
      await take(WARM_UP);
      runners.set(label, () => take(steps));
    }
    const best = new Map<string, Run>();
    for (let round = 0; round < RUNS; round++) {
      for (const [label, take] of runners) {
        const taken = await take();
        if (taken.wallMs < (best.get(label)?.wallMs ?? Infinity)) best.set(label, taken);
      }
    }
    const own = best.get("Treadle");
    return toTable(
      ["contender", "steps", "wall s", "CPU s", "wall ratio"],
      [...best].map(([label, { wallMs, cpuMs }]) => [
        label,
        String(steps),
        (wallMs / 1000).toFixed(1),
        (cpuMs / 1000).toFixed(1),
        (wallMs / (own?.wallMs ?? wallMs)).toFixed(2),
      ]),
    );
  },
};

/** What all steps of one run took. */
interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}
