// Whether the project starts, and what it serves: its agents, and the models that they name.

import { toAgentError } from "../../core/error.ts";
import { FEWER_TOOLS, MANY_TOOLS, manyToolsText } from "../../core/tool/many_tools.ts";
import { CommandError } from "../command_error.ts";
import type { Project } from "../project/project.ts";
import { startServer } from "../project/server.ts";
import { createFindings, type Finding } from "./finding.ts";
import type { NamedModel } from "./models.ts";
import { withoutNewFile } from "./store.ts";

const { ok, error, warning } = createFindings("agents");

/** The findings, and the models that agents name. */
export interface ServedAgents {
  readonly findings: readonly Finding[];
  readonly models: readonly NamedModel[];
}

/** Starts the project on a free port, reads its agents, and stops it. Agents without a model of their own have `fallback`. */
export async function checkAgents(project: Project, fallback: NamedModel): Promise<ServedAgents> {
  if (project.entry === undefined) return { findings: [], models: [fallback] };
  try {
    const server = await startServer({ ...project, env: withoutNewFile(project.env, project.folder) });
    const { url, key, missingNames, stop } = server;
    let agents: ListedAgent[];
    try {
      const response = await fetch(`${url}/v1/agents`, {
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      });
      agents = toAgents(await response.json());
    } finally {
      await stop();
    }
    return {
      findings: [
        ok(`${project.entry} serves ${agents.map(({ name }) => name).join(", ") || "no agent"}`),
        ...missingNames.map((name) =>
          warning(
            `agents or tools declare ${name} in env, and it is not set`,
            `${name}=<value> in ${project.envFile ?? ".env"}`,
          )
        ),
        ...server.unpriced().map((unpriced) =>
          warning(
            `a budget in dollars applies to agent ${unpriced} has no price, so its steps are refused`,
            'TREADLE_PRICES={"<provider>/<model>":{"input":1,"output":5}}, dollars for a million tokens',
            "price_unknown",
          )
        ),
        ...server.budgetConflicts().map((conflict) =>
          warning(`a budget is never used up: ${conflict}`, "lower it, or raise the one that ends first")
        ),
        ...agents.filter(({ tools }) => tools > MANY_TOOLS).map(({ name, tools }) =>
          warning(`agent ${manyToolsText(name, tools)}`, FEWER_TOOLS)
        ),
      ],
      models: agents.flatMap(({ name, model, models }) => {
        const by = `agent ${name}`;
        const own = model === null ? { ...fallback, by: `${by} by TREADLE_MODEL` } : { ref: model, by };
        return [own, ...models.map((ref) => ({ ref, by }))];
      }),
    };
  } catch (thrown) {
    const { message } = thrown instanceof CommandError ? thrown : toAgentError(thrown);
    return { findings: [error(message, "correct what it names, then: treadle dev")], models: [fallback] };
  }
}

interface ListedAgent {
  readonly name: string;
  readonly model: string | null;
  readonly models: readonly string[];
  /** How many it has of its own. */
  readonly tools: number;
}

function toAgents(body: unknown): ListedAgent[] {
  const list: unknown = Object(body).agents;
  if (!Array.isArray(list)) return [];
  return list.map((agent) => {
    const { name, model, models, tools } = Object(agent);
    return {
      name: String(name),
      model: typeof model === "string" ? model : null,
      models: Array.isArray(models) ? models.map(String) : [],
      tools: Array.isArray(tools) ? tools.length : 0,
    };
  });
}
