// The inference gateways of an agent file: which one the agent uses, and what that means for its model.

import type { ModelSettings } from "../../core/agent.ts";
import { type CapabilityOverride, FEATURES } from "../../core/capability.ts";
import { didYouMean } from "../_suggest.ts";
import { modelOf, readFallback } from "./fallback.ts";
import { type Reading, report } from "./report.ts";
import { type AgentFile, CONFIG, defined, type GatewayFile, toSnake } from "./shape.ts";
import { readChoice } from "./tools.ts";
import type { AgentSource, ToolSource } from "../agent_source.ts";

type GatewayPart = Pick<
  AgentSource,
  "model" | "fallbackModel" | "capabilities" | "settings" | "gatewayToolChoice"
>;

/** The gateway that the planner names, or the only one; without gateways the deployment's model is used. */
export function readGateway(file: AgentFile, tools: readonly ToolSource[], reading: Reading): GatewayPart {
  const gateways = file.resources?.inference_gateways ?? [];
  const chosenName = file.spec.planner.config?.inference_gateway;
  const names = gateways.map(({ name }) => name);
  const path = ["resources", "inference_gateways"];
  gateways.forEach(({ name, type }, index) => {
    const { providers } = reading.options;
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
    if (chosenName === undefined) return {};
    const fix = `define it in resources.inference_gateways.${didYouMean(chosenName, names)}`;
    report(reading, [...CONFIG, "inference_gateway"], `There is no gateway "${chosenName}".`, fix);
    return {};
  }
  const choice = readChoice(
    chosen.config.tool_choice,
    [...path, index, "config", "tool_choice"],
    tools,
    reading,
  );
  return defined<GatewayPart>({
    model: modelOf(chosen),
    fallbackModel: fallbacks[index],
    capabilities: readCapabilities(chosen),
    settings: readSettings(chosen),
    gatewayToolChoice: choice?.choice,
  });
}

function readCapabilities({ config: { capabilities } }: GatewayFile): CapabilityOverride | undefined {
  if (capabilities === undefined) return undefined;
  const said = FEATURES.map((feature) => [feature, capabilities[toSnake(feature)]] as const);
  return Object.fromEntries(said.filter(([, has]) => has !== undefined));
}

function readSettings({ config }: GatewayFile): ModelSettings {
  return defined<ModelSettings>({
    maxOutputTokens: config.max_output_tokens,
    temperature: config.temperature,
    topP: config.top_p,
    reasoningEffort: config.reasoning_effort,
    api: config.api,
  });
}
