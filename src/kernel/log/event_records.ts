// Events as the log keeps them. Most events of an answer are pieces of one block, one behind the other: these share a record,
// so that a long answer is a few records.

import type { StepEvent } from "../../core/event.ts";
import type { LoggedEvent } from "../../core/store/thread.ts";

/** Most characters of one record, and of the records that travel in one request; escaping may double them. */
const RECORD_CHARS = 32 * 1024;
const BATCH_CHARS = 96 * 1024;

/** Most characters of the pieces that share a record: the oldest record leaves a full log whole. */
const PIECES_CHARS = 512;

type Delta = Extract<StepEvent, { type: "text.delta" | "reasoning.delta" | "call.delta" }>;

/** A piece with the texts of those behind it, whose seqs follow its own. */
type DeltaRecord = Delta & { readonly more: readonly string[] };

/** A record that further pieces may join. */
interface OpenRecord {
  readonly first: Delta;
  readonly more: string[];
  chars: number;
}

/** The events of a step that are not in its log yet, as records. */
export class UnloggedEvents {
  #records: LoggedEvent[] = [];
  #open: OpenRecord | undefined;

  get isEmpty(): boolean {
    return this.#records.length === 0 && this.#open === undefined;
  }

  /** Adds an event; each has a higher seq than the one before it. */
  add(event: StepEvent): void {
    if (this.#open && isNextPiece(event, this.#open)) {
      this.#open.more.push(event.text);
      this.#open.chars += event.text.length;
      return;
    }
    this.#close();
    if (isDelta(event)) this.#open = { first: event, more: [], chars: event.text.length };
    else this.#records.push(toRecord(event));
  }

  /** The oldest records, as many as one request carries, but at least one of those there are. */
  batch(): LoggedEvent[] {
    this.#close();
    let size = 0;
    const isBeyond = ({ text }: LoggedEvent, index: number) =>
      (size += text.length) > BATCH_CHARS && index > 0;
    const end = this.#records.findIndex(isBeyond);
    return this.#records.slice(0, end < 0 ? undefined : end);
  }

  /** Whether records remain behind those of {@link batch}. */
  get exceedsBatch(): boolean {
    return this.batch().length < this.#records.length;
  }

  /** The first `count` records are in the log. */
  drop(count: number): void {
    this.#records = this.#records.slice(count);
  }

  #close(): void {
    if (this.#open) this.#records.push(toDeltaRecord(this.#open));
    this.#open = undefined;
  }
}

/** A record of one event. An event that is too large for it is left out with a mark; the history has it whole. */
export function toRecord(event: StepEvent): LoggedEvent {
  const text = JSON.stringify(event);
  return { seq: event.seq, text: text.length <= RECORD_CHARS ? text : JSON.stringify(shortenEvent(event)) };
}

/**
 * The events of records, in order. Records are asked for behind a place, which may lie within the first of them: its first
 * events then precede the place.
 */
export function* readLoggedEvents(records: readonly LoggedEvent[]): Generator<StepEvent, void> {
  for (const { text } of records) {
    const record: StepEvent | DeltaRecord = JSON.parse(text);
    if (!("more" in record)) {
      yield record;
      continue;
    }
    const { more, ...first } = record;
    yield first;
    for (const [index, text] of more.entries()) yield { ...first, text, seq: first.seq + 1 + index };
  }
}

function toDeltaRecord({ first, more }: OpenRecord): LoggedEvent {
  if (more.length === 0) return toRecord(first);
  const record: DeltaRecord = { ...first, more };
  return { seq: first.seq + more.length, text: JSON.stringify(record) };
}

function isDelta(event: StepEvent): event is Delta {
  return event.type === "text.delta" || event.type === "reasoning.delta" || event.type === "call.delta";
}

// The type and the block are enough: every piece of a block of type call has the id of its one call.
function isNextPiece(event: StepEvent, { first, more, chars }: OpenRecord): event is Delta {
  return isDelta(event) && event.type === first.type && event.block === first.block &&
    event.seq === first.seq + 1 + more.length && chars + event.text.length <= PIECES_CHARS;
}

function shortenEvent(event: StepEvent): StepEvent {
  const mark = "[left out of the event log; read the history]";
  switch (event.type) {
    case "tool.finished":
      return { ...event, output: mark };
    case "tool.started":
    case "approval.requested":
    case "result.requested":
      return { ...event, args: { mark } };
    case "call.ready":
      return { ...event, args: JSON.stringify({ mark }) };
    case "text.delta":
    case "reasoning.delta":
    case "call.delta":
      return { ...event, text: mark };
    case "step.started":
      return { ...event, choice: null };
    case "plan.restarted":
      return { ...event, choice: { ...event.choice, sent: mark, toolsSent: [] } };
    default:
      return event;
  }
}
