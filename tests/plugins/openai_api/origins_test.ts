// C11, S6: both doors of OpenAI know the tools of an agent wherever they are from: its own, those of a plugin, of a server (MCP), of a
// catalogue, and those of the caller; with each spelling of the tool choice. A caller that
// brings its functions is asked for calls of these alone.

import assert from "node:assert/strict";
import * as z from "zod";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { permits } from "../../../src/core/tool_choice.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { mcpServer } from "../../../src/plugins/mcp/client/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { serveMcp, words } from "../../support/mcp/server.ts";
import { createTestApp } from "../../http/_app.ts";
import { byWords } from "../selection/_by_words.ts";
import { WEATHER } from "./_door.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });

/** Where the tool is from that the model wants, beside the tool `look` of the agent. */
const ORIGINS = ["own", "plugin", "server", "catalogue", "caller"] as const;
type Origin = typeof ORIGINS[number];

const NAMES: Readonly<Record<Origin, string>> = {
  own: "mow",
  plugin: "mow",
  server: "srv.mow",
  catalogue: "mow",
  caller: "get_weather",
};

const DOORS = ["chat", "responses"] as const;
type DoorName = typeof DOORS[number];

/** What a request says, by the name of the tool; `listed`: it lists its tools. */
interface Cell {
  readonly origin: Origin;
  readonly door: DoorName;
  readonly choice: unknown;
  readonly listed: boolean;
}

/** The spellings of a choice of a tool by its name. */
function choicesOf(door: DoorName, name: string): readonly unknown[] {
  const named = door === "chat" ? { type: "function", function: { name } } : { type: "function", name };
  const allowed = door === "chat"
    ? { type: "allowed_tools", allowed_tools: { mode: "required", tools: [named] } }
    : { type: "allowed_tools", mode: "required", tools: [named] };
  return [undefined, "auto", "none", "required", named, allowed, "execute", "generate"];
}

function functionOf(door: DoorName, name: string): object {
  const own = { name, description: "", parameters: { type: "object", properties: {} } };
  return door === "chat" ? { type: "function", function: own } : { type: "function", ...own };
}

function agentOf(origin: Origin, url: string, more: { policy?: "development" } = {}): Agent {
  return defineAgent({
    name: "gardener",
    driver: "scripted",
    tools: origin === "own" ? [look, mow] : [look],
    ...(origin === "server" ? { toolSources: [mcpServer({ name: "srv", url, approval: "never" })] } : {}),
    ...(origin === "catalogue"
      ? { selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }) }
      : {}),
    ...more,
  });
}

const SAYS = { says: "Done." };

/** A plugin with a tool. */
const BRINGS_MOW: Plugin = { name: "mower", compile: () => ({ tools: [mow] }) };

