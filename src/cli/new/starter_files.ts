// A starter over the template of its platform: which file replaces which, and what is merged.

import { isTable } from "../project/project.ts";
import { fillWords } from "./fill_words.ts";
import type { StarterTemplate } from "./starters.ts";

/** Texts by their paths, which have forward slashes. */
export type Files = ReadonlyMap<string, string>;

/** Where a platform has what a starter has under one name. */
interface Layout {
  /** The folder of `main.ts` or its like, and of `agents/`. */
  readonly source: "" | "src/";
  /** The variables of this machine, and their names for a deployment. */
  readonly variables: { readonly local: string; readonly example: string };
  /** What `{{RUN}}` and the others in texts of a starter stand for. */
  readonly words: Readonly<Record<string, string>>;
}

const LAYOUTS: Readonly<Record<StarterTemplate, Layout>> = {
  deno: {
    source: "",
    variables: { local: "_env", example: "_env.example" },
    words: {
      platform: "Deno",
      entry: "main.ts",
      source: "",
      start: "deno task dev",
      run: "deno task",
      treadle: "deno task treadle",
      variables: ".env",
      url: "http://127.0.0.1:8787",
      deploy_page: "deploy-deno",
    },
  },
  cloudflare: {
    source: "src/",
    variables: { local: "_dev.vars", example: "_dev.vars.example" },
    words: {
      platform: "Cloudflare Workers",
      entry: "src/index.ts",
      source: "src/",
      start: "npm install\nnpm run dev",
      run: "npm run",
      treadle: "npx treadle", // npm keeps the options of a script for itself
      variables: ".dev.vars",
      url: "http://localhost:8787",
      deploy_page: "deploy-cloudflare",
    },
  },
};

/** What a starter has in place of `.env.example` or `.dev.vars.example`. */
const VARIABLES = "variables.env";

/** What a starter has for one platform alone. */
const OF_PLATFORM = /^_(?:deno|cloudflare)\//;

/** The folder whose files stand beside the entry of the platform. */
const SOURCE = /^source\//;

/** The files of a starter. */
export interface StarterFiles {
  /** Those of every starter on the platform. */
  readonly shared: Files;
  /** Its own. Those below `_deno/` are for Deno alone, those below `_cloudflare/` for Workers. */
  readonly own: Files;
}

/**
 * The files of a project: those of the template without its agents, then those of every starter on its platform, of this starter on it,
 * and of this starter.
 *
 * | a file of a starter         | what becomes of it                                                              |
 * | --------------------------- | ------------------------------------------------------------------------------- |
 * | `deno.json`, `package.json` | merged into that of the template; left out where the template has none          |
 * | `variables.env`             | added to the variables of this machine, and without its values to their example |
 * | `source/agents/x.ts`        | `agents/x.ts`, on Workers `src/agents/x.ts`                                     |
 * | any other                   | takes the place of the file of that path                                        |
 *
 * In its texts `{{RUN}}` and the other words of the platform are replaced, and `{{SECTION_DEPLOY}}` by the section "Deploy" of the
 * template's README.md or AGENTS.md.
 */
export function layStarter(base: Files, { shared, own }: StarterFiles, template: StarterTemplate): Files {
  const { source, variables: { local, example }, words } = LAYOUTS[template];
  const values = { ...words, ...findSections(base) };
  const files = new Map([...base].filter(([path]) => !path.startsWith(`${source}agents/`)));
  for (const [path, unfilled] of [...shared, ...ofPlatform(own, template), ...ofAll(own)]) {
    const text = fillWords(unfilled, values);
    const below = files.get(path);
    if (path === "deno.json" || path === "package.json") {
      if (below !== undefined) files.set(path, mergeManifests(below, text));
    } else if (path === VARIABLES) {
      files.set(local, joinParagraphs(files.get(local), text));
      files.set(example, joinParagraphs(files.get(example), text.replaceAll(/^(\w+)=.*$/gm, "$1=")));
    } else {
      files.set(path.replace(SOURCE, source), text);
    }
  }
  return files;
}

function ofPlatform(own: Files, template: StarterTemplate): [path: string, text: string][] {
  const folder = `_${template}/`;
  const found = [...own].filter(([path]) => path.startsWith(folder));
  return found.map(([path, text]) => [path.slice(folder.length), text]);
}

function ofAll(own: Files): [path: string, text: string][] {
  return [...own].filter(([path]) => !OF_PLATFORM.test(path));
}

/** The sections of README.md and AGENTS.md, each with its heading: `section_a_real_model` is "## A real model" with its text. */
function findSections(files: Files): Record<string, string> {
  const texts = ["README.md", "AGENTS.md"].map((path) => files.get(path) ?? "");
  const sections = texts.flatMap((text) => text.split(/^(?=## )/m).slice(1));
  return Object.fromEntries(sections.map((section) => {
    const title = section.slice(3, section.indexOf("\n"));
    return [`section_${title.toLowerCase().replaceAll(/\W+/g, "_")}`, section.trimEnd()];
  }));
}

function mergeManifests(below: string, above: string): string {
  return `${JSON.stringify(merge(JSON.parse(below), JSON.parse(above)), null, 2)}\n`;
}

/** Objects are merged by their keys; of any other two values the second counts. */
function merge(below: unknown, above: unknown): unknown {
  if (!isTable(below) || !isTable(above)) return above;
  const merged = Object.keys(above).map((key) => [key, merge(below[key], above[key])]);
  return { ...below, ...Object.fromEntries(merged) };
}

function joinParagraphs(first: string | undefined, second: string): string {
  return first === undefined ? second : `${first.trimEnd()}\n\n${second}`;
}
