// The tools of every orchestrator. The plugin of orchestration runs them: a phase is more than one call of a tool.

import { RUN_PHASE } from "../../core/plan/child_thread.ts";
import { type Orchestration, WRITE_PLAN } from "../../core/plan/orchestration.ts";
import type { Tool } from "../../core/tool.ts";
import { ToolError } from "../../core/tool/tool_error.ts";

const OURS = {
  timeoutMs: 30_000,
  maxOutputBytes: 262_144,
  needsApproval: false,
  wantsThread: false,
  run: () => Promise.reject(new ToolError("failed", "The runtime runs this call itself.")),
} as const;

/** `write_plan` and `run_phase`, as the model reads them. */
export function orchestrationTools({ workers, phases, parallel }: Orchestration): readonly Tool[] {
  const names = Object.keys(workers);
  const lines = names.map((name) => `- ${name}${describe(workers[name]?.description)}`);
  const text = { type: "string", minLength: 1, maxLength: 2_000 };
  return [
    {
      ...OURS,
      name: WRITE_PLAN,
      description: [
        `Writes the whole strategic plan, of at most ${phases} phases. A worker runs each phase by itself and knows only its ` +
        "goal, done_when, the plan and the results of the phases in `after`. Finished and running phases stay as they are.",
        `Workers:\n${lines.join("\n")}`,
      ].join("\n"),
      parameters: {
        type: "object",
        properties: {
          phases: {
            type: "array",
            minItems: 1,
            maxItems: phases,
            items: {
              type: "object",
              properties: {
                id: { type: "string", description: "A short name, such as survey" },
                worker: { type: "string", enum: names },
                goal: { ...text, description: "What the worker is to do, with everything it must know" },
                done_when: { ...text, description: "How the worker knows that it is done" },
                after: {
                  type: "array",
                  items: { type: "string" },
                  description: "Ids of phases that must be finished before",
                },
              },
              required: ["id", "worker", "goal", "done_when"],
            },
          },
        },
        required: ["phases"],
        additionalProperties: false,
      },
      // Its effect is in the commit that has its observation, so it may be evaluated any number of times.
      effect: "pure",
    },
    {
      ...OURS,
      name: RUN_PHASE,
      description:
        `Runs a phase of the plan and returns its result. Several calls in one answer run side by side, ${parallel} at a time. ` +
        "A finished phase returns its result and does not run again; a failed one may be run again.",
      parameters: {
        type: "object",
        properties: { phase: { type: "string", description: "Id of the phase" } },
        required: ["phase"],
        additionalProperties: false,
      },
      // The thread of a phase follows from the id of the call, so a repetition goes on with the same one.
      effect: "keyed",
    },
  ];
}

function describe(description: string | undefined): string {
  return description === undefined ? "" : `: ${description}`;
}
