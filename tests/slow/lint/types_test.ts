import assert from "node:assert/strict";
import { fromFileUrl, projectRoot, walkFiles } from "../../support/project.ts";
import { typeErrors } from "../support/types/type_check.ts";

Deno.test("types: every module of the project, its tests and the examples of doc comments", async () => {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--doc"],
    cwd: projectRoot,
    env: { NO_COLOR: "1" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test("types: the examples of docs, but for the scripts of pages, whose folder has the library of browsers", async () => {
  const files = await Array.fromAsync(walkFiles("docs/examples"));
  const scripts = files.filter((file) =>
    file.endsWith(".ts") && !files.includes(file.replace(/\.ts$/, ".html"))
  );
  assert.ok(scripts.length > 5, String(scripts));
  assert.equal(await typeErrors(scripts.map((file) => fromFileUrl(new URL(file, projectRoot)))), "");
});
