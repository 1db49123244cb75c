// The body of a request, validated inside of a door: the door is loaded at its first request, so no middleware has its schema.

import type * as z from "zod/mini";
import { AgentError } from "../../../core/error.ts";
import type { Json } from "../../../core/json.ts";
import { readText } from "../../body.ts";
import type { HttpContext, HttpDeps } from "../../context.ts";
import { findProblems } from "../../problems.ts";
import { parseStrictJson } from "../../strict_json.ts";
import { invalidBody } from "../../validate.ts";

/**
 * The body as JSON, and as the schema reads it.
 *
 * @throws {AgentError} as `body` of http/validate.ts does
 */
export async function readBody<T extends z.ZodMiniType>(
  c: HttpContext,
  schema: T,
  { sleep }: Pick<HttpDeps, "sleep">,
): Promise<{ readonly json: Json; readonly body: z.output<T> }> {
  const json = parseStrictJson(await readText(c.req.raw, { sleep, required: true }));
  const parsed = schema.safeParse(json);
  if (parsed.success) return { json, body: parsed.data };
  throw invalidBody(findProblems(schema, json));
}

/** The refusal of one field, at a place of the body such as `["tools", 0]`. */
export function refuse(path: readonly (string | number)[], detail: string): AgentError {
  const pointer = path.map((key) => `/${key}`).join("");
  const name = path.reduce<string>(
    (text, key) => typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`,
    "",
  );
  return new AgentError("invalid_request", `${name} ${detail}.`, { problems: [{ pointer, detail }] });
}
