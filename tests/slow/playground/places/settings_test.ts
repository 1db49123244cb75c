/** The settings: who the page acts as, its theme, and what it keeps, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, lowContrast, openSite, overflow, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const KEY = "0123456789abcdef";

needsBrowser(
  "E15: the settings say who the page acts as, change the theme, and remove what is kept",
  async () => {
    await using site = openSite({
      env: { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_TOKEN_SECRETS: "k".repeat(32) },
    });
    await using tab = await visit(site.url, { width: 390 });
    const { page } = tab;
    await page.getByLabel("API key").fill(KEY);
    await page.getByRole("button", { name: "Use key" }).click();
    await page.locator("#agent:enabled").waitFor();
    await page.evaluate("location.hash = '#/settings'");
    const access = page.getByRole("region", { name: "Access" });
    await access.getByText("An API key").waitFor();
    await holds(async () => assert.match(await access.innerText(), /Tenant\s+acme/));
    await holds(async () => assert.equal(await access.getByText("granted", { exact: true }).count(), 4));
    await page.getByRole("region", { name: "Deployment" }).getByText("memory").waitFor();
    await holds(async () => assert.equal(await overflow(page), 0));

    await page.getByLabel("Colours").selectOption("dark");
    await holds(async () =>
      assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    );
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await page.reload();
    await holds(async () => assert.equal(await page.getByLabel("Colours").inputValue(), "dark"));
    const kept = page.getByRole("list", { name: "What is kept" });
    await kept.getByText("treadle.key").waitFor();
    await kept.getByText("treadle.theme").waitFor();
    await page.getByRole("button", { name: "Remove all of it" }).click();
    await page.getByLabel("API key", { exact: true }).waitFor();
    const left = await page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]");
    assert.deepEqual(left, []);
    await page.getByLabel("API key", { exact: true }).fill(KEY);
    await page.getByRole("button", { name: "Use key" }).click();
    await kept.getByText("treadle.key").waitFor();
  },
  shared,
);

needsBrowser(
  "E15: with a token the page says what it may, and asks for nothing that tokens are refused",
  async () => {
    await using site = openSite({
      env: { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_TOKEN_SECRETS: "k".repeat(32) },
    });
    const minted = await fetch(`${site.url}v1/tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ user: "ann", agents: ["demo"], threadPrefix: "ann.", scopes: ["read", "run"] }),
    });
    const text = await minted.text();
    assert.equal(minted.status, 201, text);
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(new URL(response.url()).pathname);
    });
    await page.getByLabel("API key").fill(JSON.parse(text).token);
    await page.getByRole("button", { name: "Use key" }).click();
    await page.locator("#agent:enabled").waitFor();
    await page.getByText("No thread yet.").waitFor();
    await page.evaluate("location.hash = '#/settings'");
    const access = page.getByRole("region", { name: "Access" });
    await access.getByText("A token").waitFor();
    await holds(async () => assert.match(await access.innerText(), /User\s+ann/));
    await holds(async () => assert.equal(await access.getByText("not granted", { exact: true }).count(), 2));
    assert.deepEqual(refused, []);
  },
  shared,
);
