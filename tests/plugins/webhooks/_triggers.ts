// The senders of tests/triggers as triggers of a deployment, one of each scheme and two of `hmac`.

import type { HmacTrigger, KnownTrigger } from "../../../src/plugins/webhooks/options.ts";
import { ENV, senderOf } from "./_app.ts";

/** Every sender as a trigger of a deployment. */
export const TRIGGERS: Readonly<Record<string, KnownTrigger | HmacTrigger>> = {
  github: { scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"] },
  slack: { scheme: "slack", secrets: ["SLACK_SIGNING_SECRET"] },
  stripe: { scheme: "stripe", secrets: ["STRIPE_WEBHOOK_SECRET"] },
  qstash: { scheme: "qstash", secrets: ["QSTASH_CURRENT_SIGNING_KEY"] },
  standard: { scheme: "standard", secrets: ["STANDARD_WEBHOOKS_SECRET"] },
  svix: { scheme: "standard", secrets: ["SVIX_WEBHOOK_SECRET"] },
  acme: {
    scheme: "hmac",
    secrets: ["ACME_SECRET"],
    header: "x-acme-signature",
    prefix: "h=",
    encoding: "base64",
    algorithm: "sha512",
    signed: "{id}|{timestamp}|{body}",
    id: { header: "x-acme-id" },
    timestamp: { header: "x-acme-time", unit: "ms" },
  },
  shop: {
    scheme: "hmac",
    secrets: ["SHOP_SECRET"],
    header: "x-shop-hmac",
    encoding: "base64url",
    key: "base64url",
  },
};

/** The trigger of a sender, by its name in tests/triggers. */
export const TRIGGER_OF: Readonly<Record<string, string>> = {
  github: "github",
  slack: "slack",
  stripe: "stripe",
  qstash: "qstash",
  svix: "svix",
  "standard webhooks": "standard",
  "hmac with a signed time": "acme",
  "hmac of the body": "shop",
};

/** The variables that the triggers name. */
export const TRIGGER_ENV: Readonly<Record<string, string>> = {
  ...ENV,
  ACME_SECRET: senderOf("hmac with a signed time").secrets[0],
  SHOP_SECRET: senderOf("hmac of the body").secrets[0],
};
