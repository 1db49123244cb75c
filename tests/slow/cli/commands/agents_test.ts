import assert from "node:assert/strict";
import { join } from "node:path";
import { inProject } from "../../../cli/_project.ts";
import { startTreadle } from "../_process.ts";

const TRAVEL = "metadata: {name: travel}\nspec:\n  planner:\n    type: tool_calling\n";

Deno.test("D1: treadle agents --watch compiles after each change of an agent or a tool, and a wrong file does not end it", async () => {
  await inProject({ "agents/travel.yaml": TRAVEL, "agents/tools.ts": "export {};\n" }, async (project) => {
    await using watching = startTreadle({ cwd: project }, "agents", "--watch", "--json");
    const next = async () => JSON.parse(await watching.line());
    assert.deepEqual((await next()).agents, ["travel"]);

    await Deno.writeTextFile(join(project, "agents/plan.yaml"), TRAVEL.replace("travel", "plan"));
    assert.deepEqual((await next()).agents, ["plan", "travel"]);

    const withTool = `${TRAVEL}    config:\n      tool_descriptions:\n        - name: look\n`;
    await Deno.writeTextFile(join(project, "agents/travel.yaml"), withTool);
    assert.equal((await next()).error.code, "agents_invalid");

    await Deno.writeTextFile(
      join(project, "agents/tools.ts"),
      'export const look = { name: "look", description: "Looks.", parameters: { type: "object" }, effect: "pure", ' +
        "timeoutMs: 1000, maxOutputBytes: 1000, wantsThread: false, needsApproval: false, run: () => null };\n",
    );
    assert.deepEqual(await next(), {
      module: "agents/_compiled.ts",
      state: "written",
      agents: ["plan", "travel"],
    });

    await Deno.remove(join(project, "agents/plan.yaml"));
    assert.deepEqual((await next()).agents, ["travel"]);
  });
});
