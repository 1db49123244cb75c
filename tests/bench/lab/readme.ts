// The README's section of figures, which the bench itself writes.

import config from "../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../support/project.ts";

const BEGIN = "<!-- bench: written by deno task bench --write -->";
const END = "<!-- bench: end -->";

/** What the figures were measured on, and how to read them. */
export async function machine(): Promise<string> {
  const cpu = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  const model = /^model name\s*:\s*(.+)$/m.exec(cpu)?.[1] ?? Deno.build.arch;
  const sdk = ["ai", "@ai-sdk/openai", "@upstash/redis"] as const;
  const versions = sdk.map((name) => config.imports[name].replace(/^npm:/, "").replace("^", ""));
  return `Measured on ${navigator.hardwareConcurrency} cores of ${model} with Deno ${Deno.version.deno} and ` +
    `${
      versions.join(", ")
    }; Redis, the REST bridge and the simulated model run on the same machine, each in its own ` +
    "process. Milliseconds are this machine's; the ratios are what to look at. Contenders take turns in random order, " +
    "and every figure is a median over the rounds.";
}

/** Replaces what stands between the README's two bench comments. */
export async function writeReadme(text: string): Promise<void> {
  const file = new URL("README.md", projectRoot);
  const readme = await Deno.readTextFile(file);
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The README has no section between ${BEGIN} and ${END}.`);
  await Deno.writeTextFile(
    file,
    `${readme.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${readme.slice(end)}`,
  );
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", fromFileUrl(file)] })
    .output();
  if (!success) throw new Error("The README could not be formatted.");
}
