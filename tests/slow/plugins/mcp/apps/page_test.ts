// Apps in Chromium: on the page of the deployment, and in a chat client of another origin with the official bridge.

import assert from "node:assert/strict";
import { scenario } from "../../../../../src/providers/scripted/scenario.ts";
import { closeBrowser, idle, picture, say, visit } from "../../../playground/site.ts";
import { holds } from "../../../../support/eventually.ts";
import { needsBrowser } from "../../../../support/requires.ts";
import { appScene } from "../../../../plugins/mcp/apps/_deployment.ts";
import { officialAppHtml, serveChatClient } from "./_official_app.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser(
  "V7: an app on the page shows its call, calls tools, waits for an approval, asks the person",
  async () => {
    const script = scenario().calls("srv.show_weather", {}).next().says("It is sunny.")
      .next().says("-").next().says("-").next().says("You are welcome.");
    await using scene = await appScene({ app: { html: await officialAppHtml() }, script });
    await using visited = await visit(`${scene.url}/`);
    const { page, complaints } = visited;
    await say(page, "How is the weather?");
    await idle(page);
    const app = page.frameLocator(".app-frame");
    await app.getByText("It is sunny.").waitFor();
    await page.getByText("App of the server srv. It reaches no other site.").waitFor();
    await picture(page, "mcp_app");

    await app.getByRole("button", { name: "Refresh" }).click();
    await app.getByText("rain").waitFor();
    assert.deepEqual(scene.ran, ["show_weather {}", "refresh {}"]);

    await app.getByRole("button", { name: "Secret" }).click();
    await app.getByText("refused: ").waitFor();

    await app.getByRole("button", { name: "Move" }).click();
    const card = page.locator('.call[data-state="approval"]');
    await card.getByRole("button", { name: "Approve" }).waitFor();
    assert.equal(scene.ran.length, 2);
    await picture(page, "mcp_app_approval");
    await card.getByRole("button", { name: "Approve" }).click();
    await app.getByText("moved").waitFor();
    assert.deepEqual(scene.ran.slice(2), ["move_station {}"]);
    await idle(page);

    await app.getByRole("button", { name: "Open" }).click();
    const asks = page.locator(".app-asks");
    await asks.getByText("https://example.com/").waitFor();
    await holds(async () =>
      assert.equal(await asks.getByRole("link", { name: "Open" }).getAttribute("rel"), "noopener noreferrer")
    );
    await asks.getByRole("button", { name: "Refuse" }).click();
    await app.getByText("not opened").waitFor();

    await app.getByRole("button", { name: "Say" }).click();
    await asks.getByText("Thanks, app.").waitFor();
    await picture(page, "mcp_app_message");
    await asks.getByRole("button", { name: "Send" }).click();
    await page.locator("section.user").getByText("Thanks, app.").waitFor();
    await app.getByText("sent", { exact: true }).waitFor();
    await idle(page);
    assert.deepEqual(complaints.filter((each) => !each.includes("status of 404")), []);

    await page.reload();
    await page.locator(".call").first().scrollIntoViewIfNeeded();
    await page.frameLocator(".app-frame").getByText("It is sunny.").waitFor();
    await holds(async () => assert.equal(await page.locator(".app-frame").count(), 1)); // calls of apps have none of their own
  },
  shared,
);

needsBrowser(
  "V7: a chat client of another origin shows the app by the part of useChat and the official bridge",
  async () => {
    await using client = await serveChatClient();
    await using scene = await appScene({
      app: { html: await officialAppHtml() },
      env: { TREADLE_CORS_ORIGINS: client.origin },
    });
    client.api = scene.url;
    await using visited = await visit(client.origin);
    const { page } = visited;
    const app = page.frameLocator("iframe");
    await app.getByText("It is sunny.").waitFor();
    await holds(async () => assert.ok((await page.locator("#out").innerText()).includes('"data-app"')));
    await app.getByRole("button", { name: "Refresh" }).click();
    await app.getByText("rain").waitFor();
    await app.getByRole("button", { name: "Secret" }).click();
    await app.getByText("failed: not_found").waitFor();
    await app.getByRole("button", { name: "Move" }).click();
    await app.getByText("failed: approval").waitFor();
    assert.deepEqual(scene.ran, ["show_weather {}", "refresh {}"]);
    await picture(page, "mcp_app_chat_client");
  },
  shared,
);
