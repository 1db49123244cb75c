/**
 * Whether a command line of a page is one that can be typed: the program, its command and its flags are known. Deno,
 * wrangler and treadle are asked themselves; for programs that are not here, the table has what their manuals name.
 */
import config from "../../../../deno.json" with { type: "json" };
import cli from "../../../../src/cli/deno.json" with { type: "json" };
import { createProgram } from "../../../../src/cli/main.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import type { ShellCommand } from "./shell.ts";

/** By the first words of a command, the flags that pages may use. The longest match counts. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  "cd": [],
  "cp": ["-r"],
  "curl": ["-s", "-sN", "-N", "-i", "-H", "-d", "-X", "-o", "-F"],
  "echo": [],
  "export": [],
  "git clone": ["--depth"],
  "git pull": [],
  "jq": ["-r"],
  "mkdir": ["-p"],
  "npm i": [],
  "npm install": [],
  "npm run": [],
  "npm test": [],
  "openssl dgst": ["-sha256", "-hmac"],
  "openssl rand": ["-hex", "-base64"],
  "printf": [],
  "redis-cli ping": [],
  "sed": ["-n"],
  "sudo systemctl daemon-reload": [],
  "sudo systemctl enable": ["--now"],
  "sudo systemctl restart": [],
  "umask": [],
  // https://docs.docker.com/reference/cli/docker/compose/, of Compose 2.
  "docker compose up": ["--build", "--detach", "--wait"],
  "docker compose down": ["--volumes"],
  "docker compose logs": ["--follow"],
  "docker compose ps": [],
  // https://docs.deno.com/runtime/reference/cli/deploy, read on 2026-11-22: the command loads itself from a registry
  // that CI does not reach, and so cannot be asked.
  "deno deploy": ["--org", "--app", "--prod"],
  "deno deploy create": [
    "--org",
    "--app",
    "--source",
    "--runtime-mode",
    "--entrypoint",
    "--region",
    "--do-not-use-detected-build-config",
    "--build-timeout",
    "--build-memory-limit",
  ],
  "deno deploy env add": ["--org", "--app", "--secret"],
  "deno deploy env list": ["--org", "--app"],
  "deno deploy logs": ["--org", "--app"],
};

/** The version that pages run: that of CI. */
const DENO_VERSION = Deno.version.deno;
const WRANGLER_VERSION = config.imports.wrangler.split("@").at(-1);

/** The first reason why the command cannot be typed as it stands, or undefined. */
export async function commandProblem({ words }: ShellCommand): Promise<string | undefined> {
  const [program = "", ...rest] = withoutLauncher(words);
  if (program === "npx") {
    return `${words.join(" ")}: npx runs deno@${DENO_VERSION} or wrangler@${WRANGLER_VERSION} here`;
  }
  if (program === "treadle") return treadleProblem(rest);
  if (program === "wrangler") return await wranglerProblem(rest);
  if (program === "deno" && rest[0] !== "deploy") return await denoProblem(rest);
  const line = [program, ...rest];
  const known = Object.keys(TABLE).filter((start) => startsWith(line, start.split(" ")))
    .toSorted((one, other) => other.length - one.length)[0];
  if (known === undefined) return `${line.slice(0, 3).join(" ")}: not a command of the table`;
  return flagProblem(
    known,
    line.filter((word, index) => word.startsWith("-") && !isValue(line, index)),
    TABLE[known],
  );
}

/** `npx -y deno@2.9.6` is deno, `sudo -u treadle deno` too. */
function withoutLauncher(words: readonly string[]): readonly string[] {
  const [first, second, third] = words;
  if (first === "sudo" && second === "-u") return words.slice(3);
  const target = second === "-y" ? third : second;
  if (first !== "npx") return words;
  if (target === `deno@${DENO_VERSION}`) return ["deno", ...words.slice(words.indexOf(target) + 1)];
  if (target === cli.name || target === "treadle") {
    return ["treadle", ...words.slice(words.indexOf(target) + 1)];
  }
  if (target === "wrangler" || target === `wrangler@${WRANGLER_VERSION}`) {
    return ["wrangler", ...words.slice(words.indexOf(target) + 1)];
  }
  return words;
}

/** Flags that Deno 2.9.6 takes and its help does not list, or lists as `--frozen-lockfile`. */
const UNLISTED = ["--frozen", "--unstable-npm-lazy-caching"];

