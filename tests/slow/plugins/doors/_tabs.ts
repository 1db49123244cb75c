// Tabs of one conversation: a person who uses the class of useChat, or HttpAgent of AG-UI. What does not get through they send again.

import assert from "node:assert/strict";
import { KEY } from "../../../http/_app.ts";
import { type Client, ran, VERSIONS } from "../ag_ui/_clients.ts";
import { cardsOf, MAJORS, type Message, type OpenedChat } from "../chat/_clients.ts";
import { pause } from "../_slow.ts";
import type { Fate } from "../_fate.ts";
import type { Network } from "./_network.ts";

export const CONVERSATION = "c1";

/** What a tab shows: the id and the texts of each message. */
export interface Shown {
  readonly id: string;
  readonly role: string;
  readonly text: string;
}

/** What became of a message. */
export type Delivery = "taken" | "refused" | "nothing";

export interface Tab {
  /** The thread that it shows; undefined for the conversation, of which it shows the current branch, and for a chain of responses. */
  readonly thread: string | undefined;
  open(): Promise<void>;
  say(text: string, busy: string, fate: Fate): Promise<Delivery>;
  /** Another message in the place of the last one. */
  edit(text: string, fate: Fate): Promise<Delivery>;
  regenerate(fate: Fate): Promise<Delivery>;
  decide(approved: boolean, fate: Fate): Promise<Delivery>;
  /** Lets the run go on without the result of a deferred call. */
  detach(fate: Fate): Promise<Delivery>;
  reload(): Promise<void>;
  /** How often it has asked for an answer once more, because a request did not get through. */
  readonly retries: number;
  shown(): readonly Shown[];
  /** Settles when everything that the tab has begun has ended. */
  rest(): Promise<void>;
  close(): void;
}

/** Refusals after which the same request may be taken. */
const AGAIN: ReadonlySet<string> = new Set([
  "lost",
  "store_unavailable",
  "step_fenced",
  "connection_failed",
  "stream_cut",
  "idempotency_in_flight",
]);

/** Refusals that a person sees who acts on what is over, or is not to disturb. */
const FINAL: ReadonlySet<string> = new Set([
  "thread_busy",
  "nothing_to_do",
  "approval_required",
  "approval_decided",
  "approval_mismatch",
  "call_unknown",
  "version_conflict",
  "thread_unknown",
  "step_cancelled",
  "thread_exists",
  "not_yet",
]);

/** Most times that a request is sent. */
export const TRIES = 40;

/** Whether a request was refused for good; else it is sent again. */
export function isFinal(code: string): boolean {
  assert.ok(FINAL.has(code) || AGAIN.has(code), `refused with ${code}`);
  return FINAL.has(code);
}

/** Requests of a tab, and what became of the last one. */
class Line {
  readonly #network: Network;
  #fate: Fate = "passes";
  #answered = Promise.withResolvers<string>();

  constructor(network: Network) {
    this.#network = network;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const fate = this.#fate;
    const { resolve } = this.#answered;
    this.#fate = "passes";
    try {
      const response = await this.#network.fetch(String(input), init, fate);
      if (response.ok) resolve("ok");
      else resolve((await response.clone().json()).code);
      return response;
    } catch (thrown) {
      resolve(init?.signal?.aborted ? "left" : "lost");
      throw thrown;
    }
  };

  /** The next request passes. */
  repair(): void {
    this.#fate = "passes";
  }

  /**
   * Sends until the request is taken or refused for good. What `send` begins goes on meanwhile, and is added to `going`. "nothing" where
   * it sends no request.
   */
  async deliver(
    send: (isRepeated: boolean) => Promise<unknown>,
    fate: Fate,
    going: Promise<unknown>[],
  ): Promise<Delivery> {
    this.#fate = fate;
    for (let tries = 1; tries <= TRIES; tries++) {
      const answered = this.#answered = Promise.withResolvers<string>();
      const ended = send(tries > 1).catch(() => {});
      going.push(ended);
      const code = await Promise.race([answered.promise, ended.then(() => "nothing")]);
      if (code === "ok" || code === "left") return "taken";
      if (code === "nothing") return "nothing";
      await ended;
      if (isFinal(code)) return "refused";
      await pause(2_000);
    }
    assert.fail("a request is never taken");
  }
}

