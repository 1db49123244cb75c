// The senders of webhooks with their own signers: the packages that they publish, or where one publishes no signer, what its
// verifier takes.

import { sign as signGithub } from "@octokit/webhooks-methods";
import { Buffer } from "node:buffer";
import { createHash, createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { github } from "../../src/triggers/github.ts";
import { hmac } from "../../src/triggers/hmac.ts";
import { qstash } from "../../src/triggers/qstash.ts";
import { slack } from "../../src/triggers/slack.ts";
import { standard } from "../../src/triggers/standard.ts";
import { stripe } from "../../src/triggers/stripe.ts";
import type { Trigger } from "../../src/triggers/trigger.ts";

/** What a sender sends. */
export interface Message {
  readonly id: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly url: string;
}

export interface Sender {
  readonly name: string;
  readonly trigger: Trigger;
  /** The header with the signature. */
  readonly header: string;
  /** Two secrets that this sender could have. */
  readonly secrets: readonly [string, string];
  /** The headers of a delivery; with two secrets it is signed by both, where the sender does so. */
  sign(message: Message, ...secrets: readonly string[]): Promise<Readonly<Record<string, string>>>;
}

const seconds = (at: number) => Math.floor(at / 1000);

const WHSEC = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=",
] as const;

export const SENDERS: readonly Sender[] = [
  {
    name: "standard webhooks",
    trigger: standard,
    header: "webhook-signature",
    secrets: WHSEC,
    sign: ({ id, body, at }, ...secrets) =>
      Promise.resolve({
        "webhook-id": id,
        "webhook-timestamp": String(seconds(at)),
        "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(
          " ",
        ),
      }),
  },
  {
    name: "svix",
    trigger: standard,
    header: "svix-signature",
    secrets: WHSEC,
    sign: ({ id, body, at }, ...secrets) =>
      Promise.resolve({
        "svix-id": id,
        "svix-timestamp": String(seconds(at)),
        "svix-signature": secrets.map((secret) => new SvixWebhook(secret).sign(id, new Date(at), body)).join(
          " ",
        ),
      }),
  },
  {
    name: "github",
    trigger: github,
    header: "x-hub-signature-256",
    secrets: ["It's a Secret to Everybody", "another secret of GitHub"],
    sign: async ({ id, body }, secret = "") => ({
      "x-github-event": "issues",
      "x-github-delivery": id,
      "x-hub-signature-256": await signGithub(secret, body),
    }),
  },
  {
    name: "slack",
    trigger: slack,
    header: "x-slack-signature",
    secrets: ["8f742231b10e8888abcd99yyyzzz85a5", "e6b19c573432dcc6b075501d51b51bb8"],
    sign: ({ body, at }, secret = "") => {
      const time = String(seconds(at));
      const signature = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
      return Promise.resolve({ "x-slack-request-timestamp": time, "x-slack-signature": `v0=${signature}` });
    },
  },
  {
    name: "stripe",
    trigger: stripe,
    header: "stripe-signature",
    secrets: ["whsec_test_secret_0123456789", "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH"],
    // As the package of Stripe signs: tests/slow/triggers/stripe_test.ts compares them.
    sign: ({ body, at }, ...secrets) => {
      const time = String(seconds(at));
      const signatures = secrets.map((secret) =>
        `v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`
      );
      return Promise.resolve({ "stripe-signature": [`t=${time}`, ...signatures].join(",") });
    },
  },
  {
    name: "qstash",
    trigger: qstash,
    header: "upstash-signature",
    secrets: ["sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs", "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r"],
    sign: ({ id, body, at, url }, secret = "") =>
      Promise.resolve({
        "upstash-message-id": id,
        // Each attempt has a token of its own.
        "upstash-signature": signQStash({ body, at, url }, secret, { claims: { jti: `jwt_${id}_${at}` } }),
      }),
  },
  {
    name: "hmac with a signed time",
    header: "x-acme-signature",
    secrets: ["acme-secret-0123456789", "acme-secret-9876543210"],
    trigger: hmac({
      header: "x-acme-signature",
      prefix: "h=",
      encoding: "base64",
      algorithm: "sha512",
      signed: "{id}|{timestamp}|{body}",
      id: { header: "x-acme-id" },
      timestamp: { header: "x-acme-time", unit: "ms" },
    }),
    sign: ({ id, body, at }, ...secrets) =>
      Promise.resolve({
        "x-acme-id": id,
        "x-acme-time": String(at),
        "x-acme-signature": secrets.map((secret) =>
          `h=${createHmac("sha512", secret).update(`${id}|${at}|${body}`).digest("base64")}`
        ).join(", "),
      }),
  },
  {
    name: "hmac of the body",
    header: "x-shop-hmac",
    secrets: ["AAECAwQFBgcICQoLDA0ODxAREhM", "AAECAwQFBgcICQoLDA0ODxAREhQ"],
    trigger: hmac({ header: "x-shop-hmac", encoding: "base64url", key: "base64url" }),
    sign: ({ body }, secret = "") =>
      Promise.resolve({
        "x-shop-hmac": createHmac("sha256", Buffer.from(secret, "base64url")).update(body).digest(
          "base64url",
        ),
      }),
  },
];

/** The token of QStash, as its receivers take it; `claims` replace those of a genuine one. */
export function signQStash(
  { body, at, url }: Omit<Message, "id">,
  secret: string,
  { claims = {}, header = { alg: "HS256", typ: "JWT" } }: {
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, unknown>>;
  } = {},
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = {
    iss: "Upstash",
    sub: url,
    jti: "jwt_67kxXD6UBAk7DqU6hzuHMDdXFXfP",
    nbf: seconds(at),
    iat: seconds(at),
    exp: seconds(at) + 300,
    body: createHash("sha256").update(body).digest("base64url"),
    ...claims,
  };
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
