// The inference gateways of an agent file: which one the agent uses, and what that means for its model.

import type { ModelSettings } from "../../core/model/model_settings.ts";
import { type CapabilityOverride, FEATURES } from "../../core/model/capability.ts";
import type { ParsedToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import { EXAMPLE_MODEL } from "../../core/model/example_model.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";
import { readFallback, toModelRef } from "./fallback.ts";
import { type Reading, report } from "./report.ts";
import { omitUndefined } from "../_keys.ts";
import { CONFIG, toSnake } from "./file_parts.ts";
import type { AgentFile, GatewayFile } from "./file_schema.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { readChoice } from "./tools.ts";
import type { Path } from "./text.ts";
import type { AgentSource } from "../agent_source.ts";

type GatewayPart = Pick<
  AgentSource,
  "model" | "models" | "fallbackModel" | "capabilities" | "settings"
>;

interface GatewayReading {
  readonly part: GatewayPart;
  readonly choice: ParsedToolChoice | undefined;
}

/** The gateway that the planner names, or the only one; without gateways `spec.model`, or else the deployment's model, is used. */
export function readGateway(file: AgentFile, callable: CallableTools, reading: Reading): GatewayReading {
  const { providers } = reading.options;
  const gateways = (file.resources?.inference_gateways ?? []).map((gateway) => ({
    ...gateway,
    type: resolveProvider(gateway.type, providers),
  }));
  const chosenName = file.spec.planner.config?.inference_gateway;
  const names = gateways.map(({ name }) => name);
  const path = ["resources", "inference_gateways"];
  gateways.forEach(({ name, type }, index) => {
    if (names.indexOf(name) < index) {
      report(reading, [...path, index, "name"], `"${name}" is defined twice.`, "rename one of the two.");
    }
    if (providers === undefined || providers.includes(type)) return;
    const fix = `write ${providers.join(" or ")}.${didYouMean(type, providers)}`;
    report(reading, [...path, index, "type"], `There is no provider "${type}".`, fix);
  });
  const fallbacks = gateways.map((gateway, index) =>
    readFallback(gateway, gateways, [...path, index], reading)
  );
  if (chosenName === undefined && gateways.length > 1) {
    const fix = `add inference_gateway: ${names.join(" or ")} to spec.planner.config.`;
    report(reading, path, "has several gateways and none is chosen.", fix);
  }
  const index = chosenName === undefined ? 0 : names.indexOf(chosenName);
  const chosen = gateways[index];
  if (chosen === undefined) {
    if (chosenName === undefined) return withoutGateway(file, reading);
    const fix = `define it in resources.inference_gateways.${didYouMean(chosenName, names)}`;
    report(reading, [...CONFIG, "inference_gateway"], `There is no gateway "${chosenName}".`, fix);
    return withoutGateway(file, reading);
  }
  if (file.spec.model !== undefined) {
    report(reading, ["spec", "model"], `The gateway "${chosen.name}" has a model.`, "keep one of the two.");
  }
  const choice = readChoice(
    chosen.config.tool_choice,
    [...path, index, "config", "tool_choice"],
    callable,
    reading,
  );
  const part = omitUndefined<GatewayPart>({
    model: toModelRef(chosen),
    models: readModels(chosen, [...path, index, "config", "models"], reading),
    fallbackModel: fallbacks[index],
    capabilities: readCapabilities(chosen),
    settings: readSettings(chosen),
  });
  return { part, choice };
}

function readModels(
  { config: { models } }: GatewayFile,
  at: Path,
  reading: Reading,
): readonly string[] | undefined {
  return models?.filter((model, index) => isModel(model, [...at, index], reading));
}

/** Whether a text is `provider/model` of a provider that is there; what is wrong is reported. */
function isModel(model: string, at: Path, reading: Reading): boolean {
  const { providers } = reading.options;
  const provider = /^([^/\s]+)\/\S+$/.exec(model)?.[1];
  if (provider !== undefined && (providers?.includes(provider) ?? true)) return true;
  const detail = provider === undefined ? `"${model}" is no model.` : `There is no provider "${provider}".`;
  const fix = provider === undefined || providers === undefined
    ? `write provider/model, such as ${EXAMPLE_MODEL}.`
    : `write ${providers.join(" or ")} before the slash.${didYouMean(provider, providers)}`;
  report(reading, at, detail, fix);
  return false;
}

/** The model of a file that has no gateway: `spec.model`, in place of one. */
function withoutGateway({ spec: { model } }: AgentFile, reading: Reading): GatewayReading {
  const isThere = model !== undefined && isModel(model, ["spec", "model"], reading);
  return { part: isThere ? { model } : {}, choice: undefined };
}

function readCapabilities({ config: { capabilities } }: GatewayFile): CapabilityOverride | undefined {
  if (capabilities === undefined) return undefined;
  const given = FEATURES.map((feature) => [feature, capabilities[toSnake(feature)]] as const);
  return Object.fromEntries(given.filter(([, has]) => has !== undefined));
}

function readSettings({ config }: GatewayFile): ModelSettings {
  return omitUndefined<ModelSettings>({
    maxOutputTokens: config.max_output_tokens,
    temperature: config.temperature,
    topP: config.top_p,
    reasoningEffort: config.reasoning_effort,
    api: config.api,
  });
}

/** The provider of a gateway: its type, or `openai` for the spelling `OpenAIGateway` of the format that this one follows. */
function resolveProvider(type: string, providers: readonly string[] | undefined): string {
  const provider = /^(.+)Gateway$/.exec(type)?.[1]?.toLowerCase();
  return provider === undefined || providers?.includes(provider) === false ? type : provider;
}
