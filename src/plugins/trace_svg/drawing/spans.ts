// What a picture of a thread shows: its entries as spans of time. All of it is in the history and in the state of the thread, so the
// picture is the same wherever and whenever it is made.

import { heldView } from "../../../core/held_calls/held_view.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import { hasOutcome } from "../../../core/contract/has_outcome.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { ThreadView } from "../../../core/contract/threads.ts";
import { durationText } from "./text.ts";

/** A thread as it is drawn. */
export interface ThreadTrace {
  readonly thread: ThreadView;
  /** The calls that have no observation yet. */
  readonly calls: readonly CallView[];
  /** A step is in progress. */
  readonly running: boolean;
  /** Oldest first. */
  readonly entries: readonly EntryView[];
  /** Entries before the first one, which are not drawn. */
  readonly omitted: number;
  /** The threads in which phases run. */
  readonly phases: readonly PhaseTrace[];
}

/** A phase with the thread of its last run. */
export interface PhaseTrace {
  readonly phase: string;
  readonly worker?: string | undefined;
  readonly thread: ThreadView;
  readonly entries: readonly EntryView[];
  readonly omitted: number;
}

/** What a span is: a moment (`input`, `note`) or a time. */
export type SpanKind = "input" | "plan" | "tool" | "wait" | "phase" | "note";

/** How it ended. `open`: it has not. */
export type Tone = "good" | "bad" | "warn" | "open";

/** One row of the picture. Times are epoch milliseconds; `to` is never before `from`. */
export interface Span {
  readonly kind: SpanKind;
  readonly tone: Tone;
  readonly label: string;
  readonly detail: string;
  readonly from: number;
  readonly to: number;
  /** 1 for what belongs to a phase. */
  readonly depth: number;
  /** The version whose step it belongs to; undefined for what belongs to none. */
  readonly version: number | undefined;
  /** The call that it is about. */
  readonly callId: string | undefined;
}

/** The spans of a thread, in the order of its history. */
export function buildSpans({ thread, calls, running, entries, omitted, phases }: ThreadTrace): Span[] {
  const reader = new SpanReader(Date.parse(thread.createdAt), 0, phases);
  if (omitted > 0) reader.note(`${omitted} earlier entries`, "are not drawn", "open");
  for (const entry of entries) reader.take(entry);
  reader.flush();
  for (const call of calls) if (call.thread === undefined) reader.pending(call);
  for (const phase of phases) reader.phase(phase, calls.filter(({ thread }) => thread === phase.thread.id));
  if (running) reader.note("A step is in progress", "", "open");
  reader.end(thread);
  return reader.spans;
}

type Tool = Extract<EntryView, { type: "tool" }>;

/** What a span is about. */
interface SpanSubject {
  readonly version?: number;
  readonly callId?: string;
}

/** How a phase stands in the thread above. */
interface PhaseEnd {
  /** When its call was planned, and when it ended. */
  readonly planned: number;
  readonly end: number;
  readonly tone: Tone;
  readonly state: string;
  readonly of?: SpanSubject;
  /** Its calls that have no observation yet. */
  readonly calls?: readonly CallView[];
}

class SpanReader {
  readonly spans: Span[] = [];
  readonly #depth: number;
  readonly #phases: Map<string, PhaseTrace>;
  readonly #names = new Map<string, string>();
  /** No span begins before it: clocks of different workers may differ. */
  #now: number;
  /** Observations of one step, whose times are known together. */
  #tools: Tool[] = [];

  constructor(from: number, depth: number, phases: readonly PhaseTrace[]) {
    this.#now = Number.isFinite(from) ? from : 0;
    this.#depth = depth;
    this.#phases = new Map(phases.map((phase) => [phase.thread.parent?.callId ?? phase.thread.id, phase]));
  }

