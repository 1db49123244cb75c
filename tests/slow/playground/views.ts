/** The places of the page and what can be open on it, for pictures and for a look at its words. */
import type { Page } from "playwright-core";

/** An address of the page, and what is opened there. */
export interface View {
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

/** Tests the policy on the newest threads. */
async function judge(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Test on/ }).click();
  await page.getByText(/^\d+ threads, /).scrollIntoViewIfNeeded();
}

/** Opens the details of a step. */
async function openDetails(page: Page): Promise<void> {
  const verbs = page.getByRole("group", { name: "Actions on step 2", exact: true });
  const menu = page.getByRole("button", { name: "Actions on step 2", exact: true });
  await menu.or(verbs).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await verbs.getByRole("button", { name: "Details" }).click();
  await page.locator(".step-facts").waitFor();
}

/** Opens the run options. */
async function openOptions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run options/ }).click();
  await page.getByLabel("Tool choice").waitFor();
}

/** Opens the table below a chart. */
async function openTable(page: Page): Promise<void> {
  await page.getByText("As a table").click();
}

/** Opens the list of threads with two lines a thread. */
async function openComfortable(page: Page): Promise<void> {
  await openPanel("Threads")(page);
  await page.getByLabel("Density").selectOption("comfortable");
}

/** Selects two threads of the list. */
async function openSelection(page: Page): Promise<void> {
  await openPanel("Threads")(page);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const place of [1, 3]) await page.locator("#thread-list").getByRole("checkbox").nth(place).click();
}

/** Opens the last call of the inbox, which a narrow window shows in place of the list. */
async function openWaiting(page: Page): Promise<void> {
  await page.locator(".inbox-row").last().click();
  await page.locator(".inbox-pane").waitFor();
}

/** Opens a call of the inbox whose arguments may be changed, and changes one. */
async function changeWaiting(page: Page): Promise<void> {
  await page.locator(".inbox-row", { hasText: "refund_order" }).first().click();
  await page.locator(".inbox-pane").getByLabel("amount").fill("40");
}

/** Every place, whatever the deployment has. */
export const PLACES: Readonly<Record<string, View>> = {
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
  live: { hash: "#/live" },
  evaluations: { hash: "#/evaluations" },
  settings: { hash: "#/settings" },
};

/** Every place and state that a shop shows. */
export const SHOP: Readonly<Record<string, View>> = {
  ...PLACES,
  "thread-done": { hash: "#t0" },
  "thread-approval": { hash: "#t1" },
  "thread-tool-failed": { hash: "#t2" },
  "thread-question": { hash: "#t3" },
  "thread-failed": { hash: "#t4" },
  "thread-deferred": { hash: "#t5" },
  "thread-25-steps": { hash: "#t6" },
  "thread-unknown": { hash: "#nothing-here" },
  "thread-limited": { hash: "#t7" },
  "thread-forced": { hash: "#t8" },
  "thread-decided": { hash: "#t13" },
  "thread-menu": { hash: "#t0", open: openMenu },
  "step-details": { hash: "#t0", open: openDetails },
  "run-options": { hash: "#t0", open: openOptions },
  "thread-list": { hash: "#t0", open: openPanel("Threads") },
  "thread-list-selected": { hash: "#t0", open: openSelection },
  "inbox-open": { hash: "#/inbox", open: openWaiting },
  "inbox-changed": { hash: "#/inbox", open: changeWaiting },
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
  // Last, because the browser remembers it.
  "thread-list-comfortable": { hash: "#t0", open: openComfortable },
};

/** Opens a panel where the window is too narrow for it. */
function openPanel(name: string) {
  return async (page: Page) => {
    const toggle = page.locator(".bar").getByRole("button", { name, exact: true });
    if (!await toggle.isVisible()) return;
    if (await toggle.getAttribute("aria-expanded") === "false") await toggle.click();
    if (name === "Threads") await page.locator("#thread-list li").first().waitFor();
  };
}
