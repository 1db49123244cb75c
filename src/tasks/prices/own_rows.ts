// Prices that the source of `deno task prices` does not have, in the form of its tables (core/budget/price_table.ts). The command
// refuses a row that the source has too.

/**
 * Mythos is Fable under other safeguards, for organizations that were verified. "It shares Claude Fable 5's specifications and pricing"
 * (https://platform.claude.com/docs/en/models/fable-5/overview); of 5.2 "the same underlying model as Claude Fable 5.2"
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/model-card-anthropic-claude-mythos-5-2.html, 2026-11).
 */
const MYTHOS = ["5", "5-1", "5-2"];

/** Rows by the provider's name. */
export const OWN_ROWS: Readonly<Record<string, readonly string[]>> = {
  // https://platform.claude.com/docs/en/about-claude/pricing and models/overview, as of 2026-11-22; claude-3-haiku: models.dev, 2026-07-02;
  // claude-2 and claude-3-5-haiku: @pydantic/genai-prices 0.1.8 of 2026-09-23
  anthropic: [
    "claude-opus-4 15 75 1.5 18.75 =200000",
    "claude-opus-4-0 15 75 1.5 18.75 =200000",
    "claude-opus-4-1 15 75 1.5 18.75 =200000",
    "claude-sonnet-4 3 15 0.3 3.75 =200000",
    "claude-sonnet-4-0 3 15 0.3 3.75 =200000",
    "claude-3-7-sonnet 3 15 0.3 3.75 =200000",
    "claude-2 8 24",
    "claude-2.1 8 24 =200000",
    "claude-3-5-haiku 0.8 4 0.08 1 =200000",
    "claude-3-5-sonnet 3 15 0.3 3.75 =200000",
    "claude-3-opus 15 75 1.5 18.75 =200000",
    "claude-3-haiku 0.25 1.25 0.03 0.3 =200000",
    ...MYTHOS.map((version) => `claude-mythos-${version} ~claude-fable-${version}`),
  ],
  // @pydantic/genai-prices 0.1.8 of 2026-09-23
  bedrock: [
    "deepseek.r1 1.35 5.4",
    "us.deepseek.r1 1.35 5.4",
    ...["", "global."].flatMap((region) =>
      MYTHOS.map((version) =>
        `${region}anthropic.claude-mythos-${version} ~${region}anthropic.claude-fable-${version}`
      )
    ),
  ],
  // models.dev, providers/cohere/models, as of 2026-07-02
  cohere: [
    "command-a 2.5 10",
    "command-a-plus 2.5 10",
    "command-a-reasoning 2.5 10",
    "command-a-translate 2.5 10",
    "command-a-vision 2.5 10",
    "command-light 0.3 0.6", // @pydantic/genai-prices 0.1.8 of 2026-09-23
    "command-r 0.15 0.6",
    "command-r-plus 2.5 10",
    "command-r7b 0.0375 0.15",
    "command-r7b-arabic 0.0375 0.15",
  ],
  // models.dev, providers/deepseek/models, as of 2026-07-02
  deepseek: [
    "deepseek-chat 0.14 0.28 0.0028",
    "deepseek-reasoner 0.14 0.28 0.0028",
    "deepseek-v4-flash 0.14 0.28 0.0028",
  ],
  // models.dev, providers/google/models, as of 2026-07-02
  gemini: [
    "gemini-2.0-flash 0.1 0.4 0.025",
    "gemini-2.0-flash-lite 0.075 0.3",
    "gemini-3-pro-preview 2 12 0.2 >200000 4 18 0.4",
  ],
  // models.dev, providers/groq/models, as of 2026-07-02
  groq: ["meta-llama/llama-4-scout-17b-16e-instruct 0.11 0.34", "qwen/qwen3-32b 0.29 0.59"],
  // models.dev, providers/mistral/models, as of 2026-07-02
  mistral: [
    "devstral-medium-2507 0.4 2",
    "devstral-small-2505 0.1 0.3",
    "devstral-small-2507 0.1 0.3",
    "mistral-large-2411 2 6",
  ],
  // models.dev, providers/openai/models, as of 2026-07-02
  openai: [
    "gpt-5-codex 1.25 10 0.125",
    "gpt-5.1-chat-latest 1.25 10 0.125",
    "gpt-5.1-codex 1.25 10 0.125",
    "gpt-5.1-codex-max 1.25 10 0.125",
    "gpt-5.1-codex-mini 0.25 2 0.025",
    "gpt-5.2-chat-latest 1.75 14 0.175",
    "gpt-5.2-codex 1.75 14 0.175",
    "gpt-5.3-chat-latest 1.75 14 0.175",
    "o3-deep-research 10 40 2.5",
    "o4-mini-deep-research 2 8 0.5",
  ],
  // @pydantic/genai-prices 0.1.8 of 2026-09-23
  openrouter: ["openai/o4-mini 1.1 4.4 0.275"],
  // models.dev, providers/xai/models, as of 2026-07-02
  xai: [
    "grok-4.20-0309-reasoning 1.25 2.5 0.2 >200000 2.5 5 0.4 apart",
    "grok-build-0.1 1 2 0.2 >200000 2 4 0.4 apart",
    // The newest: "<modelname>-latest is aliased to the latest version" (docs.x.ai/docs/models); ~x-ai/grok-latest of OpenRouter.
    "grok-latest ~grok-4.7",
  ],
};
