// `treadle catalogue learn`: examples of tools from what users have asked, redacted and published as versions of the tools.

import { Command } from "commander";
import { nextPatch } from "../../agents/tool_version/semantic_version.ts";
import type { Client } from "../../react/client/client.ts";
import { createRedactor } from "../../evaluation/record/redact.ts";
import { usesIn, withUses } from "../../plugins/selection/catalogue/examples_from_use.ts";
import { listTools, publishTools, toChangeText, type ToolView } from "../catalogue/requests.ts";
import { examples, print } from "../output.ts";
import { connect, type ServerOptions, withServerOptions } from "../project/connect.ts";

interface LearnOptions extends ServerOptions {
  readonly threads: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** The command. Nothing of it runs in a deployment: who wants examples from use runs it, for the tenant of the key. */
export function learnCommand(): Command {
  return withServerOptions(new Command("learn"))
    .description("Makes examples of tools from what users have asked when a call of the tool completed.")
    .argument("<catalogue>", "the name of the catalogue, of the tenant of the key")
    .option("--threads <count>", "so many of the newest threads are read", "200")
    .option("--dry-run", "print the examples and publish nothing")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "catalogue learn shop --dry-run": "See what would be published:",
        "catalogue learn shop --threads 1000": "Publish examples from the newest thousand threads:",
      }),
    )
    .action(async (name: string, { threads, dryRun = false, json = false, ...server }: LearnOptions) => {
      await using connection = await connect(server);
      const { number, tools } = await listTools(connection.transport, name, { status: "active" });
      const queries = await queriesByTool(connection.client, Math.max(1, Number.parseInt(threads) || 0));
      const learned = tools.flatMap((tool) => withExamples(tool, queries.get(tool.name) ?? []));
      if (dryRun || learned.length === 0) {
        const told = learned.map(({ name, examples }) => ({ name, examples }));
        print(told, json, (all) => all.length === 0 ? "Nothing is new." : all.map(toLines).join("\n"));
        return;
      }
      const done = await publishTools(connection.transport, name, learned, number);
      if (done !== undefined) print(done, json, toChangeText);
    });
}

/** What users have asked, by the tool that a call of completed, the newest first. What a redactor finds is replaced. */
async function queriesByTool(client: Client, most: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const byTool = new Map<string, string[]>();
  for await (const id of listThreads(client, most)) {
    const redact = createRedactor();
    const thread = client.thread(id);
    const uses = [];
    for (let after: number | null = 0; after !== null;) {
      const page: Awaited<ReturnType<typeof thread.history>> = await thread.history({ after });
      uses.push(...usesIn(page.entries));
      after = page.next;
    }
    for (const { query, tool } of uses.reverse()) {
      byTool.set(tool, [...byTool.get(tool) ?? [], redact(query)]);
    }
  }
  return byTool;
}

async function* listThreads(client: Client, most: number): AsyncGenerator<string, void> {
  let left = most;
  for (let cursor: string | undefined = ""; cursor !== undefined && left > 0;) {
    const page: Awaited<ReturnType<Client["threads"]>> = await client.threads({
      branches: "all",
      limit: Math.min(100, left),
      cursor: cursor || undefined,
    });
    for (const { id } of page.threads) yield id;
    left -= page.threads.length;
    ({ cursor } = page);
  }
}

/** A version of a tool with examples. */
interface Learned extends Omit<ToolView, "status" | "reason" | "at" | "number" | "held"> {
  readonly examples: readonly string[];
}

/** The next version of a tool of the operator's own; none where nothing is new, and where a server describes it. */
function withExamples(tool: ToolView, queries: readonly string[]): Learned[] {
  const { status: _, reason: _reason, at: _at, number: _number, held: _held, ...version } = tool;
  const learned = tool.source.type === "mcp" ? undefined : withUses(tool.examples ?? [], queries);
  return learned === undefined ? [] : [{ ...version, version: nextPatch(tool.version), examples: learned }];
}

function toLines(
  { name, examples }: { readonly name: string; readonly examples: readonly string[] },
): string {
  return [name, ...examples.map((example) => `  ${example}`)].join("\n");
}
