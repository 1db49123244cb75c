// Which models exist at the simulated OpenAI server, and the parameters that reasoning models refuse.
import { invalid, Refusal, unsupportedParameter } from "./error.ts";

/** The models that exist unless the options name others. */
export const defaultModels = [
  "gpt-4-turbo",
  "gpt-4o",
  "gpt-4o-mini",
  "gpt-4.1",
  "gpt-4.1-mini",
  "gpt-4.1-nano",
  "gpt-audio",
  "o3",
  "o3-mini",
  "o4-mini",
  "gpt-5",
  "gpt-5-mini",
  "gpt-5-nano",
  "gpt-5-pro",
  "gpt-5-codex",
  "gpt-5.1",
  "gpt-5.1-codex-max",
  "gpt-5.2",
  "gpt-5.2-pro",
  "gpt-5.4",
  "gpt-5.5",
  "gpt-5.6-sol",
  "gpt-5.6-terra",
  "gpt-5.6-luna",
  "gpt-6-astra",
  "gpt-6-sol",
  "gpt-6.1-sol",
  "gpt-6.1-terra",
  "gpt-6.2-astra",
  "gpt-6.2-sol",
  "gpt-daybreak-blue-latest",
  "gpt-daybreak-red-latest",
  "gpt-rosalind-research",
];

/** The models that reason unless the options say otherwise. */
export const defaultReasoningModels = /^(gpt-([56]|daybreak|rosalind)|o\d)/;

/** What a request may depend on about its model. */
export interface ModelRules {
  models: string[];
  reasoningModels: RegExp;
}

/** Refuses an unknown model: 404 in chat, 400 in responses, as measured on the real API. */
export function checkModel(model: string, dialect: "chat" | "responses", rules: ModelRules): void {
  if (rules.models.includes(model)) return;
  if (dialect === "responses") {
    throw invalid(`The requested model '${model}' does not exist.`, "model", "model_not_found");
  }
  throw new Refusal(404, {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: "invalid_request_error",
    param: null,
    code: "model_not_found",
  });
}

// The type ReasoningEffort as learn.microsoft.com has it (2026-06), inspect_ai#5254, litellm-docs#1173, modelparams.dev#236.
const EFFORTS: readonly (readonly [models: RegExp, efforts: string])[] = [
  [/^o\d/, "low medium high"],
  [/^gpt-5-pro$/, "high"],
  [/^gpt-5\.\d-pro$/, "medium high xhigh"],
  [/^gpt-5-codex$/, "low medium high"],
  [/^gpt-5\.\d-codex-max$/, "low medium high xhigh"],
  [/^gpt-5(-mini|-nano)?$/, "minimal low medium high"],
  [/^gpt-5\.1$/, "none low medium high"],
  [/^gpt-5\.[2-5]$/, "none low medium high xhigh"],
  [/^gpt-(6-astra|6\.1-sol|6\.2-\w+)$/, "low medium high xhigh max"],
  // An alias of gpt-5.6-sol.
  [/^gpt-(5\.6|6|daybreak)/, "none low medium high xhigh max"],
];

/** Refuses an effort that the model does not have; Chat Completions has no `max`. */
export function checkEffort(effort: unknown, model: string, param: string): void {
  if (effort === undefined || effort === null) return;
  const all = EFFORTS.find(([models]) => models.test(model))?.[1].split(" ") ?? [];
  const supported = param === "reasoning_effort" ? all.filter((name) => name !== "max") : all;
  if (typeof effort === "string" && supported.includes(effort)) return;
  const quoted = supported.map((name) => `'${name}'`);
  const list = quoted.length < 2
    ? quoted.join("")
    : `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
  const text = `Unsupported value: '${
    String(effort)
  }' is not supported with the '${model}' model. Supported values are: ${list}.`;
  throw invalid(text, param, "unsupported_value");
}

/** Refuses sampling parameters on a model that reasons. */
export function checkSampling(body: Record<string, unknown>, dialect: "chat" | "responses"): void {
  const { temperature } = body;
  if (dialect === "chat" && temperature !== undefined && temperature !== null && temperature !== 1) {
    const text =
      `Unsupported value: 'temperature' does not support ${String(temperature)} with this model. Only the ` +
      `default (1) value is supported.`;
    throw invalid(text, "temperature", "unsupported_value");
  }
  if (dialect === "responses" && temperature !== undefined && temperature !== null) {
    throw invalid("Unsupported parameter: 'temperature' is not supported with this model.", "temperature");
  }
  const refused = dialect === "chat"
    ? ["top_p", "presence_penalty", "frequency_penalty", "logit_bias", "logprobs", "top_logprobs", "stop"]
    : ["top_p", "top_logprobs"];
  const found = refused.find((key) => body[key] !== undefined && body[key] !== null);
  if (found !== undefined) throw unsupportedParameter(found);
}
