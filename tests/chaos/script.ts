// What the model of the chaos plans: all of it stands in the user's message, so a plan follows from the history alone, and
// the history that must come of it is known beforehand.

import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Agent } from "../../src/core/agent.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { ScriptedPlan } from "../../src/kernel/drivers/scripted.ts";

/**
 * Names of tools, by what is particular to them: their effect, or that people answer before they run (one; two; one who may
 * change the arguments; one within a time).
 */
export const TOOLS = {
  once: "charge",
  keyed: "book",
  pure: "look",
  signed: "sign",
  countersigned: "countersign",
  amended: "amend",
  timed: "stamp",
} as const;

/** Names of the tools that people answer. */
export const APPROVAL_TOOLS: readonly string[] = [
  TOOLS.signed,
  TOOLS.countersigned,
  TOOLS.amended,
  TOOLS.timed,
];

/** Milliseconds to answer a call of the tool with a time. */
const ANSWER_MS = 5_000;

/** What a plan may call. */
export type ToolKind = keyof typeof TOOLS;

/** What the user asks for: the tools of each plan, in order. What comes after the last plan makes no calls. */
export interface Asked {
  readonly request: string;
  readonly plans: readonly (readonly ToolKind[])[];
}

/** The tools' `run` is the worker's: see worker.ts. */
export function chaosAgent(): Agent {
  const run = () => null;
  const limits = { timeoutMs: 600_000, parameters: ["reference"] } as const;
  const signed = { effect: "pure", needsApproval: true, run, ...limits } as const;
  return defineAgent({
    name: "chaos",
    instructions: "Do what the message says.",
    driver: "scripted",
    tools: [
      defineTool({ name: TOOLS.once, description: "Charges a card.", effect: "once", run, ...limits }),
      defineTool({ name: TOOLS.keyed, description: "Books a room.", effect: "keyed", run, ...limits }),
      defineTool({ name: TOOLS.pure, description: "Looks something up.", effect: "pure", run, ...limits }),
      defineTool({ name: TOOLS.signed, description: "Signs.", ...signed }),
      defineTool({ name: TOOLS.countersigned, description: "Signs by two.", approvals: 2, ...signed }),
      defineTool({
        name: TOOLS.amended,
        description: "Signs what was amended.",
        approvalEdits: true,
        ...signed,
        parameters: {
          type: "object",
          properties: { reference: { type: "string" }, note: { type: "string" } },
          required: ["reference"],
        },
      }),
      defineTool({ name: TOOLS.timed, description: "Signs in time.", approvalTtlMs: ANSWER_MS, ...signed }),
    ],
    limits: { stepMs: 3_600_000, historyEntries: 500 },
  });
}

/** The plan that follows from the history: the one after the last that answers the last message. */
export function planFor(entries: readonly Entry[]): ScriptedPlan {
  const last = entries.findLastIndex((entry) => entry.type === "user");
  const input = entries[last];
  if (input?.type !== "user") throw new Error("The window holds no user entry.");
  const asked: Asked = JSON.parse(input.text);
  const made = entries.slice(last).filter((entry) => entry.type === "assistant").length;
  return {
    says: planName(asked, made),
    calls: (asked.plans[made] ?? []).map((kind, place) => ({
      tool: TOOLS[kind],
      args: { reference: `${planName(asked, made)}.${place}` },
    })),
  };
}

/** What a plan says, and what its calls' references begin with. */
export function planName({ request }: Pick<Asked, "request">, place: number): string {
  return `${request}.${place}`;
}
