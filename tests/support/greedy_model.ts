// A model that uses all it may: it reports as many tokens as its request may come to. What it was allowed is recorded.

import type { ModelRequest, ModelResult, Provider } from "../../src/core/model/provider.ts";
import { ADDED_TOKENS, ADDED_TOKENS_PER_TOOL } from "../../src/plugins/budgets/request_bound.ts";
import { utf8Bytes } from "../../src/core/text/utf8_bytes.ts";
import type { Usage } from "../../src/core/usage.ts";

/** What the model does with a request. */
export interface GreedyReply {
  readonly says?: string;
  /** Names of tools; without `args`, JSON text, they are called without arguments. */
  readonly calls?: readonly (string | { readonly name: string; readonly args: string })[];
  readonly usage?: Partial<Usage>;
}

export interface GreedyModel {
  readonly provider: Provider;
  readonly requests: ModelRequest[];
  /** Of all answers. */
  readonly used: { tokens: number };
}

/** Without a maximum an answer has this many tokens. */
export const UNLIMITED_TOKENS = 100_000;

export function greedyModel(
  reply: (request: ModelRequest, index: number) => GreedyReply | Promise<GreedyReply>,
  name = "greedy",
): GreedyModel {
  const requests: ModelRequest[] = [];
  const used = { tokens: 0 };
  const body = ({ system, messages, tools, settings }: ModelRequest) =>
    JSON.stringify({ system, messages, tools, max_tokens: settings.maxOutputTokens });
  const provider: Provider = {
    name,
    capabilities: () => ({ lacks: {}, thinks: false }),
    map: () => null,
    historyWriter: () => undefined,
    prepare: () => {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body,
    async stream(request, io): Promise<ModelResult> {
      const index = requests.push(request) - 1;
      io.onRequest?.(body(request));
      const { says = "Done.", calls = [], usage } = await reply(request, index);
      const blocks: ModelResult["blocks"][number][] = [];
      if (calls.length === 0) {
        io.emit({ type: "text.started", block: 0 });
        io.emit({ type: "text.delta", block: 0, text: says });
        io.emit({ type: "text.ended", block: 0 });
        blocks.push({ type: "text", text: says });
      }
      for (const called of calls) {
        const block = blocks.length;
        const { name, args } = typeof called === "string" ? { name: called, args: "{}" } : called;
        io.emit({ type: "call.started", block, name });
        io.emit({ type: "call.delta", block, text: args });
        io.emit({ type: "call.ended", block, args });
        blocks.push({ type: "call", name, args });
      }
      const all: Usage = {
        inputTokens: utf8Bytes(body(request)) + ADDED_TOKENS + ADDED_TOKENS_PER_TOOL * request.tools.length,
        outputTokens: request.settings.maxOutputTokens ?? UNLIMITED_TOKENS,
        ...usage,
      };
      used.tokens += all.inputTokens + all.outputTokens;
      return { blocks, finish: calls.length > 0 ? "calls" : "stop", usage: all, model: request.model };
    },
  };
  return { provider, requests, used };
}
