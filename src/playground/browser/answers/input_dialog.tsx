// The dialog with what the model was given in a step. It is read when it is opened.

import { useSignal } from "@preact/signals";
import { type ComponentChildren, render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { EntryView } from "../../../core/contract/entries.ts";
import { describeError } from "../components/problem.tsx";
import { JsonText, JsonValue } from "../json_view.tsx";
import { count } from "../words.ts";
import { CopyButton } from "../components/copy/copy_button.tsx";
import { type ModelInput, readModelInput } from "./model_input.ts";

/** Shows the input of the plan that a version committed. */
export function showModelInput(thread: string, version: number): void {
  const place = document.createElement("div");
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(<InputDialog thread={thread} version={version} onClose={close} />, place);
}

interface InputDialogProps {
  readonly thread: string;
  readonly version: number;
  readonly onClose: () => void;
}

function InputDialog({ thread, version, onClose }: InputDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useSignal<ComponentChildren>(<p class="small">Loading…</p>);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    readModelInput(thread, version).then(
      (input) => {
        body.value = input === undefined
          ? <p>No model was called in this step.</p>
          : <InputParts input={input} />;
      },
      (error) => {
        body.value = <p class="bad">It cannot be read. {describeError(error)}</p>;
      },
    );
  }, []);
  // The browser gives the focus back to the button that opened it.
  return (
    <dialog
      class="dialog input"
      aria-labelledby="model-input-title"
      {...{ closedby: "any" }}
      ref={dialog}
      onClose={onClose}
    >
      <header class="panel-head">
        <h2 id="model-input-title">Model input</h2>
        <form method="dialog">
          <button type="submit" class="quiet">Close</button>
        </form>
      </header>
      <div class="input-body">{body.value}</div>
    </dialog>
  );
}

function InputParts(
  { input: { model, record, definition, summary, entries } }: { readonly input: ModelInput },
) {
  const { instructions, tools = [], settings = {} } = definition ?? {};
  return (
    <>
      <p class="small">{describeRecord(model, record)}</p>
      {definition === undefined && <p class="small">What the agent was in this step is not kept.</p>}
      {instructions && (
        <Section title="Instructions">
          <Block label="Instructions">{instructions}</Block>
        </Section>
      )}
      {summary !== undefined && (
        <Section title="Summary of what came before">
          <Block label="Summary">{summary}</Block>
        </Section>
      )}
      <Section title={`Messages (${count(entries.length)})`}>
        <ol class="messages">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Message entry={entry} />
            </li>
          ))}
        </ol>
      </Section>
      {tools.length > 0 && (
        <Section title={`Tools (${count(tools.length)})`}>
          {record?.tools && (
            <p class="small">Some of these were offered: the details of the step name them.</p>
          )}
          {tools.map(({ name, description, parameters }) => (
            <details key={name}>
              <summary>
                <code>{name}</code> {description}
              </summary>
              <Block label={`Parameters of ${name}`}>
                <JsonValue value={parameters} />
              </Block>
            </details>
          ))}
        </Section>
      )}
      {Object.keys(settings).length > 0 && (
        <Section title="Settings">
          <Block label="Settings">
            <JsonValue value={settings} />
          </Block>
        </Section>
      )}
    </>
  );
}

function describeRecord(model: string, record: ModelInput["record"]): string {
  if (record === undefined) return `${model}. What was sent is not kept: these are the messages before it.`;
  const { request, start, pins = [], hint, maxOutputTokens, response } = record;
  return [
    model,
    request === undefined ? "no request was sent" : `body with SHA-256 ${request}`,
    ...start > 0 ? [`from message ${start} on`] : [],
    ...pins.length > 0 ? [`with messages ${pins.join(", ")}`] : [],
    ...maxOutputTokens === undefined ? [] : [`at most ${count(maxOutputTokens)} tokens of output`],
    ...hint === undefined ? [] : [`with the line: ${hint}`],
    ...response === undefined ? [] : [`answered as ${response}`],
  ].join(", ");
}

function Message({ entry }: { readonly entry: EntryView }) {
  switch (entry.type) {
    case "user":
      return (
        <>
          <h4>user</h4>
          <Block label="Input">{entry.text}</Block>
        </>
      );
    case "assistant":
      return (
        <>
          <h4>assistant</h4>
          {entry.blocks.map((block, index) => <AnswerBlock key={index} block={block} />)}
        </>
      );
    case "tool":
      return (
        <>
          <h4>tool {entry.name}</h4>
          <Block label={`Output of ${entry.name}`}>
            {entry.error ? entry.error.message : <JsonValue value={entry.output} />}
          </Block>
        </>
      );
    case "summary":
    case "notice":
      return (
        <>
          <h4>{entry.type}</h4>
          <Block label={entry.type}>{entry.text}</Block>
        </>
      );
    case "cut":
    case "failure":
      return null;
  }
}

function AnswerBlock(
  { block }: { readonly block: Extract<EntryView, { type: "assistant" }>["blocks"][number] },
) {
  if (block.type === "call") {
    return (
      <>
        <p class="small">call {block.name}</p>
        <Block label={`Arguments of ${block.name}`}>
          <JsonText text={block.args} />
        </Block>
      </>
    );
  }
  if (block.text === "") return null;
  return (
    <>
      {block.type === "reasoning" && <p class="small">reasoning</p>}
      <Block label="Text">{block.text}</Block>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A text with a button that copies it. */
function Block({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const text = useRef<HTMLPreElement>(null);
  return (
    <div class="block">
      <pre class="json" tabIndex={0} role="group" aria-label={label} ref={text}>{children}</pre>
      <CopyButton what={label.toLowerCase()} read={() => text.current?.textContent ?? ""} />
    </div>
  );
}