/** A deployment whose model calls the tool where its request may, else another one that it may, else none, and then answers. */
function deploy(agent: Agent, origin: Origin, wanted: string) {
  const turns: Turn[] = [];
  const { send } = createTestApp({
    plugins: [openaiApi(), policies(), ...origin === "plugin" ? [BRINGS_MOW] : []],
    agents: [agent],
    env: { TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1" },
    driver: {
      ...createScriptedDriver([]),
      plan: async (turn, emit) => {
        turns.push(turn);
        const { tools, choice } = turn.enforced;
        const there = tools.map(({ name }) => name).filter((name) => permits(choice, name));
        const tool = [wanted, ...there].find((name) => there.includes(name));
        const calls = { calls: [{ tool: tool ?? "", args: {} }] };
        const script = createScriptedDriver([tool === undefined ? SAYS : calls, SAYS]);
        return await script.plan(turn, emit);
      },
    },
  });
  return {
    turns,
    send,
    async ask({ door, choice, listed, origin }: Cell, names: readonly string[] = [wanted]) {
      turns.length = 0;
      const said = choice === undefined ? {} : { tool_choice: choice };
      const tools = listed || origin === "caller"
        ? { tools: origin === "caller" ? [functionOf(door, wanted)] : names }
        : {};
      const body = door === "chat" ? { messages: [{ role: "user", content: "mow" }] } : { input: "mow" };
      const path = door === "chat" ? "/v1/chat/completions" : "/v1/responses";
      const response = await send("POST", path, { model: "gardener", ...body, ...tools, ...said });
      return { status: response.status, json: await response.json() };
    },
  };
}

/** The calls of an answer that are the caller's, and its text. */
function readAnswer(door: DoorName, json: ReturnType<typeof JSON.parse>) {
  if (door === "chat") {
    const { tool_calls: calls = [], content } = json.choices[0].message;
    return {
      calls: calls.map((call: { function: { name: string } }) => call.function.name),
      text: content ?? "",
    };
  }
  const items: { type: string; name: string; content?: { text: string }[] }[] = json.output;
  return {
    calls: items.filter(({ type }) => type === "function_call").map(({ name }) => name),
    text: items.flatMap(({ content = [] }) => content).map(({ text }) => text).join(""),
  };
}

/** What the answer has to be. */
function expectedOf({ origin, choice, listed }: Cell): { calls: string[]; text: string } | 400 {
  if (choice === "none") return { calls: [], text: "Done." };
  if (choice === "execute" || choice === "generate") {
    if (origin === "caller") return 400; // it runs tools of the agent alone
    return { calls: [], text: choice === "execute" ? '"mown"' : "Done." };
  }
  if (choice === undefined && !listed && origin !== "caller") return { calls: [], text: "Done." };
  return { calls: [NAMES[origin]], text: "" };
}

Deno.test("C11, S6: each choice means the tools of the agent wherever they are from, in both doors, listed and not", async () => {
  const tool = { name: "mow", description: "Mows.", schema: z.object({}), run: () => words("mown") };
  await using server = serveMcp("modern", [tool]);
  const broken: string[] = [];
  for (const origin of ORIGINS) {
    const wanted = NAMES[origin];
    const { ask, turns } = deploy(agentOf(origin, server.url), origin, wanted);
    for (const door of DOORS) {
      for (const choice of choicesOf(door, wanted)) {
        for (const listed of [false, true]) {
          const cell: Cell = { origin, door, choice, listed };
          const { status, json } = await ask(cell);
          const expected = expectedOf(cell);
          const actual = status === 200 ? readAnswer(door, json) : status;
          const offered = turns[0]?.enforced.tools.map(({ name }) => name) ?? [];
          const isListed = listed || origin === "caller";
          const isAlone = status !== 200 || !isListed || offered.every((name) => name === wanted);
          const isRight = JSON.stringify(actual) === JSON.stringify(expected);
          if (isRight && isAlone) continue;
          broken.push(JSON.stringify({ ...cell, actual, offered, error: json.error?.message }));
        }
      }
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("C11, S6: a search is no answer: both doors give out the call behind it, listed tools or not", async () => {
  const agent = agentOf("catalogue", "");
  const search = { calls: [{ tool: "search_tools", args: { query: "mow" } }] };
  for (const door of DOORS) {
    const script = createScriptedDriver([search, { calls: [{ tool: "mow", args: {} }] }]);
    const { send } = createTestApp({ plugins: [openaiApi()], agents: [agent], driver: script });
    const body = door === "chat" ? { messages: [{ role: "user", content: "mow" }] } : { input: "mow" };
    const path = door === "chat" ? "/v1/chat/completions" : "/v1/responses";
    const response = await send("POST", path, { model: "gardener", ...body, tool_choice: "auto" });
    const { calls } = readAnswer(door, await response.json());
    assert.deepEqual(calls, ["mow"], door);
  }
});

Deno.test("C11, S6: a request that lists its tools has no other ones, of a server and a catalogue neither", async () => {
  const served = ["mow", "water"].map((name) => ({
    name,
    description: "",
    schema: z.object({}),
    run: () => words("mown"),
  }));
  await using server = serveMcp("modern", served);
  const agent = defineAgent({
    name: "gardener",
    driver: "scripted",
    tools: [look],
    toolSources: [mcpServer({ name: "srv", url: server.url, approval: "never" })],
    selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }),
  });
  const { turns, send } = deploy(agent, "own", "look");
  const ask = async (path: string, body: object) => {
    turns.length = 0;
    const response = await send("POST", path, { model: "gardener", ...body });
    const { error } = await response.json();
    const [turn] = turns;
    return response.status === 200
      ? turn?.enforced.tools.map(({ name }) => name)
      : `${response.status} ${error.param} ${error.message}`;
  };
  const chat = (tools: readonly unknown[], more: object = {}) =>
    ask("/v1/chat/completions", { messages: [{ role: "user", content: "mow" }], tools, ...more });
  const serve = (more: object = {}, others: readonly unknown[] = []) => {
    const tools = [{ type: "mcp", server_label: "treadle", ...more }, ...others];
    return ask("/v1/responses", { input: "mow", tools });
  };
  const caller = functionOf("chat", "get_weather");
  assert.deepEqual(await chat([caller]), ["get_weather"]);
  assert.deepEqual(await chat([caller, "srv.mow", "mow@1.0"]), ["srv.mow", "mow", "get_weather"]);
  assert.deepEqual(await chat([functionOf("chat", "srv_mow"), functionOf("chat", "mow")]), [
    "srv.mow",
    "mow",
  ]);
  assert.deepEqual(await serve({ allowed_tools: ["look", "srv_water"] }), ["look", "srv.water"]);
  assert.deepEqual(await serve({ allowed_tools: { tool_names: ["mow"] } }), ["mow"]);
  const all = ["look", "srv.mow", "srv.water", "search_tools", "call_tool", "mow"];
  assert.deepEqual(await serve(), all);
  assert.deepEqual(await serve({}, [functionOf("responses", "get_weather")]), [...all, "get_weather"]);
  for (const name of ["srv.sing", "sing", "search_tools", "call_tool"]) {
    assert.equal(await chat([name]), "400 tools[0] tools[0] names no tool of agent gardener.", name);
  }
  const other = { tool_choice: { type: "function", function: { name: "sing" } } };
  assert.match(String(await chat([], other)), /^400 tool_choice .*names sing/);
});

Deno.test("C11, S6: an agent with a policy keeps its tools, and the choice is among those that are listed", async () => {
  const tool = { name: "mow", description: "Mows.", schema: z.object({}), run: () => words("mown") };
  await using server = serveMcp("modern", [tool]);
  for (const origin of ["server", "catalogue"] as const) {
    const wanted = NAMES[origin];
    const { ask, turns } = deploy(agentOf(origin, server.url, { policy: "development" }), origin, "look");
    for (const choice of ["required", "execute"]) {
      await ask({ door: "chat", origin, choice, listed: true }, [wanted]);
      assert.deepEqual(turns[0]?.enforced.choice, { type: "tool", name: wanted }, `${origin} ${choice}`);
      await ask({ door: "chat", origin, choice, listed: true }, [wanted, "look"]);
      assert.deepEqual(turns[0]?.enforced.choice, {
        type: "allowed",
        names: [wanted, "look"],
        mode: "required",
      });
    }
  }
});

Deno.test("E6, S6: a stored response ends where people were asked about a tool of a server or of a catalogue", async () => {
  const tool = { name: "mow", description: "Mows.", schema: z.object({}), run: () => words("mown") };
  await using server = serveMcp("modern", [tool]);
  const asked = defineTool({
    name: "mow",
    description: "Mows.",
    effect: "pure",
    needsApproval: true,
    run: () => "mown",
  });
  const agents = {
    "srv.mow": { toolSources: [mcpServer({ name: "srv", url: server.url, approval: "always" })] },
    mow: { selection: toolSelection({ tools: [asked], selector: byWords(), offer: 1 }) },
  };
  for (const [wanted, tools] of Object.entries(agents)) {
    const { send } = deploy(
      defineAgent({ name: "gardener", driver: "scripted", ...tools }),
      "server",
      wanted,
    );
    const post = async (body: object) =>
      await (await send("POST", "/v1/responses", { model: "gardener", ...body })).json();
    const first = await post({ input: "mow", store: true });
    const request = first.output.at(-1);
    assert.equal(request.type, "mcp_approval_request", wanted);
    const answer = { type: "mcp_approval_response", approval_request_id: request.id, approve: true };
    const second = await post({ previous_response_id: first.id, input: [answer] });
    assert.deepEqual(
      second.output.map(({ type }: { type: string }) => type),
      ["mcp_call", "message"],
      wanted,
    );
    const stored = await (await send("GET", `/v1/responses/${first.id}`)).json();
    assert.deepEqual(stored.output, first.output, wanted);
  }
});

Deno.test("S6: a request that lists its tools has none of a catalogue, and any other has", async () => {
  for (const tools of [[], [look]]) {
    const sent: string[][] = [];
    const script = createScriptedDriver([{ says: "Done." }]);
    const agent = defineAgent({
      name: "gardener",
      driver: "scripted",
      tools,
      selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }),
    });
    const { send } = createTestApp({
      plugins: [openaiApi()],
      agents: [agent],
      driver: {
        ...script,
        plan: (turn, emit) => {
          sent.push(turn.enforced.tools.map(({ name }) => name));
          return script.plan(turn, emit);
        },
      },
    });
    const messages = [{ role: "user", content: "mow" }];
    for (const more of [{}, { tools: [WEATHER] }]) {
      const response = await send("POST", "/v1/chat/completions", { model: "gardener", messages, ...more });
      assert.equal(response.status, 200, await response.text());
    }
    const own = tools.map(({ name }) => name);
    for (const more of [{}, { allowed_tools: own }]) {
      const server = { type: "mcp", server_label: "treadle", ...more };
      const body = { model: "gardener", input: "mow", tools: [server] };
      assert.equal((await send("POST", "/v1/responses", body)).status, 200);
    }
    const all = [...own, "search_tools", "call_tool", "mow"];
    assert.deepEqual(sent, [all, ["get_weather"], all, own]);
  }
});
