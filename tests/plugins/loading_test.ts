// Doors are loaded at their first request: what the start of a deployment loads has none of their code.

import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../support/project.ts";

Deno.test("E5: the start of a deployment with the standard set loads neither a door nor its encoder", async () => {
  const app = "src/mod.ts";
  try {
    const { metafile } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL(app, projectRoot))],
      absWorkingDir: fromFileUrl(projectRoot),
      ...{ bundle: true, splitting: true, format: "esm", packages: "external", outdir: "none", write: false },
      metafile: true,
    });
    const { outputs } = metafile;
    const loaded = new Set<string>();
    const load = (output: string) => {
      if (loaded.has(output)) return;
      loaded.add(output);
      for (const { path, kind } of outputs[output]?.imports ?? []) {
        if (kind === "import-statement") load(path);
      }
    };
    load(Object.keys(outputs).find((output) => outputs[output]?.entryPoint === app) ?? assert.fail());
    const files = [...loaded].flatMap((output) => Object.keys(outputs[output]?.inputs ?? {}));
    assert.ok(files.includes("src/plugins/chat/routes.ts"));
    assert.ok(files.includes("src/plugins/ag_ui/routes.ts"));
    const lazy = [
      "src/plugins/chat/door.ts",
      "src/plugins/chat/schema.ts",
      "src/plugins/chat/ui_messages/encoder.ts",
      "src/plugins/ag_ui/door.ts",
      "src/plugins/ag_ui/schema.ts",
      "src/http/conversation/branches.ts",
      "src/plugins/ag_ui/encoder/encoder.ts",
      "src/plugins/trace_svg/door.ts",
      "src/plugins/trace_svg/drawing/draw.ts",
    ];
    assert.deepEqual(lazy.filter((file) => files.includes(file)), []);
    const all = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    assert.deepEqual(lazy.filter((file) => !all.includes(file)), []);
  } finally {
    await esbuild.stop();
  }
});