/** A tab with useChat. */
export class ChatTab implements Tab {
  readonly thread = undefined;
  readonly #network: Network;
  readonly #line: Line;
  readonly #going: Promise<unknown>[] = [];
  retries = 0;
  #busy = "steer";
  #opened: OpenedChat;

  constructor(network: Network) {
    this.#network = network;
    this.#line = new Line(network);
    this.#opened = this.#open([], 0);
  }

  async open(): Promise<void> {}

  /** The client has no way to do so. */
  async detach(): Promise<Delivery> {
    return await Promise.resolve("nothing");
  }

  close(): void {}

  async say(text: string, busy: string, fate: Fate): Promise<Delivery> {
    return await this.#send(busy, fate, (chat) => chat.sendMessage({ text }));
  }

  async edit(text: string, fate: Fate): Promise<Delivery> {
    const messageId = this.#chat.messages.findLast(({ role }) => role === "user")?.id;
    if (messageId === undefined) return "nothing";
    return await this.#send("interrupt", fate, (chat) => chat.sendMessage({ text, messageId }), messageId);
  }

  async regenerate(fate: Fate): Promise<Delivery> {
    if (this.#chat.messages.at(-1)?.role !== "assistant") return "nothing";
    await this.#chat.stop();
    const regenerate = (isRepeated: boolean) => {
      if (isRepeated) this.retries++;
      return this.#chat.regenerate();
    };
    return await this.#line.deliver(regenerate, fate, this.#going);
  }

  async decide(approved: boolean, fate: Fate): Promise<Delivery> {
    const [card] = cardsOf({ ...this.#chat, messages: this.#chat.messages.slice(-1) });
    if (card?.state !== "approval-requested") return "nothing";
    await this.#chat.stop();
    const answer = { id: card.approval?.id ?? "", approved };
    const send = (isRepeated: boolean) =>
      isRepeated ? this.#chat.sendMessage() : this.#chat.addToolApprovalResponse(answer);
    return await this.#line.deliver(send, fate, this.#going);
  }

  async reload(): Promise<void> {
    await this.#chat.stop();
    this.#line.repair();
    const response = await this.#network.send("GET", `/api/chat/slow/${CONVERSATION}/messages`)
      .catch(() => undefined);
    if (response === undefined) return; // the server has died: the page is as it was
    const { messages, version } = await response.json();
    this.#opened = this.#open(messages, version);
    this.#going.push(this.#chat.resumeStream());
  }

  shown(): readonly Shown[] {
    return this.#chat.messages.map(({ id, role, parts }) => ({
      id,
      role,
      text: parts.flatMap(({ type, text }) => type === "text" && text ? [text] : []).join("|"),
    }));
  }

  async rest(): Promise<void> {
    await Promise.all(this.#going);
  }

  get #chat() {
    return this.#opened.chat;
  }

  #open(messages: readonly Message[], version: number): OpenedChat {
    return (MAJORS[1] ?? assert.fail()).open({
      id: CONVERSATION,
      api: "/api/chat/slow?mode=full",
      messages,
      version,
      isManual: false,
      fetch: (input, init) => {
        // The page says with each message what becomes of a run that goes on.
        if (init?.method !== "POST") return this.#line.fetch(input, init);
        const body = JSON.stringify({ ...JSON.parse(String(init.body)), busy: this.#busy });
        return this.#line.fetch(input, { ...init, body });
      },
      headers: { authorization: `Bearer ${KEY}` },
    });
  }

  /** A message that did not get through is sent again as it is, in place of itself where it is an edited one. */
  async #send(
    busy: string,
    fate: Fate,
    first: (chat: OpenedChat["chat"]) => Promise<void>,
    messageId?: string,
  ): Promise<Delivery> {
    await this.#chat.stop();
    this.#busy = busy;
    const again = () => {
      this.retries++;
      const text = this.#chat.messages.at(-1)?.parts.at(-1)?.text ?? "";
      return messageId === undefined ? this.#chat.sendMessage() : this.#chat.sendMessage({ text, messageId });
    };
    return await this.#line.deliver(
      (isRepeated) => isRepeated ? again() : first(this.#chat),
      fate,
      this.#going,
    );
  }
}

