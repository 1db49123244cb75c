// A `once` call that an earlier worker started and did not finish: only the tool itself can say what became of it.

import type { Json } from "../core/json.ts";
import { type Job, leashed, type Scene } from "./_scene.ts";
import { toOutput } from "./output.ts";

export type Found =
  | { readonly type: "happened"; readonly output: Json }
  | { readonly type: "did_not_happen" }
  | { readonly type: "unknown" };

/** Asks `reconcile`. No answer, a wrong answer and a late answer all mean that nobody knows. */
export async function takeOver(job: Job, scene: Scene): Promise<Found> {
  const { tool, call } = job;
  const ending = await leashed(job, scene, (context) => tool.reconcile?.(call.id, context));
  const answer = ending.type === "returned" ? ending.value : undefined;
  switch (answer?.happened) {
    case true: {
      const output = toOutput(answer.output, tool.maxOutputBytes);
      return { type: "happened", output: output.type === "json" ? output.json : null };
    }
    case false:
      return { type: "did_not_happen" };
    default:
      return { type: "unknown" };
  }
}
