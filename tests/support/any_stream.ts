// Streams of events as fast-check makes them: any steps, with every type of event in any legal place.

import * as fc from "fast-check";
import type { StepEvent, StepEventBody } from "../../src/core/event.ts";

const CHOICE = {
  requested: { type: "auto" },
  source: "default",
  sent: null,
  toolsSent: [],
  enforcement: "native",
  because: "nothing else was chosen",
  warnings: [],
} as const;

const word = fc.string({ minLength: 1, maxLength: 6 });
const words = fc.array(word, { minLength: 1, maxLength: 4 });

const blocks = fc.array(
  fc.record({ type: fc.constantFrom("text", "reasoning", "call"), words, approve: fc.boolean() }),
  { maxLength: 4 },
);

const step = fc.record({
  blocks,
  /** An answer that was void. */
  voided: fc.option(blocks, { nil: undefined }),
  warns: fc.boolean(),
  phase: fc.boolean(),
  usage: fc.nat(1000),
  end: fc.constantFrom("finished", "finished", "failed", "cancelled", "fenced", "vanished"),
});

/** The events of some steps of one thread. */
export const streams: fc.Arbitrary<StepEvent[]> = fc.array(step, { minLength: 1, maxLength: 5 }).map(
  (steps) => {
    let pending: string[] = [];
    return steps.flatMap(({ blocks, voided, warns, phase, usage, end }, index) => {
      const bodies: StepEventBody[] = [];
      bodies.push({
        type: "step.started",
        thread: "t1",
        agent: "a",
        step: index + 1,
        model: "x/y",
        choice: CHOICE,
        at: index,
      });
      if (warns) bodies.push({ type: "warning", code: "model_retried", message: "again" });
      for (const callId of pending) bodies.push(...toolEvents(callId));
      if (phase) bodies.push(...phaseEvents(index));
      if (voided !== undefined) {
        bodies.push(...voided.flatMap((each, block) => blockEvents(each, block, `v${index}`)));
        bodies.push({
          ...{
            type: "plan.restarted",
            model: "x/z",
            choice: CHOICE,
            reason: "fallback",
            because: "it failed",
          },
          from: voided.length,
        });
      }
      const first = voided?.length ?? 0;
      bodies.push(...blocks.flatMap((each, at) => blockEvents(each, first + at, `c${index}`)));
      const calls = blocks.flatMap(({ type, approve }, at) =>
        type === "call" ? [{ id: `c${index}-${first + at}`, approve }] : []
      );
      const isKept = end === "finished";
      if (isKept) {
        for (const { id, approve } of calls) {
          if (approve) {
            bodies.push({ type: "approval.requested", callId: id, name: "tool", args: {}, digest: id });
          }
        }
      }
      pending = isKept ? calls.map(({ id }) => id) : [];
      bodies.push({ type: "usage", inputTokens: usage, outputTokens: 1, cachedTokens: 2 });
      bodies.push(...endOf(end, index + 1));
      return bodies.map((body, at): StepEvent => ({ ...body, seq: (index + 1) * 1_000_000 + at + 1 }));
    });
  },
);

interface BlockPlan {
  readonly type: "text" | "reasoning" | "call";
  readonly words: readonly string[];
}

function blockEvents({ type, words }: BlockPlan, block: number, prefix: string): StepEventBody[] {
  if (type !== "call") {
    return [
      { type: `${type}.started`, block },
      ...words.map((text): StepEventBody => ({ type: `${type}.delta`, block, text })),
      { type: `${type}.ended`, block },
    ];
  }
  const callId = `${prefix}-${block}`;
  return [
    { type: "call.started", block, callId, name: "tool" },
    ...words.map((text): StepEventBody => ({ type: "call.delta", block, callId, text })),
    { type: "call.ready", block, callId, name: "tool", args: words.join(""), readiness: "ready" },
  ];
}

function toolEvents(callId: string): StepEventBody[] {
  return [
    { type: "tool.started", callId, name: "tool", args: {}, attempt: 1 },
    { type: "tool.finished", callId, name: "tool", outcome: "completed", output: 1, ms: 2 },
  ];
}

function phaseEvents(index: number): StepEventBody[] {
  const phase = { thread: "t1.p", phase: "p", callId: "run" };
  return [
    { type: "child.started", ...phase, worker: "w" },
    { type: "approval.requested", callId: `p${index}`, thread: "t1.p", name: "tool", args: {}, digest: "d" },
    { type: "child.step", ...phase, step: index + 1, status: "waiting" },
    ...(index % 2 === 1 ? [{ type: "child.finished", ...phase, outcome: "finished" } as const] : []),
  ];
}

function endOf(end: string, step: number): StepEventBody[] {
  switch (end) {
    case "finished":
      return [{
        ...{ type: "step.finished", step, version: step, status: "open", finish: "stop" },
        ...{ outcome: { type: "satisfied" }, continues: true },
      }];
    case "vanished":
      return []; // its worker died, and no reader of the log came between
    default: {
      const code = end === "cancelled" ? "step_cancelled" : end === "fenced" ? "step_fenced" : "model_server";
      return [{ type: "step.failed", step, version: step, error: { code, message: "no", retryable: true } }];
    }
  }
}
