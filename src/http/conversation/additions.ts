// What a request adds to an agent of the deployment, for that request. The thread's record has the agent without the additions.

import type { Agent } from "../../core/agent.ts";
import type { Tool } from "../../core/tool.ts";
import type { AnswerFormat } from "../../core/model/decision.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import type { HttpDeps } from "../context.ts";

/** What a request adds. */
export interface Additions {
  /** Stand behind the agent's own; "" for none. */
  readonly instructions: string;
  /** The only tools that the request keeps, of servers and catalogues too; undefined for all that the agent has. */
  readonly kept?: readonly Tool[] | undefined;
  /** The form of its final answers. */
  readonly output?: AnswerFormat | undefined;
  /** Lowers the agent's own. */
  readonly maxOutputTokens?: number | undefined;
}

/**
 * The deployment with the agent as the request has it; the deployment itself where the request adds nothing. Instructions of a request are
 * stored with the definition, so they are redacted as its inputs are.
 *
 * @throws {AgentError} plugin_failed
 */
export function withAdditions(agent: Agent, requested: Additions, deps: HttpDeps): HttpDeps {
  const redactor = findRedactor(agent.name, deps);
  const additions = redactor === undefined
    ? requested
    : { ...requested, instructions: redactor.text(requested.instructions) };
  const { instructions, kept, output = agent.output, maxOutputTokens } = additions;
  const isSame = kept === undefined && output === agent.output;
  if (instructions === "" && isSame && maxOutputTokens === undefined) return deps;
  const most = Math.min(maxOutputTokens ?? Infinity, agent.settings.maxOutputTokens ?? Infinity);
  const added: Agent = {
    ...agent,
    ...(kept && { tools: kept, toolSources: undefined, threadTools: undefined }),
    instructions: [agent.instructions, instructions].filter((text) => text !== "").join("\n\n"),
    output,
    settings: most === Infinity ? agent.settings : { ...agent.settings, maxOutputTokens: most },
    hash: fnv64(
      JSON.stringify([agent.hash, {
        ...additions,
        output: requested.output?.schema,
        kept: kept?.map(({ name }) => name),
      }]),
    ),
  };
  return { ...deps, agents: new Map([...deps.agents, [agent.name, added]]) };
}
