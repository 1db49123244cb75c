// Threads as a deployment has them: made by steps over HTTP, with the record of their agent, whatever the commit that serves
// keeps of them. Measured threads are copies made inside Redis, so that every step meets exactly N steps of history.

import { type Command, ErrorReply, type RespClient } from "../../../src/redis_rest/resp.ts";
import { API_KEY, TASK } from "./workload.ts";

/** COPY or UNLINK commands in one write. */
const COMMANDS = 500;

export class GrownThreads {
  readonly #redis: RespClient;
  readonly #url: string;
  /** The keys of a template, by its steps. */
  readonly #grown = new Map<number, readonly string[]>();
  #copies = 0;

  /** `url`: the origin of the server that runs the steps of the templates. */
  constructor(redis: RespClient, url: string) {
    this.#redis = redis;
    this.#url = url;
  }

  /** The names of so many new threads, each with a history of `steps`, the call of the last one pending. */
  async copies(steps: number, count: number): Promise<string[]> {
    const template = templateOf(steps);
    const from = this.#grown.get(steps) ?? await this.#grow(template, steps);
    const names = Array.from({ length: count }, () => `copy-${this.#copies++}`);
    await this.#send(names.flatMap((name) => {
      return from.map((key) => ["COPY", key, key.replace(template, name), "REPLACE"]);
    }));
    return names;
  }

  async remove(_steps: number, names: readonly string[]): Promise<void> {
    const keys = [...this.#grown.values()].flat();
    const suffixes = new Set(keys.map((key) => key.replace(/grown-\d+-steps/, "\0")));
    await this.#send(names.map((name) => ["UNLINK", ...[...suffixes].map((key) => key.replace("\0", name))]));
  }

  async #grow(template: string, steps: number): Promise<readonly string[]> {
    for (let step = 0; step < steps; step++) {
      const response = await fetch(`${this.#url}/v1/threads/${template}/steps`, {
        method: "POST",
        headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ until: "step", ...(step === 0 ? { agent: "orders", input: TASK } : {}) }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${template} does not grow: ${response.status} ${text}`);
    }
    const [keys] = await this.#redis.send([["KEYS", `*${template}*`]]);
    if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${template} has no keys.`);
    const names = keys.map(String);
    this.#grown.set(steps, names);
    return names;
  }

  async #send(commands: readonly Command[]): Promise<void> {
    for (let start = 0; start < commands.length; start += COMMANDS) {
      const replies = await this.#redis.send(commands.slice(start, start + COMMANDS));
      const error = replies.find((reply) => reply instanceof ErrorReply);
      if (error) throw new Error(error.message);
    }
  }
}

function templateOf(steps: number): string {
  return `grown-${steps}-steps`;
}
