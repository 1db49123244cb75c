import assert from "node:assert/strict";
import { projectRoot } from "../../support/project.ts";

Deno.test("types: every module of the project, its tests and the examples of doc comments", async () => {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--doc"],
    cwd: projectRoot,
    env: { NO_COLOR: "1" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});
