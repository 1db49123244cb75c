// `deno task agent-schema`: writes the JSON Schema of agents in YAML, which editors read, and the tables of docs/agents.md. `--check`
// compares and writes nothing.

import { agentJsonSchema, agentKeys } from "./agent_schema/json_schema.ts";
import { agentsPage, schemaText } from "./agent_schema/tables.ts";

const PROJECT = new URL("../../", import.meta.url);

/** The files and their texts as they are now. */
export async function agentSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const read = (path: string) => Deno.readTextFileSync(new URL(path, PROJECT));
  return {
    "src/agents/yaml/agent.schema.json": schemaText(agentJsonSchema()),
    "docs/agents.md": await agentsPage(read("docs/agents.md"), agentKeys(), read),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await agentSchemaFiles())) {
    const file = new URL(path, PROJECT);
    const before = await Deno.readTextFile(file).catch(() => "");
    if (before === text) continue;
    if (Deno.args.includes("--check")) {
      console.error(`${path} is stale. Fix: deno task agent-schema, and commit it.`);
      Deno.exit(1);
    }
    await Deno.writeTextFile(file, text);
    console.log(`${path} is written.`);
  }
}
