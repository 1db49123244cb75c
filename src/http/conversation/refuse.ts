// The refusal of one field of a body for a reason beyond its schema.

import { AgentError, type ProblemKind } from "../../core/error.ts";

/** A place in the body, such as `["tools", 0]`. */
export type Path = readonly (string | number)[];

/** The refusal of the field at a place; `detail` completes "tools[0] ...". */
export function refuse(path: Path, detail: string, kind?: ProblemKind): AgentError {
  const pointer = path.map((key) => `/${`${key}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const name = path.reduce<string>(
    (text, key) => typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`,
    "",
  );
  return new AgentError("invalid_request", `${name} ${detail}.`, {
    problems: [{ pointer, detail, kind: kind ?? (detail.startsWith("is missing") ? "missing" : "value") }],
  });
}
