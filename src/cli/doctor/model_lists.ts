// The models that a provider lists, at the routes of its API.

import type { Env } from "../../core/ports.ts";
import { findRedirect, whyUnreachable } from "../project/unreachable.ts";

/** What came of asking. `unknown`: the provider has no list that a key opens. */
export type ModelList =
  | { readonly type: "unknown" }
  | { readonly type: "unreachable"; readonly host: string; readonly why: string }
  /** It answers with another address, which is not sent the key. */
  | { readonly type: "moved"; readonly host: string; readonly to: string }
  | { readonly type: "refused"; readonly host: string; readonly status: number }
  | { readonly type: "listed"; readonly ids: readonly string[] };

/** Where a list is, and how a key is sent. */
interface ListRoute {
  /** The URL of the list, from the base URL of the provider. */
  readonly url: (base: string) => string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** The name of the field with the list, and of the id in its items. */
  readonly field: string;
  readonly id: string;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** OpenAI API reference, models/list; the servers with its API have the same route. */
const OPENAI: ListRoute = { url: (base) => `${base}/models`, headers: bearer, field: "data", id: "id" };

const ROUTES: Readonly<Record<string, ListRoute>> = {
  // Anthropic API reference, models-list.
  anthropic: {
    url: (base) => `${base.replace(/\/v1$/, "")}/v1/models?limit=1000`,
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    field: "data",
    id: "id",
  },
  cerebras: OPENAI,
  compatible: OPENAI,
  deepseek: OPENAI,
  fireworks: OPENAI,
  // Gemini API reference, models.list: names begin with `models/`.
  gemini: {
    url: (base) => `${base.replace(/\/v1(?:beta)?$/, "")}/v1beta/models?pageSize=1000`,
    headers: (key) => ({ "x-goog-api-key": key }),
    field: "models",
    id: "name",
  },
  groq: OPENAI,
  lmstudio: OPENAI,
  mistral: { ...OPENAI, url: (base) => `${base.replace(/\/v1$/, "")}/v1/models` },
  // Ollama API, "List Local Models".
  ollama: {
    url: (base) => `${base.replace(/\/api$/, "")}/api/tags`,
    headers: bearer,
    field: "models",
    id: "name",
  },
  openai: OPENAI,
  vllm: OPENAI,
  xai: OPENAI,
};

const TIMEOUT_MS = 5_000;

/** Asks the provider for its models. `variables` are those of the provider; `server` is its base URL. */
export async function listModels(
  name: string,
  server: string | undefined,
  env: Env,
  variables: readonly string[],
  fetching: typeof fetch,
): Promise<ModelList> {
  const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (route === undefined || server === undefined) return { type: "unknown" };
  const host = URL.parse(server)?.host ?? server;
  const key = variables.filter((variable) => /_KEY$/.test(variable)).map((variable) => env[variable]).find(
    Boolean,
  );
  try {
    const response = await fetching(route.url(server), {
      headers: key === undefined ? {} : route.headers(key),
      redirect: "manual", // a header such as x-api-key would go on to any host
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const to = findRedirect(response);
    if (to !== undefined) return { type: "moved", host, to: to.host };
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status === 401 || response.status === 403) {
      return { type: "refused", host, status: response.status };
    }
    if (!response.ok) return { type: "unknown" };
    const ids = readIds(body, route);
    return ids.length === 0 ? { type: "unknown" } : { type: "listed", ids };
  } catch (thrown) {
    return { type: "unreachable", host, why: whyUnreachable(thrown) };
  }
}

function readIds(body: unknown, { field, id }: ListRoute): string[] {
  const list: unknown = Object(body)[field];
  if (!Array.isArray(list)) return [];
  return list.map((item) => String(Object(item)[id]).replace(/^models\//, ""));
}
