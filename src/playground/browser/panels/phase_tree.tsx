// The phases of an orchestrator's thread as a tree: their states, with links to their threads; for the thread of a phase, the way up.

import { signal } from "@preact/signals";
import { render } from "preact";
import type { ChildView, ThreadDetail } from "../../../core/contract/threads.ts";
import { listChildren } from "../api.js";
import { Icon } from "../components/icon.tsx";
import { byId } from "../dom.js";
import { threadHref } from "../shell/route.ts";
import { stateOfPhase } from "./phase_words.ts";

/** The region above the message box. It is hidden for a thread without phases. */
export class PhaseTree {
  readonly #root = byId("phases", HTMLElement);
  readonly #onError: (error: unknown) => void;
  readonly #children = signal<readonly ChildView[]>([]);
  /** The phase that the thread is, of another thread. */
  readonly #parent = signal<ThreadDetail["parent"]>(undefined);
  #thread = "";
  #isReading = false;
  #isStale = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
    render(<Phases tree={this} />, this.#root);
  }

  get children(): readonly ChildView[] {
    return this.#children.value;
  }

  get parent(): ThreadDetail["parent"] {
    return this.#parent.value;
  }

  /** What it shows of a thread stays until that is read again. */
  turnTo(thread: string): void {
    if (thread === this.#thread) return;
    this.#thread = thread;
    this.#show([], undefined);
  }

  /** Shows the phases of a thread that was opened. */
  async open({ id, parent, plan }: ThreadDetail): Promise<void> {
    const hasPhases = typeof plan === "object" && plan !== null && Object.hasOwn(plan, "phases");
    this.#show(hasPhases ? this.#children.peek() : [], parent);
    if (hasPhases) await this.refresh(id);
  }

  /** Reads the phases again; while that is under way, once more behind it. */
  async refresh(thread: string): Promise<void> {
    this.#thread = thread;
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const wanted = this.#thread;
        if (wanted === "") break; // the page has turned to a new thread meanwhile
        const children = await listChildren(wanted);
        if (wanted === this.#thread) this.#show(children, this.#parent.peek());
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #show(children: readonly ChildView[], parent: ThreadDetail["parent"]): void {
    this.#children.value = children;
    this.#parent.value = parent;
    this.#root.hidden = children.length === 0 && parent === undefined;
  }
}

function Phases({ tree }: { readonly tree: PhaseTree }) {
  const { children, parent } = tree;
  return (
    <>
      {parent !== undefined && (
        <p>
          Phase {parent.phase} of <a href={threadHref(parent.thread)}>{parent.thread}</a>
        </p>
      )}
      <Branch phases={children} />
    </>
  );
}

function Branch({ phases }: { readonly phases: readonly ChildView[] }) {
  if (phases.length === 0) return null;
  return <ul>{phases.map((child) => <Phase key={child.phase} child={child} />)}</ul>;
}

function Phase({ child }: { readonly child: ChildView }) {
  const { phase, worker, thread, children } = child;
  const { words, tone, kind } = stateOfPhase(child, Date.now());
  return (
    <li>
      <p class="phase-line">
        {thread === undefined ? <b>{phase}</b> : <a href={threadHref(thread.id)}>{phase}</a>}
        {worker !== undefined && <span class="phase-worker">{worker}</span>}
        <span class="state" data-tone={tone}>
          <Icon name={kind} />
          <span>{words}</span>
        </span>
      </p>
      <Branch phases={children} />
    </li>
  );
}
