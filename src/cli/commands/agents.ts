// `treadle agents`: compiles the YAML agents of a folder into a module.

import { Command } from "commander";
import { existsSync, watch } from "node:fs";
import { CommandError } from "../command_error.ts";
import { AGENT_FOLDERS, COMPILED } from "../agent_folders.ts";
import { examples, report } from "../output.ts";

/** Milliseconds in which changes are one change: an editor writes a file in several steps. */
const SETTLE_MS = 50;

interface AgentsOptions {
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** The command. The module imports "@treadle/treadle", and exports compiledAgents(tools) and compiledPolicies. */
export function agentsCommand(): Command {
  return new Command("agents")
    .description(`Compiles the YAML agents of a folder into ${COMPILED} beside them.`)
    .argument("[folder]", `by default the first with a tools.ts: ${AGENT_FOLDERS.join(", ")}`)
    .option("--check", "write nothing; a module that is not current is a failure")
    .option("--watch", "compile again when a file of the folder changes")
    .option("--json", "print JSON; with --watch one line for each time")
    .addHelpText(
      "after",
      examples({
        "agents": "Compile agents/*.yaml into agents/_compiled.ts:",
        "agents src/agents --check": "Fail in CI when the module is not current:",
        "agents --watch": "Compile after each change:",
      }),
    )
    .action(async (named: string | undefined, options: AgentsOptions) => {
      const folder = named ?? defaultFolder();
      if (options.watch !== true || !existsSync(folder)) return await compile(folder, options);
      compileOnChange(folder, options);
    });
}

function defaultFolder(): string {
  const found = AGENT_FOLDERS.find((folder) => existsSync(`${folder}/tools.ts`));
  if (found !== undefined) return found;
  throw new CommandError(
    "agents_unknown",
    `None of the folders ${
      AGENT_FOLDERS.join(", ")
    } has a tools.ts here; name the folder: treadle agents <folder>.`,
  );
}

/** Compiles once and prints one line. */
async function compile(folder: string, { check = false, watch = false, json = false }: AgentsOptions) {
  const [{ compileAgents }, { buildIndexes }, { formatYamlProblem }, { DRIVERS }, { PROVIDERS }] =
    await Promise.all([
      import("../compile_agents.ts"),
      import("../catalogue/own_indexes.ts"),
      import("../../agents/yaml/spec.ts"),
      import("../../deps/built_in.ts"),
      import("../../provider_registry.ts"),
    ]);
  const compiled = await compileAgents(folder, {
    check,
    buildIndexes,
    drivers: Object.keys(DRIVERS),
    providers: Object.keys(PROVIDERS).sort(),
  });
  if (compiled.type === "problems") {
    const { problems } = compiled;
    const lines = problems.map(formatYamlProblem);
    throw new CommandError("agents_invalid", `the agents are not compiled.\n${lines.join("\n")}`, {
      problems: problems.map(({ file, line, column, path, message, fix }) => ({
        file,
        line,
        column,
        path,
        message,
        fix,
      })),
    });
  }
  const { module, state, agents } = compiled;
  if (state === "stale") {
    const message = `${module} is stale. Fix: treadle agents ${folder}, and commit ${COMPILED}.`;
    throw new CommandError("agents_stale", message, { module });
  }
  if (json) console.log(JSON.stringify({ module, state, agents }, null, watch ? 0 : 2));
  else if (state === "current") console.log(`${module} is current.`);
  else console.log(`${module} holds ${agents.join(", ") || "no agents"}.`);
}

/** Compiles now and after each change, until the process ends. A failure is printed, and the next change is awaited. */
function compileOnChange(folder: string, options: AgentsOptions): void {
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    running = running.then(() => compile(folder, options)).catch((thrown: unknown) =>
      report(thrown, options.json === true)
    );
  };
  watch(folder, (_event, name) => {
    if (name === null || !isSource(name)) return;
    clearTimeout(timer);
    timer = setTimeout(start, SETTLE_MS);
  });
  start();
}

function isSource(name: string): boolean {
  return /\.(?:ya?ml|ts)$/.test(name) && name !== COMPILED;
}
