// The verdict about a run of an agent: its gates and its scores.

import { unreachable } from "../../core/error.ts";
import { fitsSchema } from "../../core/json_schema/fits_schema.ts";
import { parseUntrustedJson } from "../../core/json.ts";
import type { AgentVerdict, ObservedCall, ObservedRun } from "../data/attempt.ts";
import type { AgentCase } from "../data/case.ts";
import { type Check, nameOfCheck } from "../data/check.ts";
import { findForbidden, matchTrajectory, quoteCall } from "../measures/trajectory.ts";
import type { Judge, JudgeIo, Judgement } from "./judge.ts";

/** What a verdict is made with. */
export interface VerdictTerms {
  readonly gates: readonly Check[];
  readonly scores: readonly Check[];
  readonly judge: Judge | undefined;
  readonly io: JudgeIo;
}

/** The least score of a judge with which a gate holds. */
const JUDGED = 0.5;

/**
 * Evaluates every check. Two gates are there without being written: `stubs`, that every call had a stub, and `run`, that the run has
 * ended and did not fail; a gate of the type `status` takes the place of `run`. A run that waits has not ended: no person of an
 * evaluation answers what a worker holds.
 *
 * @throws what the judge throws
 */
export async function judgeRun(
  observed: ObservedRun,
  agentCase: AgentCase,
  terms: VerdictTerms,
): Promise<AgentVerdict> {
  const gates = [...agentCase.gates, ...terms.gates];
  const scores = [...agentCase.scores, ...terms.scores];
  const score = async (check: Check) => {
    const { score, reason } = await scoreCheck(check, observed, agentCase, terms);
    return { name: nameOfCheck(check), score: Math.min(1, Math.max(0, score)), reason };
  };
  const held = [...ownGates(observed, gates)];
  for (const check of gates) {
    const scored = await score(check);
    const least = check.least ?? (check.type === "judge" ? JUDGED : 1);
    held.push({ ...scored, held: scored.score >= least });
  }
  const soft = [];
  for (const check of scores) soft.push(await score(check));
  return { kind: "agent", passed: held.every((gate) => gate.held), gates: held, scores: soft };
}

function ownGates(
  { unstubbed, error, status }: ObservedRun,
  gates: readonly Check[],
): AgentVerdict["gates"] {
  const stubs = { name: "stubs", score: unstubbed.length === 0 ? 1 : 0, reason: unstubbed.join(" ") };
  const waits = status === "waiting" ? "the thread still waits" : undefined;
  const run = {
    name: "run",
    score: error === undefined && waits === undefined ? 1 : 0,
    reason: error?.message ?? waits ?? "",
  };
  const own = gates.some(({ type }) => type === "status") ? [stubs] : [stubs, run];
  return own.map((gate) => ({ ...gate, held: gate.score === 1 }));
}

function scoreCheck(
  check: Check,
  observed: ObservedRun,
  { input }: AgentCase,
  { judge, io }: VerdictTerms,
): Judgement | Promise<Judgement> {
  const { calls, answer, status, steps, tokens } = observed;
  switch (check.type) {
    case "trajectory":
      return matchTrajectory(check.match, check.calls, check.ran === true ? calls.filter(hasRun) : calls);
    case "answer_equals":
      return holds(answer === check.text, `the answer is ${quoteAnswer(answer)}`);
    case "answer_contains": {
      const [whole, part] = check.ignoreCase === true
        ? [answer?.toLowerCase(), check.text.toLowerCase()]
        : [answer, check.text];
      return holds(whole?.includes(part) === true, `the answer is ${quoteAnswer(answer)}`);
    }
    case "answer_fits": {
      const value = parseUntrustedJson(answer ?? "");
      if (value === undefined) return holds(false, `the answer is no JSON: ${quoteAnswer(answer)}`);
      const fit = fitsSchema(check.schema, value);
      return holds(fit.type === "valid", fit.type === "invalid" ? fit.problems.join(" ") : fit.type);
    }
    case "never_calls": {
      const found = findForbidden(check, calls);
      return holds(
        found === undefined,
        found === undefined ? "no such call" : `${quoteCall(found)} was called`,
      );
    }
    case "at_most": {
      const sizes = { steps, calls: calls.length, tokens };
      const over = (["steps", "calls", "tokens"] as const).filter((of) =>
        sizes[of] > (check[of] ?? Infinity)
      );
      const said = over.map((of) => `${sizes[of]} ${of}, at most ${check[of]} are allowed`);
      return holds(over.length === 0, said.join("; ") || "within bounds");
    }
    case "status":
      return holds(status === check.is, `the thread is ${status}`);
    case "judge": {
      if (judge === undefined) return holds(false, "there is no judge");
      const inputs = typeof input === "string" ? [input] : input;
      return judge({ criteria: check.criteria, inputs, answer, calls }, io);
    }
    default:
      return unreachable(check);
  }
}

/** False for a call that was refused, denied or skipped, and for one that waits. */
function hasRun({ outcome }: ObservedCall): boolean {
  return outcome === "completed" || outcome === "failed" || outcome === "unknown";
}

function holds(held: boolean, reason: string): Judgement {
  return { score: held ? 1 : 0, reason };
}

function quoteAnswer(answer: string | null): string {
  return answer === null ? "missing" : JSON.stringify(answer.slice(0, 300));
}
