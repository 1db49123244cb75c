// A scripted model: calls the given tools one after another, deciding from the request's history alone.
import type { Choice, HistoryEntry, ParsedRequest, Reply, ScriptedCall } from "./reply.ts";

/** A call whose arguments may depend on the results of the calls before it, oldest first. */
export interface RunCall {
  name: string;
  arguments: string | ((results: string[]) => string);
}

/** What a toolRun says besides its calls. */
export interface RunOptions {
  /** The last answer; default: "Done: " and the results. */
  final?: string | ((results: string[]) => string);
  reasoning?: string;
  /** Anything else to put on every reply, such as chunks or chunkDelayMs. */
  reply?: Omit<Reply, "text" | "calls" | "reasoning">;
}

/**
 * A model that calls the tools step by step and then answers. A step that is an array is a parallel call. Stateless:
 * what is left to do follows from the calls since the last user message, so any server instance can continue a run.
 * It obeys tool_choice (a named choice calls that tool, "none" only talks) and never calls a tool that is not offered.
 *
 * @example
 * ```ts ignore
 * await serveOpenAI({ reply: toolRun([
 *   { name: "search", arguments: '{"q":"Oslo"}' },
 *   { name: "fetch", arguments: ([found]) => JSON.stringify({ url: found }) },
 * ], { final: "Oslo is in Norway." }) });
 * ```
 */
export function toolRun(
  steps: (RunCall | RunCall[])[],
  options: RunOptions = {},
): (request: ParsedRequest) => Reply {
  return (request) => {
    const turn = sinceLastUser(request.history);
    const results = turn.flatMap((entry) => entry.kind === "result" ? [entry.output] : []);
    const made = turn.flatMap((entry) => entry.kind === "call" ? [entry.name] : []);
    const base: Reply = {
      ...options.reply,
      ...(options.reasoning !== undefined && { reasoning: options.reasoning }),
    };

    const wanted = chosen(request.choice, steps, pendingStep(steps, made))
      .filter((call) => request.tools.includes(call.name))
      .slice(0, request.parallel ? undefined : 1);
    if (wanted.length > 0) return { ...base, calls: wanted.map((call) => toScripted(call, results)) };

    const final = options.final ?? ((all: string[]) => `Done: ${all.join(", ")}`);
    return { ...base, text: typeof final === "string" ? final : final(results) };
  };
}

function sinceLastUser(history: HistoryEntry[]): HistoryEntry[] {
  const last = history.findLastIndex((entry) => entry.kind === "message" && entry.role === "user");
  return history.slice(last + 1);
}

function pendingStep(steps: (RunCall | RunCall[])[], made: string[]): RunCall[] {
  const left = [...made];
  for (const step of steps) {
    const open = [step].flat().filter((call) => {
      const index = left.indexOf(call.name);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    if (open.length > 0) return open;
  }
  return [];
}

function chosen(choice: Choice, steps: (RunCall | RunCall[])[], next: RunCall[]): RunCall[] {
  const all = steps.flat();
  switch (choice.kind) {
    case "auto":
      return next;
    case "none":
      return [];
    case "required":
      return next.length > 0 ? next : all.slice(-1);
    case "named":
      return [all.find((call) => call.name === choice.name) ?? { name: choice.name, arguments: "{}" }];
    case "allowed": {
      const allowed = next.filter((call) => choice.names.includes(call.name));
      if (allowed.length > 0 || choice.mode === "auto") return allowed;
      return [
        all.find((call) => choice.names.includes(call.name)) ??
          { name: choice.names[0] ?? "", arguments: "{}" },
      ];
    }
  }
}

function toScripted(call: RunCall, results: string[]): ScriptedCall {
  return {
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : call.arguments(results),
  };
}
