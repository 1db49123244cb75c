// Attacks as tables: what each one sends, and the refusal that it gets. A deployment that is attacked holds threads of two users, of no
// user and of two tenants, each with a text that no answer to an attack may have.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createTokenApp, READS as METHODS, type Sent, type TokenApp } from "../access/_tokens.ts";
import type { Scope } from "../../../src/core/contract/scope.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../../src/plugins/trace_svg/mod.ts";
import { KEY, OTHER_KEY, type TestAppOptions } from "../_app.ts";

const READS: readonly string[] = [...METHODS, "readEvents", "ledger"];

/** The status and the code of an answer. */
export type Refusal = readonly [status: number, code: string | number | undefined];

export interface Attack {
  readonly what: string;
  /** Texts are sent as they are, everything else as JSON. */
  readonly send: Sent;
  /** One of these is the answer. */
  readonly refused: readonly Refusal[];
  /** Methods of the store that may write although nothing changes: a begin that is given up. */
  readonly touches?: readonly string[];
}

export const FORBIDDEN: Refusal = [403, "forbidden"];
export const UNKNOWN: Refusal = [404, "thread_unknown"];
export const INVALID: Refusal = [422, "invalid_request"];
export const NO_ROUTE: Refusal = [404, "not_found"];
export const NO_CALLER: Refusal = [401, "unauthorized"];

/** What stands in the threads that are attacked, and in no answer. */
export const CANARIES = [
  "canary-of-ann",
  "canary-of-bob",
  "canary-of-clerk",
  "canary-of-none",
  "canary-of-beta",
];

/** A thread that is attacked: its id, its user, its agent, the key of its tenant, and its text. */
export const THREADS = [
  ["ann.t1", "ann", "eraser", KEY, "canary-of-ann"],
  ["bob.t1", "bob", "eraser", KEY, "canary-of-bob"],
  ["ann.c1", "ann", "clerk", KEY, "canary-of-clerk"],
  ["free", undefined, "eraser", KEY, "canary-of-none"],
  ["ann.b1", "ann", "eraser", OTHER_KEY, "canary-of-beta"],
] as const;

/** Those of the keys, and that of everybody where there are none. */
const TENANTS = ["acme", "beta", "public"];

export interface Attacked {
  readonly app: TokenApp;
  /** The call that waits for an approval in a thread, and its digest. */
  waits(thread: string): { readonly id: string; readonly digest: string };
  /** Sends each attack; fails when one is answered otherwise, or when anything happens. */
  repel(attacks: readonly Attack[]): Promise<void>;
}

/** A deployment with the threads, each of which waits for the approval of a call. */
export async function createAttacked(options: TestAppOptions = {}): Promise<Attacked> {
  const ran: string[] = [];
  let planned = 0;
  const scripted = createScriptedDriver([{ calls: [{ tool: "erase", args: { id: "r1" } }] }, {
    says: "Gone.",
  }]);
  const driver: Driver = {
    ...scripted,
    plan(turn, emit) {
      planned++;
      return scripted.plan(turn, emit);
    },
  };
  const app = createTokenApp({
    ...options,
    plugins: [agUi(), chat(), openaiApi(), traceSvg(), ...options.plugins ?? []],
    driver: options.driver ?? driver,
    agents: [...agentsOf(ran), ...options.agents ?? []],
    env: { TREADLE_PUBLIC_URL: "https://agents.example.com", ...options.env },
  });
  const waiting = new Map<string, { readonly id: string; readonly digest: string }>();
  await fill(app, waiting);
  const state = async () => JSON.stringify(await Promise.all(TENANTS.map((tenant) => stateOf(app, tenant))));
  return {
    app,
    waits: (thread) => waiting.get(thread) ?? assert.fail(thread),
    async repel(attacks) {
      assert.equal(new Set(attacks.map(({ what }) => what)).size, attacks.length, "each attack has a name");
      const before = { state: await state(), planned, ran: ran.length };
      const through: string[] = [];
      for (const { what, send, refused, touches = [] } of attacks) {
        app.called();
        app.logs.length = 0;
        const { status, code, shown } = await answerTo(send, app);
        const written = app.called().filter((name) => !READS.includes(name) && !touches.includes(name));
        const told = [...CANARIES, KEY, OTHER_KEY].filter((secret) => `${shown}${app.logs}`.includes(secret));
        const isRefused = refused.some(([expected, named]) => expected === status && named === code);
        if (isRefused && written.length === 0 && told.length === 0) continue;
        through.push(`${what}: ${status} ${code} wrote [${written}] told [${told}] ${shown.slice(0, 120)}`);
      }
      assert.deepEqual(through, [], through.slice(0, 40).join("\n"));
      await app.idle();
      assert.deepEqual({ state: await state(), planned, ran: ran.length }, before);
    },
  };
}

