// An input of a person, which can be written anew in a fork.

import { type Signal, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { element } from "../dom.js";
import { Mounted } from "../components/mounted.tsx";
import { type Handlers, VerbButtons, Verbs } from "../steps/verbs.tsx";

/** One input on the page: its text, and the form in which it is edited. */
export class UserBubble {
  readonly element = element("section", "user");
  readonly verbs: Verbs;
  readonly #isEdited = signal(false);

  /** `origin` is that of an input that no person wrote; empty for others. */
  constructor(text: string, handlers: Handlers, media: readonly Node[], origin: string) {
    this.verbs = new Verbs("Actions on your input", handlers.busy);
    if (media.length > 0) this.verbs.refuse("An input with media is not edited: fork the step before it.");
    this.verbs.add({ title: "Edit", run: () => void (this.#isEdited.value = true) });
    render(
      <Bubble
        text={text}
        media={media}
        origin={origin}
        verbs={this.verbs}
        isEdited={this.#isEdited}
        onEdit={(edited) => handlers.edit(this.verbs.version.peek() ?? 0, edited)}
      />,
      this.element,
    );
  }
}

interface BubbleProps {
  readonly text: string;
  readonly media: readonly Node[];
  readonly origin: string;
  readonly verbs: Verbs;
  readonly isEdited: Signal<boolean>;
  readonly onEdit: (text: string) => void;
}

function Bubble({ text, media, origin, verbs, isEdited, onEdit }: BubbleProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const wasEdited = useRef(false);
  // What has opened the form gets the focus back.
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited.value) buttons.current?.querySelector("button")?.focus();
    wasEdited.current = isEdited.value;
  }, [isEdited.value]);
  const close = () => void (isEdited.value = false);
  return (
    <>
      {origin === "" ? <h2 class="unseen">You</h2> : <h2 class="origin">{origin}</h2>}
      {media.length > 0 && <Mounted tag="div" class="user-media" nodes={() => media} of={media} />}
      {isEdited.value
        ? (
          <EditForm
            text={text}
            onKeep={close}
            onRun={(edited) => {
              close();
              onEdit(edited);
            }}
          />
        )
        : <p class="text">{text}</p>}
      <div class="user-verbs" ref={buttons} hidden={isEdited.value}>
        <VerbButtons verbs={verbs} isInline />
      </div>
    </>
  );
}

interface EditFormProps {
  readonly text: string;
  readonly onKeep: () => void;
  readonly onRun: (text: string) => void;
}

function EditForm({ text, onKeep, onRun }: EditFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        const edited = area.current?.value ?? "";
        if (edited.trim() === "") area.current?.focus();
        else onRun(edited);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onKeep();
      }}
    >
      <textarea
        ref={area}
        aria-label="The input, edited"
        rows={Math.min(12, text.split("\n").length + 1)}
        defaultValue={text}
      />
      <p class="small">The thread stays as it is: a fork goes on with the edited input.</p>
      <button type="submit" class="primary small">Run in a fork</button>
      <button type="button" class="quiet small" onClick={onKeep}>Keep</button>
    </form>
  );
}

/** The door of an input that no person wrote, and the name there: `webhook github`. */
export function originWords(
  { door = "", by = "" }: { readonly door?: string; readonly by?: string },
): string {
  if (door === "webhook" || door === "schedule") return `${door} ${by}`;
  return door === "app" ? "app" : door === "result" ? "result of a call" : "";
}

/** One commit has taken these inputs. */
export function commitInputs(bubbles: readonly UserBubble[], version: number): void {
  const taken = bubbles.filter((bubble) => bubble.element.isConnected);
  for (const { verbs } of taken) {
    verbs.commit(version);
    if (taken.length > 1) verbs.refuse("One step read several inputs: fork the step before it.");
  }
}
