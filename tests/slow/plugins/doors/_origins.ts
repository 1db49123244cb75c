// C11, S6: a choice means the same tools in every door, wherever an agent has them from. Every cell: seven doors, five origins of the tool
// that the model wants, six choices, four executions. The doors of OpenAI spell choices themselves: tests/plugins/openai_api/origins_test.ts.
// Channels, the chat of MCP and AG-UI carry no choice of their own: the agent's holds there, as it does in the chat here.

import assert from "node:assert/strict";
import * as z from "zod";
import { type AgentDefinition, defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Agent } from "../../../../src/core/agent.ts";
import type { Turn } from "../../../../src/core/driver.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { type Execution, EXECUTIONS, permits, type ToolChoice } from "../../../../src/core/tool_choice.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { mcpServer } from "../../../../src/plugins/mcp/client/mod.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { toolSelection } from "../../../../src/plugins/selection/tool_selection.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { createTestApp, KEY } from "../../../http/_app.ts";
import { byWords } from "../../../plugins/selection/_by_words.ts";
import { senderOf } from "../../../plugins/webhooks/_app.ts";
import { serveMcp, words } from "../../../support/mcp/server.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });
const mowByCaller = defineTool({ name: "mow", description: "Mows." });

/** Where the tool is from that the model wants, beside the tool `look` of the agent. */
export const ORIGINS = ["own", "plugin", "server", "catalogue", "client"] as const;
type Origin = typeof ORIGINS[number];

function nameOf(origin: Origin): string {
  return origin === "server" ? "srv.mow" : "mow";
}

const CHOICES = ["auto", "none", "required", "wanted", "other", "allowed"] as const;
type Choice = typeof CHOICES[number];

function choiceOf(choice: Choice, wanted: string): ToolChoice {
  switch (choice) {
    case "wanted":
      return { type: "tool", name: wanted };
    case "other":
      return { type: "tool", name: "look" };
    case "allowed":
      return { type: "allowed", names: [wanted, "look"], mode: "required" };
    default:
      return { type: choice };
  }
}

/** A plugin with a tool. */
const BRINGS_MOW: Plugin = { name: "mower", compile: () => ({ tools: [mow] }) };

/** The model calls the tool that it wants where it may, else another one that it may, else none; behind a result it answers. */
function plan(
  { agent, history: { entries }, enforced: { tools, choice } }: Turn,
  wanted: string,
): ScriptedPlan {
  const done = entries.filter(({ type }) => type === "assistant").length;
  if (agent.orchestrate !== undefined) {
    const phases = [{ id: "one", worker: "w", goal: "mow", done_when: "It is mown." }];
    if (done === 0) return { calls: [{ tool: "write_plan", args: { phases } }] };
    return done === 1 ? { calls: [{ tool: "run_phase", args: { phase: "one" } }] } : { says: "Done." };
  }
  if (entries.at(-1)?.type === "tool") return { says: "Done." };
  const there = tools.map(({ name }) => name).filter((name) => permits(choice, name));
  const tool = [wanted, ...there].find((name) => there.includes(name));
  return tool === undefined ? { says: "Done." } : { calls: [{ tool, args: {} }] };
}

interface Cell {
  readonly origin: Origin;
  readonly choice: Choice;
  readonly execution: Execution;
}

/** What a thread has to come to: its status, its calls, what they came to, and the answers of the model. */
function expectedOf({ origin, choice, execution }: Cell): string {
  if (choice === "none") return "done, no call, 1 answer";
  const called = choice === "other" ? "look" : nameOf(origin);
  const waits = execution === "predict" || choice !== "other" && origin === "client";
  if (waits) return `waiting, ${called} pending, 1 answer`;
  return `done, ${called} completed, ${execution === "execute" ? "1 answer" : "2 answers"}`;
}

function toolsOf(origin: Origin, url: string): Pick<AgentDefinition, "tools" | "toolSources" | "selection"> {
  const own = origin === "own" ? [mow] : origin === "client" ? [mowByCaller] : [];
  return {
    tools: [look, ...own],
    ...(origin === "server" ? { toolSources: [mcpServer({ name: "srv", url, approval: "never" })] } : {}),
    ...(origin === "catalogue"
      ? { selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }) }
      : {}),
  };
}

/** The agents of an origin: `plain`, and for each choice and execution one that has both, one of triggers, one that directs a worker. */
function agentsOf(
  origin: Origin,
  url: string,
): { readonly agents: readonly Agent[]; readonly refused: readonly string[] } {
  const tools = toolsOf(origin, url);
  const base = { driver: "scripted", instructions: "Garden.", ...tools } as const;
  const agents = [defineAgent({ ...base, name: "plain" })];
  const refused: string[] = [];
  for (const execution of EXECUTIONS) {
    agents.push(defineAgent({ ...base, name: `bare_${execution}`, execution }));
    for (const choice of CHOICES) {
      const toolChoice = choiceOf(choice, nameOf(origin));
      const cell = `${choice}_${execution}`;
      try {
        const own = defineAgent({ ...base, name: `own_${cell}`, toolChoice, execution });
        const triggered = defineAgent({
          ...base,
          name: `triggered_${cell}`,
          execution,
          webhooks: [{ trigger: "github", input: "mow", toolChoice }],
          schedules: [{ name: "now", cron: "0 3 * * *", input: "mow", toolChoice }],
        });
        agents.push(own, triggered);
      } catch (thrown) {
        assert(thrown instanceof AgentError && thrown.code === "agent_invalid", String(thrown));
        refused.push(cell);
        continue;
      }
      if (execution === "predict" || origin === "client") continue;
      const workers = { w: { agent: `bare_${execution}`, toolChoice } };
      const lead = { name: `lead_${cell}`, driver: "scripted", instructions: "Direct." };
      agents.push(defineAgent({ ...lead, orchestrate: { workers } }));
    }
  }
  return { agents, refused };
}

