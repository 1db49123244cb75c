// The script of docs/examples runs as its first lines say.

import assert from "node:assert/strict";
import { bootDeno } from "../../../support/boot_deno.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

const KEY = "key-of-acme-0123456789";

Deno.test("E6: docs/examples/openai_client.ts talks to a deployment", async () => {
  await using deno = await bootDeno({ TREADLE_STORE: "memory", TREADLE_API_KEYS: `acme:${KEY}` });
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--config", "deno.json", "docs/examples/openai_client.ts"],
    cwd: fromFileUrl(projectRoot),
    env: { OPENAI_BASE_URL: `${deno.url}/v1`, OPENAI_API_KEY: KEY, NO_COLOR: "1" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n").filter((line) => line !== "");
  assert.deepEqual(lines, [
    "Let me check.",
    "It is 18 °C and clear in Paris.",
    "It is 27 °C and clear in Rome.",
    'get_weather({"city":"Oslo"}) = {"city":"Oslo","tempC":6,"sky":"rain"}',
    "Let me check.It is 31 °C and clear in Cairo.", // output_text joins the messages
  ]);
});
