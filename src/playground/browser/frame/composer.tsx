// The message box with its buttons, the images and examples above it, and the line below it.

import { signal } from "@preact/signals";
import { type ComponentChildren, render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { byId } from "../dom.ts";
import { AttachButton, Attachments, Thumbnails } from "./attachments.tsx";

/** What the message box shows of the conversation. */
export interface ComposerFacts {
  readonly running: boolean;
  readonly canStop: boolean;
  readonly stopping: boolean;
  /** The thread is read: whether it runs is not known. */
  readonly isOpening: boolean;
  readonly isLost: boolean;
  readonly isEmpty: boolean;
  readonly thread: string;
  readonly progress: { readonly steps: number; readonly status: string };
}

/** What a person does with the message box. */
export interface ComposerListeners {
  /** False when it was refused. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onStop: () => void;
}

const NOTHING: ComposerFacts = {
  running: false,
  canStop: false,
  stopping: false,
  isOpening: false,
  isLost: false,
  isEmpty: true,
  thread: "",
  progress: { steps: 0, status: "" },
};

/** What a person writes in, and what it is sent by. */
export class Composer {
  readonly attachments = new Attachments(() => this.focus());
  readonly #listeners: ComposerListeners;
  readonly #facts = signal(NOTHING);
  readonly #examples = signal<readonly string[]>([]);
  readonly #text = signal("");

  /** `options` is the control of the run options, which stands beside the text. */
  constructor(listeners: ComposerListeners, options: ComponentChildren) {
    this.#listeners = listeners;
    render(<MessageBox composer={this} options={options} />, byId("message-box", HTMLElement));
    render(<Status composer={this} />, byId("status", HTMLElement));
  }

  get facts(): ComposerFacts {
    return this.#facts.value;
  }

  get examples(): readonly string[] {
    return this.#examples.value;
  }

  get text(): string {
    return this.#text.value;
  }

  /** Takes what a person has written. */
  write(text: string): void {
    this.#text.value = text;
  }

  focus(): void {
    byId("input", HTMLTextAreaElement).focus();
  }

  /** Inputs that the agent is tried with. */
  offer(examples: readonly string[] = []): void {
    this.#examples.value = examples;
  }

  /** Shows the conversation as it stands. */
  show(facts: ComposerFacts): void {
    const { running, canStop, stopping, isOpening, isLost, isEmpty, thread } = facts;
    const { progress: { steps, status } } = facts;
    this.#facts.value = {
      running,
      canStop,
      stopping,
      isOpening,
      isLost,
      isEmpty,
      thread,
      progress: { steps, status },
    };
  }

  stop(): void {
    this.#listeners.onStop();
  }

  /** Sends a text; one that is refused comes back, unless another was begun. */
  async send(text: string): Promise<void> {
    if ((text.trim() === "" && this.attachments.isEmpty) || this.#facts.peek().running) return;
    this.#text.value = "";
    const isTaken = await this.#listeners.onSend(text);
    if (!isTaken && this.#text.peek() === "") this.#text.value = text;
  }
}

interface MessageBoxProps {
  readonly composer: Composer;
  readonly options: ComponentChildren;
}

function MessageBox({ composer, options }: MessageBoxProps) {
  const { facts, examples, text, attachments } = composer;
  const { running, canStop, isOpening, isEmpty } = facts;
  const input = useRef<HTMLTextAreaElement>(null);
  // The box grows with its text; the style sheet bounds it.
  useLayoutEffect(() => {
    if (input.current === null) return;
    input.current.style.height = "auto";
    input.current.style.height = `${input.current.scrollHeight}px`;
  }, [text]);
  return (
    <>
      <div class="examples" role="group" aria-label="Examples" hidden={!isEmpty || examples.length === 0}>
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => {
              composer.focus(); // the examples go away
              void composer.send(example);
            }}
          >
            {example}
          </button>
        ))}
      </div>
      <Thumbnails attachments={attachments} />
      <form
        id="composer"
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          void composer.send(input.current?.value ?? "");
        }}
      >
        <textarea
          ref={input}
          id="input"
          rows={1}
          placeholder="Message the agent"
          aria-label="Message"
          autocomplete="off"
          aria-describedby="status"
          enterkeyhint="send"
          value={text}
          onInput={({ currentTarget }) => composer.write(currentTarget.value)}
          onPaste={(event) => attachments.paste(event)}
          onKeyDown={(event) => {
            // During composition Enter belongs to the input method.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <AttachButton attachments={attachments} />
        <span id="options">{options}</span>
        <SendOrStop
          running={running}
          canStop={canStop}
          isOpening={isOpening}
          onStop={() => composer.stop()}
        />
      </form>
    </>
  );
}

function Status({ composer }: { readonly composer: Composer }) {
  return <>{statusWords(composer.facts)}</>;
}

interface SendOrStopProps {
  readonly running: boolean;
  readonly canStop: boolean;
  readonly isOpening: boolean;
  readonly onStop: () => void;
}

/** The two buttons take turns in one place; the focus stays there. While a thread is opened neither has a use. */
function SendOrStop({ running, canStop, isOpening, onStop }: SendOrStopProps) {
  const [send, stop] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const hasFocus = [send.current, stop.current].some((button) =>
    button !== null && button === document.activeElement
  );
  useLayoutEffect(() => {
    if (hasFocus) (running ? stop : send).current?.focus();
  }, [running]);
  return (
    <>
      <button
        ref={stop}
        id="stop"
        class="quiet"
        type="button"
        hidden={!running}
        style={{ opacity: isOpening ? 0 : 1 }}
        aria-disabled={!canStop}
        onClick={onStop}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3h10v10H3z" />
        </svg>
        <span>Stop</span>
      </button>
      <button ref={send} id="send" class="primary" type="submit" hidden={running}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 1l6 6-1.500 1.500L9 5v10H7V5L3.500 8.500 2 7z" />
        </svg>
        <span>Send</span>
      </button>
    </>
  );
}

/** What stands below the message box. */
function statusWords(
  { running, stopping, isOpening, isLost, isEmpty, thread, progress }: ComposerFacts,
): string {
  const { steps } = progress;
  if (isOpening) return "";
  if (isEmpty) return "Shift + Enter begins a line, Alt + K shows all keys";
  if (isLost) {
    return steps === 0 ? "The message may not have arrived" : `Step ${steps} may have ended meanwhile`;
  }
  if (stopping) return "Stopping";
  if (running) return steps === 0 ? "Working" : `Step ${steps} is running`;
  if (steps === 0) return thread;
  return `${steps} ${steps === 1 ? "step" : "steps"}, saved`;
}
