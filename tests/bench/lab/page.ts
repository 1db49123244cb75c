// docs/benchmarks.md: the bench itself writes it.

import { packages } from "../../slow/support/manifests.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

const BEGIN = "<!-- bench: written by deno task bench --write -->";
const END = "<!-- bench: end -->";

const SDKS = [
  "ai",
  "@ai-sdk/openai",
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/mistral",
  "@upstash/redis",
];

/** What the figures were measured on, and how to read them. */
export async function machine(): Promise<string> {
  const cpu = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  const model = /^model name\s*:\s*(.+)$/m.exec(cpu)?.[1] ?? Deno.build.arch;
  const versions = SDKS.map((name) => `${name}@${versionOf(name)}`);
  return `Measured at commit ${await commit()} on ${navigator.hardwareConcurrency} cores of ${model} with Deno ${Deno.version.deno} and ` +
    `${
      versions.join(", ")
    }; Redis, the REST bridge and the simulated model run on the same machine, each in its own ` +
    "process. Milliseconds are this machine's; the ratios are what to look at. Contenders take turns in random order, " +
    "and every figure is a median over the rounds.";
}

/** The version of a package of the project or of its tests. */
export function versionOf(name: string): string {
  const version = /@\^?([^@]+)$/.exec(packages[name] ?? "")?.[1];
  if (version === undefined) throw new Error(`No manifest has ${name}.`);
  return version;
}

/** What is measured: the commit, and a mark when the files differ from it. */
export async function commit(): Promise<string> {
  const hash = await git("rev-parse", "--short=7", "HEAD");
  return await git("status", "--porcelain", "--", "src", "functions") === "" ? hash : `${hash} with changes`;
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args, cwd: fromFileUrl(projectRoot) }).output();
  return new TextDecoder().decode(stdout).trim();
}

/**
 * Writes sections between the two comments of docs/benchmarks.md, all that are there or `instead` of those of the same
 * titles.
 */
export async function writePage(sections: readonly string[], instead: boolean): Promise<void> {
  const file = new URL("docs/benchmarks.md", projectRoot);
  const page = await Deno.readTextFile(file);
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page has no section between ${BEGIN} and ${END}.`);
  const written = page.slice(begin + BEGIN.length, end).trim();
  const text = (instead ? replaced(written, sections) : sections).join("\n\n");
  await Deno.writeTextFile(file, `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`);
  await format(file);
}

async function format(file: URL): Promise<void> {
  const args = ["fmt", "-q", fromFileUrl(file)];
  const { success } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`${file.pathname} could not be formatted.`);
}

/** A section begins with its title; a new one comes last. */
function replaced(written: string, sections: readonly string[]): string[] {
  const result = written.split(/\n+(?=## )/);
  for (const section of sections) {
    const [title] = section.split("\n", 1);
    const index = result.findIndex((old) => old.split("\n", 1)[0] === title);
    result.splice(index < 0 ? result.length : index, 1, section);
  }
  return result;
}
