// Row E5: two tabs of one chat. Whatever they do, and whenever, a tab that is loaded has what the thread has, in its order and nothing
// twice, and so has a tab that nobody came between. The seeds are the same every time; see tests/support/lives.ts.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Driver } from "../../../../src/core/driver.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { eventually } from "../../../support/eventually.ts";
import { livesOf, seedOf } from "../../../support/lives.ts";
import { type ChatApp, createChatApp } from "./_app.ts";
import { cardsOf, type Major, MAJORS, type Message, type OpenedChat } from "./_clients.ts";
import { createHaltingDriver } from "../_halting.ts";

const RUNS = livesOf(25);
const SEED = seedOf(7);

/** `halt`: a message whose answer stops half-way. `remove`: one whose answer asks for approval. `release`: an answer goes on. */
const ACTS = ["say", "halt", "remove", "stop", "reload", "regenerate", "approve", "deny", "release"] as const;

/** An answer that has come to nothing new for so long has halted. */
const HALTED_MS = 200;

interface Move {
  readonly act: typeof ACTS[number];
  readonly tab: number;
  /** The next move comes when this one has had its effect, or at once. */
  readonly waits: boolean;
}

const moves = fc.array(
  fc.record<Move>({ act: fc.constantFrom(...ACTS), tab: fc.nat(1), waits: fc.boolean() }),
  { minLength: 2, maxLength: 9 },
);

/** Answers "Half of ..." and halts where that is asked for; what is to be removed is removed by the tool that needs approval. */
function createDriver(): { readonly driver: Driver; release(): void } {
  const { driver: halting, release } = createHaltingDriver();
  const removing = createScriptedDriver(({ history: { entries } }): ScriptedPlan =>
    entries.at(-1)?.type === "tool" ? { says: "So be it." } : {
      says: "I see.",
      calls: [{ tool: "remove", args: { id: "r1" } }],
    }
  );
  return {
    release,
    driver: {
      ...halting,
      plan(turn, emit) {
        const last = turn.history.entries.findLast(({ type }) => type === "user");
        const isToRemove = last?.type === "user" && last.text.startsWith("remove");
        return (isToRemove ? removing : halting).plan(turn, emit);
      },
    },
  };
}

/** A chat, and how many requests it has sent. */
interface Tab extends OpenedChat {
  readonly requests: () => number;
}

/** What a tab has begun, until it has ended. */
interface Begun {
  readonly ended: Promise<unknown>;
}

const NOTHING: Begun = { ended: Promise.resolve() };

/**
 * Sends by a chat that reads nothing any more. It has begun when its request is sent: a chat is
 * `submitted` before that, and a request that is sent later would reach a thread that counts as idle.
 */
async function send({ requests }: Tab, act: () => Promise<void>): Promise<Begun> {
  const before = requests();
  let isOver = false;
  const ended = act().finally(() => {
    isOver = true;
  });
  await eventually(() => isOver || requests() > before);
  return { ended };
}

interface StoredChat {
  readonly runId: string;
  readonly version: number;
  readonly messages: readonly Message[];
}

/**
 * Ids, texts and cards of messages; a message in which nothing is has not come to anything. No stream of a message changes the one before
 * it, so a card that nobody has answered before the next question looks there as if it waited.
 */
function essenceOf(messages: readonly Message[]) {
  return messages.flatMap(({ id, role, parts }, index) => {
    const isOver = index < messages.length - 1;
    const shown = parts.flatMap(({ type, text, toolCallId, state = "", output }) => {
      if (toolCallId === undefined) return text ? [[type, text]] : [];
      const isOpen = state !== "output-available";
      return [[type, toolCallId, isOver && isOpen ? "not run" : state, output]];
    });
    // A branch has copies of the messages before it, whose ids name it.
    return shown.length === 0 ? [] : [[id.replace(/^msg_c1(?::\d+)?_/, "msg_"), role, ...shown]];
  });
}

