// The fallback of an inference gateway: another gateway of the file, or `provider/model` outright.

import { canonicalJson } from "../../core/text/hash.ts";
import type { JsonObject } from "../../core/json.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";
import { type Reading, report } from "./report.ts";
import type { GatewayFile } from "./file_schema.ts";
import type { Path } from "./text.ts";

/** The model that answers in place of `gateway`; undefined when it names none, or a wrong one, which is reported. */
export function readFallback(
  gateway: GatewayFile,
  gateways: readonly GatewayFile[],
  path: Path,
  reading: Reading,
): string | undefined {
  const { fallback } = gateway.config;
  if (fallback === undefined) return undefined;
  const at = [...path, "config", "fallback"];
  const other = gateways.find(({ name }) => name === fallback);
  const model = other === undefined ? readModel(fallback, gateways, at, reading) : toModelRef(other);
  if (model === undefined) return undefined;
  if (model === toModelRef(gateway)) {
    report(
      reading,
      at,
      "is the gateway's own model, which has failed by then.",
      "name another, or remove it.",
    );
    return undefined;
  }
  if (other !== undefined) reportOwnSettings(other, gateway, at, reading);
  return model;
}

/** `provider/model`. */
export function toModelRef({ type, config }: GatewayFile): string {
  return `${type}/${config.model}`;
}

function readModel(
  text: string,
  gateways: readonly GatewayFile[],
  at: Path,
  reading: Reading,
): string | undefined {
  const names = gateways.map(({ name }) => name);
  if (!/^[^/\s]+\/\S+$/.test(text)) {
    const fix = "define it in resources.inference_gateways, or write provider/model, such as openai/gpt-5.";
    report(reading, at, `There is no gateway "${text}".`, `${fix}${didYouMean(text, names)}`);
    return undefined;
  }
  const { providers } = reading.options;
  const provider = text.slice(0, text.indexOf("/"));
  if (providers === undefined || providers.includes(provider)) return text;
  const fix = `write ${providers.join(" or ")} before the slash.${didYouMean(provider, providers)}`;
  report(reading, at, `There is no provider "${provider}".`, fix);
  return undefined;
}

// An agent has one set of settings, so those of the other gateway would be ignored.
function reportOwnSettings(other: GatewayFile, gateway: GatewayFile, at: Path, reading: Reading): void {
  const own = toSettings(gateway);
  const ignored = Object.entries(toSettings(other)).filter(([key, value]) =>
    !Object.hasOwn(own, key) || canonicalJson(value) !== canonicalJson(own[key] ?? null)
  ).map(([key]) => key);
  if (ignored.length === 0) return;
  const what = `"${other.name}" has its own ${
    ignored.join(", ")
  }, but a fallback is asked as "${gateway.name}" is.`;
  report(
    reading,
    at,
    what,
    `write the same in "${gateway.name}", or only the model here: ${toModelRef(other)}.`,
  );
}

// The settings of a gateway, without those that are undefined.
function toSettings({ config }: GatewayFile): JsonObject {
  return JSON.parse(JSON.stringify({ ...config, model: undefined, models: undefined, fallback: undefined }));
}
