// The templates of `treadle new`, and what to type after one.

import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline";
import { CommandError } from "../command_error.ts";
import type { PackageManager } from "./package_manager.ts";

/** A folder of templates/. */
export type Template = keyof typeof TEMPLATES;

/** A template in a list. */
export interface TemplateFacts {
  /** One line. */
  readonly description: string;
  /** What to type in the folder of the project until the server listens. */
  readonly start: (manager: PackageManager) => readonly string[];
}

/** Every template. The first is the default. */
export const TEMPLATES = {
  deno: {
    description: "a server on Deno, and Deno Deploy",
    start: () => ["npx -y deno@2.9.6 task dev"],
  },
  cloudflare: {
    description: "a Worker on Cloudflare, by npm and wrangler",
    start: installAndRun,
  },
  hono: {
    description: "an app of Hono with users of its own, on both",
    start: installAndRun,
  },
} as const satisfies Readonly<Record<string, TemplateFacts>>;

function installAndRun(manager: PackageManager): string[] {
  return [`${manager} install`, `${manager} run dev`];
}

/** The names, the default first. */
export const TEMPLATE_NAMES: readonly Template[] = ["deno", "cloudflare", "hono"];

/** True for the name of a template. */
export function isTemplate(name: string): name is Template {
  return Object.hasOwn(TEMPLATES, name);
}

/**
 * Asks a person for one of these templates, by number or name, until there is one; an empty answer is the default.
 *
 * @throws {CommandError} template_unknown - the input ends without an answer
 */
export async function askTemplate(
  input: Readable,
  output: Writable,
  names: readonly Template[] = TEMPLATE_NAMES,
): Promise<Template> {
  const lines = createInterface({ input });
  const list = names.map((name, index) => `  ${index + 1} ${name}: ${TEMPLATES[name].description}`);
  const question = "Which one? [1] ";
  output.write(`Templates:\n${list.join("\n")}\n${question}`);
  try {
    for await (const line of lines) {
      const answer = line.trim();
      if (answer === "") return "deno";
      const named = names[Number(answer) - 1] ?? answer;
      if (isTemplate(named)) return named;
      output.write(question);
    }
  } finally {
    lines.close();
  }
  throw new CommandError("template_unknown", `No template is chosen. Fix: --template ${TEMPLATE_NAMES[0]}`);
}
