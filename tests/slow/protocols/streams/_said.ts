// What the events of a run say, put together without any code of the project: the measure for what clients show.

import type { Outcome } from "../../../../src/core/entry.ts";
import type { StepEvent } from "../../../../src/core/event.ts";

/** A text block as it was streamed. */
export interface SaidText {
  readonly kind: "text" | "reasoning";
  text: string;
  /** Dropped by plan.restarted. */
  isVoid: boolean;
  /** Its step was committed. */
  isKept: boolean;
}

/** A call and what became of it. */
export interface SaidCall {
  readonly id: string;
  args: string;
  isVoid: boolean;
  isKept: boolean;
  state: "planned" | "truncated" | "approval" | "client" | Outcome;
}

/** A run in short. */
export interface Said {
  readonly texts: readonly SaidText[];
  /** The text of each answer, as its parts came. */
  readonly answers: readonly string[];
  /** The calls that were planned in this run. */
  readonly calls: readonly SaidCall[];
  /** Phases' calls that wait for people. */
  readonly phaseApprovals: readonly string[];
  readonly question: string | undefined;
  /** Why the run failed. */
  readonly error: string | undefined;
  readonly isCancelled: boolean;
}

export function saidBy(events: readonly StepEvent[]): Said {
  const texts: SaidText[] = [];
  const calls: SaidCall[] = [];
  const phaseApprovals: string[] = [];
  let question: string | undefined;
  let error: string | undefined;
  let isCancelled = false;
  const answers: string[] = [];
  let blocks = new Map<number, SaidText | SaidCall>();
  const call = (id: string) => calls.find((each) => each.id === id);
  for (const event of events) {
    switch (event.type) {
      case "step.started":
        blocks = new Map();
        answers.push("");
        break;
      case "plan.restarted":
        for (const block of blocks.values()) block.isVoid = true;
        answers.push("");
        break;
      case "text.started":
      case "reasoning.started": {
        const kind = event.type === "text.started" ? "text" : "reasoning";
        const text = { kind, text: "", isVoid: false, isKept: false } as const;
        const said: SaidText = { ...text };
        texts.push(said);
        blocks.set(event.block, said);
        break;
      }
      case "text.delta":
      case "reasoning.delta": {
        const block = blocks.get(event.block);
        if (block !== undefined && "text" in block) block.text += event.text;
        if (event.type === "text.delta") answers.push((answers.pop() ?? "") + event.text);
        break;
      }
      case "call.started": {
        const said: SaidCall = { id: event.callId, args: "", isVoid: false, isKept: false, state: "planned" };
        calls.push(said);
        blocks.set(event.block, said);
        break;
      }
      case "call.ready": {
        const said = call(event.callId);
        if (said !== undefined) said.args = event.args;
        if (said !== undefined && event.readiness === "truncated") said.state = "truncated";
        break;
      }
      case "tool.finished": {
        const said = call(event.callId);
        if (said !== undefined) said.state = event.outcome;
        break;
      }
      case "approval.requested": {
        const said = call(event.callId);
        if (event.thread !== undefined) phaseApprovals.push(event.callId);
        else if (said !== undefined) said.state = "approval";
        break;
      }
      case "result.requested": {
        const said = call(event.callId);
        if (said !== undefined) said.state = "client";
        break;
      }
      case "step.finished":
        for (const block of blocks.values()) block.isKept = !block.isVoid;
        question = event.question;
        break;
      case "step.failed":
        error = event.error.message;
        isCancelled = event.error.code === "step_cancelled";
        break;
    }
  }
  return { texts, answers, calls, phaseApprovals, question, error, isCancelled };
}
