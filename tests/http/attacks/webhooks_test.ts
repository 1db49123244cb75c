// Row E8: deliveries of every sender, forged, stale, recorded and repeated with what nobody signs changed. None runs anything.

import assert from "node:assert/strict";
import type { HmacTrigger } from "../../../src/plugins/webhooks/options.ts";
import { type Sender, SENDERS } from "../../triggers/_senders.ts";
import {
  createWebhookApp,
  ORIGIN,
  senderOf,
  START,
  takerOf,
  type WebhookApp,
} from "../../plugins/webhooks/_app.ts";
import { TRIGGER_ENV, TRIGGER_OF, TRIGGERS } from "../../plugins/webhooks/_triggers.ts";

function createApp(): WebhookApp {
  const templates = Object.keys(TRIGGERS).map((trigger) => ({
    trigger,
    input: "Read {}",
    thread: "of-{#id}",
  }));
  return createWebhookApp({
    agents: [takerOf(templates)],
    env: TRIGGER_ENV,
    options: { triggers: TRIGGERS },
  });
}

interface Delivery {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const BODY = JSON.stringify({ id: "evt_1", event_id: "evt_1", type: "thing", pay: "bob", at: "1.2|3" });
const TYPE = ["content-type", "application/json"] as const;
const HOUR = 3_600_000;

/** The body in other bytes, with the same meaning or another. */
const OTHER_BODIES: readonly (readonly [string, string])[] = [
  ["a blank more", `${BODY} `],
  ["a line end more", `${BODY}\n`],
  ["a BOM before it", `\ufeff${BODY}`],
  ["other blanks", JSON.stringify(JSON.parse(BODY), undefined, 1)],
  ["another order", JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(BODY)).reverse()))],
  ["an escaped letter", BODY.replace("bob", "b\\u006fb")],
  ["another person", BODY.replace("bob", "eve")],
  ["a key twice", BODY.replace("{", '{"pay":"eve",')],
  ["nothing", ""],
  ["a list of it", `[${BODY}]`],
  ["a form of it", `payload=${encodeURIComponent(BODY)}`],
  ["its half", BODY.slice(0, BODY.length / 2)],
];

async function forgeries(sender: Sender): Promise<readonly Delivery[]> {
  const trigger = TRIGGER_OF[sender.name] ?? assert.fail();
  const path = `/webhooks/${trigger}/taker`;
  const url = ORIGIN + path;
  const [secret, other] = sender.secrets;
  const sign = async (message: object, by = secret) =>
    Object.entries(await sender.sign({ id: "evt_1", body: BODY, at: START, url, ...message }, by));
  const signed = await sign({});
  const line = signed.find(([name]) => name === sender.header)?.[1] ?? "";
  const rest = signed.filter(([name]) => name !== sender.header);
  const made: Delivery[] = OTHER_BODIES.map(([what, body]) => ({
    what,
    path,
    headers: [TYPE, ...signed],
    body,
  }));
  const lines: readonly (readonly [string, string])[] = [
    ["a signature in capitals", line.toUpperCase()],
    ["a signature with a quotation", `"${line}"`],
    ["a signature of another algorithm", line.replace(/^(sha256|v1|v0|h)/, "sha1")],
    ["a signature with three characters less", line.slice(0, -3)],
    ["a signature with zeros", line.replace(/[\w+/-]{16}$/, "0".repeat(16))],
    ["a signature of no bytes", line.replace(/[=,][^=,]*=*$/, "=")],
    ["an object for a signature", "[object Object]"],
    ["a star for a signature", "*"],
    ["true for a signature", "true"],
  ];
  // Some of these are the same signature: a scheme whose digits are hex takes capitals.
  const differs = lines.filter(([what, text]) =>
    text !== line && !(what.includes("capitals") && ["slack", "stripe", "github"].includes(sender.name))
  );
  for (const [what, text] of differs) {
    made.push({ what, path, headers: [TYPE, ...rest, [sender.header, text]], body: BODY });
  }
  made.push({ what: "another secret", path, headers: [TYPE, ...await sign({}, other)], body: BODY });
  made.push({
    what: "a wrong signature beside it",
    path,
    headers: [TYPE, ...signed, [sender.header, "v1=00"]],
    body: `${BODY} `,
  });
  made.push({
    what: "another trigger",
    path: `/webhooks/${trigger === "github" ? "shop" : "github"}/taker`,
    headers: [TYPE, ...signed],
    body: BODY,
  });
  made.push({
    what: "the signature in the query",
    path: `${path}?${sender.header}=${encodeURIComponent(line)}`,
    headers: [TYPE, ...rest],
    body: BODY,
  });
  made.push({
    what: "the signature under another name",
    path,
    headers: [TYPE, ...rest, ["x-signature", line]],
    body: BODY,
  });
  for (const [name, value] of rest.filter(([name]) => !/^(x-github-|upstash-message)/.test(name))) {
    for (const changed of ["", "0", `${value}0`, `${value}.1`, `-${value}`, ` ${value},1`]) {
      made.push({
        what: `${name} ${JSON.stringify(changed)}`,
        path,
        headers: [TYPE, ...signed.filter(([each]) => each !== name), [name, changed]],
        body: BODY,
      });
    }
    made.push({ what: `${name} twice`, path, headers: [TYPE, ...signed, [name, value]], body: BODY });
  }
  if (sender.name === "qstash") {
    for (
      const to of [
        `${url}2`,
        `${ORIGIN}/webhooks/qstash/other`,
        url.replace("https", "http"),
        "https://evil.example/",
      ]
    ) {
      made.push({ what: `for ${to}`, path, headers: [TYPE, ...await sign({ url: to })], body: BODY });
    }
  }
  if (sender.trigger.windowMs !== undefined) {
    for (const at of [START - HOUR, START + HOUR, START - 400_000 * 3, 0, START + 1e12]) {
      made.push({ what: `of ${at}`, path, headers: [TYPE, ...await sign({ at })], body: BODY });
    }
  }
  return made.map((each) => ({ ...each, what: `${sender.name}: ${each.what}` }));
}

