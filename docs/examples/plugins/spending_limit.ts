// What the plans of a thread and of a run may cost: counted with each plan in the commit that has it, told to the model when little is
// left, and a refusal of the step when nothing is. Models without a price are refused, since nothing could be counted. A plan that fails is
// none, and costs nothing here: the budgets in `limits` of an agent count it too.

import { definePlugin } from "@treadle/treadle";
import * as z from "zod/mini";

const MICRO_DOLLARS = 1_000_000;

/** `unpriced`: a model that made a plan and has no price. */
const SPENT = z.object({ microDollars: z.int(), unpriced: z.optional(z.string()) });
type Spent = z.infer<typeof SPENT>;

export interface SpendingLimitOptions {
  /** In US dollars. Plans of all runs of a thread together. */
  readonly perThread: number;
  /** In US dollars. Plans that follow one input; no limit of its own by default. */
  readonly perRun?: number;
  /** The share of a limit from which on no tool is called any more, so that the rest pays for an answer; 0.8 by default. */
  readonly answerFrom?: number;
}

/** A thread with such a state makes no step without the plugin. A step that begins below the limit may end above it, by one plan. */
export const spendingLimit = ({ perThread, perRun = Infinity, answerFrom = 0.8 }: SpendingLimitOptions) => {
  const shareOf = (thread: Spent, run: Spent): number =>
    Math.max(thread.microDollars / perThread, run.microDollars / perRun) / MICRO_DOLLARS;
  const initial: Spent = { microDollars: 0 };
  return definePlugin({
    name: "spending-limit",
    safety: true,
    slices: { thread: { schema: SPENT, initial }, run: { schema: SPENT, initial } },
    compile: () => ({
      mayStep({ thread, run }) {
        if (thread.unpriced !== undefined) {
          return { refuse: `${thread.unpriced} has no price, so its spending cannot be limited.` };
        }
        if (shareOf(thread, run) < 1) return undefined;
        const isThread = thread.microDollars >= perThread * MICRO_DOLLARS;
        return { refuse: `The ${isThread ? "thread" : "run"} has spent what it may spend.` };
      },
      offer({ thread, run }) {
        if (shareOf(thread, run) < answerFrom) return undefined;
        return { allow: [], because: `${Math.round(shareOf(thread, run) * 100)} % of the budget is spent` };
      },
      remind({ thread, run }) {
        if (shareOf(thread, run) < answerFrom) return undefined;
        return "The budget of this conversation is nearly spent. Answer now with what you know.";
      },
      planned({ model, usage: { microDollars } }, { thread, run }) {
        if (microDollars === undefined) return { thread: { ...thread, unpriced: model } };
        return { thread: plus(thread, microDollars), run: plus(run, microDollars) };
      },
    }),
  });
};

function plus(spent: Spent, microDollars: number): Spent {
  return { ...spent, microDollars: spent.microDollars + microDollars };
}
