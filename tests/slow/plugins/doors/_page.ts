// A tab with the hooks for React, without React: the store that `useThread` shows. An edit, and another answer, are forks, to which the page goes.

import assert from "node:assert/strict";
import { createClient, TreadleError } from "../../../../src/react/client/mod.ts";
import type { ThreadHandle } from "../../../../src/react/mod.ts";
import { threadStore } from "../../../../src/react/thread_stores.ts";
import { KEY } from "../../../http/_app.ts";
import type { Fate } from "../_fate.ts";
import { pause } from "../_slow.ts";
import type { Network } from "./_network.ts";
import { CONVERSATION, type Delivery, isFinal, type Shown, type Tab, TRIES } from "./_tabs.ts";

/** A component that shows a thread: its handle as it is now. */
interface MountedPage {
  handle(): ThreadHandle;
  unmount(): void;
}

/** Subscribes to the store of the thread as a component does, with requests that go this way. */
function mountStore(id: string, fetch: typeof globalThis.fetch): MountedPage {
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    retries: { count: 1, firstMs: 5 },
    fetch,
  });
  const store = threadStore(client, id);
  store.configure({ agent: "slow" });
  const unmount = store.subscribe(() => {});
  const { send, stop, decide, detach, answerCall, fork, retry, discard, refresh, share } = store;
  const actions = { id, send, stop, decide, detach, answerCall, fork, retry, discard, refresh, share };
  return { handle: () => ({ ...store.getSnapshot(), ...actions }), unmount };
}

/** A tab with `useThread`. */
export class HooksTab implements Tab {
  /** An edit is a thread of its own. */
  readonly retries = 0;
  readonly #network: Network;
  readonly #name: string;
  readonly #going: Promise<unknown>[] = [];
  #thread: string = CONVERSATION;
  #fate: Fate = "passes";
  #forks = 0;
  /** Resolves when the deployment has taken the input of this text. */
  #sending: { readonly text: string; readonly resolve: (delivery: Delivery) => void } | undefined;
  #page: MountedPage | undefined;

  constructor(network: Network, name: string) {
    this.#network = network;
    this.#name = name;
  }

  get thread(): string {
    return this.#thread;
  }

  async open(): Promise<void> {
    this.#page?.unmount();
    this.#page = mountStore(this.#thread, (input, init) => this.#fetch(String(input), init));
    await Promise.resolve();
  }

  async say(text: string, busy: string, fate: Fate): Promise<Delivery> {
    assert.ok(busy === "steer" || busy === "queue" || busy === "interrupt" || busy === "reject");
    this.#fate = fate;
    const { promise: taken, resolve } = Promise.withResolvers<Delivery>();
    this.#sending = { text, resolve };
    let isRepeated = false;
    let going = this.#handle.send(text, { busy });
    for (let tries = 1; tries <= TRIES; tries++) {
      this.#going.push(going);
      const delivery = await Promise.race([taken, going.then(() => undefined)]);
      if (delivery !== undefined) return delivery;
      const failed = this.#handle.inputs.find((each) => each.input === text && each.state === "failed");
      if (failed === undefined) return "taken"; // a step has taken it, or it waits
      const code = failed.error?.code ?? "";
      if (isFinal(code)) {
        this.#handle.discard(failed.id);
        // A busy thread says so of a repetition, too, whose first request may have got through.
        return isRepeated && code === "thread_busy" ? "nothing" : "refused";
      }
      isRepeated = true;
      await pause(2_000);
      going = this.#handle.retry();
    }
    assert.fail("an input is never taken");
  }

  async edit(text: string, fate: Fate): Promise<Delivery> {
    const { messages, inputs } = this.#handle;
    const told = messages.slice(0, messages.length - inputs.length);
    const at = told.findLastIndex(({ role }) => role === "user");
    const before = told.slice(0, Math.max(at, 0)).findLast(({ role }) => role === "assistant");
    if (before?.role !== "assistant" || before.version === null) return "nothing";
    if (!await this.#fork({ version: before.version }, fate)) return "refused";
    return await this.say(text, "queue", "passes");
  }

  async regenerate(fate: Fate): Promise<Delivery> {
    const { messages, status } = this.#handle;
    if (status === "running" || messages.at(-1)?.role !== "assistant") return "nothing";
    return await this.#fork({ replan: true }, fate) ? "taken" : "refused";
  }

  async decide(approved: boolean, fate: Fate): Promise<Delivery> {
    const [approval] = this.#handle.approvals;
    if (approval === undefined) return "nothing";
    this.#fate = fate;
    await this.#handle.decide(approval.callId, approved);
    return "taken";
  }

  async detach(fate: Fate): Promise<Delivery> {
    const { messages } = this.#handle;
    const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
    const call = parts.find((part) => part.type === "call" && part.state === "deferred");
    if (call?.type !== "call") return "nothing";
    this.#fate = fate;
    await this.#handle.detach(call.callId);
    return "taken";
  }

  async reload(): Promise<void> {
    this.#fate = "passes";
    await this.open();
    for (let tries = 1; tries <= TRIES && this.#handle.status === "loading"; tries++) await pause(500);
    // The server has died: the page reads again.
    if (this.#handle.error !== undefined) await this.#handle.retry();
    await this.#handle.refresh();
  }

  shown(): readonly Shown[] {
    const { messages, inputs } = this.#handle;
    const failed = inputs.flatMap(({ input, state }) => state === "failed" ? [input] : []);
    return messages.flatMap((message, index) => {
      const id = String(index);
      if (message.role === "summary") return [];
      if (message.role === "user") {
        // The answer to one that failed was lost, or the input was.
        return failed.includes(message.text) ? [] : [{ id, role: "user", text: message.text }];
      }
      const text = message.parts.flatMap((part) => part.type === "text" ? [part.text] : []).join("");
      return [{ id, role: "assistant", text }];
    });
  }

  async rest(): Promise<void> {
    await Promise.all(this.#going);
  }

  close(): void {
    this.#page?.unmount();
  }

  get #handle(): ThreadHandle {
    return (this.#page ?? assert.fail("The page is not open.")).handle();
  }

  async #fetch(input: string, init?: RequestInit): Promise<Response> {
    const fate = this.#fate;
    this.#fate = "passes";
    const response = await this.#network.fetch(input, init, fate);
    const sending = this.#sending;
    if (response.ok && sending !== undefined && init?.method === "POST" && typeof init.body === "string") {
      if (JSON.parse(init.body).input === sending.text) sending.resolve("taken");
    }
    return response;
  }

  /** Forks the thread, and goes to the fork. False when that is refused. */
  async #fork(
    options: { readonly version?: number; readonly replan?: boolean },
    fate: Fate,
  ): Promise<boolean> {
    const id = `${this.#name}_fork_${++this.#forks}`;
    this.#fate = fate;
    for (let tries = 1; tries <= TRIES; tries++) {
      try {
        await this.#handle.fork({ ...options, id });
        break;
      } catch (thrown) {
        assert.ok(thrown instanceof TreadleError, String(thrown));
        if (thrown.code === "thread_exists") break; // the answer was lost
        if (isFinal(thrown.code) || thrown.code === "invalid_request") return false;
        await pause(2_000);
      }
    }
    this.#thread = id;
    await this.open();
    return true;
  }
}
