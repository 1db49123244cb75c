// Stubs in place of tools: an agent whose tools return what stubs say. Nothing that is not named in `real` runs.

import { readOutput } from "../../agents/history/read_output.ts";
import { type Agent, hasCatalogue } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { isOrchestrationTool } from "../../core/held_calls/phase.ts";
import { fitsSchema } from "../../core/json_schema/fits_schema.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Tool } from "../../core/tool.ts";
import { changeTools } from "../../core/tool/change_tools.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import type { AgentCase } from "../data/case.ts";
import { MOST_SCHEMA_STEPS } from "../data/schema.ts";
import type { Stub } from "../data/stub.ts";

/** What an evaluation says of tools. */
interface StubTerms {
  readonly name: string;
  readonly stubs: readonly Stub[];
  readonly real: readonly string[];
  readonly cases: readonly AgentCase[];
  /** Plugins may bring further tools. */
  readonly hasPlugins: boolean;
}

/**
 * Refuses stubs of tools that no agent has, and `real` tools that must not run in one of them. What a server, a catalogue or a plugin has
 * is known to an attempt alone.
 *
 * @throws {AgentError} invalid_request
 */
export function assertStubs(
  agents: readonly Agent[],
  { name, stubs, real, cases, hasPlugins }: StubTerms,
): void {
  const refuse = (what: string): never => {
    throw new AgentError("invalid_request", `Evaluation ${name}: ${what}`);
  };
  const own = agents.flatMap(({ tools }) => tools);
  const isKnown = (wanted: string) =>
    own.some((tool) => tool.name === wanted) ||
    agents.some((agent) => hasCatalogue(agent) || isOfSource(agent.toolSources, wanted));
  const all = [...stubs, ...cases.flatMap((each) => each.stubs)];
  for (const { tool } of all) {
    if (!isKnown(tool) && !hasPlugins) refuse(`a stub is of ${tool}, which the agent does not have.`);
  }
  for (const wanted of real) {
    if (!isKnown(wanted) && !hasPlugins) {
      refuse(`${wanted} is to run for real, and the agent does not have it.`);
    }
    for (const tool of own) {
      const why = tool.name === wanted ? whyNotReal(tool) : undefined;
      if (why !== undefined) refuse(`${wanted} is to run for real, and ${why}.`);
    }
    if (all.some((stub) => stub.tool === wanted)) refuse(`${wanted} is to run for real and has a stub.`);
  }
}

/** Plays the stubs of one attempt. */
export class StubPlayer {
  readonly #stubs: readonly Stub[];
  readonly #calls = new Map<number, number>();
  /** Calls that had no stub, each as one sentence. */
  readonly unstubbed: string[] = [];
  /** Ids of calls that wait for people. An evaluation has no people, so these do not run for real. */
  readonly held = new Set<string>();

  /** The first stub that fits a call counts. */
  constructor(stubs: readonly Stub[]) {
    this.#stubs = stubs;
  }

  /** Places of the stubs that were used. */
  get used(): number[] {
    return [...this.#calls.keys()].sort((one, other) => one - other);
  }

  /**
   * What a call comes to. `why`: why its tool does not run, where it was to.
   *
   * @throws {ToolError} as the stub says; `fatal` when no stub fits
   */
  play(name: string, args: JsonObject, why?: string): Json {
    const meter = { steps: 0 };
    for (const [index, stub] of this.#stubs.entries()) {
      if (stub.tool !== name) continue;
      if (meter.steps >= MOST_SCHEMA_STEPS) break;
      if (stub.when !== undefined && fitsSchema(stub.when, args, meter).type !== "valid") continue;
      const played = this.#calls.get(index) ?? 0;
      if (played >= stub.outcomes.length && stub.after === "fail") continue;
      this.#calls.set(index, played + 1);
      const outcome = stub.outcomes[Math.min(played, stub.outcomes.length - 1)];
      if (outcome === undefined) continue;
      if ("output" in outcome) return outcome.output;
      const { kind, message, hint, retryAfterMs } = outcome.error;
      throw new ToolError(kind, message, { hint, retryAfterMs });
    }
    const lack = this.#stubs.some(({ tool }) => tool === name)
      ? meter.steps < MOST_SCHEMA_STEPS
        ? "none of its stubs fits, or those that do are used up"
        : "the schemas of its stubs take more steps than a call may"
      : "it has no stub";
    const sentence = `${name} ${JSON.stringify(args).slice(0, 300)} was called, and ${why ?? lack}.`;
    this.unstubbed.push(sentence);
    throw new ToolError("fatal", sentence);
  }
}

/**
 * The agent with stubs in place of its tools, wherever they come from. It has the hash of the agent: a model reads the same. For real
 * run those that `runs` names, of them none that is `once` or that people have to approve, and what reaches nothing outside of the thread.
 */
export function withStubs(agent: Agent, player: StubPlayer, runs: (tool: Tool) => boolean): Agent {
  const isInside = ({ name, run }: Tool) =>
    run === readOutput.run || agent.orchestrate !== undefined && isOrchestrationTool(name);
  return changeTools(agent, (tool) => {
    if (isInside(tool)) return tool;
    if (!runs(tool)) return createStub(tool, player);
    const why = whyNotReal(tool);
    return why === undefined ? unlessHeld(tool, player) : createStub(tool, player, `${WANTED} ${why}`);
  });
}

/** Why a tool may not run for real in an evaluation; undefined where it may. */
function whyNotReal({ effect, needsApproval, answer, client }: Tool): string | undefined {
  if (answer !== undefined || client) return "the deployment has no code of it";
  if (effect === "once") return "its effect is once: give it a stub, or an effect that may be repeated";
  return needsApproval === false ? undefined : `${UNASKED}: give it a stub`;
}

const WANTED = "it does not run for real:";
const UNASKED = "people have to approve it, whom an evaluation does not ask";

/** The tool, but for calls that a policy or a plugin holds for people. */
function unlessHeld(tool: Tool, player: StubPlayer): Tool {
  return {
    ...tool,
    run: async (args, context) =>
      player.held.has(context.callId)
        ? player.play(tool.name, args, `${WANTED} ${UNASKED}`)
        : await tool.run(args, context),
  };
}

/** A tool of the server, also where the tool is a question, belongs to the caller, or returns its result later. */
function createStub(tool: Tool, player: StubPlayer, why?: string): Tool {
  const { answer, client: _client, poll: _poll, reconcile: _reconcile, ...kept } = tool;
  return {
    ...kept,
    needsApproval: answer === undefined ? kept.needsApproval : false,
    run: async (args) => player.play(tool.name, args, why),
  };
}
