/** What was chosen over days, and the suggestions, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { needsBrowser } from "../support/requires.ts";
import {
  closeBrowser,
  idle,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  type Site,
  visit,
} from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** Counts of a day beside what was run: a tool that was offered 120 times and never called. */
async function bookToday({ store }: Site): Promise<void> {
  const now = Date.now();
  const zero = { steps: 0, calls: 0, tokens: 0, microDollars: 0, wallMs: 0 };
  await store.book("local", {
    ...{
      id: "b1",
      reservations: [],
      day: new Date(now).toISOString().slice(0, 10),
      accounts: ["tenant"],
      now,
    },
    amounts: zero,
    counts: new Map([[
      "0123456789",
      new Map([
        [
          "D=busy,openai/gpt-5,,d,search,a_tool_with_a_rather_long_name_that_no_answer_has_ever_called_yet",
          1,
        ],
        ...[["Pans11", 100], ["Pnnf10", 20], ["U", 100], ["u0", 100], ["t", 96_000], ["ba", 120]] as const,
        ...[["Vf0", 20], ["L", 20], ["i", 120_000], ["d", 4_200], ["Qc70", 90], ["Qf70", 30], [
          "m0",
          9_000,
        ]] as const,
      ]),
    ]]),
  });
}

needsBrowser(
  "C9: the page shows what was chosen, by day and by tool, and the suggestions with their evidence",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "What is the weather in Paris?");
    await page.getByText("clear", { exact: false }).last().waitFor();
    await idle(page);
    await page.getByRole("button", { name: "What was chosen" }).click();
    const rows = page.getByRole("list", { name: "Counts" }).getByRole("listitem");
    await rows.first().waitFor();
    const today = new Date().toISOString().slice(0, 10);
    assert.match(
      await rows.first().innerText(),
      new RegExp(`^${today}\\s+2 plans · 2 offered · 1 chosen · 1 calls`),
    );
    await page.getByText("None from these days.").waitFor();

    await bookToday(site);
    await page.locator("#counts-by").selectOption("tool");
    await rows.filter({ hasText: "a_tool_with" }).waitFor();
    const search = rows.filter({ hasText: /^search/ });
    assert.match(
      await search.innerText(),
      /120 offered · 100 chosen · 20 violated · 120 calls · 30 calls failed · 75 ms/,
    );
    const suggestions = page.getByRole("list", { name: "Suggestions" }).getByRole("listitem");
    const texts = await suggestions.allInnerTexts();
    assert.equal(texts.length, 2);
    assert.match(texts[0] ?? "", /never called it\.[\s\S]*offered 120 · /);
    assert.match(
      texts[1] ?? "",
      /^30 of 120 calls of search by agent busy failed\.[\s\S]*calls 120 · failed 30 · /,
    );
    const widths = await search.locator(".count-bar span").evaluateAll((parts) =>
      parts.map((part) => Math.round(part.getBoundingClientRect().width))
    );
    const [chosen = 0, violated = 0, rest] = widths;
    assert.ok(Math.abs(chosen / violated - 5) < 0.2, `a bar of 100 and one of 20: ${widths}`);
    assert.equal(rest, 0);
    await picture(page, "counts-1280");
    assert.deepEqual(await lowContrast(page), []);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

/** Yesterday most of the input came from a cache, today little of it: the prompts were cut. */
async function bookCaches({ store }: Site): Promise<void> {
  const now = Date.now();
  const zero = { steps: 0, calls: 0, tokens: 0, microDollars: 0, wallMs: 0 };
  const days = [[86_400_000, 190_000, 0], [0, 60_000, 12]] as const;
  for (const [ago, cached, cuts] of days) {
    await store.book("local", {
      ...{ id: `c${ago}`, reservations: [], accounts: ["tenant"], now, amounts: zero },
      day: new Date(now - ago).toISOString().slice(0, 10),
      counts: new Map([[
        "0123456789",
        new Map([
          ["D=busy,openai/gpt-5,,d,search", 1],
          ...[["Pans11", 40], ["i", 200_000], ["o", 4_000], ["h", cached], ["w", 5_000]] as const,
          ...(cuts === 0 ? [] : [["Kagent", cuts], ["Kwindow", 2]] as const),
        ]),
      ]]),
    });
  }
}

needsBrowser(
  "the page shows cached, written and uncached input with its bill, and why the share fell",
  async () => {
    await using site = openSite({
      env: {
        OPENAI_API_KEY: "sk-none",
        TREADLE_PRICES: '{"openai/gpt-5":{"input":1.25,"output":10,"cached":0.125,"cacheWrite":1.5}}',
      },
    });
    await bookCaches(site);
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    await page.keyboard.press("Alt+C");
    const rows = page.getByRole("list", { name: "Counts" }).getByRole("listitem");
    await rows.nth(1).waitFor();
    assert.match(
      await rows.first().innerText(),
      /95 % from a cache \(\$0\.0238\) · 5,000 written to it \(\$0\.0075\) · 5,000 uncached \(\$0\.00625\)/,
    );
    assert.match(await rows.nth(1).innerText(), /30 % from a cache .*135,000 uncached .* 14 prompts cut/);
    const suggestions = page.getByRole("list", { name: "Suggestions" });
    assert.match(
      await suggestions.innerText(),
      /read 30 % of its input from a cache on its last day, and 95 % before\. Prompts were cut for agent \(12\), window \(2\)\./,
    );
    await picture(page, "counts-caches");
    assert.deepEqual(await lowContrast(page), []);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "C9: the counts are read with the keyboard alone, on a window of 320 px, in the dark",
  async () => {
    await using site = openSite();
    await bookToday(site);
    await using tab = await visit(site.url, { width: 320, height: 640, colorScheme: "dark" });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    assert.equal(await overflow(page), 0, "the bar with its buttons fits");
    await page.keyboard.press("Alt+C");
    const rows = page.getByRole("list", { name: "Counts" }).getByRole("listitem");
    await rows.first().waitFor();
    await page.keyboard.press("t"); // the select has the focus: tool
    await rows.filter({ hasText: "a_tool_with" }).waitFor();
    assert.equal(await page.locator("#counts-by").inputValue(), "tool");
    assert.equal(await overflow(page), 0);
    const wide = await page.locator("#counts").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.equal(wide, 0, "a long name wraps");
    await picture(page, "counts-320");
    assert.deepEqual(await lowContrast(page), []);
    await page.keyboard.press("Escape");
    await page.locator("#counts").waitFor({ state: "hidden" });
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("C9: a failure to read the counts is shown in their place", async () => {
  await using site = openSite({
    network: async (request, answer) =>
      request.url.includes("/v1/analytics/")
        ? Response.json({ detail: "Out of order." }, { status: 503 })
        : await answer(),
  });
  await using tab = await visit(site.url);
  const { page } = tab;
  await page.locator("#agent:enabled").waitFor();
  await page.keyboard.press("Alt+C");
  await page.locator("#counts").getByText("Out of order.").waitFor();
}, shared);
