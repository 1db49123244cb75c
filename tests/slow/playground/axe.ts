/** What axe-core finds on the page as it stands, for the tests of the page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules of WCAG 2.2 A and AA and best practices that are broken, each with the first element that breaks it. */
export async function violations(page: Page): Promise<string[]> {
  if (!await page.evaluate("'axe' in window")) await page.evaluate(axe.source);
  return await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => id + ": " + help + " " + nodes.map(({ html }) => html.slice(0, 160))[0]))`);
}
