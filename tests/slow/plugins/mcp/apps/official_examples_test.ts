// V7: apps of the official examples, as they are published: each server in a process of its own, and its app in Chromium, on
// the page and in a chat client.

import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { scenario } from "../../../../../src/providers/scripted/scenario.ts";
import { closeBrowser, idle, picture, say, visit } from "../../../playground/site.ts";
import { answers, eventually, holds } from "../../../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../../../support/project.ts";
import { freePort, needsBrowser } from "../../../../support/requires.ts";
import { appScene } from "../../../../plugins/mcp/apps/_deployment.ts";
import { serveChatClient } from "./_official_app.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

interface Example {
  /** Behind `@modelcontextprotocol/server-`. */
  readonly name: string;
  readonly tool: string;
  /** What a person does with the app, and sees. */
  readonly use: (app: FrameLocator, page: Page) => Promise<void>;
}

const EXAMPLES: readonly Example[] = [
  {
    name: "basic-vanillajs",
    tool: "get-time",
    async use(app, page) {
      const time = app.locator("#server-time");
      await eventually(async () => /^\d{4}-\d\d-\d\dT/.test(await time.innerText()));
      const before = await time.innerText();
      await app.getByRole("button", { name: "Get Server Time" }).click();
      await approve(page);
      await eventually(async () => await time.innerText() > before);
      await app.getByRole("button", { name: "Open Link" }).click();
      await page.locator(".app-asks").getByText("https://modelcontextprotocol.io/").waitFor();
      await page.locator(".app-asks").getByRole("button", { name: "Refuse" }).click();
    },
  },
  {
    name: "budget-allocator",
    tool: "get-budget-data",
    async use(app) {
      await app.getByText("Marketing").first().waitFor();
      await eventually(async () => /Allocated: \$[1-9]/.test(await app.locator("#status-bar").innerText()));
      await app.locator("#budget-selector").selectOption({ index: 2 });
    },
  },
  {
    name: "cohort-heatmap",
    tool: "get-cohort-data",
    async use(app) {
      await app.getByText("100%").first().waitFor();
    },
  },
  {
    name: "customer-segmentation",
    tool: "get-customer-data",
    async use(app, page) {
      await approve(page); // the app calls the tool once more
      await app.getByText("Enterprise").first().waitFor();
      await app.locator("#x-axis").selectOption("nps");
    },
  },
  {
    name: "scenario-modeler",
    tool: "get-scenario-data",
    async use(app) {
      await app.getByText("Gross Margin").first().waitFor();
    },
  },
];

async function approve(page: Page): Promise<void> {
  await page.locator('.call[data-state="approval"]').getByRole("button", { name: "Approve" }).click();
}

for (const { name, tool, use } of EXAMPLES) {
  needsBrowser(`V7: the official example ${name} works on the page`, async () => {
    await using server = await serveExample(name);
    const script = scenario().calls(`other.${tool}`, {}).next().says("There it is.").next().says("-");
    await using scene = await appScene({ other: server.url, script });
    await using visited = await visit(`${scene.url}/`);
    const { page, complaints } = visited;
    await say(page, "Show it.");
    await approve(page); // its server does not say that the tool only reads
    await page.getByText("There it is.").waitFor();
    await idle(page);
    await use(page.frameLocator(".app-frame"), page);
    await holds(async () =>
      assert.equal(await page.locator(".app-frame").count(), 1, "calls of the app have no app of their own")
    );
    await picture(page, `mcp_app_${name}`);
    assert.deepEqual(complaints.filter((each) => !each.includes("status of 404")), []);
  }, shared);
}

needsBrowser("V7: an official example works in a chat client of another origin", async () => {
  await using server = await serveExample("basic-vanillajs");
  await using client = await serveChatClient();
  await using scene = await appScene({
    settings: { url: server.url, approval: "never" },
    script: scenario().calls("srv.get-time", {}).next().says("There it is.").next().says("-"),
    env: { TREADLE_CORS_ORIGINS: client.origin },
  });
  client.api = scene.url;
  await using visited = await visit(client.origin);
  const app = visited.page.frameLocator("iframe");
  const time = app.locator("#server-time");
  await eventually(async () => /^\d{4}-\d\d-\d\dT/.test(await time.innerText()));
  const before = await time.innerText();
  await app.getByRole("button", { name: "Get Server Time" }).click();
  await eventually(async () => await time.innerText() > before);
  await picture(visited.page, "mcp_app_example_chat_client");
}, shared);

/** The server of an example at a free port, as its command starts it. */
async function serveExample(name: string): Promise<AsyncDisposable & { readonly url: string }> {
  const port = freePort();
  const main = new URL(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, projectRoot);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-prompt", fromFileUrl(main)],
    cwd: fromFileUrl(projectRoot),
    env: { PORT: String(port) },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}/mcp`;
  await eventually(() => answers(() => fetch(url)));
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