class Story {
  readonly #app: ChatApp;
  readonly #release: () => void;
  readonly #major: Major;
  readonly #tabs: Tab[];
  /** The tab shows what the thread has, and nobody has come between. */
  readonly #isCurrent = [true, true];
  /** The last thing that each tab has begun, and all that were. */
  readonly #begun: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  readonly #going: Promise<unknown>[] = [];
  #count = 0;
  /** Acts without an effect and requests without a response: what they begin is in no thread yet. */
  #unanswered = 0;
  /** Requests whose tab went on before their first event: what they begin may be in no thread yet, or in another branch. */
  #unseen = 0;

  constructor(major: Major) {
    const { driver, release } = createDriver();
    this.#app = createChatApp({ driver });
    this.#release = release;
    this.#major = major;
    this.#tabs = [this.#open(), this.#open()];
  }

  async play(moves: readonly Move[]): Promise<void> {
    for (const { act, tab, waits } of moves) {
      // A tab does one thing after the other; what it has begun goes on meanwhile.
      const begun = (this.#begun[tab] ?? assert.fail()).then(() => this.#begin(act, tab));
      this.#begun[tab] = begun;
      const ended = begun.then(({ ended }) => ended);
      this.#going.push(ended);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, waits ? HALTED_MS : 1))]);
      if (waits) await this.#untilRest();
    }
    await this.#end();
  }

  async #begin(act: Move["act"], tab: number): Promise<Begun> {
    const { chat } = this.#tabs[tab] ?? assert.fail();
    switch (act) {
      case "release":
        this.#release();
        return NOTHING;
      case "reload":
        return await this.#reload(tab);
      case "stop":
        this.#changes(tab, false);
        return { ended: this.#counted(this.#app.send("POST", "/api/chat/tester/c1/stop", {})) };
      case "say":
      case "halt":
      case "remove":
        return await this.#send(tab, () => chat.sendMessage({ text: `${act} ${++this.#count}` }));
      case "regenerate":
        if (chat.messages.at(-1)?.role !== "assistant") return NOTHING;
        return await this.#send(tab, () => chat.regenerate());
      case "approve":
      case "deny": {
        const [card] = cardsOf({ ...chat, messages: chat.messages.slice(-1) });
        if (card?.approval === undefined || card.state !== "approval-requested") return NOTHING;
        const answer = { id: card.approval.id, approved: act === "approve" };
        return await this.#send(tab, () => chat.addToolApprovalResponse(answer));
      }
    }
  }

  async #send(tab: number, act: () => Promise<void>): Promise<Begun> {
    const sender = this.#tabs[tab] ?? assert.fail();
    this.#changes(tab, await this.#isIdle());
    return await this.#counted(this.#leave(sender).then(() => send(sender, act)));
  }

