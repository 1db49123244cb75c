import assert from "node:assert/strict";
import { join } from "node:path";
import { inProject } from "../_project.ts";
import { runTreadle } from "../_treadle.ts";

const TRAVEL = "metadata: {name: travel}\nspec:\n  planner:\n    type: tool_calling\n";

Deno.test("D1: treadle agents compiles the folder of a project, and the module imports the package by its name", async () => {
  await inProject({ "agents/travel.yaml": TRAVEL, "agents/tools.ts": "export {};\n" }, async (project) => {
    const first = await runTreadle({ cwd: project }, "agents");
    assert.deepEqual(first, { code: 0, stdout: "agents/_compiled.ts holds travel.\n", stderr: "" });
    const module = await Deno.readTextFile(join(project, "agents/_compiled.ts"));
    assert.match(module, / from "@treadle\/treadle";/);
    assert.match(module, /^\/\/ Written by `treadle agents`/);

    const { stdout } = await runTreadle({ cwd: project }, "agents", "agents", "--check", "--json");
    assert.deepEqual(JSON.parse(stdout), {
      module: "agents/_compiled.ts",
      state: "current",
      agents: ["travel"],
    });
  });
});

Deno.test("D1: treadle agents --json has file, line, column, path, message and fix of each problem", async () => {
  const wrong = `${TRAVEL}    tipe: tool_calling\n`;
  await inProject({ "agents/travel.yaml": wrong, "agents/tools.ts": "export {};\n" }, async (project) => {
    const { code, stdout, stderr } = await runTreadle({ cwd: project }, "agents", "--json");
    assert.equal(code, 1);
    assert.equal(stdout, "");
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, "agents_invalid");
    assert.deepEqual(error.problems, [{
      file: "agents/travel.yaml",
      line: 5,
      column: 5,
      path: "spec.planner.tipe",
      message: "unknown key.",
      fix: 'remove it. Did you mean "type"?',
    }]);
    await assert.rejects(Deno.stat(join(project, "agents/_compiled.ts")), Deno.errors.NotFound);
  });
});

Deno.test("D1: treadle agents without a folder of agents names the folders that it looked for", async () => {
  await inProject({}, async (project) => {
    const { code, stderr } = await runTreadle({ cwd: project }, "agents");
    assert.equal(code, 1);
    assert.equal(
      stderr,
      "agents_unknown: None of the folders agents, src/agents, functions/agents has a tools.ts here; name the folder: " +
        "treadle agents <folder>.\n",
    );
    const watched = await runTreadle({ cwd: project }, "agents", "nowhere", "--watch");
    assert.equal(watched.code, 1);
    assert.match(watched.stderr, /nowhere\/tools\.ts:1:1 There is no such folder\. Fix: /);
  });
});
