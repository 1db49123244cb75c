// The names of the providers' environment variables, for what needs them without loading twenty modules. Written by deno task
// providers.

/** Every variable that a provider of the registry reads. */
export const PROVIDER_VARIABLES: readonly string[] = [
  // anthropic
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  // azure
  "AZURE_OPENAI_API_KEY",
  "AZURE_OPENAI_AD_TOKEN",
  "AZURE_OPENAI_ENDPOINT",
  "AZURE_OPENAI_API_VERSION",
  // bedrock
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_REGION",
  "AWS_DEFAULT_REGION",
  "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
  "BEDROCK_BASE_URL",
  // cerebras
  "CEREBRAS_API_KEY",
  "CEREBRAS_BASE_URL",
  // cohere
  "COHERE_API_KEY",
  "CO_API_KEY",
  "COHERE_BASE_URL",
  "CO_API_URL",
  // compatible
  "COMPATIBLE_BASE_URL",
  "COMPATIBLE_API_KEY",
  // deepseek
  "DEEPSEEK_API_KEY",
  "DEEPSEEK_BASE_URL",
  // fireworks
  "FIREWORKS_API_KEY",
  "FIREWORKS_BASE_URL",
  // gemini
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_BASE_URL",
  "GOOGLE_GEMINI_BASE_URL",
  // groq
  "GROQ_API_KEY",
  "GROQ_BASE_URL",
  // lmstudio
  "LMSTUDIO_API_KEY",
  "LMSTUDIO_BASE_URL",
  // mistral
  "MISTRAL_API_KEY",
  "MISTRAL_BASE_URL",
  // ollama
  "OLLAMA_HOST",
  "OLLAMA_BASE_URL",
  "OLLAMA_API_KEY",
  // openai
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_API",
  // openrouter
  "OPENROUTER_API_KEY",
  "OPENROUTER_BASE_URL",
  // together
  "TOGETHER_API_KEY",
  "TOGETHER_BASE_URL",
  // vllm
  "VLLM_API_KEY",
  "VLLM_BASE_URL",
  // workers_ai
  "CLOUDFLARE_API_TOKEN",
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_AI_BASE_URL",
  "WORKERS_AI_BASE_URL",
  // xai
  "XAI_API_KEY",
  "XAI_BASE_URL",
];
