// X6: a tool behind HTTP whose server, environment or definition is wrong.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { createToolContext } from "../../../src/testing/tool_context.ts";
import { callTool } from "../../../src/testing/call_tool.ts";
import { httpTool } from "../../../src/plugins/http_tools/mod.ts";
import { outbound, receive } from "../../outbound/_servers.ts";

const HOST = "tools.hooks.example.test";
const SECRET = `whsec_${btoa("a".repeat(32))}`;
const { setup } = outbound({ [HOST]: ["127.0.0.1"] });
const parts = { name: "t", description: "t", retries: 1, timeoutMs: 2_000 };

Deno.test("X6: a poll is another request than its call: it has no key of the call, and a webhook-id of its own", async () => {
  await using server = receive(() =>
    Response.json({ defer: { ref: "j", expiresInMs: 9_000, pollAfterMs: 1_000 } }, { status: 202 })
  );
  const tool = httpTool({ ...parts, url: `https://${HOST}:${server.port}/`, secrets: ["S"] });
  const context = createToolContext({ env: { S: SECRET }, outbound: setup });
  await tool.run?.({}, context);
  await tool.poll?.("j", context);
  await tool.poll?.("j", context);
  const ids = server.got.map(({ headers }) => headers.get("webhook-id"));
  assert.equal(new Set(ids).size, 3, ids.join());
  const keys = server.got.map(({ headers }) => headers.get("idempotency-key"));
  assert.deepEqual(keys, ["call_1", null, null]);
  for (const { body, headers } of server.got) new Webhook(SECRET).verify(body, Object.fromEntries(headers));
});

for (const retryAfterMs of [-1, -1e300, 0.5, 1e300, "soon", null]) {
  Deno.test(`X6: a server that asks to wait ${retryAfterMs} ms gets its detail into the failure`, async () => {
    await using server = receive(() => Response.json({ detail: "Busy.", retryAfterMs }, { status: 503 }));
    const tool = httpTool({ ...parts, url: `https://${HOST}:${server.port}/` });
    const { error } = await callTool(tool, {}, { outbound: setup });
    assert.deepEqual([error?.kind, error?.message], ["failed", "Busy."]);
  });
}

for (const defer of [{}, { ref: "j" }, { ref: "j", expiresInMs: "60000" }, { ref: "j", expiresInMs: -1 }]) {
  Deno.test(`X6: the deferral ${JSON.stringify(defer)} fails the call once, which may have happened`, async () => {
    await using server = receive(() => Response.json({ defer }, { status: 202 }));
    const tool = httpTool({ ...parts, url: `https://${HOST}:${server.port}/` });
    const { error } = await callTool(tool, {}, { outbound: setup });
    assert.match(error?.message ?? "", /^The server of t defers the call wrongly: /);
    assert.match(error?.hint ?? "", /^It may have happened/);
    assert.equal(server.got.length, 1);
  });
}

Deno.test("X6: a header that HTTP does not have fails the call, and no error shows its value", async () => {
  await using server = receive(() => Response.json(1));
  const tool = httpTool({
    ...parts,
    url: `https://${HOST}:${server.port}/`,
    headers: { authorization: { env: "TOKEN", prefix: "Bearer " } },
  });
  for (const TOKEN of ["s3c\nret", "s3cret\u0000", "s3cret\u2026"]) {
    const { error } = await callTool(tool, {}, { outbound: setup, env: { TOKEN } });
    assert.equal(error?.message, "Tool t has a header authorization that HTTP does not allow.");
  }
  assert.equal(server.got.length, 0);
});

Deno.test("X6: a wrong definition is refused when it is made, and names each place", () => {
  const cases: [object, RegExp][] = [
    [{ url: "tools.example.com/x" }, /\/url/],
    [{ url: "ftp://tools.example.com/x" }, /\/url/],
    [{ url: "https://ada:s3cret@tools.example.com/x" }, /\/url/],
    [{ url: 7 }, /\/url/],
    [{ hosts: ["https://tools.example.com"] }, /\/hosts\/0/],
    [{ hosts: [] }, /\/hosts/],
    [{ method: "GET" }, /\/method/],
    [{ headers: { "x y": "1" } }, /\/headers\/x y/],
    [{ headers: { a: "1\n2" } }, /\/headers\/a/],
    [{ headers: { a: { name: "TOKEN" } } }, /\/headers\/a/],
    [{ secrets: "EXPORT_SECRET" }, /\/secrets/],
    [{ retries: 1.5 }, /\/retries/],
    [{ maxResponseBytes: 0 }, /\/maxResponseBytes/],
  ];
  for (const [wrong, expected] of cases) {
    const definition: Parameters<typeof httpTool>[0] = {
      ...parts,
      url: "https://tools.example.com/x",
      ...wrong,
    };
    assert.throws(() => httpTool(definition), (error: Error & { code?: string }) => {
      assert.equal(error.code, "agent_invalid", JSON.stringify(wrong));
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    }, JSON.stringify(wrong));
  }
});
