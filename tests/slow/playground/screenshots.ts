/**
 * Pictures of every place of the page and of what can be open on it, with a shop's content and without any, at three widths and in
 * both themes, in `.data/screenshots/`: `deno run -A --config tests/slow/deno.json tests/slow/playground/screenshots.ts`. Arguments are
 * parts of the names of pictures: `shop_inbox` for a view, `_390_` for a width; without one all are made.
 */
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { openShop } from "./shop.ts";
import { closeBrowser, openSite, type Site, visit } from "./site.ts";
import { PLACES, SHOP, type View } from "./views.ts";

const FOLDER = fromFileUrl(new URL(".data/screenshots", projectRoot));

function isAsked(name: string): boolean {
  return Deno.args.length === 0 || Deno.args.some((part) => name.includes(part));
}

/** Pictures the views of a site. */
async function show(name: string, site: Site, views: Readonly<Record<string, View>>): Promise<void> {
  for (const width of [1440, 1024, 390]) {
    const asked = Object.entries(views).filter(([view]) => isAsked(`${name}_${view}_${width}_`));
    if (asked.length === 0) continue;
    await using tab = await visit("about:blank", { width, height: width === 390 ? 844 : 900 });
    const { page } = tab;
    for (const [view, { hash, open }] of asked) {
      await page.goto("about:blank"); // An address that differs in its hash alone does not load the page again.
      await page.goto(`${site.url}${hash}`, { waitUntil: "networkidle" });
      await open?.(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.screenshot({ path: `${FOLDER}/${name}_${view}_${width}_${colorScheme}.png` });
      }
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    }
  }
}

await using shop = await openShop();
await show("shop", shop, SHOP);
await using empty = openSite();
await show("empty", empty, PLACES);
await using kernel = openSite({ agents: [defineAgent({ name: "plain" })], plugins: "none" });
await show("kernel", kernel, PLACES);
await closeBrowser();
