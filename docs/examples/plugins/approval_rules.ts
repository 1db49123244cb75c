// Who approves what tools spend: no person up to a first sum, one person above it, two people above a second one, and what is above the last
// one is refused. The sums are those of the thread, so that a large amount is not spent in small ones.

import { type CallVerdict, definePlugin, type JudgedCall } from "@treadle/treadle";
import * as z from "zod/mini";

const SPENT = z.object({ amount: z.number() });

/** The outcomes of calls that may have spent their amount. */
const SPENDS: readonly string[] = ["completed", "failed", "unknown"];

export interface ApprovalRulesOptions {
  /** For each tool that spends the name of the argument that says how much. */
  readonly tools: Readonly<Record<string, string>>;
  /** One person approves a call with which the thread has spent more than this. */
  readonly onePersonAbove: number;
  /** Two people approve a call with which it has spent more than this. */
  readonly twoPeopleAbove: number;
  /** A call with which it would have spent more than this is refused; none is by default. */
  readonly most?: number;
  /** Milliseconds after which a call that too few people have approved is denied; a day by default. */
  readonly expiresInMs?: number;
}

/** A thread with such a state makes no step without the plugin. Approvals that a tool needs by itself are needed beside these. */
export function approvalRules(options: ApprovalRulesOptions) {
  const { tools, onePersonAbove, twoPeopleAbove, most = Infinity, expiresInMs = 86_400_000 } = options;
  const argumentOf = new Map(Object.entries(tools));

  /** Undefined for a call that spends nothing, and for one without an amount. */
  const amountOf = ({ name, args }: Pick<JudgedCall, "name" | "args">): number | undefined => {
    const amount = args[argumentOf.get(name) ?? ""];
    return argumentOf.has(name) && typeof amount === "number" && amount >= 0 ? amount : undefined;
  };

  /**
   * People are asked when a call is planned. One that is about to run may have been planned without the plugin, or have other arguments by
   * now: where too few have approved it, it is refused.
   */
  const verdictOn = (sum: number, when: "planned" | "acting", approved = 0): CallVerdict | undefined => {
    if (sum > most) return { refuse: `At most ${most} may be spent; with this call it would be ${sum}.` };
    if (sum <= onePersonAbove) return undefined;
    const [approvals, limit] = sum > twoPeopleAbove ? [2, twoPeopleAbove] : [1, onePersonAbove];
    const why = `${sum} would be spent, which is above ${limit}`;
    if (when === "planned") return { hold: { approvals, expiresInMs }, because: why };
    return approved >= approvals ? undefined : { refuse: `Too few people have approved it: ${why}.` };
  };

  return definePlugin({
    name: "approval-rules",
    safety: true,
    slices: { thread: { schema: SPENT, initial: { amount: 0 } } },
    compile: () => ({
      judge(calls, when, { thread: spent }) {
        const verdicts = new Map<string, CallVerdict>();
        let sum = spent.amount;
        for (const call of calls.filter(({ name }) => argumentOf.has(name))) {
          const amount = amountOf(call);
          const verdict = amount === undefined
            ? { refuse: `${argumentOf.get(call.name)} has to be a number from 0 on.` }
            : verdictOn(sum + amount, when, call.approvals);
          if (verdict !== undefined) verdicts.set(call.id, verdict);
          if (verdict === undefined || "hold" in verdict) sum += amount ?? 0;
        }
        return verdicts;
      },
      observed(calls, { thread: spent }) {
        const amounts = calls.filter(({ outcome }) => SPENDS.includes(outcome)).map(amountOf);
        return { thread: { amount: amounts.reduce<number>((sum, next = 0) => sum + next, spent.amount) } };
      },
    }),
  });
}
