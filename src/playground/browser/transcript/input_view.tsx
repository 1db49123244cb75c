// The view of an input, which can be written anew in a fork.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useActions } from "../actions.ts";
import { Medium, Picture } from "../answers/media.tsx";
import { VerbButtons } from "../components/verbs.tsx";
import type { Input } from "./input.ts";

/** An input: its text and its media, or the form in which it is edited. */
export function InputView({ input }: { readonly input: Input }) {
  const { edit } = useActions();
  const { text, pictures, media, origin, isEdited, version } = input;
  const buttons = useRef<HTMLDivElement>(null);
  const wasEdited = useRef(false);
  // What has opened the form gets the focus back.
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited.value) buttons.current?.querySelector("button")?.focus();
    wasEdited.current = isEdited.value;
  }, [isEdited.value]);
  const open = () => void (isEdited.value = true);
  const close = () => void (isEdited.value = false);
  const run = (edited: string) => {
    close();
    edit(version.peek() ?? 0, edited);
  };
  return (
    <section class="user">
      {origin === "" ? <h2 class="unseen">You</h2> : <h2 class="origin">{origin}</h2>}
      {pictures.length + media.length > 0 && (
        <div class="user-media">
          {pictures.map(({ name, url }) => <Picture key={url} name={name} url={url} />)}
          {media.map((part, index) => <Medium key={index} part={part} />)}
        </div>
      )}
      {isEdited.value ? <EditForm text={text} onKeep={close} onRun={run} /> : <p class="text">{text}</p>}
      <div class="user-verbs" ref={buttons} hidden={isEdited.value}>
        <VerbButtons
          label="Actions on your message"
          of={input}
          verbs={[{ title: "Edit", run: open }]}
          isInline
        />
      </div>
    </section>
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
        aria-label="The message, edited"
        rows={Math.min(12, text.split("\n").length + 1)}
        defaultValue={text}
      />
      <p class="small">The thread stays as it is: a branch goes on with the edited message.</p>
      <button type="submit" class="primary small">Run in a branch</button>
      <button type="button" class="quiet small" onClick={onKeep}>Keep</button>
    </form>
  );
}
