// The body of a request, read and checked inside of a handler: for doors, whose schemas are loaded with them.

import type * as z from "zod/mini";
import type { Json } from "../core/json.ts";
import { bodyLimit, readText } from "./body.ts";
import type { HttpContext, HttpDeps } from "./context.ts";
import { findProblems } from "./problems.ts";
import { parseEchoedJson } from "./strict_json.ts";
import { invalidBody } from "./validate.ts";

/**
 * The body, which may have media, and the JSON that it was read from. Texts that cannot be stored are made storable, since
 * clients of doors send back what a model has written.
 *
 * @throws {AgentError} unsupported_media_type, body_too_large, body_timeout, body_incomplete, invalid_json, invalid_request
 */
export async function readBody<T extends z.ZodMiniType>(
  c: HttpContext,
  schema: T,
  { sleep, mediaLimits }: Pick<HttpDeps, "sleep" | "mediaLimits">,
): Promise<{ readonly value: z.infer<T>; readonly json: Json }> {
  const json = parseEchoedJson(
    await readText(c.req.raw, {
      sleep,
      required: true,
      limit: bodyLimit(mediaLimits.bytes),
    }),
  );
  const checked = schema.safeParse(json);
  if (!checked.success) throw invalidBody(findProblems(schema, json));
  return { value: checked.data, json };
}
