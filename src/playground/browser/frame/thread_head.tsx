// The heading of the conversation: the first words of its thread, what it is a phase of, its state and its menu.

import { signal } from "@preact/signals";
import { render } from "preact";
import type { StateFacts, StatusWords } from "../../../core/contract/status_words.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { Icon } from "../components/icon.tsx";
import { byId } from "../dom.ts";
import { threadHref } from "../shell/route.ts";
import { ThreadMenu } from "./thread_menu.tsx";
import { describeState, LOST } from "../components/thread_state.ts";

/** What the heading shows of the conversation. */
export interface HeadFacts {
  readonly thread: string;
  /** There is nothing in it yet. */
  readonly isEmpty: boolean;
  readonly running: boolean;
  /** It is read: whether it runs is not known. */
  readonly isOpening: boolean;
  readonly isLost: boolean;
  readonly progress: Omit<StateFacts, "status"> & {
    /** Empty before it is known. */
    readonly status: StateFacts["status"] | "";
    readonly steps: number;
  };
}

interface Shown {
  readonly title: string;
  readonly thread: string;
  readonly isEmpty: boolean;
  readonly state: StatusWords | undefined;
}

/** Every view of the page has this heading. */
export class ThreadHead {
  readonly #content = signal<Shown>({ title: "New thread", thread: "", isEmpty: true, state: undefined });
  readonly #parent = signal<ThreadDetail["parent"]>(undefined);
  #thread = "";

  /** `onError` takes what an action of the menu throws. */
  constructor(onError: (error: unknown) => void) {
    render(<Head head={this} onError={onError} />, byId("thread-head", HTMLElement));
  }

  get content(): Shown {
    return this.#content.value;
  }

  /** The thread that has begun this one as a phase. */
  get parent(): ThreadDetail["parent"] {
    return this.#parent.value;
  }

  /** Turns to another thread; what is known of the same one stays until it is read again. */
  turnTo(thread: string): void {
    if (thread !== this.#thread) this.#parent.value = undefined;
    this.#thread = thread;
  }

  /** Shows what was read of a thread. */
  open({ id, parent }: ThreadDetail): void {
    this.#thread = id;
    this.#parent.value = parent;
  }

  /** Shows the conversation as it stands. */
  show(facts: HeadFacts, title: string | undefined): void {
    const { thread, isEmpty } = facts;
    this.#content.value = {
      title: isEmpty ? "New thread" : title ?? thread,
      thread,
      isEmpty,
      state: stateWords(facts),
    };
  }
}

function stateWords(facts: HeadFacts): StatusWords | undefined {
  const { isEmpty, isOpening, isLost, progress } = facts;
  const running = facts.running && !isOpening;
  const { status, waiting, waitsFor, needs, wake, parked, resumeAt, error, version, steps } = progress;
  if (isEmpty || (status === "" && !running)) return undefined;
  if (isLost) return LOST;
  return describeState({
    status: status === "" ? "open" : status,
    version: version || steps,
    running,
    waiting,
    waitsFor,
    needs,
    wake,
    parked,
    resumeAt,
    error,
  });
}

interface HeadProps {
  readonly head: ThreadHead;
  readonly onError: (error: unknown) => void;
}

function Head({ head, onError }: HeadProps) {
  const { content: { title, thread, isEmpty, state }, parent } = head;
  return (
    <>
      <h1 id="headline" title={thread}>{title}</h1>
      {parent !== undefined && (
        <p class="thread-parent">
          Phase {parent.phase} of <a href={threadHref(parent.thread)}>{parent.thread}</a>
        </p>
      )}
      <p id="thread-state" class="state" role="status" data-tone={state?.tone}>
        {state && <Icon name={state.kind} />}
        {state && <span>{state.words}</span>}
      </p>
      <div id="thread-menu">{!isEmpty && <ThreadMenu thread={thread} onError={onError} />}</div>
    </>
  );
}
