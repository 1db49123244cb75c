// The names of the providers' environment variables, for what needs them without loading twenty modules. A test compares
// them with `variables` of each provider.

/** Every variable that a provider of the registry reads. */
export const PROVIDER_VARIABLES: readonly string[] = [
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"],
  ...["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN", "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_VERSION"],
  ...["AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
  ...["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "BEDROCK_BASE_URL"],
  ...["COHERE_API_KEY", "CO_API_KEY", "COHERE_BASE_URL", "CO_API_URL"],
  ...["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ...["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
  ...["OLLAMA_HOST", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"],
  ...["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API"],
  ...["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_AI_BASE_URL", "WORKERS_AI_BASE_URL"],
  ...[
    ...["CEREBRAS", "COMPATIBLE", "DEEPSEEK", "FIREWORKS", "GROQ", "LMSTUDIO", "MISTRAL", "OPENROUTER"],
    ...["TOGETHER", "VLLM", "XAI"],
  ].flatMap((name) => [`${name}_API_KEY`, `${name}_BASE_URL`]),
];
