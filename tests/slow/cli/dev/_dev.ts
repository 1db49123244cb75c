// A project in a folder of its own, served by `treadle dev` in a process of its own.

import config from "../../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";

const href = (path: string) => new URL(path, projectRoot).href;

const TOOLS = `import { defineTool } from "@treadle/treadle";

export const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now.",
  parameters: [{ name: "city", description: "Name of the city" }],
  effect: "pure",
  run: ({ city }) => ({ city, tempC: 18, sky: "clear" }),
});
`;

const MAIN = `import { serve } from "@treadle/treadle/deno";
import { compiledAgents } from "./agents/_compiled.ts";
import * as tools from "./agents/tools.ts";

export default serve({ agents: compiledAgents(Object.values(tools)) });
`;

/** The YAML of the agent `helper`, with this description. */
export function helperYaml(description: string): string {
  return `metadata:
  name: helper
  description: ${description}
spec:
  planner:
    type: tool_calling
    config:
      tool_descriptions:
        - name: get_weather
          args:
            - name: city
`;
}

/** A folder with main.ts, agents/tools.ts and agents/helper.yaml, which is not compiled yet. */
export async function makeProject(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "treadle-dev-" }));
  const imports = {
    ...config.imports,
    "@treadle/treadle": href("src/mod.ts"),
    "@treadle/treadle/deno": href("src/deno/mod.ts"),
  };
  const settings = { imports, unstable: config.unstable, nodeModulesDir: "none" };
  await Deno.mkdir(`${folder}/agents`);
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(settings));
  await Deno.copyFile(new URL("deno.lock", projectRoot), `${folder}/deno.lock`);
  await Deno.writeTextFile(`${folder}/main.ts`, MAIN);
  await Deno.writeTextFile(`${folder}/agents/tools.ts`, TOOLS);
  await Deno.writeTextFile(`${folder}/agents/helper.yaml`, helperYaml("before"));
  return folder;
}

/** A command that runs until it is ended. */
export interface RunningCommand extends AsyncDisposable {
  readonly pid: number;
  /** All that it has printed so far. */
  printed(): string;
  /** Resolves with what was printed when it has `text` behind `from`; fails when the command ends before. */
  prints(text: string, from?: number): Promise<string>;
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/** Where a command runs. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** False for what runs copies of the sources: their coverage is of files that are removed. */
  readonly covered?: boolean;
}

/** Starts a program; disposing it sends SIGTERM and awaits its end. */
export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env = {}, covered = true }: CommandOptions,
): RunningCommand {
  const { DENO_COVERAGE_DIR: coverage, ...inherited } = Deno.env.toObject();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: {
      ...inherited,
      ...(covered && coverage !== undefined ? { DENO_COVERAGE_DIR: coverage } : {}),
      NO_COLOR: "1",
      TREADLE_LOG: "text",
      PORT: "",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  let awake = Promise.withResolvers<void>();
  const reading = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed += text;
      awake.resolve();
      awake = Promise.withResolvers<void>();
    }
  }));
  let isEnded = false;
  const ended = reading.then(async () => {
    const { code } = await child.status;
    isEnded = true;
    awake.resolve();
    return code;
  });
  return {
    pid: child.pid,
    printed: () => printed,
    async prints(text, from = 0) {
      while (printed.indexOf(text, from) < 0) {
        if (isEnded) throw new Error(`It ended without printing ${text}:\n${printed}`);
        await awake.promise;
      }
      return printed.slice(from);
    },
    ended,
    async [Symbol.asyncDispose]() {
      if (!isEnded) child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface RunningDev extends RunningCommand {
  readonly url: string;
}

/** `treadle dev` in a project, on a free port. */
export function startDev(
  folder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): RunningDev {
  const port = freePort();
  const main = fromFileUrl(new URL("src/cli/main.ts", projectRoot));
  const command = ["run", "-A", "-q", main, "dev", "--port", String(port), ...args];
  const running = startCommand(Deno.execPath(), command, { cwd: folder, env });
  return { ...running, url: `http://127.0.0.1:${port}` };
}

/** One step or more of a thread of the agent `helper`. */
export async function ask(url: string, thread: string, input: string): Promise<Response> {
  return await fetch(`${url}/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ agent: "helper", input, until: "done" }),
  });
}
