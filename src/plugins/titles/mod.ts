// The entry `@treadle/treadle/titles`: titles of threads that an agent writes.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Plugin } from "../../http/plugin.ts";
import { leaveItem } from "../../kernel/outbox/item_handler.ts";
import { isTitleThread, removeTitleThread } from "./title_thread.ts";
import { TITLE, TITLE_WRITTEN, writeHandler, writtenHandler } from "./write_title.ts";

/** Whose threads get titles, and from whom. */
export interface TitlesOptions {
  /** The agent that writes them: a small model, no tools. It reads the first message and the first answer, and its answer is the title. */
  readonly agent: string;
  /** Agents whose threads get titles; by default all but that one. */
  readonly agents?: readonly string[];
}

/**
 * Gives threads titles, in place of the beginning of their first message. When a run has ended with an answer and no person has named the thread,
 * an agent of the deployment writes the title, in a run of its own: with its model, its limits and its record, booked to the user of the thread.
 * The step of the thread does not wait for it. A title that fails is written behind the next run. The thread of the writer is removed.
 *
 * It needs wake-ups, which `standard()` has. A title takes 24 requests to the store, once for each thread.
 *
 * @throws {AgentError} config_invalid - when the deployment is made: it has no agent of such a name
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { titles } from "./mod.ts";
 *
 * const treadle = createTreadle({
 *   agents: [
 *     defineAgent({ name: "support", model: "scripted/demo" }),
 *     defineAgent({
 *       name: "titler",
 *       model: "scripted/demo",
 *       instructions: "Write a title of at most six words for the conversation. Answer with the title alone.",
 *       limits: { steps: 1, tokens: 4_000 },
 *     }),
 *   ],
 *   plugins: [...standard(), titles({ agent: "titler", agents: ["support"] })],
 *   store: "memory",
 *   env: { TREADLE_OPEN: "1" },
 * });
 * await treadle.close();
 * ```
 */
export function titles(options: TitlesOptions): Plugin {
  return {
    name: "titles",
    open({ deps }) {
      assertAgents(options, deps);
      return {
        outbox: createOutbox(options, deps),
        wakes: { [TITLE]: writeHandler(options.agent, deps), [TITLE_WRITTEN]: writtenHandler(deps) },
        reserved: {
          door: "titles",
          whose: (kind, name) => kind === "thread" && isTitleThread(name) ? "a thread of titles" : undefined,
        },
        removeThread: (ref) => removeTitleThread(ref, deps),
      };
    },
  };
}

function assertAgents({ agent, agents = [] }: TitlesOptions, deps: Pick<HttpDeps, "agents">): void {
  const missing = [agent, ...agents].find((name) => !deps.agents.has(name));
  if (missing !== undefined) {
    throw new AgentError("config_invalid", `titles() names the agent ${missing}, which is not there.`);
  }
  if (agents.includes(agent)) {
    throw new AgentError("config_invalid", `titles() has ${agent} write titles of its own threads.`);
  }
}

/** What a run leaves that has ended: a title to write, or one that was written. */
function createOutbox(
  { agent: writer, agents }: TitlesOptions,
  deps: Pick<HttpDeps, "random">,
): Outbox {
  const isNamed = ({ name }: Agent) => agents === undefined ? name !== writer : agents.includes(name);
  return ({ ref: { thread }, agent, status, output, isTitled, at }) => {
    const isOfWriter = agent.name === writer && isTitleThread(thread);
    const leaves = isOfWriter
      ? status === "done" || status === "failed" || status === "cancelled"
      : isNamed(agent) && status === "done" && output !== null && !isTitled;
    return leaves ? [leaveItem(isOfWriter ? TITLE_WRITTEN : TITLE, at, { thread }, deps)] : [];
  };
}
