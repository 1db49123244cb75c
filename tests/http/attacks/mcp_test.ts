// Rows E10 and E14: what clients of MCP forge: threads of others, states, answers and names; and bodies of every door that are none.

import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { mcp } from "../../../src/plugins/mcp/server/mod.ts";
import { signed } from "../access/_tokens.ts";
import { KEY, OTHER_KEY } from "../_app.ts";
import { modern } from "../../plugins/mcp/server/_app.ts";
import { type Attack, type Attacked, createAttacked, type Refusal } from "./_attacks.ts";

interface Waiting {
  readonly id: string;
  readonly digest: string;
}

const SECRET = "0123456789abcdef0123456789abcdef";

/** States of a client of MCP that this server has not signed for it. */
async function states({ id, digest }: Waiting): Promise<readonly string[]> {
  const claims = { aud: "treadle:mcp", thread: "bob.t1", calls: [[id, digest]], bound: "x", expiresAt: 9e15 };
  const good = await sign(claims, SECRET, "HS256");
  const [head, body, end] = good.split(".");
  return [
    good,
    await sign(claims, `${SECRET}x`, "HS256"),
    await sign({ ...claims, aud: "treadle:approval" }, SECRET, "HS256"),
    await sign({ ...claims, thread: 1 }, SECRET, "HS256"),
    `${btoa('{"alg":"none"}')}.${body}.`,
    `${head}.${body}.${end?.slice(1)}`,
    "bob.t1",
    "",
    "x".repeat(20_000),
    JSON.stringify({ thread: "bob.t1", calls: [[id, digest]] }),
  ];
}

/** What a call of MCP is answered with: an error of the protocol, or a result that is one. */
async function errorOf(response: Response): Promise<readonly [error: string | undefined, text: string]> {
  const text = await response.text();
  const events = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  const { result, error } = JSON.parse(events.at(-1) ?? text);
  return [error?.data?.code ?? error?.code ?? result?._meta?.["treadle/error"]?.code, text];
}

Deno.test("E10: a client of MCP reaches no thread of others, forges no state and no answer, and runs no tool by another name", async () => {
  const attacked = await createAttacked({ plugins: [mcp({ tools: true })] });
  const { app } = attacked;
  const waiting = attacked.waits("bob.t1");
  const ann = await signed({ prefix: undefined, agents: ["eraser"] });
  const reader = await signed({ prefix: undefined, agents: ["eraser"], scopes: ["read"] });
  const calls: [string, string, Record<string, unknown>, Record<string, string>?][] = [];
  for (const thread of ["bob.t1", "free", "ann.c1", "bob.t1/..", "../bob.t1", "bob%2Et1"]) {
    for (const token of [ann, OTHER_KEY]) {
      calls.push([`goes on in ${thread}`, token, { name: "continue_run", arguments: { thread } }]);
    }
    calls.push([`asks in ${thread}`, ann, { name: "ask_eraser", arguments: { input: "x", thread } }]);
  }
  for (const state of await states(waiting)) {
    const inputResponses = { [waiting.id]: { action: "accept", content: { approved: true } } };
    calls.push([`state ${state.slice(0, 40)}`, ann, {
      name: "continue_run",
      arguments: { thread: "bob.t1" },
      requestState: state,
      inputResponses,
    }]);
  }
  for (
    const name of [
      "clerk",
      "ask_clerk",
      "ask_",
      "Erase",
      "erase ",
      "__proto__",
      "constructor",
      "ask_eraser\u0000",
      "tools/list",
      "delete_thread",
    ]
  ) {
    calls.push([`calls ${name}`, ann, { name, arguments: { input: "x", id: "all" } }]);
  }
  for (const name of ["ask_eraser", "erase", "continue_run"]) {
    calls.push([`${name} with read alone`, reader, {
      name,
      arguments: { input: "x", id: "all", thread: "ann.t1" },
    }]);
    calls.push([`${name} without a caller`, "", { name, arguments: { input: "x", id: "all" } }]);
  }
  for (
    const [name, value] of [["mcp-session-id", "bob"], ["mcp-name", "continue_run"], [
      "mcp-method",
      "tools/list",
    ]] as const
  ) {
    const more = { name: "ask_eraser", arguments: { input: "x", thread: "bob.t1" } };
    calls.push([`header ${name}`, ann, more, { [name]: value }]);
  }
  for (
    const more of [{ user: "bob" }, { tenant: "beta" }, { approved: true }, { agent: "clerk" }, {
      metadata: {},
    }]
  ) {
    calls.push([`argument ${Object.keys(more)}`, ann, {
      name: "ask_eraser",
      arguments: { input: "x", ...more },
    }]);
  }
  assert.ok(calls.length >= 45, String(calls.length));
  const before = await snapshot(attacked);
  for (const [what, token, params, more = {}] of calls) {
    const { body, headers } = modern("tools/call", params);
    const response = await app.fetch(
      new Request("http://treadle.test/mcp", {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
          ...Object.fromEntries(
            Object.entries({ ...headers, ...more }).filter(([, value]) => /^[\x20-\x7e]*$/.test(value)),
          ),
        },
        body: JSON.stringify(body),
      }),
    );
    const [error, text] = await errorOf(response);
    assert.notEqual(error, undefined, `${what}: ${response.status} ${text.slice(0, 200)}`);
    assert.doesNotMatch(text, /canary-of/, what);
  }
  assert.deepEqual(await snapshot(attacked), before);
});

