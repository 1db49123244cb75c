// The dashboard: figures, a chart over days, rows by agent, model, tool and policy, and suggestions, in a real Chromium on the real app.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
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
} from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** Counts of a day beside what was run: a tool that was offered 120 times and never called. */
async function bookToday({ store }: Site): Promise<void> {
  const now = Date.now();
  const zero = { steps: 0, calls: 0, tokens: 0, microDollars: 0, wallMs: 0 };
  await store.book("local", {
    id: "b1",
    reservations: [],
    day: new Date(now).toISOString().slice(0, 10),
    accounts: ["tenant"],
    now,
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
        ...[["R0", 8_000], ["I0", 60_000], ["B0", 3_900]] as const,
        ...[["Emodel_auth", 3], ["emodel_overloaded", 2]] as const,
      ]),
    ]]),
  });
}

/** The cells of a row of a table, by the titles of their columns. */
async function cellsOf(table: Locator, name: string): Promise<Record<string, string>> {
  const titles = await table.getByRole("columnheader").allInnerTexts();
  const row = table.getByRole("row").filter({ has: table.page().getByRole("cell", { name, exact: true }) });
  const cells = await row.getByRole("cell").allInnerTexts();
  return Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""]));
}

needsBrowser(
  "C9: the page shows what was chosen, by day and by tool, and the suggestions with their numbers and days",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "What is the weather in Paris?");
    await page.getByText("clear", { exact: false }).last().waitFor();
    await idle(page);
    await page.getByRole("link", { name: "Analytics" }).click();
    const figures = page.getByRole("region", { name: "Figures" });
    await holds(async () =>
      assert.match(
        await figures.innerText(),
        /Steps\s+2\s[^]*Tool calls\s+1\s[^]*Offered\s+2\s[^]*Chosen\s+1\s/,
      )
    );
    await figures.getByText("What is counted").click();
    await figures.getByText("Steps that ended with an error and no answer.").waitFor();
    const failed = figures.getByRole("link", { name: "Failed steps: 0" });
    await holds(async () =>
      assert.match(
        await failed.getAttribute("href") ?? "",
        /status%3Afailed/,
        "a number leads to its threads",
      )
    );
    await page.getByRole("img", { name: "Steps over 7 days" }).locator("canvas").waitFor();
    await page.getByText("As a table").click();
    const today = new Date().toISOString().slice(0, 10);
    const days = page.getByRole("region", { name: "Steps by day" });
    await holds(async () =>
      assert.deepEqual(pick(await cellsOf(days, today), ["Steps", "Tool calls"]), ["2", "1"])
    );
    await page.getByText("None from these days.").waitFor();

    await bookToday(site);
    await page.getByLabel("Grouped by").selectOption("tool");
    const tools = page.getByRole("region", { name: "Counts by tool" });
    await tools.getByText("a_tool_with").waitFor();
    await holds(async () =>
      assert.match(await tools.getByRole("row").nth(1).innerText(), /^search/, "what costs most is first")
    );
    await holds(async () =>
      assert.deepEqual(
        pick(await cellsOf(tools, "search"), ["Cost", "Input tokens", "Result tokens"]),
        ["<$0.01\n$0.0039", "60,000", "8,000"],
      )
    );
    await holds(async () =>
      assert.deepEqual(
        pick(await cellsOf(tools, "search"), [
          "Offered",
          "Chosen",
          "Not kept",
          "Tool calls",
          "Failed calls",
          "Total time",
        ]),
        ["120", "100", "20", "120", "30", "9.00 s"],
      )
    );
    await page.getByLabel("Sorted by").selectOption("callsFailed");
    await holds(async () => assert.match(await tools.getByRole("row").nth(1).innerText(), /^search/));

    await page.getByLabel("Days", { exact: true }).selectOption("30");
    const suggestions = page.getByRole("list", { name: "Suggestions" }).getByRole("listitem");
    await suggestions.nth(1).waitFor();
    const texts = await suggestions.allInnerTexts();
    assert.equal(texts.length, 2);
    assert.match(
      texts[0] ?? "",
      /in 120 answers and never called it\.[\s\S]*\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
    );
    assert.match(
      texts[1] ?? "",
      /^30 of 120 calls of search by agent busy failed\./,
    );
    await tools.getByRole("link", { name: "$0.0039, Cost of search" }).click();
    const found = page.getByRole("searchbox", { name: "Search threads" });
    await holds(async () => assert.match(await found.inputValue(), /^tool:search after:\d{4}-\d\d-\d\d$/));
    await page.getByText("No thread fits. Change the search.").waitFor();
    await page.goBack();
    await figures.waitFor();
    await picture(page, "analytics-1280");
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

function pick(cells: Record<string, string>, titles: readonly string[]): (string | undefined)[] {
  return titles.map((title) => cells[title]);
}

