// Requests of an app to the person: to open a link, to send a message. Nothing happens before a click, and one question is open at a time.

import { type Signal, signal } from "@preact/signals";

/** Characters of a message that an app may offer. */
const CHARS = 4_000;

interface Question {
  /** Of a link, in the form that would be opened; missing for a message. */
  readonly href?: string;
  /** Of a message. */
  readonly text?: string;
  readonly answer: (isAccepted: boolean) => void;
}

/** The open question of one app, if any. */
export class Asks {
  readonly question: Signal<Question | undefined> = signal(undefined);

  /** True when the person has opened it. */
  async askToOpen(url: string): Promise<boolean> {
    const target = URL.parse(url);
    if (target === null || !["https:", "http:"].includes(target.protocol)) return false;
    return await this.#ask({ href: target.href });
  }

  /** True when the person has sent it. */
  async askToSend(text: string, send: () => Promise<boolean>): Promise<boolean> {
    if (text === "" || text.length > CHARS) return false;
    return await this.#ask({ text }) && await send();
  }

  async #ask(what: Omit<Question, "answer">): Promise<boolean> {
    if (this.question.peek() !== undefined) return false;
    const isAccepted = await new Promise<boolean>((answer) => this.question.value = { ...what, answer });
    this.question.value = undefined;
    return isAccepted;
  }
}

/** The question, below the frame of the app. */
export function AskLine({ questions }: { readonly questions: Asks }) {
  const question = questions.question.value;
  return (
    <div class="app-asks" role="status">
      {question !== undefined && <AskWords {...question} />}
    </div>
  );
}

function AskWords({ href, text, answer }: Question) {
  const accept = () => answer(true);
  return (
    <>
      {href === undefined
        ? (
          <p>
            The app offers to send this as your message: <q>{text}</q>
          </p>
        )
        : (
          <p>
            The app asks to open <code>{href}</code>.
          </p>
        )}
      <div class="actions">
        {href === undefined
          ? <button type="button" class="primary small" onClick={accept}>Send</button>
          : <a href={href} target="_blank" rel="noopener noreferrer" onClick={accept}>Open</a>}
        <button type="button" class="quiet small" onClick={() => answer(false)}>Refuse</button>
      </div>
    </>
  );
}
