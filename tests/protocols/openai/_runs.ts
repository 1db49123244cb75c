// Legal runs of events from a seed: steps with text, reasoning and calls, restarted plans, tools that end in any order, waits and
// failures. tests/support/invariants.ts decides what is legal.

import type { StepEvent, StepEventBody } from "../../../src/core/event.ts";
import type { Execution } from "../../../src/core/tool_choice.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

/** A run, and how it was begun. */
export interface AnyRun {
  readonly events: readonly StepEvent[];
  readonly execution: Execution;
  /** The last event is an answer that clients may take for one. */
  readonly isAnswered: boolean;
}

const CHOICE = {
  requested: { type: "auto" },
  source: "default",
  because: "no other choice is set",
  sent: null,
  toolsSent: [],
  enforcement: "native",
  warnings: [],
} as const;

const TEXTS = [
  "Hi",
  "",
  "\n\n",
  'a "quoted" \\ text',
  "données 🌦",
  "data: [DONE]\n\n",
  "event: error\n",
  " ",
];

/** The run of a seed. */
export function anyRun(seed: number): AnyRun {
  const random = mulberry32(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const oneOf = <T>(values: readonly T[], fallback: T): T => values[upTo(values.length - 1)] ?? fallback;
  const execution = oneOf<Execution>(["loop", "predict", "execute", "generate"], "loop");
  const events: StepEvent[] = [];
  let seq = 1_000_000;
  const emit = (event: StepEventBody) => void events.push({ ...event, seq: ++seq });
  const steps = 1 + upTo(3);
  let planned: { id: string; name: string }[] = [];
  let count = 0;
  for (let step = 1; step <= steps; step++) {
    emit({ type: "step.started", thread: "t", agent: "a", step, model: "m/x", choice: CHOICE, at: 0 });
    if (upTo(3) === 0) emit({ type: "warning", code: "w", message: "A warning." });
    for (const { id, name } of shuffled(planned, random)) {
      emit({ type: "tool.started", callId: id, name, args: {}, attempt: 1 });
      const isGood = upTo(3) > 0;
      emit({
        ...{
          type: "tool.finished",
          callId: id,
          name,
          ms: 1,
          output: isGood ? oneOf([{ a: 1 }, "text", null], null) : null,
        },
        ...(isGood
          ? { outcome: "completed" }
          : { outcome: "failed", error: { kind: "failed", message: "It broke." } }),
      });
    }
    planned = [];
    let block = 0;
    for (let attempt = upTo(4) === 0 ? 0 : 1; attempt <= 1; attempt++) {
      planned = [];
      for (let blocks = upTo(3); blocks > 0; blocks--, block++) {
        const kind = oneOf(["text", "reasoning", "call"] as const, "text");
        if (kind === "call") {
          const id = `call_${seed}_${count++}`;
          const name = oneOf(["get_weather", "GitHub.SetStarred"], "get_weather");
          emit({ type: "call.started", block, callId: id, name });
          emit({ type: "call.delta", block, callId: id, text: "{}" });
          emit({ type: "call.ready", block, callId: id, name, args: "{}", readiness: "ready" });
          planned.push({ id, name });
          continue;
        }
        emit({ type: `${kind}.started`, block });
        for (let deltas = upTo(3); deltas > 0; deltas--) {
          emit({ type: `${kind}.delta`, block, text: oneOf(TEXTS, "x") });
        }
        emit({ type: `${kind}.ended`, block });
      }
      if (attempt === 0) {
        emit({
          ...{ type: "plan.restarted", model: "m/x", choice: CHOICE, reason: "violation" },
          ...{ because: "it violated the choice", from: block },
        });
      }
    }
    emit({ type: "usage", inputTokens: 3, outputTokens: upTo(9) });
    const isLast = step === steps;
    if (isLast && upTo(5) === 0) {
      const error = { code: "model_server", message: "The provider failed.", retryable: true } as const;
      emit({ type: "step.failed", step, version: step, error });
      return { events, execution, isAnswered: false };
    }
    const predicts = execution === "predict" && planned.length > 0;
    const continues = !isLast && !predicts;
    const status = continues
      ? "open"
      : predicts
      ? "waiting"
      : planned.length === 0
      ? oneOf(["done", "done", "done", "cancelled"] as const, "done")
      : oneOf(["open", "waiting"] as const, "open");
    const [first] = planned;
    if (!predicts && status === "waiting" && first !== undefined) {
      emit({ type: "approval.requested", callId: first.id, name: first.name, args: {}, digest: "d" });
    }
    const finish = planned.length > 0
      ? "calls"
      : oneOf(["stop", "length", "content_filter", "refusal"] as const, "stop");
    emit({ type: "step.finished", step, version: step, status, finish, outcome: null, continues });
    if (!continues) return { events, execution, isAnswered: status === "done" || status === "waiting" };
  }
  return { events, execution, isAnswered: false };
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values.map((value) => [random(), value] as const).sort(([a], [b]) => a - b).map(([, value]) =>
    value
  );
}
