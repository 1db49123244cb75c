import assert from "node:assert/strict";
import { STARTER_NAMES } from "../../../src/cli/new/starters.ts";
import { assertAnswers, newProject } from "../../slow/templates/_project.ts";

/** The Node of this machine runs TypeScript, as it does from 22.18 on. */
const NODE_LOADS_TYPESCRIPT =
  new Deno.Command("node", { args: ["-p", "process.features.typescript ?? false"] })
    .outputSync().stdout.at(0) !== "f".charCodeAt(0);

Deno.test("H2: template cloudflare: made by npx from the registry, it is type-checked, its test passes, and wrangler dev answers", async () => {
  await using project = await newProject("cloudflare", ["npx", "-y", "@treadle/cli"]);
  assert.match(project.printed, /cd my-agent\n {2}npm install\n {2}npm run dev\n/);
  await project.run("npm", "install");
  assert.match(await project.run("npm", "test"), /# pass 2\n# fail 0/);
  await project.write("src/agents/guide.yaml", GUIDE);
  assert.match(
    await project.run("deno", "run", "-A", "npm:@treadle/cli", "agents"),
    /^src\/agents\/_compiled\.ts holds guide\.\n$/m,
  );
  await project.run("deno", "task", "check"); // by Deno, for wrangler needs a newer Node than the tests
  if (NODE_LOADS_TYPESCRIPT) {
    assert.match(await project.run("npx", "treadle", "agents", "--check"), /_compiled\.ts is current/);
  } else {
    assert.match(
      await project.fail("npx", "treadle", "agents", "--check"),
      /src\/agents\/tools\.ts:1:1 It cannot be loaded: .* Fix: run it on Deno: npx -y deno@2\.9\.6 run -A npm:@treadle\/cli agents/,
    );
  }
  const needsMore = "src/agents/needs_more.ts"; // than that its types are left out
  await project.write(needsMore, "export class Point {\n  constructor(readonly x: number) {}\n}\n");
  assert.match(await project.fail("deno", "task", "check"), /needs_more\.ts.*erasableSyntaxOnly/);
  await project.remove(needsMore);
  const bundled = await project.run(
    "deno",
    "run",
    "-A",
    "npm:wrangler",
    "deploy",
    "--dry-run",
    "--outdir",
    "dist",
  );
  assert.match(bundled, /env\.ASSETS/);
  await using server = await project.serve("deno", "run", "-A", "npm:wrangler", "dev", "--port", "{port}");
  await assertAnswers(server.url);
});

for (const starter of STARTER_NAMES) {
  Deno.test(`H4: starter ${starter}: made by npx for Workers, it is type-checked, its tests and its evaluation pass, and wrangler dev serves it`, async () => {
    await using project = await newProject("cloudflare", ["npx", "-y", "@treadle/cli"], "--starter", starter);
    await project.run("npm", "install");
    assert.match(await project.run("npm", "test"), /# fail 0/);
    assert.match(await project.run("npx", "treadle", "eval"), /^ok +cases: /m);
    await project.run("deno", "task", "check");
    await using server = await project.serve("deno", "run", "-A", "npm:wrangler", "dev", "--port", "{port}");
    const page = await fetch(server.url, { headers: { accept: "text/html" } });
    assert.match(await page.text(), /^<!DOCTYPE html>/i);
  });
}

const GUIDE = `metadata: {name: guide}
spec:
  planner:
    type: tool_calling
    config:
      tool_descriptions:
        - name: get_weather
`;
