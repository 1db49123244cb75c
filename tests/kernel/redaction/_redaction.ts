// A deployment whose agents are redacted, with everything that leaves it kept: requests of the store, lines of the log, bodies of responses.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ModelEvent, Provider } from "../../../src/core/model/provider.ts";
import type { Store } from "../../../src/core/store.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import type { Redaction, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { standard } from "../../../src/plugins/standard.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import type { Scenario } from "../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore, type RecordedCall } from "../../../src/testing/recording_store.ts";
import { createTestApp, KEY, type TestApp } from "../../http/_app.ts";

/** What is planted, in many places. Ids that are drawn have neither `l` nor `u`, so none has a part of it by chance. */
export const SECRET = "paul.b@corp.example";
const SECRETS = /paul\.?b?@?|corp\.example/;

export const EMAILS: Redaction = {
  text: (text) => text.replace(/[a-z.]{1,10}@[a-z]{1,8}\.[a-z]{1,8}/g, "[email]"),
  longest: 28,
};

export const redacting: StepPlugin = definePlugin({
  name: "redacting",
  compile: ({ name }) => name === "open" ? undefined : { redact: EMAILS },
});

/** Throws for texts with the word. */
export const failingAt = (word: string): StepPlugin =>
  definePlugin({
    name: "redacting",
    compile: () => ({
      redact: {
        text(text) {
          if (text.includes(word)) throw new Error(`no room for ${text}`);
          return EMAILS.text(text);
        },
        longest: 28,
      },
    }),
  });

/** The provider, whose texts come in pieces of two characters. */
export function inPieces(provider: Provider): Provider {
  return {
    ...provider,
    stream: (request, io) =>
      provider.stream(request, { ...io, emit: (event) => piecesOf(event).forEach(io.emit) }),
  };
}

function piecesOf(event: ModelEvent): ModelEvent[] {
  if (event.type !== "text.delta" && event.type !== "reasoning.delta") return [event];
  return (event.text.match(/.{1,2}/gsu) ?? []).map((text) => ({ ...event, text }));
}

export interface Redacted extends Omit<TestApp, "send"> {
  /** A request of which nothing is kept. */
  send(method: string, path: string, body?: object): Promise<Response>;
  readonly calls: readonly RecordedCall[];
  /** Posts a step of t1, or what the path names; the text of the response. */
  post(body: object, path?: string, headers?: Record<string, string>): Promise<string>;
  get(path?: string): Promise<string>;
  /** Fails where the secret has been stored, logged or answered. */
  assertClean(except?: RegExp): void;
}

export interface RedactedOptions {
  readonly script?: Scenario;
  readonly agent?: Partial<AgentDefinition>;
  readonly plugins?: readonly Plugin[];
  readonly env?: Record<string, string>;
  /** Beside the scripted one. */
  readonly providers?: readonly Provider[];
  readonly store?: Store;
}

/** Says what it is asked for, with the secret. */
export const look = defineTool({
  name: "look",
  description: "Looks.",
  effect: "pure",
  run: () => ({ says: `It is ${SECRET}.`, [SECRET]: [SECRET] }),
});

/** An app with the agent `a`, and beside it the agent `open` that no plugin is about. */
export function redactedApp(
  { script, agent, plugins = [redacting], env, providers = [], store: inner }: RedactedOptions = {},
): Redacted {
  const { store, calls } = createRecordingStore(inner ?? createMemoryStore());
  const model = inPieces(createScriptedProvider(script === undefined ? {} : { script }));
  const definition = { model: "scripted/a", instructions: "", tools: [look] };
  const app = createTestApp({
    agents: [
      defineAgent({ name: "a", ...definition, ...agent }),
      defineAgent({ name: "open", ...definition }),
    ],
    plugins: [...standard(), ...plugins],
    providers: [model, ...providers],
    store,
    ...(env === undefined ? {} : { env }),
  });
  const answers: string[] = [];
  // Not by `send`, which reads all histories to check them.
  const send = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...more };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return await app.fetch(new Request(`http://treadle.test${path}`, init));
  };
  const read = async (response: Response) => {
    const text = await response.text();
    answers.push(text);
    return text;
  };
  return {
    ...app,
    calls,
    send,
    post: async (body, path = "/v1/threads/t1/steps", headers = {}) =>
      await read(await send("POST", path, body, headers)),
    get: async (path = "/history") => await read(await send("GET", `/v1/threads/t1${path}`)),
    assertClean(except) {
      const all = { store: JSON.stringify(calls), log: app.logs.join("\n"), answers: answers.join("\n") };
      for (const [where, text] of Object.entries(all)) {
        const left = except === undefined ? text : text.replaceAll(except, "");
        const at = left.search(SECRETS);
        assert.ok(at < 0, `${where}: ${left.slice(Math.max(0, at - 300), at + 60)}`);
      }
    },
  };
}
