// The examples of docs with wakers: a GitHub agent in workerd with a real queue, a Slack agent on Deno through the simulated QStash.
// Their models are scripted, and GitHub and Slack are servers of the test that check what they are sent.

import assert from "node:assert/strict";
import { sign } from "@octokit/webhooks-methods";
import type { Booted } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";
import { startQStash } from "../../../support/qstash/server.ts";
import { type ParsedRequest, type Reply, serveOpenAI, simulatedKey } from "../../../wire/openai/server.ts";
import { answers, eventually } from "../../../support/eventually.ts";

const KEY = "acme-secret-0123456789";

interface Posted {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Record<string, unknown>;
}

/** GitHub or Slack: keeps what is posted, and resolves when so many have come. */
function startApi(answer: object, status: number) {
  const posted: Posted[] = [];
  const waiting = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname: path } = new URL(request.url);
    posted.push({ path, authorization: request.headers.get("authorization"), body: await request.json() });
    for (const look of waiting) look();
    return Response.json(answer, { status });
  });
  return {
    posted,
    url: `http://127.0.0.1:${server.addr.port}`,
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => posted.length >= count && resolve();
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A model that calls these tools one after the other, and then ends. */
function calling(...calls: readonly { readonly name: string; readonly args: object }[]) {
  return ({ history }: ParsedRequest): Reply => {
    const call = calls[history.filter(({ kind }) => kind === "call").length];
    return call === undefined
      ? { text: "Done." }
      : { calls: [{ name: call.name, arguments: JSON.stringify(call.args) }] };
  };
}

async function endOf({ fetch }: Pick<Booted, "fetch">, thread: string) {
  const headers = { authorization: `Bearer ${KEY}` };
  const read = async () =>
    await (await fetch(`/v1/threads/${encodeURIComponent(thread)}`, { headers })).json();
  let last = await read();
  await eventually(async () => (last = await read()).status === "done", () => last);
  return last;
}

const model = ({ url }: { readonly url: string }) => ({
  OPENAI_BASE_URL: url,
  OPENAI_API_KEY: simulatedKey,
  TREADLE_MODEL: "openai/gpt-4.1",
  TREADLE_API_KEYS: `acme:${KEY}`,
});

Deno.test({
  name: "E9: docs/examples/github_webhook.ts labels an issue and answers, in workerd with a real queue",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const secret = "webhook-secret-0123456789";
    await using github = startApi({}, 201);
    await using openai = await serveOpenAI({
      reply: calling({ name: "add_label", args: { label: "bug" } }, {
        name: "comment",
        args: { text: "Thank you! Which version is it?" },
      }),
    });
    await using worker = await bootWorker({
      ...model(openai),
      GITHUB_WEBHOOK_SECRET: secret,
      GITHUB_TOKEN: "ghp_test",
      GITHUB_API_URL: github.url,
    }, { main: "docs/examples/github_webhook.ts", queues: { WAKES: "treadle-wakes" } });
    const payload = JSON.stringify({
      action: "opened",
      issue: { number: 7, title: "It crashes", body: "On start.", user: { login: "ann" } },
      repository: { full_name: "acme/shop" },
      sender: { login: "ann", type: "User" },
    });
    const deliver = async (signature: string) => {
      const response = await worker.fetch("/webhooks/github/triage", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-github-event": "issues",
          "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
          "x-hub-signature-256": signature,
        },
        body: payload,
      });
      return { status: response.status, answer: await response.json() };
    };
    assert.equal((await deliver(await sign("another-secret-0123456789", payload))).status, 401);
    const accepted = await deliver(await sign(secret, payload));
    assert.equal(accepted.status, 202, JSON.stringify(accepted.answer));
    assert.equal((await deliver(await sign(secret, payload))).status, 200); // GitHub delivers it again
    const thread = await endOf(worker, accepted.answer.thread);
    assert.equal(thread.metadata.repository, "acme/shop");
    assert.deepEqual(github.posted, [
      {
        path: "/repos/acme/shop/issues/7/labels",
        authorization: "Bearer ghp_test",
        body: { labels: ["bug"] },
      },
      {
        path: "/repos/acme/shop/issues/7/comments",
        authorization: "Bearer ghp_test",
        body: { body: "Thank you! Which version is it?" },
      },
    ]);
    assert.deepEqual(openai.complaints, []);
  },
});

/** Slack's signature of a request, made by hand from its description. */
async function slackHeaders(secret: string, body: string): Promise<Record<string, string>> {
  const at = String(Math.floor(Date.now() / 1000));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(`v0:${at}:${body}`)));
  return {
    "content-type": "application/json",
    "x-slack-request-timestamp": at,
    "x-slack-signature": `v0=${mac.toHex()}`,
  };
}

Deno.test("E9: docs/examples/slack_agent.ts answers a mention in its thread, on Deno through QStash", async () => {
  const secret = "slack-signing-secret-01234567";
  await using slack = startApi({ ok: true }, 200);
  await using upstash = startQStash();
  await using openai = await serveOpenAI({
    reply: calling({ name: "reply", args: { text: "It is at noon." } }),
  });
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await Deno.makeTempDir({ prefix: "treadle-slack-" });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--config", "deno.json", "docs/examples/slack_agent.ts"],
    cwd: fromFileUrl(projectRoot),
    env: {
      ...model(openai),
      ...upstash.variables(url),
      PORT: String(port),
      NO_COLOR: "1",
      SLACK_SIGNING_SECRET: secret,
      SLACK_BOT_TOKEN: "xoxb-test",
      SLACK_API_URL: slack.url,
      TREADLE_STORE: `sqlite:${folder}/threads.sqlite`,
    },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const printed = new Response(child.stderr).text();
  try {
    const get = (path: string, init?: RequestInit) => fetch(url + path, init);
    await Promise.race([
      eventually(() => answers(() => get("/healthz"))),
      child.status.then(async () => assert.fail(`The example has ended: ${await printed}`)),
    ]);
    const post = async (body: object) => {
      const text = JSON.stringify(body);
      const headers = await slackHeaders(secret, text);
      const response = await get("/webhooks/slack/helper", { method: "POST", headers, body: text });
      return { status: response.status, answer: await response.json() };
    };
    const greeting = await post({ type: "url_verification", challenge: "c0ffee", token: "x" });
    assert.deepEqual(greeting, { status: 200, answer: { challenge: "c0ffee" } });
    const event = { type: "app_mention", user: "U1", text: "<@U2> when is lunch?", channel: "C1" };
    const mention = await post({
      type: "event_callback",
      event_id: "Ev1",
      event: { ...event, ts: "1800000000.000100" },
    });
    assert.equal(mention.status, 202, JSON.stringify(mention.answer));
    await slack.until(1);
    await endOf({ fetch: get }, mention.answer.thread);
    const later = await post({
      type: "event_callback",
      event_id: "Ev2",
      event: { ...event, ts: "1800000009.000200", thread_ts: "1800000000.000100" },
    });
    assert.deepEqual([later.status, later.answer.thread], [202, mention.answer.thread]);
    await upstash.idle();
    assert.deepEqual(slack.posted[0], {
      path: "/chat.postMessage",
      authorization: "Bearer xoxb-test",
      body: { channel: "C1", thread_ts: "1800000000.000100", text: "It is at noon." },
    });
    assert.ok(upstash.deliveries.length >= 2, "each step is a delivery");
    assert.deepEqual([upstash.refusals, openai.complaints], [[], []]);
  } finally {
    try {
      child.kill("SIGTERM");
    } catch { /* it has ended by itself */ }
    await child.status;
    await printed;
    await Deno.remove(folder, { recursive: true });
  }
});
