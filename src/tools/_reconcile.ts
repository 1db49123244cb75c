// A `once` call that an earlier worker started and did not finish: only the tool itself can say what became of it.

import type { Json } from "../core/json.ts";
import type { Reconciled, Tool } from "../core/tool.ts";
import { type Job, leashed, type Scene } from "./_scope.ts";
import { toOutput } from "./output.ts";

export type Found =
  | { readonly type: "happened"; readonly output: Json }
  | { readonly type: "did_not_happen" }
  | { readonly type: "unknown" };

/** Asks `reconcile`. No answer, a wrong answer and a late answer all mean that nobody knows. */
export async function takeOver(job: Job, scene: Scene): Promise<Found> {
  const { tool, call } = job;
  const ending = await leashed(
    job,
    scene,
    async (context) => readFinding(await tool.reconcile?.(call.id, context), tool),
  );
  return ending.type === "returned" ? ending.value : { type: "unknown" };
}

function readFinding(answer: Reconciled | undefined, tool: Tool): Found {
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
