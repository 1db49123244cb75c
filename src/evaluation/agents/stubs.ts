// Stubs in place of tools: an agent whose tools return what stubs say. Nothing that is not named in `real` runs.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { fitsSchema } from "../../core/json_schema/fits_schema.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { RUN_PHASE, WRITE_PLAN } from "../../core/plan/orchestration.ts";
import { READ_OUTPUT, type Tool } from "../../core/tool.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import { isOfSource, type RemoteToolSource, type SourcedTools } from "../../core/tool/tool_source.ts";
import type { AgentCase } from "../data/case.ts";
import type { Stub } from "../data/stub.ts";

/** Tools of Treadle's own, which reach nothing outside of the thread. */
const OWN: ReadonlySet<string> = new Set([READ_OUTPUT, WRITE_PLAN, RUN_PHASE]);

/** What an evaluation says of tools. */
interface StubTerms {
  readonly name: string;
  readonly stubs: readonly Stub[];
  readonly real: readonly string[];
  readonly cases: readonly AgentCase[];
}

/**
 * Refuses stubs of tools that no agent has, and `real` tools that must not run.
 *
 * @throws {AgentError} invalid_request
 */
export function assertStubs(agents: readonly Agent[], { name, stubs, real, cases }: StubTerms): void {
  const refuse = (what: string): never => {
    throw new AgentError("invalid_request", `Evaluation ${name}: ${what}`);
  };
  const toolOf = (wanted: string) =>
    agents.flatMap(({ tools }) => tools).find((tool) => tool.name === wanted);
  const all = [...stubs, ...cases.flatMap((each) => each.stubs)];
  for (const { tool } of all) {
    const isKnown = toolOf(tool) !== undefined ||
      agents.some(({ toolSources }) => isOfSource(toolSources, tool));
    if (!isKnown) refuse(`a stub is of ${tool}, which the agent does not have.`);
  }
  for (const wanted of real) {
    const tool = toolOf(wanted);
    if (tool === undefined) return refuse(`${wanted} is to run for real, and the agent does not have it.`);
    if (tool.effect === "once") {
      refuse(
        `${wanted} is to run for real, and its effect is once: give it a stub, or an effect that may be repeated.`,
      );
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

  /** The first stub that fits a call counts. */
  constructor(stubs: readonly Stub[]) {
    this.#stubs = stubs;
  }

  /** Places of the stubs that were used. */
  get used(): number[] {
    return [...this.#calls.keys()].sort((one, other) => one - other);
  }

  /**
   * What a call comes to.
   *
   * @throws {ToolError} as the stub says; `fatal` when no stub fits
   */
  play(name: string, args: JsonObject): Json {
    for (const [index, stub] of this.#stubs.entries()) {
      if (stub.tool !== name) continue;
      if (stub.when !== undefined && fitsSchema(stub.when, args).type !== "valid") continue;
      const played = this.#calls.get(index) ?? 0;
      if (played >= stub.outcomes.length && stub.after === "fail") continue;
      this.#calls.set(index, played + 1);
      const outcome = stub.outcomes[Math.min(played, stub.outcomes.length - 1)];
      if (outcome === undefined) continue;
      if ("output" in outcome) return outcome.output;
      const { kind, message, hint, retryAfterMs } = outcome.error;
      throw new ToolError(kind, message, { hint, retryAfterMs });
    }
    const why = this.#stubs.some(({ tool }) => tool === name)
      ? "none of its stubs fits, or those that do are used up"
      : "it has no stub";
    const sentence = `${name} ${JSON.stringify(args).slice(0, 300)} was called, and ${why}.`;
    this.unstubbed.push(sentence);
    throw new ToolError("fatal", sentence);
  }
}

/** The agent with stubs in place of its tools. It has the hash of the agent: a model reads the same. */
export function withStubs(agent: Agent, player: StubPlayer, real: readonly string[]): Agent {
  const runsItself = new Set([...OWN, ...real]);
  const toStub = (tool: Tool) => runsItself.has(tool.name) ? tool : stubOf(tool, player);
  return {
    ...agent,
    tools: agent.tools.map(toStub),
    toolSources: agent.toolSources?.map((source) => stubSource(source, toStub)),
  };
}

/** A tool of the server, also where the tool is a question, belongs to the caller, or returns its result later. */
function stubOf(tool: Tool, player: StubPlayer): Tool {
  const { answer, client: _client, poll: _poll, reconcile: _reconcile, ...kept } = tool;
  return {
    ...kept,
    needsApproval: answer === undefined ? kept.needsApproval : false,
    run: async (args) => player.play(tool.name, args),
  };
}

function stubSource(source: RemoteToolSource, toStub: (tool: Tool) => Tool): RemoteToolSource {
  const made = new WeakMap<SourcedTools, SourcedTools>();
  const toStubs = (sourced: SourcedTools): SourcedTools => {
    const stubbed = made.get(sourced) ?? { ...sourced, tools: sourced.tools.map(toStub) };
    made.set(sourced, stubbed);
    return stubbed;
  };
  return {
    ...source,
    tools: (request, ports) => {
      const sourced = source.tools(request, ports);
      return sourced instanceof Promise ? sourced.then(toStubs) : toStubs(sourced);
    },
  };
}