async function answerTo({ method, path, body, headers = {} }: Sent, app: TokenApp) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const url = `http://treadle.test${path}`;
  const response = await app.fetch(new Request(url, { method, headers: { ...type, ...headers }, ...sent }));
  const text = await response.text();
  const isJson = text !== "" &&
    /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "");
  const read = isJson ? JSON.parse(text) : {};
  const code: string | number | undefined = read?.code ?? read?.error?.data?.code ?? read?.error?.code;
  return { status: response.status, code, shown: `${text}${JSON.stringify([...response.headers])}` };
}

/** An agent with a tool of each kind, and one that no token is for. */
function agentsOf(ran: string[]) {
  const erase = defineTool({
    name: "erase",
    description: "Erases a record.",
    parameters: ["id"],
    needsApproval: true,
    run: ({ id }) => {
      ran.push(String(id));
      return { erased: id };
    },
  });
  const terms = { driver: "scripted", tools: [erase] } as const;
  return [
    defineAgent({ ...terms, name: "eraser", description: "Erases." }),
    defineAgent({ ...terms, name: "clerk", description: "Of another desk." }),
  ];
}

async function fill(app: TokenApp, waiting: Map<string, { readonly id: string; readonly digest: string }>) {
  for (const [id, user, agent, key, canary] of THREADS) {
    const input = { agent, input: canary, ...(user === undefined ? {} : { user }) };
    const { status, body } = await app.ask(key, "POST", `/v1/threads/${id}/steps`, input);
    assert.equal(status, 200, JSON.stringify(body));
    waiting.set(id, { id: body.calls[0].id, digest: body.calls[0].approval.digest });
  }
}

/** Every route that takes a token, about a thread and about an agent, with the scope that it needs. */
export function routesOf(thread: string, agent: string, callId: string): readonly Route[] {
  const at = `/v1/threads/${thread}`;
  const said = [{ id: "m9", role: "user", parts: [{ type: "text", text: "hi" }] }];
  const agUi = { threadId: thread, runId: "r1", tools: [], context: [], state: {}, forwardedProps: {} };
  return [
    ["GET", at, undefined, "read"],
    ["HEAD", at, undefined, "read"],
    ["GET", `${at}/history`, undefined, "read"],
    ["GET", `${at}/events`, undefined, "read"],
    ["GET", `${at}/plan`, undefined, "read"],
    ["GET", `${at}/children`, undefined, "read"],
    ["GET", `${at}/approvals`, undefined, "read"],
    ["GET", `${at}/trace.svg`, undefined, "read"],
    ["GET", `${at}/media/${"0".repeat(64)}?entry=0`, undefined, "read"],
    ["GET", `/api/chat/${agent}/${thread}/messages`, undefined, "read"],
    ["GET", `/api/chat/${agent}/${thread}/stream`, undefined, "read"],
    ["GET", `/api/chat/${agent}/${thread}/stream?version=0`, undefined, "read"],
    ["POST", `${at}/steps`, { input: "x" }, "run"],
    ["POST", `${at}/steps`, { agent, input: "x", busy: "restart" }, "run"],
    ["POST", `${at}/steps`, { agent, input: "x", busy: "queue" }, "run"],
    ["POST", `${at}/cancel`, {}, "run"],
    ["POST", `${at}/fork`, {}, "run"],
    ["DELETE", at, undefined, "run"],
    ["POST", `/api/chat/${agent}/${thread}/stop`, undefined, "run"],
    ["POST", `/api/chat/${agent}`, { id: thread, messages: said }, "run"],
    ["POST", "/api/chat", { id: thread, agent, messages: said }, "run"],
    ["POST", `/agui/${agent}`, { ...agUi, messages: [{ id: "m9", role: "user", content: "hi" }] }, "run"],
    ["POST", `${at}/approvals/${callId}`, { approved: true }, "decide"],
  ];
}

export type Route = readonly [method: string, path: string, body: unknown, scope: Scope];

async function stateOf({ store }: TokenApp, tenant: string): Promise<unknown> {
  const { threads } = await store.list(tenant, { limit: 100 });
  return await Promise.all(threads.map(async ({ thread }) => {
    const { header: { epoch: _raised, ...header }, pending, waiting } =
      await store.read({ tenant, thread }) ??
        assert.fail(thread);
    return [thread, header, pending, waiting];
  }));
}