  take(entry: EntryView): void {
    if (entry.type === "tool") {
      if (this.#tools.some(({ version }) => version !== entry.version)) this.flush();
      this.#tools.push(entry);
      return;
    }
    this.flush();
    switch (entry.type) {
      case "user":
        this.#now = this.#at(entry.at);
        return this.#add("input", "good", "input", quote(entry.text), this.#now, this.#now, entry);
      case "notice":
        return this.#add("note", "good", `notice: ${entry.about}`, quote(entry.text), this.#now, this.#now);
      case "cut":
        return this.#add(
          "note",
          "good",
          "cut",
          `a new prompt: ${entry.why.join(", ")}`,
          this.#now,
          this.#now,
        );
      case "summary":
        return this.#add(
          "note",
          "good",
          "summary",
          `stands for ${entry.through} entries`,
          this.#now,
          this.#now,
        );
      case "failure": // its requests are in the record alone
        return;
      case "assistant":
        return this.#plan(entry);
      default:
        return ignoreUnknown(entry);
    }
  }

  #plan(
    { at, version, model, usage, finish, interrupted, choice, blocks }: Extract<
      EntryView,
      { type: "assistant" }
    >,
  ) {
    for (const block of blocks) if (block.type === "call") this.#names.set(block.id, block.name);
    const from = this.#now;
    this.#now = this.#at(at);
    const calls = blocks.filter(({ type }) => type === "call").length;
    const violated = choice?.outcome.type === "violated";
    const detail = [
      choice?.corrected === undefined ? "" : `asked again: ${choice.corrected}`,
      interrupted ? "interrupted" : "",
      violated ? "violates its choice" : "",
      calls > 0 ? `${calls} ${calls === 1 ? "call" : "calls"}` : finish === "calls" ? "" : finish,
      `${usage.inputTokens} → ${usage.outputTokens} tokens`,
      choice === undefined ? "" : `choice ${choiceName(choice.requested)}`,
    ];
    const isOff = interrupted || violated || choice?.corrected !== undefined || finish === "length" ||
      finish === "content_filter" || finish === "refusal";
    this.#add("plan", isOff ? "warn" : "good", model, joinParts(detail), from, this.#now, { version });
  }

  /** The observations of a step. Their runs end by the time of the entries; how long each took is known, and not when it began. */
  flush(): void {
    const tools = this.#tools;
    if (tools.length === 0) return;
    this.#tools = [];
    const planned = this.#now;
    const end = this.#at(tools.at(-1)?.at ?? "");
    const longest = Math.max(0, ...tools.map(({ ms }) => wholeMs(ms)));
    const decided = tools.map((tool) => this.#decidedAt(tool, end));
    const from = Math.max(planned, ...decided.map((at) => at ?? 0), end - longest);
    tools.forEach((tool, index) => {
      const at = decided[index];
      const { approval, door, outcome } = tool;
      if (approval !== undefined) {
        const people = approval.decisions.flatMap(({ by }) => by === undefined ? [] : [by]);
        const detail = joinParts([approval.outcome, people.length === 0 ? "" : `by ${people.join(", ")}`]);
        const tone = approval.outcome === "approved" ? "good" : "warn";
        this.#add("wait", tone, `approval of ${tool.name}`, detail, planned, at ?? end, tool);
      } else if (door !== undefined && wholeMs(tool.ms) === 0 && outcome === "completed") {
        return this.#add("wait", "good", tool.name, "the caller ran it", planned, end, tool);
      }
      const child = this.#phases.get(tool.callId);
      if (child === undefined) return this.#tool(tool, from);
      this.#phases.delete(tool.callId);
      this.#phase(child, {
        planned,
        end,
        tone: outcome === "completed" ? "good" : "bad",
        state: outcome,
        of: tool,
      });
    });
    this.#now = end;
  }

  #tool(tool: Tool, from: number): void {
    const { name, outcome, ms, error, edited } = tool;
    const took = wholeMs(ms);
    const detail = [
      outcome === "completed" ? "" : outcome,
      edited ? "edited" : "",
      outcome === "completed" ? "" : error?.message ?? "",
    ];
    this.#add("tool", toTone(outcome), name, joinParts(detail), from, from + took, tool);
  }

  #decidedAt({ approval }: Tool, end: number): number | undefined {
    const times = approval?.decisions.map(({ at }) => Date.parse(at)).filter(Number.isFinite) ?? [];
    if (times.length === 0) return undefined;
    return Math.min(end, Math.max(this.#now, ...times));
  }

  /** A call that waits, that is still to run, or that has its outcome beside one that is deferred. */
  pending(call: CallView): void {
    const { id, name, state, approval, deferred, error } = call;
    if (hasOutcome(call)) {
      const detail = state === "completed" ? "" : joinParts([state, error?.message ?? ""]);
      return this.#add("tool", toTone(call.state), name, detail, this.#now, this.#now, { callId: id });
    }
    const what = heldInWords(call);
    const decided = approval?.decisions.length ?? 0;
    const detail = joinParts([what, decided > 0 ? `${decided} of ${approval?.needed} approved` : ""]);
    const since = deferred?.since === undefined ? this.#now : this.#at(deferred.since);
    this.#add("wait", "open", name, detail, since, since, { callId: id });
  }

  /** A phase whose call has no observation in the entries. */
  phase(phase: PhaseTrace, calls: readonly CallView[]): void {
    if (!this.#phases.delete(phase.thread.parent?.callId ?? phase.thread.id)) return;
    this.#phase(phase, {
      planned: this.#now,
      end: this.#now,
      tone: "open",
      state: phase.thread.status,
      calls,
    });
  }

  #phase(
    { phase, worker, thread, entries, omitted }: PhaseTrace,
    { planned, end, tone, state, of, calls = [] }: PhaseEnd,
  ): void {
    const reader = new SpanReader(Math.max(planned, Date.parse(thread.createdAt)), 1, []);
    if (omitted > 0) reader.note(`${omitted} earlier entries`, "are not drawn", "open");
    for (const entry of entries) reader.take(entry);
    reader.flush();
    for (const call of calls) reader.pending(call);
    const from = Math.min(
      ...reader.spans.map((span) => span.from),
      Math.max(planned, Math.min(end, reader.#now)),
    );
    const to = Math.max(tone === "open" ? 0 : end, ...reader.spans.map((span) => span.to), from);
    const name = worker === undefined ? phase : `${phase} (${worker})`;
    const steps = `${thread.counters.steps} steps`;
    this.#add("phase", tone, name, joinParts([state, steps]), Math.max(planned, from), to, of);
    this.spans.push(...reader.spans);
    this.#now = Math.max(this.#now, to);
  }

  note(label: string, detail: string, tone: Tone): void {
    this.#add("note", tone, label, detail, this.#now, this.#now);
  }

  /** How the thread stands, where it is not simply done. */
  end({ status, error, question, resumeAt, wake, parked }: ThreadView): void {
    if (error !== undefined) {
      this.note(`${parked === undefined ? "failed" : "parked"}: ${error.code}`, error.message, "bad");
    }
    if (status === "cancelled") this.note("cancelled", "", "warn");
    if (question !== undefined) this.note("asks the user", quote(question), "open");
    if (resumeAt !== undefined) this.note("rests", `until ${resumeAt}`, "open");
    if (wake && status === "open") this.note("goes on by itself", "a wake-up runs the next step", "open");
  }

  #at(time: string): number {
    const at = Date.parse(time);
    return Number.isFinite(at) ? Math.max(this.#now, at) : this.#now;
  }

  #add(
    kind: SpanKind,
    tone: Tone,
    label: string,
    detail: string,
    from: number,
    to: number,
    { version, callId }: SpanSubject = {},
  ): void {
    const took = to > from && tone !== "open" ? durationText(to - from) : "";
    const span = { kind, tone, label, detail: joinParts([took, detail]), from, to: Math.max(from, to) };
    this.spans.push({ ...span, depth: this.#depth, version, callId });
  }
}

function toTone(outcome: Tool["outcome"]): Tone {
  if (outcome === "completed") return "good";
  return outcome === "failed" || outcome === "unknown" ? "bad" : "warn";
}

function wholeMs(ms: number): number {
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

function heldInWords(call: CallView): string {
  const { waitsFor, asks } = heldView(call);
  switch (waitsFor) {
    case "people":
      return asks ? "waits for an answer" : "waits for approval";
    case "caller":
      return "the caller is to run it";
    case "later":
      return `waits for its result until ${call.deferred?.expiresAt.slice(0, 16)}Z`;
    case "authorization":
      return "the user has to authorize its server";
    case undefined:
      return "is to run";
  }
}

function quote(text: string): string {
  return text === "" ? "" : `“${text}”`;
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

type Choice = NonNullable<Extract<EntryView, { type: "assistant" }>["choice"]>["requested"];

function choiceName(choice: Choice): string {
  if ("name" in choice) return choice.name;
  return "names" in choice ? choice.names.join(" or ") : choice.type;
}

/** `never` in this version; a newer server has entries that are not known here. */
function ignoreUnknown(_entry: never): void {}
