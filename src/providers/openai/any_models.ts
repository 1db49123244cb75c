// What any server with OpenAI's API is known to lack, whatever its make. The servers that have a name of their own are in
// compatible_models.ts.

import type { CapabilityRow, CapabilityTable, Lacks } from "../../core/model/capability.ts";
import { OPEN_MODEL_EFFORTS } from "./compatible_efforts.ts";
import { thinkers } from "../_wire/efforts.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";

/** A tool message of Chat Completions is text (https://platform.openai.com/docs/api-reference/chat/create). */
export const TEXT_RESULTS: Lacks = {
  tool_images: "a tool message is text",
  tool_files: "a tool message is text",
};

/** Of all servers with that API. */
export const COMMON: Lacks = { allowed: "the API has no allowed_tools", ...NO_NOTICES, ...TEXT_RESULTS };

/** Of servers of text and images. */
export const NO_FILES: Lacks = { files: "the API documents no files" };
/** The same, of those without audio. */
export const IMAGES_ONLY: Lacks = { ...NO_FILES, audio: "the API documents no audio" };

/** Servers of open models: which of them take which choice differs by the day. */
export const ANY_MODELS: CapabilityTable = {
  lacks: { ...COMMON, ...NO_FILES },
  models: [],
  thinks: thinkers(
    /gpt-oss|thinking|reason|qwen-?3|qwq|-r1|deepseek-v4|glm-[45]|kimi-k2|minimax-m/i,
    OPEN_MODEL_EFFORTS,
  ),
};

/** At DashScope, directly or through a gateway. Of models that may think the refusal is learned. */
export const QWEN: CapabilityRow = {
  models: /^(?:.*\/)?(?:qwen.*thinking|qwq|qvq)/,
  example: "qwen3-235b-a22b-thinking-2507",
  lacks: ["forced_thinking"],
  because: "Qwen answers 400 to a forced choice in thinking mode",
  asOf: "2026-11-20",
  source: "eino#994",
};
