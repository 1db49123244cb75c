// The end of a step whose worker died. The log lacks it, so every reader of the log derives it.

import { AgentError } from "../../core/error.ts";
import { type BlockEvent, seqBase, type StepEvent, type StepEventBody, toEpoch } from "../../core/event.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import { endsStep, readLoggedStep } from "../log/logged_step.ts";
import { stepFailed } from "../step/step_end.ts";
import type { RuntimeDeps } from "../deps.ts";

/**
 * The events that the log lacks of a fenced step, behind `seen`: the ends of its open blocks and a `step.failed`. Empty when
 * the log holds the step's last event, or no event of it.
 *
 * The events have the last seqs of the epoch, because the worker may have sent its own client more than it logged. They
 * follow from the log alone, so that every reader gets the same ones, wherever it begins.
 */
export async function readFencedEnd(
  ref: ThreadRef,
  seen: number,
  { version, counters }: ThreadHeader,
  deps: Pick<RuntimeDeps, "store">,
): Promise<StepEvent[]> {
  const epoch = toEpoch(seen);
  const events = await readLoggedStep(ref, epoch, deps);
  if (events.length === 0 || events.some(endsStep)) return [];
  // The start has left the log only when it is longer than the log; the next step that commits has the same number then.
  const step = events.find((event) => event.type === "step.started")?.step ?? counters.steps + 1;
  // Every commit raises the version and the number of steps by one each, so this is the version that the step began with.
  const began = version - counters.steps + step - 1;
  const message = `The worker of this step vanished and thread ${ref.thread} went on without it.`;
  const bodies = [...endsOfBlocks(events), stepFailed(step, began, new AgentError("step_fenced", message))];
  const first = seqBase(epoch + 1) - bodies.length;
  return bodies.map((body, index) => ({ ...body, seq: first + index })).filter(({ seq }) => seq > seen);
}

function endsOfBlocks(events: readonly StepEvent[]): StepEventBody[] {
  const open = new Map<number, BlockEvent>();
  for (const event of events) {
    switch (event.type) {
      case "text.started":
        open.set(event.block, { type: "text.ended", block: event.block });
        break;
      case "reasoning.started":
        open.set(event.block, { type: "reasoning.ended", block: event.block });
        break;
      case "call.started": {
        const { block, callId, name } = event;
        open.set(block, { type: "call.ready", block, callId, name, args: "", readiness: "truncated" });
        break;
      }
      case "call.delta": {
        const call = open.get(event.block);
        if (call?.type === "call.ready") open.set(event.block, { ...call, args: call.args + event.text });
        break;
      }
      case "text.ended":
      case "reasoning.ended":
      case "call.ready":
        open.delete(event.block);
        break;
    }
  }
  return [...open.values()];
}