Deno.test("E10: a state answers for the caller and the call that it was signed for, and for no other", async () => {
  const attacked = await createAttacked({ plugins: [mcp({ tools: true })] });
  const { app } = attacked;
  const { id, digest } = attacked.waits("ann.t1");
  const before = await snapshot(attacked);
  const token = await signed({ prefix: undefined, agents: ["eraser"] });
  for (const bound of ["x", "", undefined, null, {}]) {
    for (const thread of ["ann.t1", "bob.t1"]) {
      const claims = {
        aud: "treadle:mcp",
        thread,
        calls: [[id, digest]],
        bound: bound ?? "none",
        expiresAt: 9e15,
      };
      const { body, headers } = modern("tools/call", {
        name: "continue_run",
        arguments: { thread: "ann.t1" },
        requestState: await sign(claims, SECRET, "HS256"),
        inputResponses: { [id]: { action: "accept", content: { approved: true, decision: "approve" } } },
      }, { capabilities: { elicitation: {} } });
      app.called();
      const response = await app.fetch(
        new Request("http://treadle.test/mcp", {
          method: "POST",
          headers: {
            accept: "application/json, text/event-stream",
            "content-type": "application/json",
            authorization: `Bearer ${token}`,
            ...headers,
          },
          body: JSON.stringify(body),
        }),
      );
      assert.match(await response.text(), /Invalid or expired requestState/);
      assert.ok(!app.called().includes("decide"), `${bound} ${thread}`);
    }
  }
  assert.deepEqual(await snapshot(attacked), before);
});

async function snapshot({ app }: Attacked): Promise<unknown> {
  const all = ["acme", "beta"].map(async (tenant) => {
    const { threads } = await app.store.list(tenant, { limit: 100 });
    return await Promise.all(threads.map(async ({ thread }) => {
      const { header: { version, length }, pending } = await app.store.read({ tenant, thread }) ??
        assert.fail();
      return [thread, version, length, pending];
    }));
  });
  return await Promise.all(all);
}

Deno.test("E14: a body of any door that is no body, too large or hostile JSON is refused before anything", async () => {
  const attacked = await createAttacked({ plugins: [mcp()] });
  const paths = [
    "/api/chat/eraser",
    "/agui/eraser",
    "/v1/chat/completions",
    "/v1/responses",
    "/mcp",
    "/v1/threads/bob.t1/steps",
  ];
  const bodies: readonly (readonly [string, string])[] = [
    ["nothing", " "],
    ["no JSON", "{"],
    ["two values", "{}{}"],
    ["a list", "[]"],
    ["null", "null"],
    ["a number", "1e999"],
    ["a BOM", '\ufeff{"a"'],
    ["__proto__", '{"id":"x","__proto__":{"messages":[]}}'],
    ["depth", `${'{"messages":['.repeat(600)}`],
    ["2 MB of text", JSON.stringify({ input: "x".repeat(2_000_000) })],
    ["a lone surrogate", '{"id":"\\ud800","threadId":"\\ud800","messages":[]}'],
    ["a wrong type", '{"id":1,"threadId":1,"model":1,"messages":1,"input":1}'],
  ];
  const attacks = paths.flatMap((path) =>
    bodies.map(([what, body]): Attack => ({
      what: `${path}: ${what}`,
      send: {
        method: "POST",
        path,
        body,
        headers: { authorization: `Bearer ${KEY}`, accept: "application/json, text/event-stream" },
      },
      refused: [400, 422, 413].flatMap((status) =>
        [
          "invalid_json",
          "invalid_request",
          "body_too_large",
          "missing_required_parameter",
          "invalid_type",
          "invalid_value",
          "unsupported_parameter",
          "json_too_complex",
          "unknown_parameter",
          -32_600,
        ].map((code): Refusal => [status, code])
      ),
    }))
  );
  assert.ok(attacks.length >= 70);
  await attacked.repel(attacks);
});
