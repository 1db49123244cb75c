// What the vendors' servers can do with a prompt besides reading it, for docs/providers.md: no step reads these. What a step
// decides by are the capability tables. Prices are those of the price tables.

import type { ProviderDefinition } from "../../core/model/provider.ts";

/** How the prompts of some models are cached, and what else their server does with them, as of a day. */
export interface PromptFact {
  readonly provider: string;
  /** Matches names of models, without flags. */
  readonly models: RegExp;
  /** Such a model, whose price the table shows. */
  readonly example: string;
  /**
   * `prefix`: the longest beginning, without a word of the request. `marks`: what the request marks. `breakpoints`: exactly what it
   * marks, and no shorter beginning.
   */
  readonly cache: "prefix" | "marks" | "breakpoints";
  /** The fewest tokens that are cached; undefined where it is not documented. */
  readonly least: number | undefined;
  /** Tools that a prompt declares and the model finds (`defer_loading`, `tool_search`). */
  readonly toolSearch: boolean;
  /** The server makes a summary that stands for a part of the conversation. */
  readonly compaction: boolean;
  /** The server leaves old results out by a rule. */
  readonly editing: boolean;
  readonly asOf: string;
  readonly source: string;
}

const CLAUDE_PAGES =
  "platform.claude.com build-with-claude/prompt-caching, context-editing, compaction-background, tool-search-tool";
const NOTHING = { toolSearch: false, compaction: false, editing: false } as const;

/** The first row of a provider that matches a model counts. */
export const PROMPT_FACTS: readonly PromptFact[] = [
  {
    provider: "anthropic",
    models: /claude-(?:opus-5|fable-5|mythos-5|sonnet-5[-.]5)/,
    example: "claude-opus-5-5",
    cache: "marks",
    least: 512,
    toolSearch: true,
    compaction: true,
    editing: true,
    asOf: "2026-11-26",
    source: CLAUDE_PAGES,
  },
  {
    provider: "anthropic",
    models: /claude-haiku-5[-.]5/,
    example: "claude-haiku-5-5",
    cache: "marks",
    least: 512,
    toolSearch: true,
    compaction: false,
    editing: true,
    asOf: "2026-11-26",
    source: `${CLAUDE_PAGES}; compaction lists no Haiku`,
  },
  {
    provider: "anthropic",
    models: /claude-(?:opus-4[-.][678]|sonnet-(?:4[-.]6|5))/,
    example: "claude-opus-4-8",
    cache: "marks",
    least: 1024,
    toolSearch: true,
    compaction: true,
    editing: true,
    asOf: "2026-11-26",
    source: `${CLAUDE_PAGES}; 4,096 tokens of Opus 4.6 and 4.7, 2,048 of Sonnet 4.6`,
  },
  {
    provider: "anthropic",
    models: /claude/,
    example: "claude-sonnet-4-5",
    cache: "marks",
    least: 1024,
    toolSearch: true,
    compaction: false,
    editing: true,
    asOf: "2026-11-26",
    source: `${CLAUDE_PAGES}; 4,096 tokens of Haiku 4.5 and Opus 4.5`,
  },
  {
    provider: "bedrock",
    models: /claude/,
    example: "anthropic.claude-opus-5-5",
    cache: "marks",
    least: 1024,
    ...NOTHING,
    asOf: "2026-11-26",
    source:
      "the page of Claude Fable 5 has its minimum at Bedrock; compaction-background lists no Bedrock; Converse has " +
      "no field for the others (@aws-sdk/client-bedrock-runtime 3.1163.0)",
  },
  {
    provider: "openai",
    models: /gpt-(?:5[-.][6-9]|[6-9])/,
    example: "gpt-5.6-sol",
    cache: "breakpoints",
    least: 1024,
    toolSearch: true,
    compaction: true,
    editing: false,
    asOf: "2026-11-22",
    source:
      "developers.openai.com api/docs/guides/prompt-caching, tools-tool-search; openai 7.55, responses.compact",
  },
  {
    provider: "openai",
    models: /gpt-5[-.]4/,
    example: "gpt-5.4",
    cache: "prefix",
    least: 1024,
    toolSearch: true,
    compaction: true,
    editing: false,
    asOf: "2026-11-22",
    source:
      "developers.openai.com api/docs/guides/prompt-caching, tools-tool-search; openai 7.55, responses.compact",
  },
  {
    provider: "openai",
    models: /./,
    example: "gpt-4.1",
    cache: "prefix",
    least: 1024,
    toolSearch: false,
    compaction: true,
    editing: false,
    asOf: "2026-11-22",
    source: "developers.openai.com api/docs/guides/prompt-caching; openai 7.55, responses.compact",
  },
  {
    provider: "gemini",
    models: /gemini/,
    example: "gemini-2.5-pro",
    cache: "prefix",
    least: undefined,
    ...NOTHING,
    asOf: "2026-11-22",
    source: "ai.google.dev gemini-api/docs/caching, implicit caching",
  },
  {
    provider: "xai",
    models: /grok/,
    example: "grok-4.7",
    cache: "prefix",
    least: undefined,
    ...NOTHING,
    asOf: "2026-11-26",
    source:
      "docs.x.ai prompt-caching; it has POST /v1/responses/compact, and Chat Completions has no field for it",
  },
  {
    provider: "deepseek",
    models: /deepseek/,
    example: "deepseek-v4-pro",
    cache: "prefix",
    least: undefined,
    ...NOTHING,
    asOf: "2026-11-22",
    source: "api-docs.deepseek.com guides/kv_cache",
  },
  {
    provider: "groq",
    models: /gpt-oss/,
    example: "openai/gpt-oss-120b",
    cache: "prefix",
    least: undefined,
    ...NOTHING,
    asOf: "2026-11-22",
    source: "console.groq.com docs/prompt-caching",
  },
];

/** The rows of the table, with what written and read tokens cost of the price of others. */
export async function promptFactRows(
  providers: readonly (readonly [string, ProviderDefinition])[],
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, { prices }] of providers) {
    const find = await prices?.();
    const facts = PROMPT_FACTS.filter(({ provider }) => provider === name);
    for (const [index, fact] of facts.entries()) {
      const price = find?.(fact.example);
      const share = (rate: number | undefined) =>
        price === undefined ? "" : String(Number(((rate ?? price.input) / price.input).toFixed(3)));
      rows.push([
        index === 0 ? `\`${name}\`` : "",
        `like \`${fact.example}\``,
        fact.cache,
        fact.least?.toLocaleString("en") ?? "",
        share(price?.cacheWrite),
        share(price?.cached),
        ...[fact.toolSearch, fact.compaction, fact.editing].map((has) => has ? "✓" : ""),
        `${fact.source} (${fact.asOf})`,
      ]);
    }
  }
  return rows;
}
