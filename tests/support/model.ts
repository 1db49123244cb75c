// A provider for tests of the runtime: every request is recorded and answered by a function, with no network and no retries.

import {
  type Capabilities,
  type CapabilityTable,
  type Feature,
  resolveCapabilities,
} from "../../src/core/model/capability.ts";
import { AgentError } from "../../src/core/error.ts";
import { ModelError, type ModelErrorCode, type ModelErrorOptions } from "../../src/core/model/model_error.ts";
import { emitAll } from "./pushed.ts";
import type { FinishReason } from "../../src/core/entry.ts";
import type {
  ModelBlock,
  ModelEvent,
  ModelRequest,
  ModelResult,
  Provider,
} from "../../src/core/model/provider.ts";

/** What the model does with one request: says something, calls tools by name, and then may fail. */
export interface Reply {
  readonly says?: string;
  readonly calls?: readonly string[];
  readonly fails?: AgentError;
  readonly finish?: FinishReason;
}

export interface TestModel {
  readonly provider: Provider;
  /** The requests that came, in order. */
  readonly requests: ModelRequest[];
}

const NOTHING_LACKING: CapabilityTable = { lacks: {}, models: [], thinks: () => false };

export function testModel(
  answer: (request: ModelRequest, index: number) => Reply,
  { name = "first", table = NOTHING_LACKING }: { name?: string; table?: CapabilityTable } = {},
): TestModel {
  const requests: ModelRequest[] = [];
  const provider: Provider = {
    name,
    capabilities: (model, settings): Capabilities => resolveCapabilities(table, model, settings),
    map: ({ choice, tools }) => tools.length === 0 ? null : choice.type,
    historyWriter: () => undefined,
    prepare: () => {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body: ({ system, messages, tools }) => JSON.stringify({ system, messages, tools }),
    async stream(request, { emit }): Promise<ModelResult> {
      requests.push(request);
      return await emitAll(tell(answer(request, requests.length - 1), request), emit);
    },
  };
  return { provider, requests };
}

function* tell(reply: Reply, request: ModelRequest): Generator<ModelEvent, ModelResult> {
  const { says, calls = [], fails } = reply;
  const blocks: ModelBlock[] = [];
  if (says !== undefined) {
    yield { type: "text.started", block: 0 };
    yield { type: "text.delta", block: 0, text: says };
    if (fails) throw fails;
    yield { type: "text.ended", block: 0 };
    blocks.push({ type: "text", text: says });
  }
  if (fails) throw fails;
  for (const name of calls) {
    const block = blocks.length;
    yield { type: "call.started", block, name };
    yield { type: "call.delta", block, text: "{}" };
    yield { type: "call.ended", block, args: "{}" };
    blocks.push({ type: "call", name, args: "{}" });
  }
  const finish = reply.finish ?? (calls.length > 0 ? "calls" : "stop");
  return { blocks, finish, usage: { inputTokens: 10, outputTokens: 2 }, model: request.model };
}

/** A refusal that says what the model lacks. */
export function lacking(...features: Feature[]): Reply {
  return failing("model_invalid_request", { lacks: features });
}

export function failing(code: ModelErrorCode, options: ModelErrorOptions = {}): Reply {
  return { fails: new ModelError(code, `It failed with ${code}.`, options) };
}

/** Resolves `first/m` and the like to these models; the first is the default. */
export function resolver(...models: readonly TestModel[]) {
  const known = models.map(({ provider }) => provider);
  return (ref = `${known[0]?.name}/m`) => {
    const [name, model = ""] = ref.split("/");
    const provider = known.find((each) => each.name === name);
    if (provider) return { provider, model, ref };
    throw new AgentError("config_invalid", `Model ${ref} names no provider.`);
  };
}
