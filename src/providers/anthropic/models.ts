// What is known about Claude models by their names, as of 2026-11: how thinking is switched, how many tokens they
// write, and what they lack. What is not known follows from the API's refusals.

import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { CapabilityRow } from "../../core/model/capability.ts";

/** How thinking is switched in requests to a model. */
export interface ThinkingFacts {
  /** `budget`: manual, by tokens; `adaptive`: by effort. */
  readonly style: "never" | "budget" | "adaptive";
  /** It thinks when the request has no setting for it. */
  readonly byDefault: boolean;
  /** The setting for no or the least thinking; undefined where there is none, or none is needed. */
  readonly off: "disabled" | "between_tools" | undefined;
  /** It has an effort between high and max. */
  readonly xhigh: boolean;
}

/**
 * Sources: the effort and thinking pages of the API as users quote them (gajae-code#3913, llm-exe#502,
 * litellm#27074), refusals on record (hermes-agent#120069, opencode-anthropic-auth#159, cline#12010). Models that are
 * not Claude are behind a gateway, and gateways take budgets.
 */
export function resolveThinking(model: string): ThinkingFacts {
  const named = parseModel(model);
  if (!named) {
    return {
      style: /claude/i.test(model) ? "adaptive" : "budget",
      byDefault: false,
      off: undefined,
      xhigh: true,
    };
  }
  const { line, version } = named;
  const style = version < 3.7 ? "never" : version < 4.6 ? "budget" : "adaptive";
  const always = line === "fable" || line === "mythos" || (line === "opus" && version >= 5.5);
  const byDefault = always || version >= 5;
  const off = line === "sonnet" && version >= 5.5 ? "between_tools" : "disabled";
  return { style, byDefault, off: byDefault && !always ? off : undefined, xhigh: version >= 4.7 };
}

/** Whether the model thinks before it answers. */
export function thinks(model: string, { reasoningEffort }: ModelSettings): boolean {
  const { style, byDefault, off } = resolveThinking(model);
  if (style === "never") return false;
  if (reasoningEffort === undefined) return byDefault;
  return reasoningEffort !== "none" || (byDefault && off !== "disabled");
}

/** The most tokens that the model writes, thinking included; undefined when it is not known. */
export function mostOutputTokens(model: string): number | undefined {
  const named = parseModel(model);
  if (!named) return /claude/i.test(model) ? 64_000 : undefined;
  const { line, version } = named;
  if (version < 3.5) return 4096;
  if (version < 3.7) return 8192;
  if (version >= 4.6) return 128_000;
  return line === "opus" && version < 4.5 ? 32_000 : 64_000;
}

/**
 * A system message in the middle of a conversation is supported by Opus 4.8, Opus 5, Sonnet 5.5, Haiku 5.5, Fable 5, Mythos 5 and later. On the
 * same models such a message may change the tools, define one, or count for one turn, each under a beta.
 */
export const CLAUDE_NOTICES: CapabilityRow = {
  models:
    /^(?!.*claude-(?:opus-(?:4[-.][89]|[5-9])|(?:sonnet|haiku)-(?:5[-.][5-9]|[6-9])|(?:fable|mythos)-[5-9])(?!\d))/,
  example: "claude-sonnet-5",
  lacks: ["notices"],
  because: "the model takes no system message in the middle of a conversation",
  asOf: "2026-11-22",
  source: "platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages",
};

