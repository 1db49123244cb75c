// A `once` call that an earlier worker started and did not finish: only the tool itself can say what became of it.

import type { Json } from "../core/json.ts";
import type { Reconciled, Tool } from "../core/tool.ts";
import { type ExecutionScope, runWithTimeout, type ToolCallJob } from "./_scope.ts";
import { toOutput } from "./output.ts";

export type ReconcileResult =
  | { readonly type: "happened"; readonly output: Json }
  | { readonly type: "did_not_happen" }
  | { readonly type: "unknown" };

/** Asks `reconcile`. No answer, a wrong answer and a late answer all mean that nobody knows. */
export async function reconcileCall(job: ToolCallJob, scope: ExecutionScope): Promise<ReconcileResult> {
  const { tool, call } = job;
  const ending = await runWithTimeout(
    job,
    scope,
    async (context) => readFinding(await tool.reconcile?.(call.id, context), tool),
  );
  return ending.type === "returned" ? ending.value : { type: "unknown" };
}

function readFinding(answer: Reconciled | undefined, tool: Tool): ReconcileResult {
  switch (answer?.happened) {
    case true: {
      // It happened, whatever its output was: an output that is not JSON is lost, the fact is not.
      const output = toOutput(answer.output, tool.maxOutputBytes);
      return { type: "happened", output: output.type === "json" ? output.json : null };
    }
    case false:
      return { type: "did_not_happen" };
    default:
      return { type: "unknown" };
  }
}
