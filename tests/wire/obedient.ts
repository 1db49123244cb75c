// A model that does what it is asked: calls what it must, else the first tool it may, and says something where it may not.
import type { ParsedRequest, Reply } from "./openai/reply.ts";

/** `args` is the argument text of the call. */
export function obedient({ choice, tools }: ParsedRequest, args = "{}"): Reply {
  const [first] = tools;
  if (choice.kind === "none" || first === undefined) return { text: "No calls." };
  const name = choice.kind === "named"
    ? choice.name
    : choice.kind === "allowed"
    ? choice.names[0] ?? first
    : first;
  return { calls: [{ name, arguments: args }] };
}
