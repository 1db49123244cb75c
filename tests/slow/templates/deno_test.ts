import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Route } from "playwright-core";
import { STARTER_NAMES } from "../../../src/cli/new/starters.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { PNG } from "../../wire/media/samples.ts";
import { closeBrowser, visit } from "../playground/site.ts";
import { assertAnswers, newProject } from "./_project.ts";

const BY_DENO = ["deno", "run", "-A", "npm:@treadle/cli"] as const;

Deno.test("H4: template deno: made by Deno from the registry, it is type-checked, its test passes, and it answers", async () => {
  await using project = await newProject("deno", BY_DENO);
  assert.match(project.printed, /cd my-agent\n {2}npx -y deno@2\.9\.6 task dev\n/);
  await project.run("deno", "task", "check");
  await project.run("deno", "fmt", "--check");
  assert.match(await project.run("deno", "task", "test"), /2 passed/);
  {
    await using server = await project.serve(
      "deno",
      "serve",
      "-A",
      "--host",
      "127.0.0.1",
      "--port",
      "{port}",
      "main.ts",
    );
    await assertAnswers(server.url);
  }
  await using server = await project.serve("deno", "run", "-A", "main.ts");
  await assertAnswers(server.url);
});

for (const starter of STARTER_NAMES) {
  Deno.test(`H4: starter ${starter}: made by Deno from the registry, it is type-checked, its tests and its evaluation pass, and it is served`, async () => {
    await using project = await newProject(
      "deno",
      ["deno", "run", "-A", "npm:@treadle/cli"],
      "--starter",
      starter,
    );
    await project.run("deno", "task", "check");
    await project.run("deno", "fmt", "--check");
    assert.match(await project.run("deno", "task", "test"), /\| 0 failed/);
    assert.match(await project.run("deno", "task", "treadle", "eval"), /^ok +cases: /m);
    await using server = await project.serve("deno", "task", "dev");
    const page = await fetch(server.url, { headers: { accept: "text/html" } });
    assert.match(await page.text(), /^<!DOCTYPE html>/i);
  });
}

needsBrowser(
  "starter support-chat: on its page a customer sends a picture, staff approve what they see, and a reload has it all",
  async () => {
    await using project = await newProject("deno", BY_DENO, "--starter", "support-chat");
    await using server = await project.serve("deno", "task", "dev");
    try {
      await using ada = await visit(`${server.url}/chat`);
      await using sue = await visit(`${server.url}/chat`);
      await sue.page.route("**/v1/inbox", showOtherCalls);
      for (const [{ page }, name] of [[ada, "ada"], [sue, "sue"]] as const) {
        await page.getByLabel("Name").fill(name);
        await page.getByLabel("Password").fill("try-me");
        await page.getByRole("button", { name: "Sign in" }).click();
      }
      const file = { name: "pot.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") };
      await ada.page.getByLabel("Files").setInputFiles(file);
      await ada.page.getByLabel("Message").fill("Order 1001 is broken, please refund it.");
      await ada.page.getByRole("button", { name: "Send" }).click();
      await ada.page.getByText("a colleague decides about it").waitFor();
      await sue.page.getByText("refund order of ada").waitFor();
      await sue.page.getByRole("button", { name: "Approve" }).click();
      await sue.page.getByRole("alert").getByText(/arguments/).waitFor();
      await sue.page.unrouteAll({ behavior: "wait" });
      await sue.page.reload();
      await sue.page.route("**/wake", wakeTwice);
      sue.complaints.length = 0;
      await sue.page.getByRole("button", { name: "Approve" }).click();
      await sue.page.getByText("Nothing waits.").waitFor();
      await holds(async () => assert.equal(await sue.page.getByRole("alert").innerText(), ""));
      assert.deepEqual(sue.complaints.filter((each) => !each.startsWith("Failed to load resource")), []);
      await ada.page.getByText("Order 1001 is refunded.").waitFor();
      await ada.page.reload();
      await ada.page.getByText("Order 1001 is refunded.").waitFor();
      await ada.page.getByAltText("pot.png").waitFor();
      await ada.page.getByRole("button", { name: "New chat" }).click();
      await ada.page.getByText("Order 1001 is refunded.").waitFor({ state: "detached" });
      await ada.page.getByRole("link", { name: "Order 1001 is broken" }).click();
      await ada.page.getByText("Order 1001 is refunded.").waitFor();
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

/** Lists calls as they were with other arguments. */
async function showOtherCalls(route: Route): Promise<void> {
  const inbox = await (await route.fetch()).json();
  for (const { approval } of inbox.items) approval.digest = "0".repeat(64);
  await route.fulfill({ json: inbox });
}

/** The run has gone on when the page has it go on. */
async function wakeTwice(route: Route): Promise<void> {
  assert.equal((await route.fetch()).status(), 202);
  await route.fulfill({ status: 409, json: { code: "nothing_to_do" } });
}
