// What the page does where it cannot begin, or where its key is refused later, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, idle, openSite, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const [path, hash] of [["/v1/agents", "#/inbox"], ["/v1/plugins", "#/inbox"], ["/v1/agents", ""]]) {
  needsBrowser(
    `V2: a page at ${hash || "no address"} that ${path} fails for says why and begins again`,
    async () => {
      let isAway = true;
      await using site = openSite({
        network: async (request, answer) =>
          isAway && new URL(request.url).pathname === path
            ? Response.json({ title: "Not available", detail: "The store is away." }, { status: 503 })
            : await answer(),
      });
      await using tab = await visit(site.url + hash, { width: 1280 });
      const { page } = tab;
      await page.getByRole("alert").getByText("The store is away.").waitFor();
      isAway = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: hash === "" ? "demo" : "Nothing waits" }).first().waitFor();
      await holds(async () => assert.equal(await page.getByText("The store is away.").count(), 0));
    },
    shared,
  );
}

needsBrowser("E14, V2: a 401 asks for the key, and the thread is there under the next one", async () => {
  let isRefused = false;
  await using site = openSite({
    network: async (_request, answer) =>
      isRefused ? Response.json({ detail: "The key is gone." }, { status: 401 }) : await answer(),
  });
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "Hello");
  await idle(page);
  const { hash } = new URL(page.url());
  await page.keyboard.press("Alt+n");
  isRefused = true;
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const key = page.getByLabel("API key");
  await key.waitFor();
  isRefused = false;
  await key.fill("other");
  await page.getByRole("button", { name: "Use key" }).click();
  await page.getByRole("log").getByText("Hello", { exact: true }).waitFor();
  await holds(async () => assert.equal(await key.isVisible(), false));

  isRefused = true;
  await page.evaluate("location.hash = '#/policies'"); // its reading is the first request that is refused
  await key.waitFor();
  isRefused = false;
  await key.fill("another");
  await page.getByRole("button", { name: "Use key" }).click();
  await page.getByRole("heading", { name: "Policies" }).waitFor();
}, shared);
