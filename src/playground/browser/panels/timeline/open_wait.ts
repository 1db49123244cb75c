// What a thread waits for now: the end of its timeline, which is open.

import { hasOutcome } from "../../../../core/contract/has_outcome.ts";
import { type StatusWords, threadWords } from "../../../../core/contract/status_words.ts";
import type { ThreadTrace } from "../../../../plugins/trace_svg/drawing/spans.ts";
import { timeWords } from "../../words.ts";
import type { Lane } from "./step.ts";

/** A wait that has not ended. */
export interface OpenWait {
  readonly state: StatusWords;
  /** `delete_record, ask_user`, `a question`, `until 14:05` */
  readonly what: string;
  /** Epoch milliseconds; `to` is when the thread was read. */
  readonly from: number;
  readonly to: number;
  /** The calls that wait. */
  readonly lanes: readonly Lane[];
}

/** The wait at the end of a thread; undefined where a step runs or may run. `now` is in epoch milliseconds. */
export function findOpenWait({ thread, calls, running }: ThreadTrace, now: number): OpenWait | undefined {
  const { status, waitsFor, question, resumeAt, updatedAt } = thread;
  const isHeld = status === "waiting" && waitsFor !== undefined;
  const rests = resumeAt !== undefined && Date.parse(resumeAt) > now;
  if (running || !(isHeld || rests)) return undefined;
  const from = Math.min(now, Date.parse(updatedAt));
  const waiting = calls.filter((call) => !hasOutcome(call));
  return {
    state: threadWords(thread, now),
    what: rests ? `until ${timeWords(resumeAt)}` : question ?? waiting.map(({ name }) => name).join(", "),
    from,
    to: now,
    lanes: waiting.map(({ id, name, deferred }) => ({
      kind: "hold",
      name,
      callId: id,
      isBad: false,
      from: Math.min(now, Date.parse(deferred?.since ?? "") || from),
      to: now,
    })),
  };
}
