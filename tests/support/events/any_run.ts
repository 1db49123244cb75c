// Any legal events of a request, and of a thread of several requests: the one generator of events for property tests.
// legal_run.ts decides what is legal, by the runs that the runtime has made.

import fc from "fast-check";
import type { Outcome } from "../../../src/core/entry.ts";
import type { StepEvent, StepEventBody } from "../../../src/core/event.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.ts";
import type { Execution } from "../../../src/core/tool_choice.ts";

/** The events of one request, to their end. */
export interface AnyRun {
  readonly events: readonly StepEvent[];
  /** How the run was begun. */
  readonly execution: Execution;
}

/** Numbers that decide everything; a shorter tape, and one with smaller numbers, is a simpler run. */
const tape = fc.array(fc.nat({ max: 1_023 }), { maxLength: 160, size: "max" });

/** A run with calls of no earlier request. */
export const anyRun: fc.Arbitrary<AnyRun> = tape.map((numbers) => new Recorder(numbers).run([]).run);

/** The requests of one thread: a run may end the calls of the one before. */
export const anyThread: fc.Arbitrary<readonly AnyRun[]> = fc.array(tape, { minLength: 1, maxLength: 4 }).map(
  (tapes) => {
    const runs: AnyRun[] = [];
    let pending: readonly PlannedCall[] = [];
    let step = 0;
    tapes.forEach((numbers, index) => {
      const recorder = new Recorder(numbers, step, index + 1);
      const made = recorder.run(pending);
      ({ pending, step } = made);
      runs.push(made.run);
    });
    return runs;
  },
);

/** The events of a thread's log: some requests of it, each of which may have vanished at any event. */
export const anyLog: fc.Arbitrary<StepEvent[]> = fc.tuple(anyThread, fc.array(fc.nat(), { maxLength: 4 }))
  .map(
    ([runs, cuts]) =>
      runs.flatMap(({ events }, index) => {
        const cut = cuts[index] ?? 0;
        // A run that was cut by a crash has no end; every second one is whole.
        return cut % 2 === 0 ? [...events] : events.slice(0, 1 + (cut >> 1) % events.length);
      }),
  );

interface PlannedCall {
  readonly id: string;
  readonly name: string;
  /** Undefined where the model wrote no object. */
  readonly args: JsonObject | undefined;
}

const CHOICE = {
  requested: { type: "auto" },
  source: "default",
  because: "no other choice is set",
  sent: null,
  toolsSent: [],
  prefix: "kept",
  enforcement: "native",
  warnings: [],
} as const;

/** Texts that a stream might take for its own. */
const TEXTS = [
  "Hi",
  "",
  " ",
  "\n\n",
  'a "quoted" \\ text',
  "données 🌦",
  "data: [DONE]\n\n",
  "event: error\n",
  "\u2028\r\n",
  "</script>",
  "\ud83c",
  "\udf26",
  "\u0000",
];
const TOOLS = ["get_weather", "GitHub.SetStarred", "__proto__", "näme"];
const ARGS = ["{}", '{"place":"Paris"}', '{"a":{"b":[1,null,"\\u2028"]}}', "", '{"place":', "[1]", '"text"'];
const OUTPUTS: readonly Json[] = [{ a: 1 }, "text", null, [], 0, false, { error: "no" }, ""];
const REASONS = ["violation", "fallback", "capability", "answer"] as const;
const ERRORS = ["model_server", "step_cancelled", "step_fenced", "internal", "model_rate_limit"] as const;

type Status = Extract<StepEventBody, { type: "step.finished" }>["status"];

/** Emits one run as a tape says. */
class Recorder {
  readonly #tape: readonly number[];
  readonly #events: StepEvent[] = [];
  readonly #epoch: number;
  readonly #execution: Execution;
  #at = 0;
  #seq: number;
  #step: number;
  #calls = 0;

  constructor(tape: readonly number[], step = 0, epoch = 1) {
    this.#tape = tape;
    this.#step = step;
    this.#epoch = epoch;
    this.#seq = epoch * 1_000_000;
    this.#execution = this.#oneOf(["loop", "predict", "execute", "generate"], "loop");
  }

