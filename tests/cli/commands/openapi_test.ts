import assert from "node:assert/strict";
import openapi from "../../../src/playground/dist/openapi.json" with { type: "json" };
import { runTreadle } from "../_treadle.ts";

Deno.test("treadle openapi: prints the description with the server that is asked for", async () => {
  const { code, stdout } = await runTreadle("openapi", "--server", "https://agents.example/agents");
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), { ...openapi, servers: [{ url: "https://agents.example/agents" }] });
});

Deno.test("treadle: a command that is not there is an error that names the nearest one", async () => {
  const { code, stderr } = await runTreadle("openap");
  assert.equal(code, 1);
  assert.match(stderr, /unknown command 'openap'\n\(Did you mean openapi\?\)/);
});
