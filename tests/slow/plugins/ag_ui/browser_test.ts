// Row E14: a browser with a token runs AG-UI, with its approvals, its media and its context.

import { media } from "../../../../src/plugins/media/mod.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import assert from "node:assert/strict";
import { PNG } from "../../../plugins/media/_media.ts";
import { createTokenApp } from "../../../http/access/_tokens.ts";
import { input } from "./_app.ts";
import { type Client, ran, VERSIONS } from "./_clients.ts";

for (const version of VERSIONS) {
  Deno.test(`E14: ${version.name}: a token runs its conversations, and decides with the scope for it`, async () => {
    const app = createTokenApp({ plugins: [agUi(), media()] });
    const token = await app.mint({ threadPrefix: "ann.", scopes: ["read", "run", "decide"] });
    const open = (threadId: string): Client =>
      version.open({
        url: "http://treadle.test/agui/tester",
        threadId,
        headers: { authorization: `Bearer ${token}` },
        fetch: (url, init) => app.fetch(new Request(String(url), init)),
      });
    const client = open("ann.g1");
    const image = { type: "image", source: { type: "data", value: PNG, mimeType: "image/png" } };
    client.addMessage({ id: "m1", role: "user", content: [{ type: "text", text: "go" }, image] });
    const context = [{ description: "The open document", value: "Letter" }];
    assert.equal((await ran(client, { context })).error, undefined);
    const [interrupt] = client.pendingInterrupts;
    const resume = [{ interruptId: interrupt?.id ?? "", status: "resolved" as const, payload: true }];
    const { last, error } = await ran(client, { resume });
    assert.deepEqual([error, last?.type], [undefined, "RUN_FINISHED"]);

    const reloaded = open("ann.g1");
    await ran(reloaded);
    const shown = Object(reloaded.messages[0]?.content)[1].source.value;
    assert.equal((await app.ask(token, "GET", shown)).status, 200);
    reloaded.setMessages(reloaded.messages.slice(0, 1));
    assert.equal(
      (await ran(reloaded)).error,
      undefined,
      "the same message again is a fork within the prefix",
    );
    assert.equal((await app.ask(token, "GET", "/v1/threads/ann.g1:2")).status, 200);

    const denied = await ran(open("bob.g1"));
    assert.equal(Object(denied.error).status, 403);
  });
}

Deno.test("E14: an edited message of one conversation takes no medium of another, with a token and with a key", async () => {
  const app = createTokenApp({ plugins: [agUi(), media()] });
  const post = (token: string, body: object) => app.ask(token, "POST", "/agui/tester", input(body));
  const ann = await app.mint({ threadPrefix: "ann." });
  const bob = await app.mint({ user: "bob" });
  const source = { type: "data", value: PNG, mimeType: "image/png" };
  const messages = [{ id: "m1", role: "user", content: [{ type: "image", source }] }];
  assert.equal((await post(bob, { threadId: "bob.m", messages })).status, 200);
  const { body: { entries: [entry] } } = await app.ask(bob, "GET", "/v1/threads/bob.m/history");
  const stolen = { type: "image", source: { type: "url", value: entry.parts[0].url, mimeType: "image/png" } };
  const asked = { threadId: "ann.m", messages: [{ id: "m1", role: "user", content: [stolen] }] };
  const refused = await post(ann, asked);
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, "/messages"]);
  assert.equal((await app.ask(ann, "GET", "/v1/threads/ann.m")).status, 404);
});