needsBrowser(
  "C9: the page counts failures by code, day and agent, and a number leads to its threads",
  async () => {
    await using site = openSite();
    await bookToday(site);
    await using tab = await visit(`${site.url}#/analytics`, { width: 1280 });
    const { page } = tab;
    const today = new Date().toISOString().slice(0, 10);
    for (const [by, name] of [["day", today], ["agent", "busy"]] as const) {
      await page.getByRole("region", { name: `By ${by}`, exact: true }).getByText("Failures", { exact: true })
        .click();
      const table = page.getByRole("region", { name: `Failures by ${by}` });
      const title = by === "day" ? "Day" : "Agent";
      await holds(async () =>
        assert.deepEqual([await cellsOf(table, "model_auth"), await cellsOf(table, "model_overloaded")], [
          { Error: "model_auth", [title]: name, Failed: "3", Retryable: "0" },
          { Error: "model_overloaded", [title]: name, Failed: "–", Retryable: "2" },
        ])
      );
    }
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await page.getByLabel("Grouped by").selectOption("tool");
    await page.getByRole("region", { name: "Counts by tool" }).waitFor();
    await holds(async () => assert.equal(await page.getByText("Failures", { exact: true }).count(), 1));
    await page.getByLabel("Grouped by").selectOption("agent");
    const ofAgent = page.getByRole("region", { name: "By agent", exact: true });
    await ofAgent.getByText("Failures", { exact: true }).click();
    await ofAgent.getByRole("link", { name: "3, model_auth" }).click();
    const found = page.getByRole("searchbox", { name: "Search threads" });
    await holds(async () => assert.equal(await found.inputValue(), "error:model_auth agent:busy"));
    await page.getByText("No thread fits. Change the search.").waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("C9: the rows are saved as CSV, with the key of the caller", async () => {
  await using site = openSite({ env: { TREADLE_API_KEYS: "acme:0123456789abcdef" } });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await page.getByLabel("API key").fill("0123456789abcdef");
  await page.getByRole("button", { name: "Use key" }).click();
  await say(page, "What is the weather in Paris?");
  await idle(page);
  await page.getByRole("link", { name: "Analytics" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save CSV" }).click();
  const download = await saved;
  assert.match(download.suggestedFilename(), /^choices-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const text = await Deno.readTextFile(await download.path());
  assert.match(text, /^day,agent,steps,[^]*\n\d{4}-\d\d-\d\d,demo,2,/);
}, shared);

/** Yesterday most of the input came from a cache, today little of it: the prompts were cut. */
async function bookCaches({ store }: Site): Promise<void> {
  const now = Date.now();
  const zero = { steps: 0, calls: 0, tokens: 0, microDollars: 0, wallMs: 0 };
  const days = [[86_400_000, 190_000, 0], [0, 60_000, 12]] as const;
  for (const [ago, cached, cuts] of days) {
    await store.book("local", {
      id: `c${ago}`,
      reservations: [],
      accounts: ["tenant"],
      now,
      amounts: zero,
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
    const [yesterday = "", today = ""] = [86_400_000, 0].map((ago) =>
      new Date(Date.now() - ago).toISOString().slice(0, 10)
    );
    await page.getByText("As a table").click();
    const days = page.getByRole("region", { name: "Steps by day" });
    const titles = [
      "Cache share",
      "Cache reads",
      "Cache read cost",
      "Cache writes",
      "Cache write cost",
      "Uncached input",
      "Uncached input cost",
    ];
    await holds(async () =>
      assert.deepEqual(
        pick(await cellsOf(days, yesterday), titles),
        ["95 %", "190,000", "$0.02\n$0.02375", "5,000", "<$0.01\n$0.0075", "5,000", "<$0.01\n$0.00625"],
      )
    );
    await holds(async () =>
      assert.deepEqual(
        pick(await cellsOf(days, today), ["Cache share", "Uncached input", "Prompt resets"]),
        ["30 %", "135,000", "14"],
      )
    );
    // The figures of caches are folded, and their columns come with a box.
    const figures = page.getByRole("region", { name: "Figures" });
    await holds(async () =>
      assert.equal(await figures.getByText("Cache read cost").first().isVisible(), false)
    );
    await figures.getByText("Prompt caching").click();
    await figures.getByText("Cache read cost").first().waitFor();
    const counts = page.getByRole("region", { name: /^Counts by agent/ });
    await holds(async () => assert.equal(await counts.getByText("Cache reads").count(), 0));
    await page.getByRole("checkbox", { name: "Prompt caching" }).check();
    await counts.getByRole("columnheader", { name: "Cache reads" }).waitFor();
    const suggestions = page.getByRole("list", { name: "Suggestions" });
    await holds(async () =>
      assert.match(
        await suggestions.innerText(),
        /read 30 % of its input from a cache on its last day, and 95 % before\. Prompts were cut for agent \(12\), window \(2\)\./,
      )
    );
    await picture(page, "analytics-caches");
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "C9: the dashboard is read with the keyboard alone, on a window of 320 px, in the dark",
  async () => {
    await using site = openSite();
    await bookToday(site);
    await using tab = await visit(site.url, { width: 320, height: 640, colorScheme: "dark" });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    await holds(async () => assert.equal(await overflow(page), 0, "the bar with its buttons fits"));
    await page.keyboard.press("Alt+C");
    await page.getByLabel("Grouped by").focus();
    await page.keyboard.press("t");
    await page.getByRole("region", { name: "Counts by tool" }).getByText("a_tool_with").waitFor();
    await holds(async () => assert.equal(await overflow(page), 0));
    await picture(page, "analytics-320");
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await holds(async () => assert.deepEqual(await violations(page), []));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("C9: a failure to read the counts is shown in their place, and tried again", async () => {
  let isBroken = true;
  await using site = openSite({
    network: async (request, answer) =>
      isBroken && request.url.includes("/v1/analytics/")
        ? Response.json({ detail: "Out of order." }, { status: 503 })
        : await answer(),
  });
  await using tab = await visit(`${site.url}#/analytics`);
  const { page } = tab;
  const problem = page.getByRole("alert").filter({ hasText: "The counts could not be read." });
  await problem.getByText("Out of order.").waitFor();
  isBroken = false;
  await problem.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No step on these days" }).waitFor();
}, shared);
