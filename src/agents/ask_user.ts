// askUser: a tool by which the model asks a person. The call waits as an approval does; the answer is its output.

import type * as full from "zod";
import type { JsonSchema } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import { ToolError } from "../core/tool/tool_error.ts";
import { invalid, nameSubject } from "./_invalid.ts";
import { answerFindings, toolFindings } from "./_tool_check.ts";
import { isZod } from "./schema.ts";

/** What a question may be answered with. */
export interface AskUserOptions {
  /** `ask_user` by default. */
  readonly name?: string;
  /** For the model; what the answer must be is added. */
  readonly description?: string;
  /** Of the answer: zod or JSON Schema; a text that is not empty by default. */
  readonly schema?: full.ZodType | JsonSchema;
  /** Milliseconds until an unanswered question ends in a denial; the agent's by default. */
  readonly approvalTtlMs?: number;
}

const TEXT: JsonSchema = { type: "string", minLength: 1 };

/**
 * Makes a tool that asks a person `{ question }`. No code runs: the answer, valid under the schema, is the output of the call.
 * Who declines to answer denies the call.
 *
 * @throws {AgentError} agent_invalid, with every problem of the options.
 *
 * @example
 * ```ts
 * import * as z from "zod";
 * import { askUser } from "./ask_user.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = askUser({ schema: z.enum(["red", "blue"]) });
 * assert.equal(tool.name, "ask_user");
 * assert.deepEqual(tool.answer, { type: "string", enum: ["red", "blue"] });
 * ```
 */
export function askUser(options: AskUserOptions = {}): Tool {
  const { name = "ask_user", description = "Asks a person and waits for the answer.", approvalTtlMs } =
    options;
  const answer = toSchema(options.schema ?? TEXT);
  const wrong = answerFindings(answer);
  if (wrong.length > 0) throw invalid(nameSubject("Tool", name), wrong);
  const tool: Tool = {
    name,
    description: `${description} The answer fits this JSON Schema: ${JSON.stringify(answer)}`,
    parameters: {
      type: "object",
      properties: { question: { type: "string", description: "The whole question, in words for a person." } },
      required: ["question"],
      additionalProperties: false,
    },
    effect: "pure",
    timeoutMs: 30_000,
    maxOutputBytes: 262_144,
    needsApproval: true,
    answer,
    approvalTtlMs,
    wantsThread: false,
    run: () =>
      Promise.reject(new ToolError("failed", "A question is answered by a person and does not run.")),
  };
  const findings = toolFindings(tool);
  if (findings.length > 0) throw invalid(nameSubject("Tool", name), findings);
  return tool;
}

function toSchema(schema: full.ZodType | JsonSchema): JsonSchema {
  if (!isZod(schema)) return schema;
  // `$schema` names the default draft, and would go to the model with every request.
  const { $schema: _, ...json } = schema.toJSONSchema({ io: "input" });
  return JSON.parse(JSON.stringify(json));
}
