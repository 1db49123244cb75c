// The README's section of figures, which the bench itself writes.

import config from "../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../support/project.ts";

const BEGIN = "<!-- bench: written by deno task bench --write -->";
const END = "<!-- bench: end -->";

/** What the figures were measured on, and how to read them. */
export async function machine(): Promise<string> {
  const cpu = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  const model = /^model name\s*:\s*(.+)$/m.exec(cpu)?.[1] ?? Deno.build.arch;
  const sdk = [
    ...["ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/mistral"] as const,
    "@upstash/redis",
  ] as const;
  const versions = sdk.map((name) => config.imports[name].replace(/^npm:/, "").replace("^", ""));
  return `Measured on ${navigator.hardwareConcurrency} cores of ${model} with Deno ${Deno.version.deno} and ` +
    `${
      versions.join(", ")
    }; Redis, the REST bridge and the simulated model run on the same machine, each in its own ` +
    "process. Milliseconds are this machine's; the ratios are what to look at. Contenders take turns in random order, " +
    "and every figure is a median over the rounds.";
}

/** Writes sections between the README's two bench comments: all that are there, or `instead` of those of the same titles. */
export async function writeReadme(sections: readonly string[], instead: boolean): Promise<void> {
  const file = new URL("README.md", projectRoot);
  const readme = await Deno.readTextFile(file);
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The README has no section between ${BEGIN} and ${END}.`);
  const written = readme.slice(begin + BEGIN.length, end).trim();
  const text = (instead ? replaced(written, sections) : sections).join("\n\n");
  await Deno.writeTextFile(
    file,
    `${readme.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${readme.slice(end)}`,
  );
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", fromFileUrl(file)] })
    .output();
  if (!success) throw new Error("The README could not be formatted.");
}

/** A section begins with its title; a new one comes last. */
function replaced(written: string, sections: readonly string[]): string[] {
  const result = written.split(/\n+(?=### )/);
  for (const section of sections) {
    const [title] = section.split("\n", 1);
    const index = result.findIndex((old) => old.split("\n", 1)[0] === title);
    result.splice(index < 0 ? result.length : index, 1, section);
  }
  return result;
}
