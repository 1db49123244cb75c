import assert from "node:assert/strict";
import { assertAnswers, newProject } from "./_project.ts";

Deno.test("template cloudflare: made by npx from the registry, it is type-checked, its test passes, and wrangler dev answers", async () => {
  await using project = await newProject("cloudflare", ["npx", "-y", "@treadle/treadle"]);
  assert.match(project.printed, /cd my-agent\n {2}npm install\n {2}npx wrangler dev\n/);
  await project.run("npm", "install");
  assert.match(await project.run("npm", "test"), /# pass 2\n# fail 0/);
  await project.run("npm", "run", "check");
  const bundled = await project.run("npx", "wrangler", "deploy", "--dry-run", "--outdir", "dist");
  assert.match(bundled, /env\.ASSETS/);
  await using server = await project.serve("npx", "wrangler", "dev", "--port", "{port}");
  await assertAnswers(server.url);
});
