// The door on the two real runtimes, with deliveries that the senders' own packages sign.

import assert from "node:assert/strict";
import { bootWorker } from "../../support/boot_worker.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";
import { type Sender, SENDERS } from "../../../triggers/_senders.ts";
import { ENV, KEY, senderOf } from "../../../plugins/webhooks/_app.ts";
import { answers, eventually } from "../../../support/eventually.ts";

const BINDINGS = {
  ...ENV,
  ACME_SECRET: senderOf("hmac with a signed time").secrets[0],
  TREADLE_PUBLIC_URL: "https://agents.example.com",
};

const TRIGGERS: readonly (readonly [string, Sender])[] = [
  ...SENDERS.filter(({ name }) => /^[a-z]+$/.test(name)).map((sender) => [sender.name, sender] as const),
  ["standard", senderOf("standard webhooks")],
  ["acme", senderOf("hmac with a signed time")],
];

type Send = (path: string, init: RequestInit) => Promise<Response>;

Deno.test({
  name: "E8: in workerd the deliveries of every sender are taken once, and forged ones are refused",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using worker = await bootWorker(BINDINGS, { main: "tests/slow/plugins/webhooks/_worker.ts" });
    await drive((path, init) => worker.fetch(path, init), () => worker.output());
  },
});

Deno.test("E8: over a socket of Deno the deliveries of every sender are taken once, and forged ones are refused", async () => {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "-A",
      "-q",
      "--no-check",
      "--port",
      String(port),
      "tests/slow/plugins/webhooks/_worker.ts",
    ],
    cwd: fromFileUrl(projectRoot),
    env: BINDINGS,
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  let printed = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  try {
    await eventually(() => answers(() => fetch(`${url}/healthz`)));
    await drive((path, init) => fetch(url + path, init), () => printed);
    assert.match(await withoutHost(port), /^HTTP\/1\.1 401 /);
  } finally {
    child.kill();
    await child.status;
    await Promise.all(reading);
  }
});

/** The response to a delivery whose Host header names no host, so that it has no URL. */
async function withoutHost(port: number): Promise<string> {
  using connection = await Deno.connect({ port });
  const lines = [
    "POST /webhooks/qstash/taker HTTP/1.1",
    "Host: a b",
    "Upstash-Signature: a.b.c",
    "Content-Length: 2",
  ];
  await connection.write(new TextEncoder().encode(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n{}`));
  return await new Response(connection.readable).text();
}

async function drive(send: Send, output: () => string): Promise<void> {
  for (const [trigger, sender] of TRIGGERS) {
    const path = `/webhooks/${trigger}/taker`;
    const body = JSON.stringify({ id: "evt_1", event_id: "evt_1", type: "t", what: `Ünïcode ${trigger}` });
    const at = Date.now();
    const message = { id: "evt_1", body, at, url: `https://agents.example.com${path}` };
    const deliver = async (secret: string, sent = message) => {
      const headers = { "content-type": "application/json", ...await sender.sign(sent, secret) };
      return await send(path, { method: "POST", headers, body });
    };
    const [secret, other] = sender.secrets;
    const accepted = await deliver(secret);
    assert.equal(accepted.status, 202, trigger);
    const { thread } = await accepted.json();
    const again = await deliver(secret);
    assert.deepEqual([again.status, (await again.json()).thread], [200, thread], trigger);
    const forged = [
      await deliver(trigger === "qstash" ? "sig_unknown_0123456789" : other),
      await deliver(secret, { ...message, body: `${body} ` }),
      ...(sender.trigger.windowMs === undefined ? [] : [
        await deliver(secret, { ...message, at: at - 600_000 }),
        await deliver(secret, { ...message, at: at + 600_000 }),
      ]),
    ];
    for (const response of forged) {
      assert.deepEqual([response.status, (await response.json()).code], [401, "webhook_unverified"], trigger);
    }
    await answered(send, thread, `${trigger}: Ünïcode ${trigger}`);
  }
  for (const secret of Object.values(BINDINGS).filter((each) => !each.startsWith("https:"))) {
    assert.ok(!output().includes(secret));
  }
}

/** The stream of events ends when no step runs; a step that has not begun has none. */
async function answered(send: Send, thread: string, input: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` };
  const read = async (path: string) => await (await send(path, { headers })).json();
  await eventually(async () => (await read(`/v1/threads/${thread}`)).status === "done");
  const { entries } = await read(`/v1/threads/${thread}/history`);
  assert.deepEqual([entries[0].text, entries[1].type, entries.length], [input, "assistant", 2]);
}
