// Provider lmstudio: LM Studio's local server, Chat Completions and Responses.

import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import {
  type CompatibleConfig,
  type CompatibleProfile,
  createCompatibleProvider,
  defineCompatible,
} from "./compatible.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";
import { ANY_MODELS, TEXT_RESULTS } from "./any_models.ts";
import { COMPATIBLE } from "./profile.ts";

/**
 * The lacks are those of every model. Only the llama.cpp engine enforces `required`, and its answer may still be
 * empty.
 */
const LMSTUDIO: CompatibleProfile = {
  name: "lmstudio",
  baseURL: "http://127.0.0.1:1234/v1",
  needsKey: false,
  // Chat templates fail on null in place of text: lmstudio-bug-tracker#812, #1822.
  wire: { ...COMPATIBLE, limit: "max_tokens", replaysDetails: false, noContent: "" },
  models: {
    ...ANY_MODELS,
    filters: true,
    lacks: {
      // Refused with "Invalid tool_choice type: 'object'": lmstudio-bug-tracker#670.
      tool: "LM Studio takes the words none, auto and required only",
      allowed: "LM Studio takes the words none, auto and required only",
      parallel: "LM Studio ignores the flag",
      ...NO_NOTICES,
      // "'response_format.type' must be 'json_schema' or 'text'": lmstudio-bug-tracker#189, #307.
      json_mode: "LM Studio takes json_schema only",
      ...TEXT_RESULTS,
      // https://lmstudio.ai/docs/developer/openai-compat: images as base64.
      image_urls: "LM Studio takes images as base64 only",
      files: "LM Studio's API documents no files",
      audio: "LM Studio's API documents no audio",
    },
  },
};

/** Provider `lmstudio`, for the registry. */
export const lmstudio: ProviderDefinition = defineCompatible(LMSTUDIO);

/**
 * A provider for the LM Studio on this machine, or at `baseURL`.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createLMStudioProvider(config: CompatibleConfig = {}): Provider {
  return createCompatibleProvider(LMSTUDIO, config);
}
