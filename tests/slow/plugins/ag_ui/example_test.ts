// docs/examples/ag_ui.ts in Chromium: text and a tool, an approval and a denial over reloads, and a tool of the page.

import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { deleteRecord, getWeather } from "../../../../functions/agents/tools.ts";
import { closeBrowser, openSite, picture, visit } from "../../playground/site.ts";
import { holds } from "../../../support/eventually.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { needsBrowser } from "../../../support/requires.ts";

const KEY = "key-of-acme-0123456789";

async function bundled(): Promise<string> {
  try {
    const { outputFiles: [file] } = await esbuild.build({
      entryPoints: [fromFileUrl(new URL("docs/examples/ag_ui.ts", projectRoot))],
      bundle: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      write: false,
    });
    return file?.text ?? "";
  } finally {
    await esbuild.stop();
  }
}

/** Plans by the last message of the user. */
const driver = createScriptedDriver(({ history: { entries } }): ScriptedPlan => {
  const at = entries.findLastIndex(({ type }) => type === "user");
  const asked = entries[at];
  const text = asked?.type === "user" ? asked.text : "";
  if (entries.slice(at).some(({ type }) => type === "tool")) return { says: `Done: ${text}` };
  if (text.startsWith("Delete")) {
    return { says: "I ask.", calls: [{ tool: "delete_record", args: { id: "r1" } }] };
  }
  if (text.startsWith("Paint")) {
    return { calls: [{ tool: "set_color", args: { color: "rgb(254, 243, 199)" } }] };
  }
  return { says: "Let me check.", calls: [{ tool: "get_weather", args: { city: "Paris" } }] };
});

needsBrowser("E7: the example of AG-UI chats, approves, paints and reloads", async () => {
  const script = await bundled();
  const html = Deno.readTextFileSync(new URL("docs/examples/ag_ui.html", projectRoot));
  const files: Readonly<Record<string, readonly [string, string]>> = {
    "/": [html, "text/html"],
    "/ag_ui.js": [script, "text/javascript"],
    "/token": [KEY, "text/plain"],
  };
  await using site = openSite({
    agents: [defineAgent({ name: "demo", driver: "scripted", tools: [getWeather, deleteRecord] })],
    drivers: [driver],
    env: { TREADLE_API_KEYS: `acme:${KEY}` },
    network: (request, answer) => {
      const [body, type] = files[new URL(request.url).pathname] ?? [];
      return body === undefined ? answer() : Promise.resolve(
        new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } }),
      );
    },
  });
  try {
    await using visitor = await visit(site.url);
    const { page } = visitor;
    const cards = page.locator(".call");
    const say = async (text: string) => {
      await page.getByLabel("Message").fill(text);
      await page.getByRole("button", { name: "Send" }).click();
    };
    const shows = async (text: string) => await page.getByText(text, { exact: true }).last().waitFor();

    await shows("ready");
    await say("What is the weather?");
    await shows("Done: What is the weather?");
    for (const [number, label] of ["Approve", "Deny"].entries()) {
      await say("Delete record r1");
      await page.getByRole("button", { name: label }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: label }).waitFor();
      await holds(async () => assert.equal(await cards.count(), 2 + number));
      await page.getByRole("button", { name: label }).click();
      await page.getByRole("button", { name: label }).waitFor({ state: "detached" });
      await shows("ready");
      await holds(async () =>
        assert.equal(await page.getByText("Done: Delete record r1", { exact: true }).count(), number + 1)
      );
      await holds(async () => assert.equal(await cards.count(), 2 + number));
    }
    await say("Paint it");
    await shows("The page is rgb(254, 243, 199) now.");
    await shows("Done: Paint it");
    await holds(async () =>
      assert.equal(
        await page.evaluate("document.body.style.background"),
        "rgb(254, 243, 199)",
      )
    );
    await page.reload();
    await shows("Done: Paint it");
    await holds(async () => assert.equal(await cards.count(), 4));
    await picture(page, "ag_ui");
  } finally {
    await closeBrowser();
  }
}, { sanitizeOps: false, sanitizeResources: false });
