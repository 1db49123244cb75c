// `treadle docs`: prints the documentation of the installed version, for people and for coding agents.

import { Command } from "commander";
import { readFile } from "node:fs/promises";
import { CommandError } from "../command_error.ts";
import { type Contents, parseContents } from "../docs/contents.ts";
import { listOfPages } from "../docs/llms.ts";
import { examples, print } from "../output.ts";
import { packageFolder } from "../package_folder.ts";

/** The command. */
export function docsCommand(): Command {
  return new Command("docs")
    .description(
      "Prints the documentation of this version: the list of pages, or one page as Markdown.",
    )
    .argument(
      "[page]",
      "such as tools, concepts/step or tutorial; without it the list of pages",
    )
    .option("--json", "print the list or the page as JSON")
    .addHelpText(
      "after",
      examples({
        "docs": "What there is to read:",
        "docs tutorial": "A whole agent, from nothing to a deployment:",
        "docs tools | less": "One page:",
      }),
    )
    .action(
      async (
        page: string | undefined,
        { json = false }: { readonly json?: boolean },
      ) => {
        const docs = new URL("docs/", packageFolder());
        const contents = parseContents(
          await readFile(new URL("README.md", docs), "utf8"),
        );
        if (page === undefined) {
          return print(contents, json, (contents) => listText(contents));
        }
        const path = `${page.replace(/^docs\//, "").replace(/\.md$/, "")}.md`;
        assertPage(path, contents);
        const text = await readFile(new URL(path, docs), "utf8");
        print({ path, text }, json, ({ text }) => text.trimEnd());
      },
    );
}

/** The list of llms.txt, with names of pages as the command takes them. */
function listText(contents: Contents): string {
  return listOfPages(contents, "").replaceAll(/\]\(([^)]+)\.md\)/g, "]($1)")
    .trimEnd();
}

function assertPage(path: string, { sections }: Contents): void {
  const paths = sections.flatMap(({ pages }) => pages.map((page) => page.path));
  if (paths.includes(path)) return;
  const name = path.replace(/\.md$/, "");
  throw new CommandError(
    "page_unknown",
    `There is no page ${name}. Fix: treadle docs lists the pages.`,
  );
}
