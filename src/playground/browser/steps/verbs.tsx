// What people can do with a step and with an input of theirs: buttons that are in sight while it has the pointer or the focus,
// and behind one button where there is no pointer that hovers.

import { computed, type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { announce, copyText } from "../answers/copy.js";
import type { AppActions } from "../apps/app_frame.js";

/** What a conversation does with its steps, inputs and calls. */
export interface Handlers {
  fork(version: number): void;
  again(version: number): void;
  edit(version: number, text: string): void;
  showInput(version: number): void;
  thread(): string;
  /** Shows entries before those that are on the page. */
  earlier(): void;
  app(callId: string): AppActions;
  /** A step runs. */
  readonly busy: ReadonlySignal<boolean>;
}

/** Something that can be done. */
export interface Verb {
  readonly title: string;
  /** What it is about, for assistive technology: `Copy the text`. */
  readonly label?: string;
  /** Words that it resolves to stand on the button for two seconds. */
  readonly run: (version: number) => void | Promise<string>;
  /** When it can be done; by default behind the commit, while no step runs. */
  readonly when?: "committed" | "always";
  /** What it opens is open. */
  readonly expanded?: ReadonlySignal<boolean>;
}

/** The order of their buttons. */
const ORDER = ["Copy", "Edit", "Fork", "Regenerate", "Model input", "Details"];

const BUSY = "A step is running: stop it or wait for its end.";
const OPEN = "This is not committed yet.";

/** Milliseconds for which a button says what it did. */
const SAID_MS = 2000;

let made = 0;

/** The verbs of one step or input. They stay reachable while they do nothing, and say why. */
export class Verbs {
  /** `Actions on step 2` */
  readonly label: string;
  readonly id = `verbs-${++made}`;
  readonly list = signal<readonly Verb[]>([]);
  /** Of the commit that they are about. */
  readonly version = signal<number | undefined>(undefined);
  readonly #refusal = signal("");
  readonly #busy: ReadonlySignal<boolean>;

  constructor(label: string, busy: ReadonlySignal<boolean>) {
    this.label = label;
    this.#busy = busy;
  }

  /** Adds verbs; those that are there already stay as they are. */
  add(...verbs: readonly Verb[]): void {
    const known = this.list.peek();
    const added = verbs.filter(({ title }) => known.every((each) => each.title !== title));
    this.list.value = [...known, ...added].sort((one, other) =>
      ORDER.indexOf(one.title) - ORDER.indexOf(other.title)
    );
  }

  /** The commit is there. */
  commit(version: number): void {
    this.version.value = version;
  }

  /** None of them does anything from now on. */
  refuse(reason: string): void {
    this.#refusal.value = reason;
  }

  /** Why a verb does nothing; empty when it does something. */
  reason({ when }: Verb): string {
    if (when === "always") return "";
    if (this.#refusal.value !== "") return this.#refusal.value;
    if (this.version.value === undefined) return OPEN;
    return this.#busy.value && when !== "committed" ? BUSY : "";
  }
}

/** The verb that copies a text. `what` names it for assistive technology. */
export function copyVerb(what: string, read: () => string): Verb {
  const run = async () => {
    const isDone = await copyText(read());
    announce(isDone ? `Copied ${what}.` : `The browser did not copy ${what}.`);
    return isDone ? "Copied" : "Not copied";
  };
  return { title: "Copy", label: `Copy ${what}`, when: "always", run };
}

interface VerbButtonsProps {
  readonly verbs: Verbs;
  /** They are so few that no button has to stand for them. */
  readonly isInline?: boolean;
}

/** The buttons of these verbs. */
export function VerbButtons({ verbs, isInline = false }: VerbButtonsProps) {
  const list = useRef<HTMLDivElement>(null);
  const buttons = verbs.list.value.map((verb) => (
    <VerbButton
      key={verb.title}
      verbs={verbs}
      verb={verb}
      onDone={() => close(list.current)}
    />
  ));
  if (isInline) return <div class="actions" role="group" aria-label={verbs.label}>{buttons}</div>;
  return (
    <div class="verbs">
      <button type="button" class="verbs-open" aria-label={verbs.label} {...{ popovertarget: verbs.id }}>
        ⋯
      </button>
      <div
        id={verbs.id}
        class="actions verbs-list"
        role="group"
        aria-label={verbs.label}
        ref={list}
        {...{ popover: "auto" }}
      >
        {buttons}
      </div>
    </div>
  );
}

interface VerbButtonProps {
  readonly verbs: Verbs;
  readonly verb: Verb;
  readonly onDone: () => void;
}

function VerbButton({ verbs, verb, onDone }: VerbButtonProps) {
  // As signals of attributes: a run that begins changes each button of a long thread.
  const reason = useMemo(() => computed(() => verbs.reason(verb)), [verbs, verb]);
  const isResting = useMemo(() => computed(() => reason.value !== ""), [reason]);
  const said = useSignal("");
  const onClick = async () => {
    const why = reason.peek();
    if (why !== "") return announce(why);
    onDone();
    said.value = await verb.run(verbs.version.peek() ?? 0) ?? "";
    if (said.peek() !== "") setTimeout(() => said.value = "", SAID_MS);
  };
  return (
    <button
      type="button"
      class="small"
      aria-label={verb.label}
      aria-disabled={isResting}
      aria-expanded={verb.expanded}
      title={reason}
      onClick={() => void onClick()}
    >
      {said.value || verb.title}
    </button>
  );
}

/** Where there is a pointer the list is no popover. */
function close(list: HTMLElement | null): void {
  if (list?.matches(":popover-open")) list.hidePopover();
}
