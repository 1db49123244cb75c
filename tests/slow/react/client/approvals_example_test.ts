// docs/examples/approvals.ts in Chromium: approvals are listed and decided with a token from the route of the page's server.

import assert from "node:assert/strict";
import { closeBrowser, picture, visit } from "../../playground/site.ts";
import { holds } from "../../../support/eventually.ts";
import { projectRoot } from "../../../support/project.ts";
import { freePort, needsBrowser } from "../../../support/requires.ts";
import { KEY, REMOVES } from "../../../http/_app.ts";
import { giveToken } from "../../../../docs/examples/approvals_server.ts";
import { bundle } from "./_bundle.ts";
import { openWorld } from "../../../react/client/_world.ts";

const SECRET = "a4c1f08e2b7d5936a4c1f08e2b7d5937";

needsBrowser(
  "E14: a page lists approvals of all users and decides them with a token, as the person who is signed in",
  async () => {
    const port = freePort();
    const script = await bundle("docs/examples/approvals.ts");
    const env = { TREADLE_CORS_ORIGINS: `http://127.0.0.1:${port}`, TREADLE_TOKEN_SECRETS: SECRET };
    try {
      await using world = openWorld({ env, scenario: REMOVES });
      for (const user of ["ann", "bob"]) {
        await world.client.thread(`${user}.t1`).run(`Remove it for ${user}.`, { agent: "tester", user });
      }
      await using _server = servePage(port, world.proxy.url, script);
      await using visitor = await visit(`http://127.0.0.1:${port}/`, { width: 720, height: 640 });
      const { page, complaints } = visitor;
      const [cards, status] = [page.locator("article"), page.locator("#status")];
      await cards.nth(1).waitFor();
      await holds(async () => assert.match(await cards.first().innerText(), /remove\s+tester · ann\.t1/));
      await picture(page, "approvals_two");
      await cards.first().getByRole("button", { name: "Approve" }).click();
      await status.getByText("Gone.").waitFor();
      await cards.nth(1).waitFor({ state: "detached" });
      await cards.first().getByLabel("Reason").fill("Keep it.");
      await cards.first().getByRole("button", { name: "Deny" }).click();
      await page.getByText("Nothing waits for an answer.").waitFor();
      await picture(page, "approvals_none");
      const { past: [approved] } = await pastOf(world.proxy.url, "ann.t1");
      assert.deepEqual(decisionsOf(approved), [[true, "boss@example.com", undefined]]);
      const { past: [denied] } = await pastOf(world.proxy.url, "bob.t1");
      assert.deepEqual(decisionsOf(denied), [[false, "boss@example.com", "Keep it."]]);
      assert.deepEqual(complaints, []);
      const sent = world.proxy.requests.map(({ headers, path }) => `${headers.get("authorization")} ${path}`);
      const ofPage = sent.filter((each) => !each.includes(KEY) || each.endsWith("/v1/tokens"));
      assert.equal(ofPage.filter((each) => each.endsWith("/v1/tokens")).length, 1, "one token is enough");
      assert.ok(ofPage.every((each) => /^Bearer eyJ|\/v1\/tokens$|^null/.test(each)), "the page has no key");
    } finally {
      await closeBrowser();
    }
  },
  { sanitizeOps: false, sanitizeResources: false },
);

function servePage(port: number, api: string, script: string) {
  const html = Deno.readTextFileSync(new URL("docs/examples/approvals.html", projectRoot))
    .replace('data-url=""', `data-url="${api}"`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/token") {
      return await giveToken(request, {
        url: api,
        key: KEY,
        agents: ["tester"],
        personOf: () => "boss@example.com",
      });
    }
    const [body, type] = pathname === "/approvals.js" ? [script, "text/javascript"] : [html, "text/html"];
    return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
  });
}

async function pastOf(url: string, thread: string) {
  const response = await fetch(`${url}/v1/threads/${thread}/approvals`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  return await response.json();
}

interface Past {
  readonly approval: { readonly decisions: readonly { approved: boolean; by?: string; reason?: string }[] };
}

function decisionsOf({ approval: { decisions } }: Past) {
  return decisions.map(({ approved, by, reason }) => [approved, by, reason]);
}
