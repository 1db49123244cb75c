// The refusal of a definition: all of its problems at once, each with a pointer and a fix.

import { AgentError, type Problem } from "../core/error.ts";

/** One wrong place of a definition. `<detail>; <fix>` reads as one sentence. */
export interface Finding {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** What is wrong, without a full stop. */
  readonly detail: string;
  /** What to do, with one. */
  readonly fix: string;
}

/** `agent_invalid`, with every finding in the message and in `problems`. */
export function invalid(what: string, findings: readonly Finding[]): AgentError {
  const problems = findings.map(({ pointer, detail, fix }): Problem => ({
    pointer,
    detail: `${detail}; ${fix}`,
  }));
  const lines = problems.map(({ pointer, detail }) => `  ${pointer || "(the whole)"} ${detail}`);
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return new AgentError("agent_invalid", `${what} has ${count}:\n${lines.join("\n")}`, { problems });
}

/** The subject of an error: a tool or an agent, whatever its name is. */
export function nameSubject(kind: "Tool" | "Agent", name: unknown): string {
  return typeof name === "string" ? `${kind} ${JSON.stringify(name)}` : `${kind} (without a name)`;
}

/** The same findings with a prefix to their pointers. */
export function within(pointer: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, pointer: pointer + finding.pointer }));
}

/** The keys of a pointer; digits are an index. `["tools", 0]` for `/tools/0`. */
export function toPath(pointer: string): PropertyKey[] {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => /^\d+$/.test(step) ? Number(step) : step);
}

/** Any value as a short text, also one that JSON does not have. Never throws. */
export function show(value: unknown): string {
  const text = value === undefined ? "missing" : toText(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

function toText(value: unknown): string {
  if (typeof value === "number") return String(value);
  try {
    return JSON.stringify(value) ?? `a ${typeof value}`;
  } catch {
    return `a ${typeof value} that JSON does not have`;
  }
}
