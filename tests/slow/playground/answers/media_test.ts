/** Images from the box of the page to the store and back: of a person and of a tool, live and behind a reload. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { withMedia } from "../../../../src/core/content/with_media.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { PNG } from "../../../plugins/media/_media.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { closeBrowser, idle, openSite, overflow, picture, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const draw = defineTool({
  name: "draw",
  description: "Draws.",
  run: () => {
    const image = { type: "image", mediaType: "image/png", data: PNG, name: "chart.png" } as const;
    const notes = { type: "file", mediaType: "text/plain", data: "aGk=", name: "notes.txt" } as const;
    return Promise.resolve(withMedia("Drawn.", [image, notes]));
  },
});

async function isShown(image: Locator): Promise<void> {
  await image.waitFor();
  await holds(async () =>
    assert.equal(
      await image.evaluate((node) => Object(node).decode().then(() => Object(node).naturalWidth)),
      1,
    )
  );
}

for (const basePath of [undefined, "/agents"]) {
  needsBrowser(
    `E15: a pasted image and that of a tool are stored and shown again (${basePath ?? "/"})`,
    async () => {
      const driver = createScriptedDriver([{ calls: [{ tool: "draw", args: {} }] }, { says: "Seen." }]);
      const agents = [defineAgent({ name: "painter", driver: "scripted", tools: [draw] })];
      await using site = openSite({ agents, drivers: [driver], ...(basePath && { basePath }) });
      await using tab = await visit(`${site.url}${basePath?.slice(1) ?? ""}`);
      const { page } = tab;
      await page.locator("#agent:enabled").waitFor();
      await page.evaluate(`(() => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob("${PNG}"), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], "dot ü.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
      document.getElementById("input").dispatchEvent(event);
    })()`);
      await page.getByRole("list", { name: "Images of the message" }).getByRole("img").waitFor();
      await say(page, "What is this?");
      await isShown(page.locator(".user").getByRole("img", { name: "dot ü.png" }));
      await page.getByText("Seen.", { exact: true }).waitFor();
      await idle(page);
      await picture(page, `media-live${basePath?.slice(1) ?? ""}`);
      await page.reload();
      await isShown(page.locator(".user").getByRole("img", { name: "dot ü.png" }));
      await isShown(page.locator(".call").getByRole("img", { name: "chart.png" }));
      await page.locator(".call").getByText("file notes.txt, 2 bytes").waitFor();
      await holds(async () => assert.equal(await overflow(page), 0));
      await picture(page, `media-again${basePath?.slice(1) ?? ""}`);
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
