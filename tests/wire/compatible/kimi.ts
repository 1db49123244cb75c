// Moonshot's own server, at the base URL of the provider `compatible`: what Kimi refuses while it thinks, which it does by default. Texts:
// oh-my-pi#1077, inspect_ai#5152 (K3 takes `required`), continue#11600 (reasoning that is missing), DeepTutor#938 (temperature).
import { isRecord } from "../openai/reply.ts";
import type { WireCase } from "../case.ts";
import { compatibleCase } from "./case.ts";
import type { Flavor } from "./flavor.ts";

const thinks: Flavor["thinks"] = ({ reasoning_effort: effort }) => effort !== "none";

const FLAVOR: Flavor = {
  name: "compatible",
  baseURL: "https://api.moonshot.ai/v1",
  model: "kimi-k3",
  keys: ["max_tokens", "max_completion_tokens", "parallel_tool_calls", "stream_options", "reasoning_effort"],
  messageKeys: ["reasoning_content"],
  choices: "objects",
  unknownKey: (key) => `Unrecognized request argument supplied: ${key}`,
  refuses(body) {
    if (body.temperature !== undefined && body.temperature !== 1) {
      return { message: "invalid temperature: only 1 is allowed for this model" };
    }
    if (!thinks(body)) return undefined;
    const { tool_choice: choice, model } = body;
    if (isRecord(choice)) {
      return { message: "tool_choice 'specified' is incompatible with thinking enabled" };
    }
    if (choice === "required" && model !== "kimi-k3") {
      return { message: "tool_choice 'required' is incompatible with thinking enabled" };
    }
    const messages: unknown[] = Array.isArray(body.messages) ? body.messages : [];
    const place = messages.findIndex((message) =>
      isRecord(message) && message.tool_calls !== undefined && message.reasoning_content === undefined
    );
    if (place < 0) return undefined;
    const what = "thinking is enabled but reasoning_content is missing in assistant tool call message";
    return { message: `${what} at index ${place}` };
  },
  errorBody: ({ message }) => ({ error: { message, type: "invalid_request_error" } }),
  thinks,
  reasoning: "reasoning_content",
  usage: "unasked",
  tested: [],
};

/** A model of Kimi, which no suite of dialects loops over. */
export function kimiCase(model: string): WireCase {
  return { ...compatibleCase({ ...FLAVOR, model }), name: model };
}