/** What Claude models lack wherever they are served. */
export const CLAUDE_MODELS: readonly CapabilityRow[] = [
  {
    models: /claude-(?:(?:opus|sonnet)-5[-.]5|(?:fable|mythos)-5[-.][12])(?!\d)/,
    example: "claude-opus-5-5",
    lacks: ["required", "tool"],
    because: "the model refuses forced choices",
    asOf: "2026-11-20",
    // deepnoodle-ai/dive#274; at Bedrock llama_index#23207, langchain-aws#1274, Mythos: celeste-python#393.
    source: "vercel/ai#21364",
  },
  // Thinking with a budget. Adaptive thinking, which these models lack, takes a forced choice.
  {
    models: /claude-(?:3[-.]7|(?:opus|sonnet|haiku)-4(?![-.][6-9](?!\d)))/,
    example: "claude-sonnet-4-5",
    lacks: ["forced_thinking"],
    because: "manual thinking goes with no forced choice",
    asOf: "2026-11-21",
    // Adaptive thinking: llm-exe#721, pydantic-ai#7195, @ai-sdk/anthropic 4.0.105 prepareTools.
    source: "litellm#17129",
  },
  {
    models: /claude-(?:3[-.]7|(?:opus|sonnet|haiku)-4(?![-.][789](?!\d)))/,
    example: "claude-sonnet-4-5",
    lacks: ["sampling_thinking"],
    because: "thinking goes with no sampling settings",
    asOf: "2026-11-20",
    // modelparams.dev#214; the page of extended thinking.
    source: "langchain-aws#1151",
  },
  {
    models: /claude-(?:opus|sonnet|haiku)-4[-.][1-6](?!\d)/,
    example: "claude-sonnet-4-5",
    lacks: ["sampling_pair"],
    because: "the model takes temperature or top_p, not both",
    asOf: "2026-11-23",
    // AionUi#912, aws-samples/bedrock-chat#979, bedrock-access-gateway#191, #208, #238; recorded refusal.
    source: "litellm#15070",
  },
  {
    models: /claude-(?:opus-4[-.][78](?!\d)|(?:opus|sonnet|haiku|fable|mythos)-[5-9])/,
    example: "claude-opus-4-8",
    lacks: ["temperature", "topP"],
    because: "the model takes no sampling settings",
    asOf: "2026-11-20",
    // github/app#2574, dify-official-plugins#3372, cline#10572, promptfoo#10307, the model card of Claude Opus 4.7.
    source: "earendil-works/pi#5251",
  },
  {
    models: /claude-(?:instant|v?2(?!\d)|3-(?:opus|sonnet|haiku)|3[-.]5)/,
    example: "claude-3-5-haiku-20241022",
    lacks: ["effort"],
    because: "the model does not think",
    asOf: "2026-11-20",
    source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
  },
];

/**
 * The name of a Claude as Anthropic writes it, whatever its gateway writes; another model's name in lower case.
 *
 * @example
 * ```ts
 * import { claudeName } from "./models.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(claudeName("Claude-Opus-5.5"), "claude-opus-5.5");
 * assert.equal(claudeName("anthropic/claude-4.5-sonnet"), "anthropic/claude-sonnet-4.5");
 * assert.equal(claudeName("claude-3-7-sonnet-latest"), "claude-3-7-sonnet-latest");
 * ```
 */
export function claudeName(model: string): string {
  return model.toLowerCase()
    .replace(/claude[ _]/, "claude-")
    .replace(/(claude-(?:opus|sonnet|haiku|fable|mythos))[ _](?=\d)/, "$1-")
    .replace(/claude-([4-9](?:[-.]\d)?)-(opus|sonnet|haiku|fable|mythos)(?!\w)/, "claude-$2-$1");
}

interface NamedModel {
  readonly line: string;
  /** `claude-opus-4-8` is 4.8. */
  readonly version: number;
}

// claude-sonnet-4-20250514, claude-haiku-4-5@20251001, anthropic/claude-opus-4.8, and the older
// claude-3-7-sonnet-latest.
function parseModel(ref: string): NamedModel | undefined {
  const model = claudeName(ref);
  // The preview thinks as Mythos 5 does: oh-my-openagent#5098, llmman#507.
  if (/claude-mythos-preview/.test(model)) return { line: "mythos", version: 5 };
  const [, newer = "", major, minor = "0"] =
    /claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d))?(?!\d)/.exec(model) ?? [];
  if (major !== undefined) return { line: newer, version: Number(`${major}.${minor}`) };
  const [, first, second = "0", line = ""] =
    /claude-(?:v|instant-)?(\d)(?:[-.](\d))?(?:-(\w+))?/.exec(model) ?? [];
  return first === undefined ? undefined : { line, version: Number(`${first}.${second}`) };
}

/**
 * Models whose thinking is bound to what stood before it. Source: platform.claude.com/docs/en/build-with-claude/preserved-thinking/
 * prefix-checks, as of 2026-11-28; Mythos 5.1 records and does not check, Mythos 5.2 binds as Fable 5.2 does.
 */
export const BOUND_THINKING = /claude-(?:fable-5[-.][12]|mythos-5[-.]2|(?:opus|sonnet|haiku)-5[-.]5)(?!\d)/;
