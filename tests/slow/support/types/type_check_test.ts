import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { typeErrors } from "./type_check.ts";

Deno.test("typeErrors: a wrong type of the package is reported with its place, and strictly", async () => {
  const folder = await Deno.makeTempDir({ dir: fromFileUrl(projectRoot), prefix: ".types_" });
  try {
    const file = `${folder}/wrong.ts`;
    const lines = [
      'import { defineTool } from "@treadle/treadle/kernel";',
      "defineTool({ name: 1 });",
      "export const first: string = [Deno.pid.toFixed()][0];",
    ];
    await Deno.writeTextFile(file, lines.join("\n"));
    const report = await typeErrors([file]);
    assert.match(
      report,
      /wrong\.ts\(2,\d+\): error TS2322: Type 'number' is not assignable to type 'string'/,
    );
    assert.match(report, /wrong\.ts\(3,\d+\): error TS2322: Type 'string \| undefined'/);
    assert.equal(report.match(/: error /g)?.length, 2, report);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
