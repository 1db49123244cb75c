// Bundle sizes, as `deno task size` prints them.

import { fromFileUrl, projectRoot } from "../../support/project.ts";
import type { Part } from "../lab/part.ts";
import { toTable } from "../lab/table.ts";

export const size: Part = {
  title: "Bundle",
  note: "The minified Worker, with the openai package and without it.",
  async measure() {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tests/bench/size.ts"],
      cwd: fromFileUrl(projectRoot),
      stderr: "inherit",
    }).output();
    const lines = new TextDecoder().decode(stdout).matchAll(/^(.+): ([\d.]+) KiB gzip, ([\d.]+) KiB raw/gm);
    const rows = [...lines].map(([, label = "", gzip = "", raw = ""]) => [label, gzip, raw]);
    if (rows.length === 0) throw new Error("deno task size printed no size.");
    return toTable(["bundle", "KiB gzip", "KiB raw"], rows);
  },
};
