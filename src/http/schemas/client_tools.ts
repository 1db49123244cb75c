// The schema of the client tools that a request declares for its run.

import * as z from "zod/mini";
import { anyJson } from "./any_json.ts";
import { boundProblem } from "../../core/json_schema/bounds.ts";
import { CLIENT_TOOLS, CLIENT_TOOLS_BYTES } from "../../core/tool/client_tool.ts";
import { NAME } from "../../core/text/id.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const parameters = z.record(z.string(), anyJson).check(
  z.refine(({ type = "object" }) => type === "object", 'must be the schema of an object: {type: "object"}'),
  ({ value, issues }) => {
    const problem = boundProblem(value);
    if (problem === undefined) return;
    issues.push({ code: "custom", path: [...problem.path], message: problem.detail, input: value });
  },
);

/** A tool of the caller. */
export const clientTool = z.strictObject(lazyShape(() => ({
  name: z.string().check(z.regex(NAME, `must match ${NAME.source}`)),
  description: z._default(z.string(), ""),
  parameters: z._default(parameters, {}),
})));
/* @__PURE__ */ describeFields(clientTool, {
  name: "What the model calls it by",
  description: "What the model reads of it",
  parameters: "JSON Schema of the arguments, an object schema in bounds; any arguments by default",
});

/** Client tools of a request: 32 at most, and 32 KB of JSON. */
export const clientTools = z.array(clientTool).check(
  z.maxLength(CLIENT_TOOLS),
  z.refine(
    (tools) => utf8Bytes(JSON.stringify(tools)) <= CLIENT_TOOLS_BYTES,
    `must be at most ${CLIENT_TOOLS_BYTES} bytes of JSON`,
  ),
  z.refine((tools) => new Set(tools.map((tool) => tool.name)).size === tools.length, "names a tool twice"),
);
