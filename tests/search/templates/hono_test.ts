import assert from "node:assert/strict";
import { assertAnswers, newProject, type Server } from "../../slow/templates/_project.ts";

Deno.test("template hono: it is type-checked, its test passes, and users of the app ask the agent on Workers and on Deno", async () => {
  await using project = await newProject("hono", ["npx", "-y", "@treadle/cli"]);
  await project.run("npm", "install");
  await project.run("deno", "task", "check");
  assert.match(await project.run("deno", "task", "test"), /5 passed/);
  {
    await using server = await project.serve("deno", "run", "-A", "npm:wrangler", "dev", "--port", "{port}");
    await assertServesUsers(server);
  }
  const serve = ["serve", "-A", "--env-file", "--host", "127.0.0.1", "--port", "{port}", "src/deno.ts"];
  await using server = await project.serve("deno", ...serve);
  await assertServesUsers(server);
});

async function assertServesUsers({ url }: Server): Promise<void> {
  const body = JSON.stringify({ user: "ada", password: "try-me" });
  const token = await (await fetch(`${url}/login`, { method: "POST", body })).text();
  const headers = { authorization: `Bearer ${token}` };
  assert.deepEqual(await (await fetch(`${url}/me`, { headers })).json(), { user: "ada" });
  await assertAnswers(`${url}/agents`, headers);

  const wrong = await fetch(`${url}/agents/v1/threads`, { headers: { authorization: "Bearer x.y.z" } });
  assert.equal((await wrong.json()).code, "unauthorized");
}