  run(before: readonly PlannedCall[]) {
    let pending = before;
    let isOver = false;
    while (!isOver) ({ pending, isOver } = this.#oneStep(pending));
    const run: AnyRun = { events: this.#events, execution: this.#execution };
    return { run, pending, step: this.#step };
  }

  #emit(body: StepEventBody): void {
    this.#events.push({ ...body, seq: ++this.#seq });
  }

  /** From 0 to `most`. */
  #upTo(most: number): number {
    return (this.#tape[this.#at++] ?? 0) % (most + 1);
  }

  /** Once in so many. Never behind the end of the tape. */
  #rarely(times: number): boolean {
    return this.#upTo(times - 1) === times - 1;
  }

  #oneOf<T>(values: readonly T[], fallback: T): T {
    return values[this.#upTo(values.length - 1)] ?? fallback;
  }

  // A step
  // ---------------------------------------------------------------------------------------------------------------

  #oneStep(before: readonly PlannedCall[]): { pending: readonly PlannedCall[]; isOver: boolean } {
    this.#step++;
    const onlyActs = before.length > 0 && this.#rarely(4);
    this.#emit({
      type: "step.started",
      thread: "t1",
      agent: "a",
      step: this.#step,
      model: "m/x",
      at: this.#seq,
      choice: onlyActs ? null : CHOICE,
    });
    this.#warnings();
    if (this.#rarely(12)) return this.#fails("internal");
    const hasMore = this.#rarely(6) && this.#phases();
    if (hasMore) return this.#ends({ status: this.#oneOf(["waiting", "open"], "open"), pending: before });
    if (before.some(({ args }) => args !== undefined) && this.#rarely(10)) return this.#defers(before);
    this.#act(before);
    if (before.length > 0 && this.#rarely(10)) return this.#fails("tool_failed");
    if (before.length > 0 && this.#rarely(10)) {
      return this.#ends({ status: "waiting", question: "Which one?" });
    }
    if (onlyActs) return this.#ends({ status: this.#execution === "execute" ? "done" : "open" });
    return this.#plan(this.#rarely(8));
  }

  #warnings(): void {
    if (this.#rarely(5)) this.#emit({ type: "warning", code: "model_retried", message: "Again." });
  }

  /** True when a phase has more to do. */
  #phases(): boolean {
    const phase = { thread: "t1.p", phase: "p", callId: "run" };
    this.#emit({ type: "child.started", ...phase, worker: "w" });
    const asks = this.#rarely(2);
    if (asks) {
      this.#calls++;
      const callId = `p${this.#epoch}_${this.#calls}`;
      this.#emit({
        type: "approval.requested",
        thread: "t1.p",
        callId,
        name: "book",
        args: {},
        digest: callId,
      });
    }
    this.#emit({ type: "child.step", ...phase, step: this.#step, status: asks ? "waiting" : "done" });
    if (!asks) {
      this.#emit({
        type: "child.finished",
        ...phase,
        outcome: this.#oneOf(["finished", "failed"], "failed"),
      });
    }
    return asks;
  }

  /** One call waits for its result, and the others have ended. */
  #defers(calls: readonly PlannedCall[]) {
    const deferred = calls.find(({ args }) => args !== undefined);
    this.#act(calls.filter((call) => call !== deferred));
    if (deferred?.args !== undefined) {
      const { id: callId, name, args } = deferred;
      this.#emit({ type: "tool.started", callId, name, args, attempt: 1 });
      const expiresAt = this.#seq;
      if (this.#upTo(1) === 0) this.#emit({ type: "call.deferred", callId, name, ref: "job", expiresAt });
      else {
        const url = "https://auth.example/authorize";
        this.#emit({ type: "authorization.requested", callId, name, server: "srv", url, expiresAt });
      }
    }
    return this.#ends({ status: "waiting", pending: calls });
  }

  #act(calls: readonly PlannedCall[]): void {
    const waiting = [...calls];
    const running: PlannedCall[] = [];
    while (waiting.length + running.length > 0) {
      const next = this.#upTo(1) === 0 || running.length === 0 ? waiting.shift() : undefined;
      if (next === undefined) {
        const [ended] = running.splice(this.#upTo(running.length - 1), 1);
        if (ended !== undefined) {
          this.#ended(ended, this.#oneOf(["completed", "completed", "failed", "unknown"], "failed"));
        }
        continue;
      }
      if (next.args === undefined || this.#rarely(4)) {
        const outcome = this.#oneOf<Outcome>(
          ["failed", "denied", "blocked", "skipped", "unknown", "completed"],
          "failed",
        );
        this.#ended(next, next.args === undefined ? "failed" : outcome);
        continue;
      }
      this.#emit({ type: "tool.started", callId: next.id, name: next.name, args: next.args, attempt: 1 });
      running.push(next);
    }
  }

  #ended({ id: callId, name }: PlannedCall, outcome: Outcome): void {
    this.#emit({
      type: "tool.finished",
      callId,
      name,
      outcome,
      ms: 1,
      output: outcome === "completed" ? this.#oneOf(OUTPUTS, null) : null,
      ...(outcome === "completed" ? {} : { error: { kind: "failed", message: "It broke." } }),
    });
  }

  // A plan
  // ---------------------------------------------------------------------------------------------------------------

  #plan(restartsFirst: boolean): { pending: readonly PlannedCall[]; isOver: boolean } {
    if (restartsFirst) this.#restarts("policy", 0);
    let next = 0;
    for (;;) {
      const answer = this.#answer(next);
      ({ next } = answer);
      if (answer.isBroken) {
        if (this.#rarely(2)) this.#usage();
        return this.#fails(this.#oneOf(ERRORS, "internal"));
      }
      if (!this.#rarely(5)) return this.#planned(answer.calls);
      this.#restarts(this.#oneOf(REASONS, "answer"), next);
    }
  }

  #restarts(reason: Extract<StepEventBody, { type: "plan.restarted" }>["reason"], from: number): void {
    if (reason === "fallback") this.#emit({ type: "warning", code: "model_fallback", message: "It failed." });
    this.#emit({ type: "plan.restarted", model: "m/y", choice: CHOICE, reason, because: "it failed", from });
  }

  /** Blocks, of which several may be open. A broken answer has no more of its blocks. */
  #answer(first: number) {
    const calls: PlannedCall[] = [];
    const open: {
      block: number;
      kind: "text" | "reasoning" | "call";
      id: string;
      name: string;
      args: string;
    }[] = [];
    let next = first;
    let left = this.#upTo(4);
    const isBroken = this.#rarely(7);
    while (left > 0 || open.length > 0) {
      if (left > 0 && (open.length === 0 || this.#rarely(4))) {
        left--;
        const kind = this.#oneOf(["text", "call", "reasoning"] as const, "text");
        const block = next++;
        const id = `c${this.#epoch}_${++this.#calls}`;
        const name = this.#oneOf(TOOLS, "get_weather");
        open.push({ block, kind, id, name, args: this.#oneOf(ARGS, "{}") });
        if (kind === "call") this.#emit({ type: "call.started", block, callId: id, name });
        else this.#emit({ type: `${kind}.started`, block });
        continue;
      }
      const index = this.#upTo(open.length - 1);
      const at = open[index];
      if (at === undefined) break;
      const { block, kind, id: callId, name, args } = at;
      if (kind !== "call" && this.#rarely(2)) {
        this.#emit({ type: `${kind}.delta`, block, text: this.#oneOf(TEXTS, "Hi") });
        continue;
      }
      open.splice(index, 1);
      if (kind !== "call") {
        this.#emit({ type: `${kind}.ended`, block });
        continue;
      }
      const half = this.#upTo(args.length);
      for (const text of [args.slice(0, half), args.slice(half)]) {
        if (text !== "" || this.#rarely(3)) this.#emit({ type: "call.delta", block, callId, text });
      }
      const isCut = isBroken || this.#rarely(12);
      const readiness = isCut ? "truncated" : "ready";
      this.#emit({ type: "call.ready", block, callId, name, args, readiness });
      if (!isCut) calls.push({ id: callId, name, args: objectOf(args) });
    }
    return { calls, next, isBroken };
  }

  #usage(): void {
    this.#emit({ type: "usage", inputTokens: this.#upTo(1_000), outputTokens: 1, cachedTokens: 2 });
  }

  #planned(calls: readonly PlannedCall[]): { pending: readonly PlannedCall[]; isOver: boolean } {
    this.#usage();
    this.#warnings();
    let isWaiting = this.#execution === "predict" && calls.length > 0;
    for (const { id: callId, name, args } of calls) {
      if (args === undefined) continue;
      const kind = this.#upTo(5);
      if (kind === 4) this.#emit({ type: "result.requested", callId, name, args });
      if (kind === 5) {
        const terms = this.#rarely(2)
          ? ({ expiresAt: 1, approvals: 2, edits: true, client: true } as const)
          : {};
        this.#emit({ type: "approval.requested", callId, name, args, digest: `d_${callId}`, ...terms });
      }
      isWaiting ||= kind > 3;
    }
    if (this.#rarely(12)) {
      return this.#fails(this.#oneOf(["step_cancelled", "loop_detected"], "step_cancelled"));
    }
    const finish = calls.length > 0
      ? "calls"
      : this.#oneOf(["stop", "length", "content_filter", "refusal"] as const, "stop");
    if (calls.length === 0) return this.#ends({ status: "done", finish });
    if (isWaiting) return this.#ends({ status: "waiting", finish, pending: calls });
    const continues = !this.#rarely(6);
    return this.#ends({ status: "open", finish, continues, pending: calls });
  }

  // Its end
  // ---------------------------------------------------------------------------------------------------------------

  #ends({ status, finish = null, continues = false, question, pending = [] }: {
    readonly status: Status;
    readonly finish?: Extract<StepEventBody, { type: "step.finished" }>["finish"];
    readonly continues?: boolean;
    readonly question?: string;
    readonly pending?: readonly PlannedCall[];
  }) {
    this.#emit({
      type: "step.finished",
      step: this.#step,
      version: this.#step,
      status,
      finish,
      continues,
      outcome: finish === null ? null : { type: "satisfied" },
      ...(question === undefined ? {} : { question }),
    });
    return { pending, isOver: !continues };
  }

  #fails(code: Extract<StepEventBody, { type: "step.failed" }>["error"]["code"]) {
    const error = { code, message: "It failed.", retryable: code.startsWith("model_") };
    this.#emit({ type: "step.failed", step: this.#step, version: this.#step, error });
    return { pending: [], isOver: true };
  }
}

function objectOf(args: string): JsonObject | undefined {
  if (args === "") return {};
  try {
    const value: Json = JSON.parse(args);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
