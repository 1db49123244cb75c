// `treadle docs`: prints the documentation of the installed version, for people and for coding agents.

import { Command, InvalidArgumentError } from "commander";
import { readdir, readFile } from "node:fs/promises";
import { CommandError } from "../command_error.ts";
import { type Contents, listGuides, listPages, parseContents } from "../docs/contents.ts";
import { textAt, withDocsLinks } from "../docs/headings.ts";
import { listOfPages } from "../docs/llms.ts";
import type { FoundSection } from "../docs/search.ts";
import { examples, print } from "../output.ts";
import { runtimeFolder } from "../package_folder.ts";
import { paint } from "../terminal/style.ts";

interface JsonOption {
  readonly json?: boolean;
}

/** The command with its subcommand. */
export function docsCommand(): Command {
  return new Command("docs")
    .description(
      "Prints the documentation of this version: the list of pages, one page as Markdown, or an example.",
    )
    .argument(
      "[page]",
      "such as tools, tools#effect or examples/chat.ts, as pages link it; without it the list of pages",
    )
    .option("--json", "print the list or the page as JSON")
    .addHelpText(
      "after",
      examples({
        "docs": "What there is to read:",
        "docs tutorial": "A whole agent, from nothing to a deployment:",
        "docs tools | less": "One page:",
        "docs symptoms#store_full": "One section:",
        "docs examples/plugins/redact_pii.ts": "An example that a page links:",
      }),
    )
    .action(async (page: string | undefined, { json = false }: JsonOption) => {
      const contents = await readContents();
      if (page === undefined) return print(contents, json, listText);
      const [name = "", anchor] = page.replace(/^docs\//, "").split("#");
      const isExample = name.startsWith("examples/") && (await listExamples()).has(name);
      const path = isExample ? name : `${name.replace(/\.md$/, "")}.md`;
      if (!isExample) assertPage(path, contents);
      const found = anchor === undefined ? await readPage(path) : await readSection(path, anchor);
      const text = isExample ? found : withDocsLinks(path, found);
      print({ path, text }, json, ({ text }) => text.trimEnd());
    })
    .addCommand(searchCommand());
}

function searchCommand(): Command {
  return new Command("search")
    .description("Finds sections of the documentation by words, the best first.")
    .argument("<words...>", "what the section is about")
    .option("--limit <count>", "at most so many sections, 1 to 100", toCount, 8)
    .option("--json", "print the sections as JSON")
    .addHelpText(
      "after",
      examples({
        "docs search budget per user": "Where a budget for each user is described:",
        "docs search thread_busy --limit 3 --json": "Three sections about an error, for a program:",
      }),
    )
    .action(async (words: readonly string[], _: JsonOption, command: Command) => {
      // --json behind the words is an option of `docs` to commander.
      const { json = false, limit } = command.optsWithGlobals<JsonOption & { readonly limit: number }>();
      const { searchPages } = await import("../docs/search.ts"); // its packages are those of one command
      const paths = listGuides(await readContents()).map(({ path }) => path);
      const pages = new Map(
        await Promise.all(paths.map(async (path) => [path, await readPage(path)] as const)),
      );
      print(searchPages(pages, words.join(" "), limit), json, foundText);
    });
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError("Write a whole number from 1 to 100.");
}

/** `tools.md#errors  Errors`, and a line of the section below. */
function foundText(sections: readonly FoundSection[]): string {
  if (sections.length === 0) return "No section has these words.";
  return sections.map(({ page, anchor, heading, line }) => {
    return [`${paint(`${page}#${anchor}`, "cyan")}  ${heading}`, ...line === "" ? [] : [`  ${line}`]].join(
      "\n",
    );
  }).join("\n");
}

async function readContents(): Promise<Contents> {
  return parseContents(await readPage("README.md"));
}

/**
 * A page by its path relative to docs.
 *
 * @throws {CommandError} docs_missing
 */
async function readPage(path: string): Promise<string> {
  const file = new URL(`docs/${path}`, runtimeFolder());
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new CommandError(
      "docs_missing",
      `${file.href} is not there. Fix: read the pages in docs/ of the package @treadle/treadle, or of a clone.`,
      { cause: String(cause) },
    );
  }
}

/** The paths of the examples relative to docs. Membership decides what is printed, so that no path leads out of the folder. */
async function listExamples(): Promise<ReadonlySet<string>> {
  const folder = new URL("docs/examples/", runtimeFolder());
  const names = await readdir(folder, { recursive: true }).catch(() => []); // readPage names docs that are not there
  return new Set(names.map((name) => `examples/${name.replaceAll("\\", "/")}`).filter(isFile));
}

/** True for a path whose last part has an ending; a folder of examples has none. */
function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

async function readSection(path: string, anchor: string): Promise<string> {
  const text = textAt(await readPage(path), anchor);
  if (text !== undefined) return text;
  const name = path.replace(/\.md$/, "");
  throw new CommandError(
    "page_unknown",
    `The page ${name} has no section ${anchor}. Fix: treadle docs ${name} prints the whole page.`,
  );
}

/** The list of llms.txt, with names of pages as the command takes them. */
function listText(contents: Contents): string {
  return listOfPages(contents, "").replaceAll(/\]\(([^)]+)\.md\)/g, "]($1)").trimEnd();
}

function assertPage(path: string, contents: Contents): void {
  if (listPages(contents).some((page) => page.path === path)) return;
  const name = path.replace(/\.md$/, "");
  throw new CommandError("page_unknown", `There is no page ${name}. Fix: treadle docs lists the pages.`);
}
