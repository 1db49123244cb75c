// What a response repeats of its request.

import type { JsonObject } from "../../core/json.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { SERVER } from "./encoders/responses.ts";

/** The request, as far as it is repeated. */
export interface Repeated {
  readonly model: string;
  readonly instructions: string | null;
  /** `max_output_tokens`. */
  readonly most: number | null;
  readonly metadata: JsonObject;
  readonly parallel: boolean;
  /** `previous_response_id`. */
  readonly previous: string | null;
  /** `text.format`. */
  readonly format: JsonObject;
  readonly choice: ToolChoice | undefined;
  /** The tools of the caller. */
  readonly clientTools: readonly ToolSpec[];
  /** The tools of the agent that the request names. */
  readonly own: readonly string[];
  readonly user?: string | undefined;
  /** The name as the request spells it. */
  spell(name: string): string;
}

/** The fields of a response that repeat it. What was ignored has the value that stands for nothing. */
export function writeRepeated(
  { model, instructions, most, metadata, parallel, previous, format, choice, clientTools, own, user, spell }:
    Repeated,
): JsonObject {
  return {
    instructions,
    max_output_tokens: most,
    metadata,
    model,
    parallel_tool_calls: parallel,
    previous_response_id: previous,
    reasoning: { effort: null, summary: null },
    service_tier: "default",
    temperature: null,
    text: { format },
    tool_choice: choice?.type === "tool"
      ? { type: "function", name: spell(choice.name) }
      : choice === undefined
      ? "auto"
      : choice.type === "allowed"
      ? choice.mode
      : choice.type,
    tools: [
      ...clientTools.map(({ name, description, parameters }): JsonObject => ({
        type: "function",
        name,
        description,
        parameters: { ...parameters },
        strict: false,
      })),
      ...(own.length === 0 ? [] : [{ type: "mcp", server_label: SERVER, allowed_tools: own.map(spell) }]),
    ],
    top_p: null,
    truncation: "disabled",
    ...(user ? { user } : {}),
  };
}
