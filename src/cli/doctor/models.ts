// Whether the models that agents name can be used: the provider is there, its key is set, and the provider takes the key and
// has the model.

import type { FindPrice } from "../../core/budget/price.ts";
import { AgentError } from "../../core/error.ts";
import type { ProviderDefinition } from "../../core/model/provider.ts";
import type { Env } from "../../core/ports.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";
import { PROVIDERS } from "../../provider_registry.ts";
import { createFindings, type Finding } from "./finding.ts";
import { listModels } from "./model_lists.ts";

const { ok, error, warning } = createFindings("models");

/** A model as an agent or a variable names it. */
export interface NamedModel {
  /** `provider/model`. */
  readonly ref: string;
  /** Who names it: `agent support`, `TREADLE_MODEL`. */
  readonly by: string;
}

/** How the keys of a provider begin; a key of another form is likely another service's. */
const KEY_PREFIXES: Readonly<Record<string, { readonly variable: string; readonly prefix: string }>> = {
  anthropic: { variable: "ANTHROPIC_API_KEY", prefix: "sk-ant-" },
  groq: { variable: "GROQ_API_KEY", prefix: "gsk_" },
  openai: { variable: "OPENAI_API_KEY", prefix: "sk-" },
  openrouter: { variable: "OPENROUTER_API_KEY", prefix: "sk-or-" },
  xai: { variable: "XAI_API_KEY", prefix: "xai-" },
};

/** The findings about each model, once for each provider where the provider is what is wrong. */
export async function checkModels(
  models: readonly NamedModel[],
  env: Env,
  fetching: typeof fetch,
): Promise<Finding[]> {
  const byProvider = new Map<string, NamedModel[]>();
  for (const model of models) {
    const name = model.ref.slice(0, Math.max(0, model.ref.indexOf("/")));
    byProvider.set(name, [...byProvider.get(name) ?? [], model]);
  }
  const found = Array.from(byProvider, ([name, named]) => checkProvider(name, named, env, fetching));
  return (await Promise.all(found)).flat();
}

async function checkProvider(
  name: string,
  named: readonly NamedModel[],
  env: Env,
  fetching: typeof fetch,
): Promise<Finding[]> {
  const loaders: Readonly<Record<string, () => Promise<ProviderDefinition>>> = PROVIDERS;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  const by = [...new Set(named.map((model) => model.by))].join(", ");
  if (load === undefined) {
    const [{ ref } = { ref: "" }] = named;
    return [error(
      `${by} names the model ${ref}, and there is no provider ${name || "in it"}.${
        didYouMean(name, Object.keys(PROVIDERS))
      }`,
      `write provider/model with one of: ${Object.keys(PROVIDERS).sort().join(", ")}`,
    )];
  }
  const definition = await load();
  const priceFindings = async () => {
    const find = await definition.prices?.();
    return named.flatMap((model) => [
      ...assumedPrice(name, model, find, env),
      ...cachedPrompts(name, model, find),
    ]);
  };
  try {
    const sleep = () => Promise.resolve();
    const provider = definition.create({ env, bindings: {}, clock: Date.now, sleep });
    const list = await listModels(name, provider.server, env, definition.variables, fetching);
    switch (list.type) {
      case "unknown":
        return [ok(`${name} is configured (${by})`), ...keyFindings(name, env), ...await priceFindings()];
      case "refused":
        return [error(
          `${list.host} refuses the key of ${name} (${list.status}), which ${by} needs`,
          `${definition.variables[0]}=<a key that is valid there>`,
          "model_auth",
        )];
      case "unreachable":
        return [error(
          `${list.host} cannot be reached (${list.why}), which ${by} needs`,
          `correct ${baseVariable(definition.variables)}, or start the server there`,
          "model_network",
        )];
      case "moved":
        return [error(
          `${list.host} redirects to ${list.to}, which is not sent the key of ${name}; ${by} needs it`,
          `correct ${baseVariable(definition.variables)}`,
        )];
      case "listed":
        return [
          ok(`${name} takes the key (${by})`),
          ...named.flatMap((model) => modelFindings(name, model, list.ids)),
          ...await priceFindings(),
        ];
    }
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    return [error(`${by} needs ${name}: ${thrown.message}`, `${definition.variables[0]}=<value>`)];
  }
}

function keyFindings(name: string, env: Env): Finding[] {
  const form = Object.hasOwn(KEY_PREFIXES, name) ? KEY_PREFIXES[name] : undefined;
  const key = form && env[form.variable];
  const isElsewhere = Object.keys(env).includes(`${name.toUpperCase()}_BASE_URL`);
  if (!form || !key || isElsewhere || key.startsWith(form.prefix)) return [];
  return [warning(
    `${form.variable} does not begin with ${form.prefix}, as the keys of ${name} do`,
    `${form.variable}=${form.prefix}...`,
  )];
}

/** A price that agents or TREADLE_PRICES set counts before that of a family. */
function assumedPrice(
  provider: string,
  { ref, by }: NamedModel,
  find: FindPrice | undefined,
  env: Env,
): Finding[] {
  const family = find?.(ref.slice(provider.length + 1))?.family;
  if (family === undefined || env.TREADLE_PRICES?.includes(`"${ref}"`)) return [];
  return [warning(
    `no price of ${ref} is known, which ${by} names; that of ${family} counts`,
    `TREADLE_PRICES={"${ref}":{"input":1,"output":5}}, dollars for a million tokens`,
    "a-price-or-a-cost-is-wrong",
  )];
}

/** Caching has no setting: it is on wherever the provider bills what it reads again lower. */
function cachedPrompts(
  provider: string,
  { ref, by }: NamedModel,
  find: FindPrice | undefined,
): Finding[] {
  const { input = 0, cached = input } = find?.(ref.slice(provider.length + 1)) ?? {};
  if (cached >= input) return [];
  const share = Math.round(100 * cached / input);
  return [ok(`prompts of ${ref} are cached (${by}): input that is read again costs ${share} % of new input`)];
}

/** Servers that take more models than they list. */
const LIST_IS_PART: ReadonlySet<string> = new Set(["compatible", "fireworks"]);

/** What may stand behind a name in a list whose newest version the name means: `-20250929`, `-2026-01-31`, `:latest`. */
const VERSION = /^(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-\d{3}|[-:]latest)$/;

function modelFindings(provider: string, { ref, by }: NamedModel, ids: readonly string[]): Finding[] {
  const model = ref.slice(ref.indexOf("/") + 1);
  if (ids.some((id) => id === model || id.startsWith(model) && VERSION.test(id.slice(model.length)))) {
    return [];
  }
  const like = ids.filter((id) => id.startsWith(model.slice(0, 5))).slice(0, 5);
  const level = LIST_IS_PART.has(provider) ? warning : error;
  return [level(
    `the provider does not list the model ${model}, which ${by} names.${didYouMean(model, ids)}`,
    `name one that it lists${like.length === 0 ? "" : `: ${like.join(", ")}`}`,
  )];
}

function baseVariable(variables: readonly string[]): string {
  return variables.find((variable) => /_(?:URL|ENDPOINT|HOST)$/.test(variable)) ?? "the base URL";
}
