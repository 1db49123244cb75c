/**
 * Pictures of every place of the page and of what can be open on it, with a shop's content and without any, at three widths and in
 * both themes, in `.data/screenshots/`: `deno run -A --config tests/slow/deno.json tests/slow/playground/screenshots.ts`. Arguments are
 * parts of the names of pictures: `shop_inbox` for a view, `_390_` for a width; without one all are made.
 */
import type { Page } from "playwright-core";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { openShop } from "./shop.ts";
import { closeBrowser, openSite, type Site, visit } from "./site.ts";

const FOLDER = fromFileUrl(new URL(".data/screenshots", projectRoot));

/** An address of the page, and what is opened there. */
interface View {
  readonly hash: string;
  readonly open?: (page: Page) => Promise<void>;
}

const press = (keys: string) => (page: Page) => page.keyboard.press(keys);

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Thread menu" }).click();
}

/** Chooses in a list of the place. */
function list(label: string, value: string) {
  return async (page: Page) => {
    await page.locator("#place").getByLabel(label, { exact: true }).selectOption(value);
  };
}

/** Has the policy judged by the newest threads. */
async function judge(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Judge/ }).click();
  await page.getByText(/^\d+ threads, /).scrollIntoViewIfNeeded();
}

/** Opens the table below a chart. */
async function openTable(page: Page): Promise<void> {
  await page.getByText("As a table").click();
}

const PLACES: Readonly<Record<string, View>> = {
  "thread-new": { hash: "#" },
  inbox: { hash: "#/inbox" },
  agents: { hash: "#/agents" },
  analytics: { hash: "#/analytics" },
  usage: { hash: "#/usage" },
  policies: { hash: "#/policies" },
  schedules: { hash: "#/schedules" },
  webhooks: { hash: "#/webhooks" },
  providers: { hash: "#/providers" },
  plugins: { hash: "#/plugins" },
};

const SHOP: Readonly<Record<string, View>> = {
  ...PLACES,
  "thread-done": { hash: "#t0" },
  "thread-approval": { hash: "#t1" },
  "thread-tool-failed": { hash: "#t2" },
  "thread-question": { hash: "#t3" },
  "thread-failed": { hash: "#t4" },
  "thread-deferred": { hash: "#t5" },
  "thread-25-steps": { hash: "#t6" },
  "thread-unknown": { hash: "#nothing-here" },
  "thread-menu": { hash: "#t0", open: openMenu },
  "thread-list": { hash: "#t0", open: openPanel("Threads") },
  inspector: { hash: "#t1", open: openPanel("Inspector") },
  navigation: { hash: "#t0", open: openPanel("Places") },
  search: { hash: "#/threads/agent:careful" },
  palette: { hash: "#t0", open: press("Control+k") },
  keys: { hash: "#t0", open: press("Alt+k") },
  agent: { hash: "#/agents/support" },
  "analytics-table": { hash: "#/analytics", open: openTable },
  "analytics-tools": { hash: "#/analytics", open: list("Grouped by", "tool") },
  policy: { hash: "#/policies/refunds" },
  "policy-judged": { hash: "#/policies/refunds", open: judge },
  provider: { hash: "#/providers/openai" },
  compare: { hash: "#/compare/t0/t1" },
  "compare-choose": { hash: "#/compare/t0" },
};

/** Opens a panel where the window is too narrow for it. */
function openPanel(name: string) {
  return async (page: Page) => {
    const toggle = page.locator(".bar").getByRole("button", { name, exact: true });
    if (await toggle.isVisible()) await toggle.click();
  };
}

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
