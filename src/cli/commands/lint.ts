// `treadle lint`: grades the descriptions of tools.

import { Command, Option } from "commander";
import { readFileSync } from "node:fs";
import process from "node:process";
import * as z from "zod/mini";
import { TreadleError } from "../../react/client/mod.ts";
import type { JsonObject } from "../../core/json.ts";
import { lintTools } from "../../plugins/selection/lint/lint_tools.ts";
import { GRADES, type LintTool } from "../../plugins/selection/lint/report.ts";
import { lintReport, type ReadLintReport, toReadReport } from "../../plugins/selection/lint/report_schema.ts";
import { CommandError } from "../command_error.ts";
import { examples, print } from "../output.ts";
import { connect, type ServerOptions, withServerOptions } from "../project/connect.ts";
import { countBelow, toText } from "../terminal/lint_table.ts";

interface LintCommandOptions extends ServerOptions {
  readonly minGrade?: keyof typeof GRADES;
  readonly limit: number;
  readonly json?: boolean;
}

/** The command. Its exit code is 1 when a tool has a lower grade than --min-grade. */
export function lintCommand(): Command {
  return withServerOptions(new Command("lint"))
    .description("Grades the descriptions of tools, and says what to write first.")
    .argument(
      "[file]",
      "a JSON file of tools, such as the answer of tools/list of MCP; by default those of the project's agents",
    )
    .addOption(
      new Option("--min-grade <grade>", "fail when a tool has a lower one").choices(Object.keys(GRADES)),
    )
    .option("--limit <count>", "show at most so many tools and pairs", toLimit, 10)
    .option("--json", "print the report as JSON, with the 1000 worst tools")
    .addHelpText(
      "after",
      examples({
        "lint": "The tools of the agents of this project:",
        "lint --min-grade C": "Fail in CI when a tool is worse:",
        "lint --url https://agents.example.com --key $TREADLE_KEY":
          "Those of a deployment, with its catalogue:",
        "lint tools.json --json": "Those of a file, as JSON:",
      }),
    )
    .action(
      async (file: string | undefined, { minGrade, limit, json = false, ...server }: LintCommandOptions) => {
        const report = file === undefined ? await fetchReport(server) : lintFile(file);
        print(report, json, (report) => toText(report, { limit, minGrade }));
        if (minGrade !== undefined && countBelow(report, minGrade) > 0) process.exitCode = 1;
      },
    );
}

function toLimit(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new CommandError("command_line_invalid", `--limit takes a number from 0 to 9999, and not ${text}.`);
}

/** The report of a server. One without the door of the catalogue has no such route: its agents' tools are linted here. */
async function fetchReport(options: ServerOptions): Promise<ReadLintReport> {
  await using connection = await connect(options);
  const { url, transport } = connection;
  try {
    return parseInput(
      lintReport,
      await transport.json("/v1/tools/lint?limit=1000", {}),
      `${url}/v1/tools/lint`,
    );
  } catch (thrown) {
    if (!(thrown instanceof TreadleError) || thrown.code !== "not_found") throw thrown;
    const { tools } = parseInput(listedTools, await transport.json("/v1/tools", {}), `${url}/v1/tools`);
    return toReadReport(lintTools(tools, { mostTools: MOST_TOOLS }));
  }
}

const MOST_TOOLS = 1_000;

const schema = z.custom<JsonObject>((value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
);

const listedTools = z.object({
  tools: z.array(z.object({
    name: z.string(),
    description: z.string(),
    parameters: schema,
    agents: z.array(z.string()),
  })),
});

/** A tool as Treadle, MCP, OpenAI or Anthropic write it. */
const fileTool = z.object({
  name: z.string(),
  description: z._default(z.string(), ""),
  parameters: z.optional(schema),
  inputSchema: z.optional(schema),
  input_schema: z.optional(schema),
  examples: z.optional(z.array(z.string())),
});

const wrapped = z.object({ type: z.literal("function"), function: fileTool });

const toolFile = z.union([
  z.array(z.union([wrapped, fileTool])),
  z.object({ tools: z.array(z.union([wrapped, fileTool])) }),
]);

function lintFile(file: string): ReadLintReport {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (thrown) {
    throw new CommandError(
      "tools_invalid",
      `${file} cannot be read as JSON: ${thrown instanceof Error ? thrown.message : thrown}`,
    );
  }
  const read = parseInput(toolFile, json, file);
  const tools = (Array.isArray(read) ? read : read.tools).map((tool): LintTool => {
    const { name, description, parameters, inputSchema, input_schema, examples } = "function" in tool
      ? tool.function
      : tool;
    return {
      name,
      description,
      parameters: parameters ?? inputSchema ?? input_schema ?? {},
      examples,
    };
  });
  return toReadReport(lintTools(tools, { mostTools: MOST_TOOLS }));
}

function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown, from: string): z.infer<T> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join("/") ?? "";
  throw new CommandError(
    "tools_invalid",
    `${from} is no list of tools or report of a lint, as /${place} shows: a tool has name, description and parameters.`,
  );
}
