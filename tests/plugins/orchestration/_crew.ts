// An orchestrator with three workers whose plans are scripted, for tests of phases.

import { agent } from "../../../src/agents/builder.ts";
import type { OrchestrateDefinition } from "../../../src/agents/orchestrate/definition.ts";
import type { Agent, Limits } from "../../../src/core/agent.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { type Entry, joinText } from "../../../src/core/entry.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";

export interface CrewOptions {
  readonly orchestrate?: Partial<OrchestrateDefinition>;
  readonly limits?: Partial<Limits>;
  /** Tools of the workers. */
  readonly tools?: readonly Tool[];
}

/** The orchestrator `lead`, and `researcher`, `writer` and `checker`. */
export function crew({ orchestrate, limits = {}, tools = [] }: CrewOptions = {}): readonly Agent[] {
  const worker = (name: string) =>
    agent(name).driver("scripted").instructions(`You are ${name}.`).tool(...tools);
  const lead = agent("lead").driver("scripted").instructions("Direct the others.").limits(limits).orchestrate(
    {
      workers: {
        research: { agent: "researcher", description: "Finds facts." },
        write: { agent: "writer", description: "Writes texts." },
        check: { agent: "checker" },
      },
      ...orchestrate,
    },
  );
  return [lead.build(), ...["researcher", "writer", "checker"].map((name) => worker(name).build())];
}

/** A phase as a model writes it. */
export function phase(id: string, worker: string, ...after: string[]): JsonObject {
  return {
    id,
    worker,
    goal: `Do ${id}.`,
    done_when: `${id} is done.`,
    ...(after.length > 0 ? { after } : {}),
  };
}

/** Five phases, of which `facts` and `figures` can run side by side. */
export const FIVE: readonly JsonObject[] = [
  phase("facts", "research"),
  phase("figures", "research"),
  phase("draft", "write", "facts", "figures"),
  phase("review", "check", "draft"),
  phase("final", "write", "review"),
];

/** The calls of run_phase, in one answer. */
export function runs(...phases: string[]): ScriptedPlan {
  return { calls: phases.map((id) => ({ tool: "run_phase", args: { phase: id } })) };
}

/** The plan that writes these phases. */
export function writes(phases: readonly JsonObject[]): ScriptedPlan {
  return { calls: [{ tool: "write_plan", args: { phases: [...phases] } }] };
}

/** Follows these plans as the orchestrator; every worker says what it did at once, unless `work` says otherwise. */
export function script(
  plans: readonly ScriptedPlan[],
  work: (turn: Turn, place: number) => ScriptedPlan = (turn) => ({ says: answerOf(turn) }),
): (turn: Turn) => ScriptedPlan {
  return (turn) => {
    const place = turn.history.entries.filter((entry) => entry.type === "assistant").length;
    if (turn.agent.name !== "lead") return work(turn, place);
    const plan = plans[place];
    if (plan === undefined) throw new Error(`The orchestrator has no plan ${place}.`);
    return plan;
  };
}

/** What a worker answers: who it is and the first line of its input. */
export function answerOf({ agent, history: { entries } }: Turn): string {
  return `${agent.name}: ${inputOf(entries).split("\n")[0]}`;
}

/** The last input that is no result of earlier phases. */
export function inputOf(entries: readonly Entry[]): string {
  const input = entries.findLast((entry) => entry.type === "user" && entry.resultOf === undefined);
  return input?.type === "user" ? input.text : "";
}

/** The outputs of the calls of a tool, in order. */
export function outputsOf(entries: readonly Entry[], name: string): JsonObject[] {
  return entries.flatMap((entry) =>
    entry.type === "tool" && entry.name === name && typeof entry.output === "object" &&
      entry.output !== null && !Array.isArray(entry.output)
      ? [entry.output]
      : []
  );
}

/** What the assistant said last. */
export function lastText(entries: readonly Entry[]): string {
  const last = entries.findLast((entry) => entry.type === "assistant");
  return last?.type === "assistant" ? joinText(last.blocks) : "";
}
