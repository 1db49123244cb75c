/** Answers on the page that are more than yes and no: other arguments, values, several people, texts that mislead. */
import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import {
  cardTexts,
  closeBrowser,
  idle,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  visit,
} from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const PARAMETERS = {
  type: "object",
  properties: { to: { type: "string" }, amount: { type: "number", maximum: 100 } },
  required: ["to", "amount"],
  additionalProperties: false,
};

function payer(terms: Partial<Tool>, paid: JsonObject[], more: readonly Tool[] = []) {
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    needsApproval: true,
    parameters: PARAMETERS,
    ...terms,
    run: (args: JsonObject) => {
      paid.push(args);
      return { paid: args.amount ?? null };
    },
  });
  return defineAgent({ name: "payer", driver: "scripted", tools: [pay, ...more] });
}

function siteOf(
  agent: ReturnType<typeof payer>,
  calls: readonly { readonly tool: string; readonly args: JsonObject }[],
  plugins: readonly Plugin[] = [],
) {
  const env = { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" };
  return openSite({
    env,
    plugins,
    agents: [agent],
    drivers: [createScriptedDriver([{ calls }, { says: "Done." }])],
  });
}

for (const width of looksOf([320, 1280])) {
  needsBrowser(
    `E15: X5: a person changes the arguments on the page with the keyboard, at ${width} px`,
    async () => {
      const paid: JsonObject[] = [];
      const agent = payer({ approvalEdits: true }, paid);
      await using site = siteOf(agent, [{ tool: "pay", args: { to: "bob", amount: 150 } }]);
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "pay bob");
      const amount = page.getByRole("textbox", { name: "amount" });
      await amount.waitFor();
      await idle(page);
      await page.reload();
      await amount.waitFor();
      await holds(async () => assert.equal(await amount.inputValue(), "150"));
      await holds(async () =>
        assert.equal(await page.locator(".call pre").count(), 0, "the arguments stand once")
      );
      const approve = page.getByRole("button", { name: "Approve" });
      const problem = page.getByRole("alert");
      await page.getByLabel("Reason (optional)").fill("less is enough");
      for (
        const [text, message] of [
          ["many", "Some arguments are wrong: see their fields."],
          ["101", /Nothing is recorded\.[^]*amount/],
        ] as const
      ) {
        await amount.fill(text);
        await approve.press("Enter");
        await problem.filter({ hasText: message }).waitFor();
        await holds(async () =>
          assert.doesNotMatch(await problem.innerText(), /fit[^]*fit/, "nothing is said twice")
        );
        await holds(async () => assert.equal(await amount.inputValue(), text, "what was typed is kept"));
        await holds(async () =>
          assert.equal(await page.getByText("must be a number").count(), text === "many" ? 1 : 0)
        );
      }
      await page.getByText("The model wrote 150").waitFor();
      await holds(async () =>
        assert.equal(await page.getByLabel("Reason (optional)").inputValue(), "less is enough")
      );
      await holds(async () => assert.deepEqual([await overflow(page), await lowContrast(page)], [0, []]));
      await picture(page, `approval-edit-${width}`);
      await amount.fill("20");
      for (const key of ["Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
      await page.getByText("Done.", { exact: true }).waitFor();
      assert.deepEqual(paid, [{ to: "bob", amount: 20 }]);
      await page.locator(".call-by", { hasText: "approved by a person without a key with changes" })
        .waitFor();
      // The browser reports each answer that was refused as a failed resource.
      assert.ok(tab.complaints.every((text) => text.includes("422")), tab.complaints.join());
    },
    shared,
  );
}

needsBrowser("E15: X5: arguments without a schema of their own are changed as JSON", async () => {
  const paid: JsonObject[] = [];
  const agent = payer({ approvalEdits: true, parameters: { type: "object" } }, paid);
  await using site = siteOf(agent, [{ tool: "pay", args: { to: "bob", amount: 150 } }]);
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "pay bob");
  const args = page.getByLabel("Arguments to approve, as JSON");
  await args.waitFor();
  await holds(async () => assert.deepEqual(JSON.parse(await args.inputValue()), { to: "bob", amount: 150 }));
  const approve = page.getByRole("button", { name: "Approve" });
  for (
    const [text, message] of [["{", "The arguments are not JSON"], ["[1]", "not a JSON object"]] as const
  ) {
    await args.fill(text);
    await approve.press("Enter");
    await page.getByRole("alert").filter({ hasText: message }).waitFor();
    await holds(async () => assert.equal(await args.inputValue(), text, "what was typed is kept"));
  }
  await args.fill('{"to":"bob","more":[1]}');
  await approve.click();
  await page.getByText("Done.", { exact: true }).waitFor();
  assert.deepEqual(paid, [{ to: "bob", more: [1] }]);
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: X5: a question that wants a number is answered with one", async () => {
  const question = askUser({ schema: { type: "integer", minimum: 1 } });
  await using site = siteOf(payer({}, [], [question]), [{
    tool: "ask_user",
    args: { question: "How many?" },
  }]);
  await using tab = await visit(site.url, { width: 1280 });
  const { page } = tab;
  await say(page, "ask me");
  await page.getByText("How many?").first().waitFor();
  await page.getByLabel("Answer").fill("0");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "does not fit its schema" }).waitFor();
  await page.getByLabel("Answer").fill("7");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByText("Done.", { exact: true }).waitFor();
  await holds(async () => assert.equal((await cardTexts(page)).output, "7"));
}, shared);

