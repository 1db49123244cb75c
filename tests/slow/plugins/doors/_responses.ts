// A tab with the client of OpenAI, whose conversation is a chain of responses. An edit, and another answer, continue the response before. What
// does not get through is sent again under its key.

import assert from "node:assert/strict";
import OpenAI, { APIConnectionError, APIError } from "openai";
import { KEY } from "../../../http/_app.ts";
import type { Fate } from "../_fate.ts";
import { pause } from "../_slow.ts";
import type { Network } from "./_network.ts";
import { type Delivery, isFinal, type Shown, type Tab, TRIES } from "./_tabs.ts";

type Response = OpenAI.Responses.Response;

/** What a response answers, and what it is. */
interface Turn {
  readonly input: string | undefined;
  readonly response: Response;
}

/** What the tabs of one browser share: the response that was made last. */
export interface Kept {
  last: readonly Turn[];
}

/** A tab with `responses` of OpenAI. */
export class ResponsesTab implements Tab {
  /** Another answer is a response of its own. */
  readonly retries = 0;
  readonly thread = undefined;
  readonly #client: OpenAI;
  readonly #name: string;
  readonly #kept: Kept;
  #turns: readonly Turn[] = [];
  #fate: Fate = "passes";
  #count = 0;

  constructor(network: Network, name: string, kept: Kept) {
    this.#name = name;
    this.#kept = kept;
    this.#client = new OpenAI({
      baseURL: "http://treadle.test/v1",
      apiKey: KEY,
      maxRetries: 0,
      fetch: async (input, init) => {
        const fate = this.#fate;
        this.#fate = "passes";
        return await network.fetch(String(input), init, fate);
      },
    });
  }

  async open(): Promise<void> {}

  async say(text: string, _busy: string, fate: Fate): Promise<Delivery> {
    return await this.#ask(this.#turns, text, text, fate);
  }

  async edit(text: string, fate: Fate): Promise<Delivery> {
    const at = this.#turns.findLastIndex(({ input }) => input !== undefined);
    return at < 0 ? "nothing" : await this.#ask(this.#turns.slice(0, at), text, text, fate);
  }

  async regenerate(fate: Fate): Promise<Delivery> {
    const at = this.#turns.findLastIndex(({ input }) => input !== undefined);
    const input = this.#turns[at]?.input;
    return input === undefined ? "nothing" : await this.#ask(this.#turns.slice(0, at), input, input, fate);
  }

  async decide(approve: boolean, fate: Fate): Promise<Delivery> {
    const asked = this.#turns.at(-1)?.response.output.filter(({ type }) => type === "mcp_approval_request") ??
      [];
    if (asked.length === 0) return "nothing";
    const answers = asked.map(({ id }) => ({
      type: "mcp_approval_response" as const,
      approval_request_id: id ?? "",
      approve,
    }));
    return await this.#ask(this.#turns, answers, undefined, fate);
  }

  async detach(): Promise<Delivery> {
    return await Promise.resolve("nothing");
  }

  /** The page has the conversation of its last response, or goes on with that of the other tab. */
  async reload(): Promise<void> {
    this.#turns = this.#kept.last;
    await Promise.resolve();
  }

  shown(): readonly Shown[] {
    return this.#turns.flatMap(({ input, response }) => [
      ...input === undefined ? [] : [{ id: `${response.id}_input`, role: "user", text: input }],
      ...textsOf(response).map((text, at) => ({ id: `${response.id}_${at}`, role: "assistant", text })),
    ]);
  }

  async rest(): Promise<void> {}

  close(): void {}

  /**
   * What it shows, and what was done behind an approval that another tab gave: a response that waited for it is continued with that.
   * `behind` reads the texts of a response's thread that stand behind those of the response.
   */
  async known(behind: (response: Response, texts: readonly string[]) => Promise<readonly string[]>) {
    const known: string[] = [];
    for (const [at, { input, response }] of this.#turns.entries()) {
      const texts = textsOf(response);
      const isContinued = this.#turns[at + 1]?.input !== undefined;
      const asks = response.output.some(({ type }) => type === "mcp_approval_request");
      const decided = isContinued && asks ? await behind(response, texts) : [];
      known.push(
        ...input === undefined ? [] : [`user:${input}`],
        ...[...texts, ...decided].map((text) => `assistant:${text}`),
      );
    }
    return known;
  }

  /** What the deployment has of the conversation: what each response was answered from, and its own texts. */
  async stored(): Promise<readonly string[]> {
    const last = this.#turns.at(-1)?.response;
    if (last === undefined) return [];
    for (const { response } of this.#turns) {
      assert.equal((await this.#client.responses.retrieve(response.id)).id, response.id);
    }
    const before: string[] = [];
    for await (const item of this.#client.responses.inputItems.list(last.id, { order: "asc", limit: 100 })) {
      if (item.type !== "message") continue;
      const text = item.content.flatMap((part) => "text" in part ? [part.text] : []).join("");
      before.push(`${item.role}:${text}`);
    }
    const own = textsOf(await this.#client.responses.retrieve(last.id));
    return [...before, ...own.map((text) => `assistant:${text}`)];
  }

  async #ask(
    turns: readonly Turn[],
    input: OpenAI.Responses.ResponseInput | string,
    text: string | undefined,
    fate: Fate,
  ): Promise<Delivery> {
    const key = `${this.#name}_${++this.#count}`;
    const body = {
      model: "slow",
      input,
      stream: true as const,
      ...(turns.length === 0 ? {} : { previous_response_id: turns.at(-1)?.response.id ?? "" }),
    };
    this.#fate = fate;
    for (let tries = 1; tries <= TRIES; tries++) {
      const outcome = await this.#send(body, key);
      if (typeof outcome !== "string") {
        if (outcome.status === "failed") return "nothing";
        this.#kept.last = this.#turns = [...turns, { input: text, response: outcome }];
        return "taken";
      }
      // What goes on is waited for, as clients do.
      if (outcome !== "thread_busy" && isFinal(outcome)) return "refused";
      await pause(2_000);
    }
    assert.fail("a response is never made");
  }

  /** The response in the end, or why there is none. */
  async #send(
    body: OpenAI.Responses.ResponseCreateParamsStreaming,
    key: string,
  ): Promise<Response | string> {
    try {
      for await (
        const event of await this.#client.responses.create(body, { headers: { "Idempotency-Key": key } })
      ) {
        switch (event.type) {
          case "response.completed":
          case "response.incomplete":
          case "response.failed":
            return event.response;
        }
      }
      return "lost"; // the stream was cut
    } catch (thrown) {
      if (thrown instanceof APIConnectionError || thrown instanceof TypeError) return "lost";
      if (thrown instanceof APIError) return thrown.code ?? `status ${thrown.status}: ${thrown.message}`;
      throw thrown;
    }
  }
}

function textsOf({ output }: Response): string[] {
  return output.flatMap((item) => {
    if (item.type !== "message") return [];
    return [item.content.flatMap((part) => part.type === "output_text" ? [part.text] : []).join("")];
  });
}