/** A tab with HttpAgent of AG-UI. */
export class AgUiTab implements Tab {
  readonly thread = undefined;
  /** The same run is sent again, which is none; what is said behind an answer that broke off, and is not shown, is one. */
  retries = 0;
  readonly #line: Line;
  readonly #going: Promise<unknown>[] = [];
  #count = 0;
  readonly #name: string;
  #client: Client;

  constructor(network: Network, name: string) {
    this.#line = new Line(network);
    this.#name = name;
    this.#client = this.#open();
  }

  async open(): Promise<void> {}

  /** The client has no way to do so. */
  async detach(): Promise<Delivery> {
    return await Promise.resolve("nothing");
  }

  close(): void {}

  async say(text: string, busy: string, fate: Fate): Promise<Delivery> {
    this.#client.abortRun();
    this.#line.repair();
    this.#client.addMessage({ id: this.#newId(), role: "user", content: text });
    return await this.#run(fate, { forwardedProps: { busy } });
  }

  async edit(text: string, fate: Fate): Promise<Delivery> {
    const at = this.#client.messages.findLastIndex(({ role }) => role === "user");
    if (at < 0) return "nothing";
    this.#client.abortRun();
    this.#client.setMessages([
      ...this.#client.messages.slice(0, at),
      { id: this.#newId(), role: "user", content: text },
    ]);
    return await this.#run(fate, {});
  }

  async regenerate(fate: Fate): Promise<Delivery> {
    const at = this.#client.messages.findLastIndex(({ role }) => role === "user");
    if (at < 0 || at === this.#client.messages.length - 1) return "nothing";
    this.#client.abortRun();
    this.#client.setMessages(this.#client.messages.slice(0, at + 1));
    return await this.#run(fate, {});
  }

  async decide(approved: boolean, fate: Fate): Promise<Delivery> {
    const [interrupt] = this.#client.pendingInterrupts;
    if (interrupt === undefined) return "nothing";
    const resume = [{ interruptId: interrupt.id, status: "resolved" as const, payload: { approved } }];
    return await this.#run(fate, { resume });
  }

  async reload(): Promise<void> {
    this.#client.abortRun();
    this.#line.repair();
    this.#client = this.#open();
    await ran(this.#client).catch(() => {});
  }

  shown(): readonly Shown[] {
    return this.#client.messages.flatMap(({ id, role, content }) =>
      role === "user" || role === "assistant"
        ? [{ id, role, text: typeof content === "string" ? content : "" }]
        : []
    );
  }

  async rest(): Promise<void> {
    await Promise.all(this.#going);
  }

  #newId(): string {
    return `${this.#name}_${++this.#count}`;
  }

  #open(): Client {
    return (VERSIONS[1] ?? assert.fail()).open({
      url: "http://treadle.test/agui/slow",
      threadId: CONVERSATION,
      fetch: this.#line.fetch,
      headers: { authorization: `Bearer ${KEY}` },
    });
  }

  /** A run that did not get through is sent again as it is. */
  async #run(fate: Fate, parameters: object): Promise<Delivery> {
    const runId = `run_${this.#newId()}`;
    if (fate === "cut") this.retries++;
    const { messages, state } = this.#client;
    return await this.#line.deliver(
      (isRepeated) => {
        if (isRepeated) {
          this.#client.setMessages(messages);
          this.#client.state = state;
        }
        return ran(this.#client, { ...parameters, runId });
      },
      fate,
      this.#going,
    );
  }
}