needsBrowser(
  "E15: X5: the page says why a plugin holds a call, and waits for the other people that it needs",
  async () => {
    const paid: JsonObject[] = [];
    const careful = definePlugin({
      name: "careful",
      compile: () => ({
        judge: (calls, when) =>
          when === "acting"
            ? undefined
            : new Map(calls.map(({ id }) => [id, { hold: {}, because: "it is much" }])),
      }),
    });
    const calls = [{ tool: "pay", args: { to: "bob", amount: 1 } }];
    await using site = siteOf(payer({ approvals: 2 }, paid), calls, [careful]);
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "pay bob");
    await page.getByText("It needs approval by plugin careful: it is much. 2 people must approve.").waitFor();
    await idle(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Your approval is recorded; 1 more must approve.").waitFor();
    await idle(page);
    await holds(async () =>
      assert.equal(await page.locator("#attention").isHidden(), true, "it waits for others now")
    );
    assert.deepEqual(paid, []);
    await holds(async () => assert.equal(await page.locator(".notice.bad").count(), 0));
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);

needsBrowser(
  "E15: X5: no character of the arguments is invisible, and none changes the order of others",
  async () => {
    const to = "ann\u202e 001 yap\u200b";
    await using site = siteOf(payer({ approvalEdits: true }, []), [{ tool: "pay", args: { to, amount: 1 } }]);
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "pay ann");
    const field = page.getByRole("textbox", { name: "to json" });
    await field.waitFor();
    const shown = [await field.inputValue(), await page.locator(".call-line").innerText()];
    for (const text of shown) assert.ok(text.includes(String.raw`ann\u202e 001 yap\u200b`), text);
  },
  shared,
);

for (const width of looksOf([320, 1280])) {
  needsBrowser(`E15: X5: the page of a link works with the keyboard alone, at ${width} px`, async () => {
    const paid: JsonObject[] = [];
    await using site = siteOf(payer({ approvalEdits: true }, paid), [{
      tool: "pay",
      args: { to: "bob".repeat(40), amount: 150 },
    }]);
    const post = async (path: string, body: JsonObject) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${site.url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return await response.json();
    };
    const { calls: [{ id }] } = await post("v1/threads/t1/steps", { agent: "payer", input: "pay" });
    const { url } = await post(`v1/threads/t1/approvals/${id}/link`, { by: "ann@example.com" });
    await using tab = await visit(url, { width });
    const { page } = tab;
    const args = page.getByLabel("Arguments to approve");
    await args.fill('{"to":"bob","amount":"20"}');
    await page.getByRole("button", { name: "Approve" }).press("Enter");
    await page.getByRole("alert").filter({ hasText: "/amount" }).waitFor();
    await holds(async () => assert.equal(await args.inputValue(), '{"to":"bob","amount":"20"}'));
    await holds(async () => assert.deepEqual([await overflow(page), await lowContrast(page)], [0, []]));
    await picture(page, `approval-link-${width}`);
    await args.fill('{"to":"bob","amount":20}');
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "Approved" }).waitFor();
    await post("v1/threads/t1/steps", {});
    assert.deepEqual(paid, [{ to: "bob", amount: 20 }]);
    assert.ok(tab.complaints.every((text) => text.includes("422")), tab.complaints.join());
  }, shared);
}

needsBrowser(
  "E14: a caller without the scope decide reads what waits, and has no button to approve it",
  async () => {
    const agent = payer({}, []);
    const calls = [{ tool: "pay", args: { to: "bob", amount: 5 } }];
    await using site = openSite({
      agents: [agent],
      drivers: [createScriptedDriver([{ calls }, { says: "Done." }])],
      authenticate: () => ({ tenant: "acme", user: "ann" }),
    });
    await using tab = await visit(site.url);
    const { page } = tab;
    await say(page, "pay bob");
    await page.getByText("A person with another key has to answer.").waitFor();
    for (const name of ["Approve", "Deny"]) {
      await holds(async () =>
        assert.equal(
          await page.getByRole("button", { name }).count(),
          0,
          name,
        )
      );
    }
  },
);

needsBrowser(
  "E15: X5: Escape and Stop while a thread is opened leave the question that it waits with",
  async () => {
    const paid: JsonObject[] = [];
    const asked: string[] = [];
    const shown = Promise.withResolvers<void>();
    let isHeld = false;
    const agent = payer({}, paid);
    await using site = openSite({
      agents: [agent],
      env: { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" },
      drivers: [
        createScriptedDriver([{ calls: [{ tool: "pay", args: { to: "bob", amount: 5 } }] }, {
          says: "Done.",
        }]),
      ],
      network: async (request, answer) => {
        const { pathname } = new URL(request.url);
        asked.push(`${request.method} ${pathname}`);
        const response = await answer();
        // The page has not heard yet that nothing runs.
        if (isHeld && /^\/v1\/threads\/[^/]+$/.test(pathname)) await shown.promise;
        return response;
      },
    });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    await say(page, "pay bob");
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await idle(page);
    isHeld = true;
    await page.reload();
    const stop = page.locator("#stop:visible");
    await stop.waitFor();
    await page.keyboard.press("Escape");
    await stop.click({ force: true });
    isHeld = false;
    shown.resolve();
    await approve.waitFor();
    await idle(page);
    assert.deepEqual(asked.filter((each) => each.endsWith("/cancel")), []);
    await approve.click();
    await page.getByRole("log").getByText("Done.").waitFor();
    assert.equal(paid.length, 1);
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
