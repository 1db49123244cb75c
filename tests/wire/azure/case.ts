// Azure: OpenAI's dialects under /openai/v1, and by deployment under a dated version.
import type { Env } from "../../../src/core/ports.ts";
import type { CapturedRequest } from "../openai/reply.ts";
import type { WireCase } from "../case.ts";
import { lintOpenAI, openaiApi } from "../openai/api.ts";
import { WireRefusal } from "../refusal.ts";
import { simulate } from "../simulator.ts";

export const azureKey = "azure-key-0123456789";
const RESOURCE = "https://res.openai.azure.com";

/** What stands before the first chunk of an answer: recorded in azure-model-router. */
const FILTERED = {
  choices: [],
  created: 0,
  id: "",
  model: "",
  object: "",
  prompt_filter_results: [{
    prompt_index: 0,
    content_filter_results: { hate: { filtered: false, severity: "safe" } },
  }],
};

const api = openaiApi({
  check(captured) {
    const { pathname, searchParams } = new URL(captured.path, RESOURCE);
    checkKey(captured.headers);
    const dated = /^\/openai(?:\/deployments\/([^/]+)\/chat\/completions|\/responses)$/.exec(pathname);
    const isV1 = /^\/openai\/v1\/(?:chat\/completions|responses(?:\/compact)?)$/.test(pathname);
    const version = searchParams.get("api-version");
    // The v1 API takes no dated version, the others nothing else.
    if (isV1 ? version !== null : !dated || !/^\d{4}-\d\d-\d\d(?:-preview)?$/.test(version ?? "")) {
      throw refusal(404, "404", "Resource not found");
    }
    return captured;
  },
  preamble: [{ data: FILTERED }],
  errorBody: (error) => ({ error }),
  refusalHeaders: (status): Record<string, string> =>
    status === 429 ? { "retry-after": "2", "retry-after-ms": "1500" } : {},
});

function checkKey(headers: Headers): void {
  if (headers.get("api-key") === azureKey || headers.get("authorization") === `Bearer ${azureKey}`) return;
  const text =
    "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a " +
    "valid key for an active subscription and use a correct regional API endpoint for your resource.";
  throw refusal(401, "401", text);
}

function refusal(status: number, code: string, message: string): WireRefusal {
  return new WireRefusal(status, message, { error: { code, message } });
}

const shared = {
  provider: "azure",
  start: (options = {}) => simulate(api, options),
  env: (): Env => ({ AZURE_OPENAI_API_KEY: azureKey, AZURE_OPENAI_ENDPOINT: RESOURCE }),
  fetch: (server: { readonly url: string }): typeof fetch => (input, init) =>
    fetch(String(input).replace(RESOURCE, server.url), init),
  lintRequest: (request: Pick<CapturedRequest, "path" | "body">) => lintOpenAI(request),
} satisfies Partial<WireCase>;

export const azureChat: WireCase = {
  ...shared,
  name: "azure chat",
  model: "gpt-4o",
  settings: { api: "chat" },
  schema: "openai.chat.request",
  refuses: [
    { feature: "parallel", model: "o4-mini", choice: { type: "auto" }, parallel: false },
    { feature: "sampling_thinking", model: "gpt-5", settings: { temperature: 0.5 }, teaches: "temperature" },
    { feature: "effort", model: "gpt-4o", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "gpt-4-turbo", output: "alone" },
    { feature: "images", model: "o3-mini", media: true },
    { feature: "files", model: "o3-mini", media: true },
    { feature: "audio", model: "gpt-4o", media: true },
  ],
};

export const azureResponses: WireCase = {
  ...shared,
  name: "azure responses",
  model: "gpt-5",
  settings: { api: "responses" },
  schema: "openai.responses.request",
  refuses: [],
};

export const azureDated: WireCase = {
  ...shared,
  name: "azure dated",
  model: "gpt-4o",
  env: () => ({ ...shared.env(), AZURE_OPENAI_API_VERSION: "2024-10-21" }),
  schema: "openai.chat.request",
  refuses: [],
};
