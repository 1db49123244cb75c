/** Rules of accessibility, as axe-core checks them. */
import type { Page } from "playwright-core";
import { projectRoot } from "../../support/project.ts";

const AXE = new URL("node_modules/axe-core/axe.min.js", projectRoot);

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Rules about the frame of the page, which the tests of its frame check. */
const FRAME = ["page-has-heading-one"];

/** What axe-core finds on the page, as `rule: markup`; all other rules, best practices included. */
export async function findings(page: Page): Promise<string[]> {
  const source = await Deno.readTextFile(AXE);
  const found: Finding[] = await page.evaluate(
    `(async () => { ${source}; return (await axe.run(document)).violations; })()`,
  );
  return found.filter(({ id }) => !FRAME.includes(id)).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)
  );
}
