// The JSON Schemas of an evaluation that is data: it may come with a request, so they are in the bounds of those of strangers.

import { AgentError } from "../../core/error.ts";
import { boundProblem } from "../../core/json_schema/bounds.ts";
import type { JsonSchema } from "../../core/json.ts";
import { toPointer } from "../../core/problems.ts";
import type { Check } from "./check.ts";
import type { EvaluationData } from "./evaluation.ts";
import type { Stub } from "./stub.ts";

/** What an evaluation and a case of it have of their own. */
interface Checked {
  readonly stubs: readonly Stub[];
  readonly gates: readonly Check[];
  readonly scores: readonly Check[];
}

interface Placed {
  readonly schema: JsonSchema | undefined;
  readonly path: readonly (string | number)[];
}

/** @throws {AgentError} invalid_request - with the place of the first schema that is out of bounds */
export function assertBounded(data: EvaluationData): void {
  if (data.kind !== "agent") return;
  const ofCases = data.cases.flatMap((each, index) => listSchemas(each, ["cases", index]));
  for (const { schema, path } of [...listSchemas(data, []), ...ofCases]) {
    const problem = schema && boundProblem(schema);
    if (problem === undefined) continue;
    const pointer = toPointer([...path, ...problem.path]);
    throw new AgentError("invalid_request", `The evaluation does not fit: ${pointer} ${problem.detail}.`, {
      problems: [{ pointer, detail: problem.detail }],
    });
  }
}

function listSchemas({ stubs, gates, scores }: Checked, path: Placed["path"]): Placed[] {
  return [
    ...stubs.map(({ when }, index) => ({ schema: when, path: [...path, "stubs", index, "when"] })),
    ...gates.flatMap((check, index) => schemasOfCheck(check, [...path, "gates", index])),
    ...scores.flatMap((check, index) => schemasOfCheck(check, [...path, "scores", index])),
  ];
}

function schemasOfCheck(check: Check, path: Placed["path"]): Placed[] {
  if (check.type === "answer_fits") return [{ schema: check.schema, path: [...path, "schema"] }];
  if (check.type !== "trajectory" && check.type !== "never_calls") return [];
  return (check.calls ?? []).map(({ argsFit }, index) => ({
    schema: argsFit,
    path: [...path, "calls", index, "argsFit"],
  }));
}