async function denoProblem([command = "", ...rest]: readonly string[]): Promise<string | undefined> {
  if (command === "task") return taskProblem(rest);
  const help = await helpOf("deno", Deno.execPath(), [command, "--help=full"]);
  if (help === undefined) return `deno ${command}: no such command`;
  const at = rest.findIndex((word) => /\.(ts|js)$/.test(word) || /^(npm|jsr):|^@/.test(word));
  const flags = at === -1 ? rest : rest.slice(0, at);
  const general = await helpOf("deno", Deno.execPath(), ["--help"]) ?? "";
  const known = [...flagsIn(help), ...flagsIn(general), ...UNLISTED];
  const problem = flagProblem(`deno ${command}`, flagsOf(flags), known);
  if (problem !== undefined || at === -1) return problem;
  const [script = "", ...args] = rest.slice(at);
  if (command === "add") return script === `npm:${config.name}` ? undefined : `${script}: not this package`;
  if (new RegExp(`^(?:npm:)?${cli.name}(?:@[\\d.]+)?$`).test(script)) return treadleProblem(args);
  if (script === "npm:wrangler" || script === config.imports.wrangler) return await wranglerProblem(args);
  if (/^\w+:/.test(script)) return `${script}: not the package of this project`;
  return isFile(script) ? undefined : `${script}: there is no such file`;
}

function taskProblem([task = "", ...args]: readonly string[]): string | undefined {
  if (!(task in config.tasks)) return `deno task ${task}: no such task`;
  return task === "treadle" ? treadleProblem(args) : undefined;
}

function treadleProblem([name = "", ...args]: readonly string[]): string | undefined {
  let command = createProgram();
  for (const word of [name, ...args]) {
    const found = command.commands.find((each) => [each.name(), ...each.aliases()].includes(word));
    if (found !== undefined) command = found;
  }
  if (command.parent === null) return `treadle ${name}: no such command`;
  const known = command.options.flatMap(({ long, short }) => [long ?? "", short ?? ""]);
  return flagProblem(`treadle ${command.name()}`, flagsOf(args), [...known, "--help"]);
}

async function wranglerProblem(words: readonly string[]): Promise<string | undefined> {
  const first = words.findIndex((word) => word.startsWith("-"));
  const names = words.slice(0, first === -1 ? undefined : first);
  // `secret put NAME`, `queues create treadle-wakes`: what is in capitals or has a hyphen is an operand.
  const command = names.filter((word) => /^[a-z][a-z0-9]*$/.test(word));
  const help = await helpOf("wrangler", Deno.execPath(), [
    "run",
    "-A",
    config.imports.wrangler,
    ...command,
    "--help",
  ]);
  const title = `wrangler ${command.join(" ")}`;
  if (help === undefined || !help.includes(`\n${title}`) && !help.startsWith(title)) {
    return `${title}: no such command`;
  }
  return flagProblem(title, flagsOf(words), flagsIn(help));
}

const helps = new Map<string, Promise<string | undefined>>();

function helpOf(program: string, command: string, args: string[]): Promise<string | undefined> {
  const key = [program, ...args].join(" ");
  const made = helps.get(key) ?? (async () => {
    const env = { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
    const { success, stdout } = await new Deno.Command(command, { args, env, cwd: fromFileUrl(projectRoot) })
      .output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  })();
  helps.set(key, made);
  return made;
}

function flagsIn(help: string): string[] {
  return [...help.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)].map(([flag]) => flag);
}

function flagsOf(words: readonly string[]): string[] {
  return words.filter((word, index) => word.startsWith("-") && !isValue(words, index));
}

/** `-d '-1'`: what follows a flag that takes text is text. */
function isValue(words: readonly string[], index: number): boolean {
  return ["-d", "-H"].includes(words[index - 1] ?? "");
}

function flagProblem(
  command: string,
  flags: readonly string[],
  known: readonly string[] = [],
): string | undefined {
  const unknown = flags.map((flag) => flag.replace(/=.*$/, "")).find((flag) => !known.includes(flag));
  return unknown === undefined ? undefined : `${command}: ${unknown} is no flag of it`;
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(new URL(path, projectRoot)).isFile;
  } catch {
    return false;
  }
}