  /** Reads nothing any more, as a page does whose user does not wait. */
  async #leave({ chat }: Tab): Promise<void> {
    if (chat.status === "submitted") this.#unseen++;
    await chat.stop();
  }

  /** The tab changes the thread: the other one is behind from here on, and this one where it was or where something goes on. */
  #changes(tab: number, keeps: boolean): void {
    this.#isCurrent[1 - tab] = false;
    this.#isCurrent[tab] &&= keeps;
  }

  /**
   * Nothing goes on, here or there, and no message waits for a step. The tabs come first: what they have sent by then is in the thread that
   * is read, and what they send later says so by `#changes`.
   */
  async #isIdle(): Promise<boolean> {
    if (!this.#isQuiet()) return false;
    const { runId } = await this.#stored();
    const thread = await this.#app.send("GET", `/v1/threads/${runId}`);
    const { running = false, waiting = 0 } = await thread.json();
    return !running && waiting === 0 && this.#isQuiet();
  }

  #isQuiet(): boolean {
    return this.#unanswered + this.#unseen === 0 &&
      this.#tabs.every(({ chat: { status } }) => status === "ready");
  }

  #open(options: Partial<StoredChat> = {}): Tab {
    let requests = 0;
    const send: typeof fetch = (input, init) => {
      requests++;
      return this.#counted(this.#app.fetch(new Request(new URL(String(input), "http://treadle.test"), init)));
    };
    return { ...this.#app.open(this.#major, { ...options, fetch: send }), requests: () => requests };
  }

  async #counted<T>(answer: Promise<T>): Promise<T> {
    this.#unanswered++;
    return await answer.finally(() => this.#unanswered--);
  }

  async #reload(tab: number): Promise<Begun> {
    await this.#leave(this.#tabs[tab] ?? assert.fail());
    this.#isCurrent[tab] = true; // another tab may change the thread from here on
    if (!await this.#isIdle()) this.#isCurrent[tab] = false;
    const { messages, version } = await this.#stored();
    const opened = this.#open({ messages, version });
    this.#tabs[tab] = opened;
    return { ended: opened.chat.resumeStream() };
  }

  async #stored(): Promise<StoredChat> {
    return await (await this.#app.send("GET", "/api/chat/tester/c1/messages")).json();
  }

  /** Until what was begun has come to its end, or halts. */
  async #untilRest(): Promise<void> {
    const until = performance.now() + HALTED_MS;
    await eventually(() => this.#isSettled() || performance.now() > until, () => "no rest");
  }

  #isSettled(): boolean {
    return this.#tabs.every(({ chat: { status } }) => status === "ready" || status === "error");
  }

  async #end(): Promise<void> {
    await this.#letAllGo();
    const { messages } = await this.#stored();
    const stored = essenceOf(messages);
    const ids = messages.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, "a message stands twice");
    assertAnswered(messages);
    for (const [tab, { chat }] of this.#tabs.entries()) {
      const shown = chat.messages.map(({ id }) => id);
      assert.equal(new Set(shown).size, shown.length, `tab ${tab} shows a message twice`);
      const common = shown.filter((id) => ids.includes(id));
      assert.deepEqual(common, ids.filter((id) => shown.includes(id)), `the order of tab ${tab}`);
      if (this.#isCurrent[tab] && chat.status === "ready") {
        assert.deepEqual(essenceOf(chat.messages), stored, `tab ${tab}, between whose acts nobody came`);
      }
    }
    for (const tab of this.#tabs.keys()) {
      await (await this.#reload(tab)).ended;
      assert.deepEqual(essenceOf(this.#tabs[tab]?.chat.messages ?? []), stored, `tab ${tab}, loaded again`);
    }
    await this.#app.idle();
  }

  /** Answers that halt go on, until nothing does. */
  async #letAllGo(): Promise<void> {
    let isOver = false;
    const over = Promise.all(this.#going).then(() => this.#app.idle()).then(() => {
      isOver = true;
    });
    await eventually(() => {
      this.#release();
      return isOver && this.#isSettled();
    }, () => this.#tabs.map(({ chat: { status, messages } }) => [status, messages]));
    await over;
  }
}

/** Each answer in words is that of the question before it, and no question stands twice. */
function assertAnswered(messages: readonly Message[]): void {
  const questions = messages.filter(({ role }) => role === "user").map(({ parts }) => parts[0]?.text ?? "");
  assert.equal(new Set(questions).size, questions.length, `a question stands twice: ${questions}`);
  for (const [index, { role, parts }] of messages.entries()) {
    const words = parts.findLast(({ type }) => type === "text")?.text ?? "";
    if (role !== "assistant" || !words.startsWith("Half of ")) continue;
    assert.equal(words, `Half of ${messages[index - 1]?.parts[0]?.text}.`);
  }
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: two tabs end with what the thread has, whatever they do`, async () => {
    await fc.assert(fc.asyncProperty(moves, (played) => new Story(major).play(played)), {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: true,
    });
  });
}
