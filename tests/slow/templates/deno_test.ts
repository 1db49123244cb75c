import assert from "node:assert/strict";
import { STARTER_NAMES } from "../../../src/cli/new/starters.ts";
import { assertAnswers, newProject } from "./_project.ts";

Deno.test("H4: template deno: made by Deno from the registry, it is type-checked, its test passes, and it answers", async () => {
  await using project = await newProject("deno", ["deno", "run", "-A", "npm:@treadle/cli"]);
  assert.match(project.printed, /cd my-agent\n {2}npx -y deno@2\.9\.6 task dev\n/);
  await project.run("deno", "task", "check");
  await project.run("deno", "fmt", "--check");
  assert.match(await project.run("deno", "task", "test"), /2 passed/);
  {
    await using server = await project.serve(
      "deno",
      "serve",
      "-A",
      "--host",
      "127.0.0.1",
      "--port",
      "{port}",
      "main.ts",
    );
    await assertAnswers(server.url);
  }
  await using server = await project.serve("deno", "run", "-A", "main.ts");
  await assertAnswers(server.url);
});

for (const starter of STARTER_NAMES) {
  Deno.test(`starter ${starter}: made by Deno from the registry, it is type-checked, its tests and its evaluation pass, and it is served`, async () => {
    await using project = await newProject(
      "deno",
      ["deno", "run", "-A", "npm:@treadle/cli"],
      "--starter",
      starter,
    );
    await project.run("deno", "task", "check");
    await project.run("deno", "fmt", "--check", "main.ts", "deno.json", "deployment.ts", "agents");
    assert.match(await project.run("deno", "task", "test"), /\| 0 failed/);
    assert.match(await project.run("deno", "task", "treadle", "eval"), /^ok +cases: /m);
    await using server = await project.serve("deno", "task", "dev");
    const page = await fetch(server.url, { headers: { accept: "text/html" } });
    assert.match(await page.text(), /^<!DOCTYPE html>/i);
  });
}
