// `treadle openapi`: prints the OpenAPI description of the HTTP surface.

import { Command } from "commander";
import { writeFile } from "node:fs/promises";
import { examples } from "../output.ts";

interface OpenapiOptions {
  readonly out?: string;
  readonly server: string;
}

/** The command. Its output is JSON with and without --json. */
export function openapiCommand(): Command {
  return new Command("openapi")
    .description("Prints the OpenAPI 3.1 description of every route.")
    .option("--out <file>", "write it to a file")
    .option("--server <url>", "the URL below which the routes are served", "/")
    .option("--json", "the output is always JSON")
    .addHelpText(
      "after",
      examples({
        "openapi --out openapi.json": "Write the description to a file:",
        "openapi --server https://agents.example.com/agents":
          "Describe an app that mounts Treadle below /agents:",
      }),
    )
    .action(async ({ out, server }: OpenapiOptions) => {
      const { readAsset } = await import("../../playground/bundled.ts");
      const openapi: object = JSON.parse(await readAsset("openapi.json"));
      const text = `${JSON.stringify({ ...openapi, servers: [{ url: server }] }, null, 2)}\n`;
      if (out === undefined) console.log(text.trimEnd());
      else await writeFile(out, text);
    });
}
