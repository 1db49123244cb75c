// What people can do with a step and with an input of theirs: buttons that are in sight while it has the pointer or the focus,
// and behind one button where there is no pointer that hovers.

import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { useActions } from "../actions.ts";
import { announce, copyAndAnnounce } from "./copy/copy.ts";
import { useSaid } from "./copy/said.ts";

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

/** What verbs are about. */
export interface Committed {
  /** Of its commit; undefined until it is committed. */
  readonly version: ReadonlySignal<number | undefined>;
  /** Why nothing is done with it; empty or missing where something is. */
  readonly refusal?: ReadonlySignal<string>;
}

const BUSY = "A step is running: stop it or wait for its end.";
const OPEN = "This is not saved yet.";

/** The verb that copies a text. `what` names it for assistive technology. */
export function copyVerb(what: string, read: () => string): Verb {
  const run = async () => await copyAndAnnounce(what, read()) ? "Copied" : "Not copied";
  return { title: "Copy", label: `Copy ${what}`, when: "always", run };
}

interface VerbButtonsProps {
  /** `Actions on step 2` */
  readonly label: string;
  readonly of: Committed;
  /** In the order of their buttons. */
  readonly verbs: readonly Verb[];
  /** They are so few that no button has to stand for them. */
  readonly isInline?: boolean;
}

let made = 0;

/** The buttons of these verbs. They stay reachable while they do nothing, and say why. */
export function VerbButtons({ label, of, verbs, isInline = false }: VerbButtonsProps) {
  const id = useMemo(() => `verbs-${++made}`, []); // useId counts in each tree of the page anew
  const list = useRef<HTMLDivElement>(null);
  const buttons = verbs.map((verb) => (
    <VerbButton
      key={verb.title}
      verb={verb}
      of={of}
      onDone={() => close(list.current)}
    />
  ));
  if (isInline) return <div class="actions" role="group" aria-label={label}>{buttons}</div>;
  return (
    <div class="verbs">
      <button type="button" class="verbs-open" aria-label={label} popovertarget={id}>⋯</button>
      <div
        id={id}
        class="actions verbs-list"
        role="group"
        aria-label={label}
        ref={list}
        popover="auto"
      >
        {buttons}
      </div>
    </div>
  );
}

interface VerbButtonProps {
  readonly verb: Verb;
  readonly of: Committed;
  readonly onDone: () => void;
}

function VerbButton({ verb, of: { version, refusal }, onDone }: VerbButtonProps) {
  const { busy } = useActions();
  // As signals of attributes: a run that begins changes each button of a long thread.
  const reason = useComputed(() => {
    if (verb.when === "always") return "";
    if (refusal !== undefined && refusal.value !== "") return refusal.value;
    if (version.value === undefined) return OPEN;
    return busy.value && verb.when !== "committed" ? BUSY : "";
  });
  const isResting = useComputed(() => reason.value !== "");
  const { said, say } = useSaid();
  const onClick = async () => {
    const why = reason.peek();
    if (why !== "") return announce(why);
    onDone();
    const words = await verb.run(version.peek() ?? 0);
    if (words) say(words);
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
