// A message that grows while the model writes the answer, posted by the isolate that received the question. `postNews` posts the whole
// answer later, also where this message fails.

import { seqBase, type StepEvent } from "../../core/event.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readLoggedEvents } from "../../kernel/log/event_records.ts";
import { isLimit } from "./channel.ts";
import { DRAFT, edit, type PostDeps, postDraft, type Posting } from "./post_news.ts";

/** Milliseconds between two reads of what the model has written. */
const POLL_MS = 1_000;

/** Reads in a row without an event, after which the thread is read: it may rest. */
const MOST_SILENT = 5;

/** Records of one read. */
const PAGE = 200;

/** The end of an answer that is not complete. */
const MORE = " …";

type Deps = PostDeps & Pick<HttpDeps, "sleep">;

/** What was read of the running step. */
interface Followed {
  /** Of the last event. */
  seen: number;
  /** The words of the plan so far. */
  text: string;
  /** The text of the message. */
  posted: string;
  /** Epoch milliseconds before which it is not edited. */
  next: number;
  /** Edits in a row that a limit of the platform has refused. */
  limits: number;
  /** The platform does not take the message: it is not tried again while the step runs. */
  isRefused: boolean;
}

/**
 * Shows the answer of the step that runs, or is about to, until it ends or the time is over. `until` in epoch milliseconds; `after` is the
 * place of the last event that was seen. The place behind the step.
 */
export async function followStep(
  posting: Posting,
  { until, after }: { readonly until: number; readonly after: number },
  deps: Deps,
): Promise<number> {
  const { ref } = posting;
  const followed: Followed = { seen: after, text: "", posted: "", next: 0, limits: 0, isRefused: false };
  for (let silent = 0; silent < MOST_SILENT && deps.clock() < until; silent++) {
    const page = await deps.store.readEvents(ref, followed.seen, PAGE);
    if (page === undefined) return followed.seen;
    if (page.events.length > 0) silent = 0;
    for (const event of readLoggedEvents(page.events)) {
      if (event.seq <= followed.seen) continue;
      followed.seen = event.seq;
      if (isEnd(event)) return followed.seen;
      followed.text = textWith(event, followed.text);
    }
    const text = followed.text.trim();
    const isNew = text !== "" && text !== followed.posted && !followed.isRefused;
    if (isNew && deps.clock() >= followed.next) await showNext(posting, text, followed, deps);
    await deps.sleep(POLL_MS);
  }
  return followed.seen;
}

/** The place before the events of the next step, or of the running one. */
export function placeBefore(epoch: number, running: boolean): number {
  return seqBase(running ? epoch : epoch + 1);
}

function isEnd({ type }: StepEvent): boolean {
  return type === "step.finished" || type === "step.failed";
}

/** The words of a plan behind an event. Another request for the plan begins anew. */
function textWith(event: StepEvent, text: string): string {
  switch (event.type) {
    case "step.started":
    case "plan.restarted":
      return "";
    case "text.delta":
      return text + event.text;
    default:
      return text;
  }
}

/** Edits the message. After each refusal by a limit of the platform the next try waits twice as long. */
async function showNext(posting: Posting, text: string, followed: Followed, deps: Deps): Promise<void> {
  const { editMs = 0 } = posting.channel.platform;
  let waitMs = editMs;
  try {
    followed.isRefused = !await show(posting, text, deps);
    followed.posted = text;
    followed.limits = 0;
  } catch (error) {
    if (!isLimit(error)) throw error;
    waitMs = Math.max(editMs, error.retryAfterMs ?? 0) * 2 ** followed.limits++;
  }
  followed.next = deps.clock() + waitMs;
}

/** Puts the words into the message, which is posted where there is none; false when the platform does not take it. */
async function show(posting: Posting, text: string, deps: Deps): Promise<boolean> {
  const { held, channel: { platform: { longestText, find } } } = posting;
  const beginning = text.length + MORE.length > longestText
    ? text.slice(0, longestText - MORE.length).toWellFormed()
    : text;
  const message = { key: `${DRAFT}${held.state.entry}`, text: beginning + MORE };
  const { draft } = held.state;
  const id = draft ?? await postDraft(posting, message, deps);
  const isShown = draft === undefined && find !== undefined;
  if (id === undefined) return false;
  return isShown || await edit(posting, id, message, deps) !== undefined;
}
