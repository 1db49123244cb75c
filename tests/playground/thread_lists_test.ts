/** Filters, titles and the archive in the list of threads, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { agents } from "../../functions/agents/mod.ts";
import { readThreadQuery } from "../../src/playground/browser/panels/thread_query.js";
import { needsBrowser } from "../support/requires.ts";
import { closeBrowser, openSite, say, stepRow, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

Deno.test("V6: the search field has filters of the server, and words for what is loaded", () => {
  const cases: [text: string, query: string, words: string][] = [
    ["", "", ""],
    ["Paris oslo", "", "paris oslo"],
    ["user:ann status:failed Refund", "user=ann&status=failed", "refund"],
    ['title:"order 17" metadata.plan:pro', "search=order+17&metadata.plan=pro", ""],
    ["archived:only title:june", "archived=only&search=june", ""],
    ["user:", "", ""],
    ["10:30 http://x", "", "10:30 http://x"],
    ['user:"ann', "user=ann", ""],
  ];
  for (const [text, query, words] of cases) assert.deepEqual(readThreadQuery(text), { query, words }, text);
});

needsBrowser("V6: threads are filtered, renamed and archived in the list", async () => {
  await using site = openSite({ agents });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "What is the weather in Paris?");
  await stepRow(page, 2).waitFor();
  const item = page.locator(".thread-list li");
  const search = page.getByLabel("Search threads");
  await item.first().waitFor();

  await search.fill("tool:delete_record");
  await page.getByText("No thread fits. Change the search.").waitFor();
  await search.fill("tool:get_weather status:done");
  await item.first().waitFor();

  await item.first().hover();
  await page.getByRole("button", { name: /^Rename the thread/ }).click();
  const field = page.getByLabel("Title", { exact: true });
  await field.fill("The trip of June");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Rename the thread What is/ }).click();
  await field.fill("The trip of June");
  await field.press("Enter");
  await page.locator(".thread-name", { hasText: "The trip of June" }).waitFor();
  await search.fill("title:june");
  await page.locator(".thread-name", { hasText: "The trip of June" }).waitFor();

  await item.first().hover();
  await page.getByRole("button", { name: "Archive the thread The trip of June" }).click();
  await item.first().waitFor({ state: "detached" });
  await search.fill("archived:only");
  await item.first().hover();
  await page.getByRole("button", { name: "Take the thread The trip of June out of the archive" }).click();
  await item.first().waitFor({ state: "detached" });
  await search.fill("");
  await item.first().waitFor();

  await search.fill("status:lost");
  await page.getByText(/The list could not be read\. .*status/).waitFor();
  assert.deepEqual(tab.complaints.filter((complaint) => !complaint.includes("422")), []);
}, shared);
