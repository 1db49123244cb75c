// E17: doctor names what Cloudflare would refuse, and what it would publish.

import assert from "node:assert/strict";
import { checkWorkers } from "../../../../src/cli/doctor/workers.ts";
import { isTable } from "../../../../src/cli/project/project.ts";
import { examine } from "./_setup.ts";

const INDEX = "export default {};\n";

const BROKEN: Readonly<
  Record<
    string,
    { readonly file?: string; readonly text: string; readonly detail: RegExp; readonly fix: RegExp }
  >
> = {
  "a file that is no TOML": {
    file: "wrangler.toml",
    text: 'name = "x\nmain = 1',
    detail: /^wrangler\.toml cannot be parsed: line 1/,
    fix: /correct wrangler\.toml/,
  },
  "a file that is no JSON": {
    text: '{ "main": "index.ts" "name": 1 }',
    detail: /^wrangler\.jsonc cannot be parsed: line 1: CommaExpected/,
    fix: /correct wrangler\.jsonc/,
  },
  "no main": { text: "{}", detail: /has no main/, fix: /"main": "src\/index\.ts"/ },
  "a main that is not there": {
    text: '{ "main": "src/worker.ts", "compatibility_date": "2026-04-01" }',
    detail: /main of wrangler\.jsonc is src\/worker\.ts, which is not there/,
    fix: /create src\/worker\.ts/,
  },
  "no date": {
    file: "wrangler.toml",
    text: 'main = "index.ts"\n',
    detail: /has no compatibility_date/,
    fix: /^compatibility_date = "2026/,
  },
  "an old date": {
    text: '{ "main": "index.ts", "compatibility_date": "2023-01-01" }',
    detail: /2023-01-01 is before/,
    fix: /2026-04-01/,
  },
  "a secret among the variables": {
    text:
      '{ /* mine */ "main": "index.ts", "compatibility_date": "2026-04-01", "vars": { "OPENAI_API_KEY": "sk-1" }, }',
    detail: /OPENAI_API_KEY is in vars/,
    fix: /npx wrangler secret put OPENAI_API_KEY/,
  },
  "a store in a file": {
    text:
      '{ "main": "index.ts", "compatibility_date": "2026-04-01", "vars": { "TREADLE_STORE": "sqlite:x.sqlite" } }',
    detail: /Workers have none/,
    fix: /in Durable Objects then, or in Redis/,
  },
  "open to everybody": {
    text: '{ "main": "index.ts", "compatibility_date": "2026-04-01", "vars": { "TREADLE_OPEN": "1" } }',
    detail: /everybody who knows the address is served/,
    fix: /secret put TREADLE_API_KEYS/,
  },
  "assets that are not installed": {
    text:
      '{ "main": "index.ts", "compatibility_date": "2026-04-01", "assets": { "directory": "node_modules/x", "binding": "ASSETS", "run_worker_first": true } }',
    detail: /assets of wrangler\.jsonc are in node_modules\/x, which is not there/,
    fix: /npm install/,
  },
};

for (const [name, { file = "wrangler.jsonc", text, detail, fix }] of Object.entries(BROKEN)) {
  Deno.test(`E17: doctor finds ${name} in the configuration of Workers`, async () => {
    const findings = await examine({ files: { [file]: text, "index.ts": INDEX } });
    const faults = findings.flatMap((finding) =>
      finding.check === "workers" && finding.level !== "ok" ? [finding] : []
    );
    assert.match(faults[0]?.detail ?? "", detail);
    assert.match(faults[0]?.fix ?? "", fix);
    assert.doesNotMatch(JSON.stringify(findings), /sk-1/);
  });
}

Deno.test("E17: doctor finds nothing wrong with the configuration of this repository", async () => {
  const { parse } = await import("smol-toml");
  const content = parse(await Deno.readTextFile("wrangler.toml"));
  assert.ok(isTable(content));
  assert.deepEqual(checkWorkers({ file: "wrangler.toml", content }, "."), [
    { check: "workers", level: "ok", detail: "wrangler.toml is complete" },
  ]);
});
