/** What the page asks for when a thread is opened, and how few keys lead to an approval, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { openLongSite, runSteps } from "../long_site.ts";
import { closeBrowser, openSite, type Site, stepRow, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

async function say(site: Site, thread: string, input: string) {
  const body = JSON.stringify({ agent: "demo", input, until: "done" });
  const headers = { "content-type": "application/json" };
  await (await fetch(`${site.url}v1/threads/${thread}/steps`, { method: "POST", headers, body })).text();
}

/** The requests of the page about the thread t1, without its events. */
function recorded() {
  const asked: string[] = [];
  const network = async (request: Request, answer: () => Promise<Response>) => {
    const { pathname } = new URL(request.url);
    if (/^\/v1\/threads\/t1(?:\/history)?$/.test(pathname) && request.method === "GET") asked.push(pathname);
    return await answer();
  };
  return { asked, network };
}

needsBrowser("E15: an opened thread is read once for the conversation and its timeline", async () => {
  const { asked, network } = recorded();
  await using site = openSite({ network });
  await say(site, "t1", "What is the weather in Paris?");
  await using tab = await visit(`${site.url}#t1`, { width: 1280 });
  const { page } = tab;
  await stepRow(page, 2).waitFor();
  await page.locator(".call").first().waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(asked, ["/v1/threads/t1", "/v1/threads/t1/history"]);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: a timeline that is not shown is not loaded and reads nothing, and has all steps once it is",
  async () => {
    const { asked, network } = recorded();
    await using site = openSite({ network });
    await say(site, "t1", "What is the weather in Paris?");
    await using tab = await visit(`${site.url}#t1`, { width: 1000 });
    const { page } = tab;
    await page.locator(".call").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(asked, ["/v1/threads/t1", "/v1/threads/t1/history"]);
    await holds(async () => assert.equal(await page.locator("#timeline-pane > *").count(), 0));
    await page.getByRole("button", { name: "Inspector" }).click();
    await stepRow(page, 2).waitFor();
    await stepRow(page, 1).waitFor();
    assert.deepEqual(asked, ["/v1/threads/t1", "/v1/threads/t1/history"], "the page has read it");
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: what is being read has a skeleton, and nothing says that it runs",
  async () => {
    const held = Promise.withResolvers<void>();
    await using site = openSite({
      network: async (request, answer) => {
        const response = await answer();
        if (/^\/v1\/(?:threads(?:\/t1)?|usage)$/.test(new URL(request.url).pathname)) await held.promise;
        return response;
      },
    });
    await say(site, "t1", "What is the weather in Paris?");
    // Where this test fails, the server ends all the same.
    using _released = { [Symbol.dispose]: () => held.resolve() };
    await using tab = await visit(`${site.url}#t1`, { width: 1280 });
    const { page } = tab;
    await page.locator("#transcript .skeleton").waitFor();
    await page.locator("#threads .skeleton").waitFor();
    await holds(async () =>
      assert.deepEqual(
        [
          await page.locator("#thread-state").innerText(),
          await page.locator("#status").innerText(),
          await page.getByText(/Running|running|Working/).count(),
        ],
        ["", "", 0],
      )
    );
    await holds(async () => assert.deepEqual(await violations(page), []));
    await page.evaluate("location.hash = '#/usage'");
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    const drawn = `getComputedStyle(document.querySelector(".place-head"), "::after").content`;
    await holds(async () => assert.equal(await page.evaluate(drawn), '""'));
    held.resolve();
    await page.getByRole("heading", { name: "By day" }).waitFor();
    await holds(async () => assert.equal(await page.evaluate(drawn), "none"));
    await page.goBack();
    await page.locator(".call").first().waitFor();
    await holds(async () => assert.equal(await page.locator(".skeleton").count(), 0));
    await page.locator("#thread-state", { hasText: "Done" }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser("E15: X5: from a loaded page at most six keys lead to the button that approves", async () => {
  await using site = openSite();
  await say(site, "t1", "delete record r1");
  await say(site, "t2", "What is the weather in Paris?");
  for (const hash of ["", "#t1", "#t2", "#/inbox"]) {
    await using tab = await visit(`${site.url}${hash}`, { width: 1280 });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor({ state: "attached" });
    let presses = 0;
    const press = async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    };
    if (hash === "#t1") await page.locator('.call[data-state="approval"]').waitFor();
    if (hash === "#t2") await page.locator(".call").waitFor();
    await press("Alt+a");
    await page.locator('.call[data-state="approval"]:focus').waitFor();
    while (await page.locator("button:focus", { hasText: "Approve" }).count() === 0) {
      assert.ok(presses < 6, `${presses} keys from ${hash}`);
      await press("Tab");
    }
    assert.equal(new URL(page.url()).hash, "#t1");
    await page.keyboard.press("?");
    await page.getByText("here or in the newest thread that has one").waitFor();
    assert.deepEqual(tab.complaints, []);
  }
}, shared);

needsBrowser(
  "E15: the list of threads is one stop of Tab, and arrows lead through it and to the buttons of a thread",
  async () => {
    await using site = openSite();
    for (const id of ["t1", "t2", "t3"]) await say(site, id, `What is the weather in ${id}?`);
    await using tab = await visit(`${site.url}#t2`, { width: 1280 });
    const { page } = tab;
    await page.locator("#thread-list li").nth(2).waitFor();
    await page.locator("#thread-filter").focus();
    await page.keyboard.press("Tab");
    await page.locator("#thread-list a[aria-current]:focus").waitFor();
    await page.keyboard.press("Tab");
    await holds(async () => assert.equal(await page.locator("#thread-list :focus").count(), 0, "one stop"));
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowDown");
    await page.locator('[data-thread="t1"] a:focus').waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator('[data-thread="t1"] .rename:focus').waitFor();
    await page.keyboard.press("ArrowUp");
    await page.locator('[data-thread="t2"] a:focus').waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What is the weather in t3?", level: 1 }).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: a long thread opens with its newest part, and the earlier ones come when they are wanted",
  async () => {
    const asked: string[] = [];
    const network = async (request: Request, answer: () => Promise<Response>) => {
      const { pathname } = new URL(request.url);
      if (/^\/v1\/threads\/long(?:\/history)?$/.test(pathname)) asked.push(pathname);
      return await answer();
    };
    await using site = openLongSite({ network });
    await runSteps(site, 300);
    await using tab = await visit(`${site.url}#long`, { width: 1440 });
    const { page } = tab;
    await stepRow(page, 300).waitFor();
    await page.locator(".step").last().waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(asked, ["/v1/threads/long", "/v1/threads/long/history"]);
    const nodes = Number(await page.evaluate("document.querySelectorAll('*').length"));
    assert.ok(nodes < 2_500, `${nodes} nodes, however long the thread is`);
    await holds(async () => assert.equal(await stepRow(page, 286).count(), 1));
    await holds(async () => assert.equal(await stepRow(page, 285).count(), 0));
    await page.getByRole("button", { name: "Earlier steps" }).click();
    await stepRow(page, 200).waitFor();

    const earlier = page.getByText("earlier messages are not shown.");
    const left = Number.parseInt(await earlier.innerText());
    const shown = await page.locator("#transcript .user").count();
    await page.getByRole("button", { name: "Show earlier" }).click();
    await page.getByText(`${left - 160} earlier messages are not shown.`).waitFor();
    await page.locator("#transcript .user").nth(shown + 30).waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