function deploy(origin: Origin, url: string) {
  const wanted = nameOf(origin);
  const { agents, refused } = agentsOf(origin, url);
  const github = senderOf("github");
  const app = createTestApp({
    plugins: [chat(), agUi(), webhooks(), schedules(), ...origin === "plugin" ? [BRINGS_MOW] : []],
    agents,
    env: {
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      TREADLE_WAKE_MS: "60000",
      GITHUB_WEBHOOK_SECRET: github.secrets[0],
    },
    driver: createScriptedDriver((turn) => plan(turn, wanted)),
  });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await app.send("POST", path, body, headers);
    const text = await response.text(); // a stream is read to its end
    assert.ok(response.status < 300, `${path} ${response.status} ${text}`);
    await app.idle();
    return text;
  };
  const read = async (path: string) => await (await app.send("GET", path)).json();
  /** What a thread has come to, as {@link readExpected} says it. */
  const outcomeOf = async (thread: string) => {
    const { status } = await read(`/v1/threads/${thread}`);
    const { entries } = await read(`/v1/threads/${thread}/history?limit=100`);
    const answers = entries.filter(({ type }: { type: string }) => type === "assistant");
    const ends = new Map(
      entries.map((entry: { callId?: string; outcome?: string }) => [entry.callId, entry.outcome]),
    );
    const calls = answers.flatMap(({ blocks }: { blocks: { type: string; id: string; name: string }[] }) =>
      blocks.filter(({ type }) => type === "call").map(({ id, name }) =>
        `${name} ${ends.get(id) ?? "pending"}`
      )
    );
    const count = `${answers.length} answer${answers.length === 1 ? "" : "s"}`;
    return [status, calls.length === 0 ? "no call" : calls.join(" "), count].join(", ");
  };
  return { ...app, post, read, outcomeOf, refused };
}

type Deployed = ReturnType<typeof deploy>;

/** Begins a run of a cell in a door; the id of its thread. */
type Door = (app: Deployed, cell: Cell, id: string) => Promise<string>;

const DOORS: Readonly<Record<string, Door>> = {
  async "steps, by the request"({ post }, { origin, choice, execution }, id) {
    const toolChoice = choiceOf(choice, nameOf(origin));
    await post(`/v1/threads/${id}/steps`, {
      agent: "plain",
      input: "mow",
      until: "done",
      toolChoice,
      execution,
    });
    return id;
  },
  async "steps, by the agent"({ post }, { choice, execution }, id) {
    await post(`/v1/threads/${id}/steps`, {
      agent: `own_${choice}_${execution}`,
      input: "mow",
      until: "done",
    });
    return id;
  },
  async "chat"({ post }, { choice, execution }, id) {
    const messages = [{ id: "m1", role: "user", parts: [{ type: "text", text: "mow" }] }];
    await post(`/api/chat/own_${choice}_${execution}?mode=full`, { id, messages });
    return id;
  },
  async "AG-UI"({ post }, { choice, execution }, id) {
    const messages = [{ id: "m1", role: "user", content: "mow" }];
    await post(`/agui/own_${choice}_${execution}`, { threadId: id, runId: "r1", messages });
    return id;
  },
  async "webhook"({ post }, { choice, execution }, id) {
    const body = JSON.stringify({ id });
    const path = `/webhooks/github/triggered_${choice}_${execution}`;
    const github = senderOf("github");
    const signed = await github.sign(
      { id, body, at: Date.now(), url: `http://treadle.test${path}` },
      github.secrets[0],
    );
    return JSON.parse(await post(path, JSON.parse(body), signed)).thread;
  },
  async "schedule"({ post }, { choice, execution }) {
    return JSON.parse(await post(`/v1/schedules/triggered_${choice}_${execution}/now/run`, {})).thread;
  },
  async "worker"({ post, read }, { choice, execution }, id) {
    await post(`/v1/threads/${id}/steps`, {
      agent: `lead_${choice}_${execution}`,
      input: "mow",
      until: "done",
    });
    const { entries } = await read(`/v1/threads/${id}/history`);
    const phase = entries.find(({ name }: { name?: string }) => name === "run_phase");
    return phase?.output?.thread ?? assert.fail(JSON.stringify(entries));
  },
};

/** Every cell of an origin. */
export async function assertChoices(origin: Origin): Promise<void> {
  const tool = { name: "mow", description: "Mows.", schema: z.object({}), run: () => words("mown") };
  await using server = serveMcp("modern", [tool]);
  const app = deploy(origin, server.url);
  const broken: string[] = [];
  let cells = 0;
  for (const [door, begin] of Object.entries(DOORS)) {
    for (const choice of CHOICES) {
      for (const execution of EXECUTIONS) {
        const cell = { origin, choice, execution };
        // A worker answers, so it neither predicts nor has tools of a caller; what a plugin brings no definition names.
        if (door === "worker" && (execution === "predict" || origin === "client")) continue;
        if (door !== "steps, by the request" && app.refused.includes(`${choice}_${execution}`)) continue;
        cells++;
        const id = `t${cells}`;
        const outcome = await app.outcomeOf(await begin(app, cell, id));
        if (outcome !== expectedOf(cell)) {
          broken.push(`${door}, ${choice}, ${execution}: ${outcome}; expected ${expectedOf(cell)}`);
        }
      }
    }
  }
  assert.deepEqual(broken, []);
  assert.deepEqual(app.refused.length, origin === "plugin" ? 8 : 0);
  const left = origin === "client" ? 24 : origin === "plugin" ? 6 + 6 * 8 - 2 : 6;
  assert.equal(cells, 7 * 24 - left);
}
