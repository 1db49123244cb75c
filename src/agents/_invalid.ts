// One way to refuse a definition: all of its problems at once, each with a path and the fix.

import { AgentError, type Problem } from "../core/error.ts";

/** `agent_invalid`, with every problem in the message and in `problems`. */
export function invalid(what: string, problems: readonly Problem[]): AgentError {
  const lines = problems.map(({ pointer, detail }) => `  ${pointer || "(the whole)"} ${detail}`);
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return new AgentError("agent_invalid", `${what} has ${count}:\n${lines.join("\n")}`, { problems });
}

/** The same problems, seen from further up. */
export function within(pointer: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ pointer: pointer + problem.pointer, detail: problem.detail }));
}
