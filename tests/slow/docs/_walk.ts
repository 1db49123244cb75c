// A page walked through in a folder of its own, as a reader does it: files are written, commands are typed, answers compared.

import assert from "node:assert/strict";
import { type Block, nameOfBlock } from "../../support/docs/blocks.ts";
import { commandProblem } from "../support/docs/commands.ts";
import { runRequests } from "../support/docs/requests.ts";
import { commandsIn, type ShellCommand } from "../support/docs/shell.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { cleanEnvironment, type Environment } from "../../support/runner/environment.ts";
import { freePort } from "../../support/requires.ts";

/** Where the pages have their servers: the deployment, and the page of a chat. */
const SHOWN = { deployment: 8787, page: 8000 };

/** Programs that a page starts and leaves running. */
interface Running extends AsyncDisposable {
  readonly printed: () => string;
}

/** A reader of a page, who has a clone, an empty folder and two free ports. */
export class Reader implements AsyncDisposable {
  /** The folder of the project, once a command has made it. */
  readonly folder: string;
  readonly pageUrl: string;
  readonly #home: string;
  readonly #env: Environment;
  readonly #ports: { readonly deployment: number; readonly page: number };
  #deployment: Running | undefined;
  #page: Running | undefined;
  /** Whether `deno task dev` was typed, and files have changed since the server was started. */
  #serves = false;
  #isStale = true;
  #answer: string | undefined;

  private constructor(home: string, name: string, env: Environment) {
    this.#home = home;
    this.folder = `${home}/${name}`;
    this.#ports = { deployment: freePort(), page: freePort() };
    this.#env = { ...env, PORT: String(this.#ports.deployment), NO_COLOR: "1" };
    this.pageUrl = `http://127.0.0.1:${this.#ports.page}/`;
  }

  /** A reader whose project will have this name. */
  static async open(name: string): Promise<Reader> {
    const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "treadle_walk_" }));
    return new Reader(home, name, await cleanEnvironment(home));
  }

  /** Writes the file, types the commands or compares the answer that the block shows. */
  async do(block: Block): Promise<void> {
    const [, file] = /^\/\/ ([\w./-]+\.tsx?)\b/.exec(block.code) ?? [];
    if (file !== undefined) return await this.write(file, block.code);
    if (block.kind === ".env") return await this.write(".env", block.code);
    if (block.kind === "response") return this.#compare(block);
    assert.equal(block.language, "sh", `${nameOfBlock(block)}: a reader does nothing with such a block`);
    const commands = commandsIn(block.code);
    if (commands.some(({ words: [program] }) => program === "curl")) return await this.#request(block.code);
    for (const command of commands) await this.#type(command);
  }

  async write(path: string, text: string): Promise<void> {
    const file = `${this.folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, this.#withPorts(text));
    this.#isStale = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#deployment?.[Symbol.asyncDispose]();
    await this.#page?.[Symbol.asyncDispose]();
    await Deno.remove(this.#home, { recursive: true });
  }

  async #request(code: string): Promise<void> {
    assert.ok(this.#serves, "the page sends a request before it has started a server");
    // What `treadle dev` does by itself when a file has changed, without the wait for it.
    if (this.#isStale) {
      await this.#deployment?.[Symbol.asyncDispose]();
      this.#deployment = await this.#start(["task", "dev", "--no-watch"], this.#ports.deployment);
      this.#isStale = false;
    }
    this.#answer = await runRequests(this.#withPorts(code), {
      url: `http://127.0.0.1:${this.#ports.deployment}`,
      folder: this.folder,
    });
  }

  /** Every field that is shown has its value in the last line of what the requests have printed. */
  #compare(block: Block): void {
    const lines = this.#answer?.trimEnd().split("\n") ?? [];
    const actual = JSON.parse(lines.at(-1)?.replace(/^.*\}(?=\{)/, "") ?? "null");
    for (const [field, value] of Object.entries(JSON.parse(block.code))) {
      assert.deepEqual(actual[field], value, `${nameOfBlock(block)}: ${field} of ${lines.at(-1)}`);
    }
  }

  async #type(command: ShellCommand): Promise<void> {
    const words = command.words[0] === "npx" ? command.words.slice(3) : command.words;
    const line = words.join(" ");
    if (line.startsWith("deploy ")) return assert.equal(await commandProblem(command), undefined);
    if (line === "cd ../shop") return;
    if (words[0] === "rm") {
      for (const file of words.slice(1)) await Deno.remove(`${this.folder}/${file}`);
      return;
    }
    if (line === "task dev") return void (this.#serves = true);
    if (line.startsWith("task treadle new ")) {
      const main = fromFileUrl(new URL("src/cli/main.ts", projectRoot));
      return await this.#run(
        ["run", "-A", "-q", "--node-modules-dir=none", main, "new", this.folder],
        this.#home,
      );
    }
    if (line.startsWith("run ")) return void (this.#page = await this.#start(words, this.#ports.page));
    await this.#run(words, this.folder);
  }

  async #run(args: readonly string[], cwd: string): Promise<void> {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd,
      clearEnv: true,
      env: this.#env,
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    assert.equal(code, 0, `deno ${args.join(" ")}\n${text.decode(stdout)}${text.decode(stderr)}`);
  }

  /** Starts a server and waits until its port takes connections. */
  async #start(args: readonly string[], port: number): Promise<Running> {
    // A process group of its own, so that what the program starts ends with it.
    const child = new Deno.Command("setsid", {
      args: [Deno.execPath(), ...args],
      cwd: this.folder,
      clearEnv: true,
      env: this.#env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let printed = "";
    const reading = [child.stdout, child.stderr].map(async (stream) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
    });
    let isOver = false;
    child.status.then(() => isOver = true);
    const running: Running = {
      printed: () => printed,
      async [Symbol.asyncDispose]() {
        try {
          Deno.kill(-child.pid, "SIGKILL");
        } catch { /* it has ended by itself */ }
        await child.status;
        await Promise.all(reading);
      },
    };
    while (!isOver) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      await response?.body?.cancel();
      if (response !== undefined) return running;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await running[Symbol.asyncDispose]();
    throw new Error(`deno ${args.join(" ")} ended:\n${printed}`);
  }

  /** The text with the ports of this reader in place of those that pages show. */
  #withPorts(text: string): string {
    return text.replaceAll(`127.0.0.1:${SHOWN.deployment}`, `127.0.0.1:${this.#ports.deployment}`)
      .replaceAll(`127.0.0.1:${SHOWN.page}`, `127.0.0.1:${this.#ports.page}`)
      .replaceAll(`port: ${SHOWN.page}`, `port: ${this.#ports.page}`);
  }
}