async function send(app: WebhookApp, { path, method = "POST", headers, body }: Delivery): Promise<Response> {
  const response = await app.fetch(path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
  });
  await app.idle();
  return response;
}

Deno.test("E8: forged, stale and changed deliveries of every sender run nothing", async () => {
  const app = createApp();
  const attacks = (await Promise.all(SENDERS.map(forgeries))).flat();
  assert.ok(attacks.length >= 231, String(attacks.length));
  const through: string[] = [];
  for (const attack of attacks) {
    const response = await send(app, attack);
    const { code } = await response.json();
    if (response.status !== 401 || code !== "webhook_unverified") {
      through.push(`${attack.what}: ${response.status} ${code}`);
    }
  }
  assert.deepEqual(through, []);
  assert.deepEqual([app.model.requests.length, (await app.read("/v1/threads")).threads], [0, []]);
});

/** What nobody signs, beside a recorded delivery. */
const UNSIGNED: readonly (readonly [string, string])[] = [
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8"],
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["content-type", ""],
  ["content-encoding", "identity"],
  ["x-github-event", "push"],
  ["x-github-delivery", "forged"],
  ["upstash-message-id", "forged"],
  ["upstash-retried", "7"],
  ["x-slack-retry-num", "7"],
  ["webhook-id", "forged"],
  ["svix-id", "forged"],
  ["x-acme-id", "forged"],
  ["x-shop-id", "forged"],
  ["idempotency-key", "forged"],
  ["x-request-id", "forged"],
  ["host", "evil.example"],
  ["x-forwarded-host", "evil.example"],
];

Deno.test("E8: a recorded delivery with everything that is not signed changed runs nothing again", async () => {
  let count = 0;
  for (const sender of SENDERS) {
    const app = createApp();
    const trigger = TRIGGER_OF[sender.name] ?? assert.fail();
    const path = `/webhooks/${trigger}/taker`;
    const signed = Object.entries(
      await sender.sign({ id: "evt_1", body: BODY, at: START, url: ORIGIN + path }, sender.secrets[0]),
    );
    const first = await send(app, { what: "", path, headers: [TYPE, ...signed], body: BODY });
    assert.equal(first.status, 202, sender.name);
    assert.equal(app.model.requests.length, 1);
    for (const [name, value] of UNSIGNED) {
      count++;
      const kept = [TYPE, ...signed].filter(([each]) => each !== name);
      const { status } = await send(app, { what: name, path, headers: [...kept, [name, value]], body: BODY });
      assert.ok([200, 401].includes(status), `${sender.name}, ${name} ${value}: ${status}`);
      assert.equal(app.model.requests.length, 1, `${sender.name}, ${name} ${value}`);
    }
    for (const query of ["?", "?id=2", "#x"]) {
      count++;
      await send(app, { what: query, path: path + query, headers: [TYPE, ...signed], body: BODY });
      assert.equal(app.model.requests.length, 1, `${sender.name}, ${query}`);
    }
  }
  assert.ok(count >= 180, String(count));
});

/** A body whose end is a form, in which whoever writes to the sender has put a time. */
const inner = `https://x.example/?q=1.${START / 1000}.pay=eve&to=eve`;

Deno.test("E8: no part of a signed body counts as the id or the time of another event", async () => {
  for (
    const [name, trigger] of [["standard webhooks", "standard"], ["svix", "svix"], [
      "hmac with a signed time",
      "acme",
    ]] as const
  ) {
    const app = createApp();
    const sender = senderOf(name);
    const path = `/webhooks/${trigger}/taker`;
    const [mark, time] = trigger === "acme" ? ["|", String(START)] : [".", String(START / 1000)];
    const body = trigger === "acme" ? inner.replace(`.${START / 1000}.`, `|${START}|`) : inner;
    const signed = await sender.sign({ id: "evt_1", body, at: START, url: ORIGIN + path }, sender.secrets[0]);
    const [head = "", tail = ""] = body.split(`${mark}${time}${mark}`);
    const idName = Object.keys(signed).find((each) => each.endsWith("-id")) ?? assert.fail();
    const headers = { ...signed, [idName]: `evt_1${mark}${time}${mark}${head}` };
    const form = ["content-type", "application/x-www-form-urlencoded"] as const;
    const { status } = await send(app, {
      what: name,
      path,
      headers: [form, ...Object.entries(headers)],
      body: tail,
    });
    assert.deepEqual([status, app.model.requests.length], [401, 0], name);
    const genuine = await send(app, { what: name, path, headers: [form, ...Object.entries(signed)], body });
    assert.equal(genuine.status, 202, name);
  }
  for (const signed of ["{id}{body}", "{id}{timestamp}.{body}", "{timestamp}{id}.{body}"]) {
    const shop: HmacTrigger = {
      scheme: "hmac",
      secrets: ["SHOP_SECRET"],
      header: "x-shop-hmac",
      signed,
      id: { header: "x-shop-id" },
      ...(signed.includes("time") ? { timestamp: { header: "x-time" } } : {}),
    };
    const env = { SHOP_SECRET: senderOf("hmac of the body").secrets[0] };
    assert.throws(
      () => createWebhookApp({ agents: [takerOf([])], env, options: { triggers: { shop } } }),
      /must have a text between \{id\}/,
    );
  }
});
