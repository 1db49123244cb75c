// The operations of keys. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const KEY_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/keys": {
    id: "listKeys",
    summary:
      "The keys of the tenant: scopes, when and by whom they were made, until when they are good, their last use",
    responses: { 200: ["KeyList", "All of them, without their texts"] },
    errors: ["store_corrupt"],
  },
  "POST /v1/keys": {
    id: "createKey",
    summary: "Make a key; the response alone has its text",
    example: { name: "ci", scopes: ["read", "run"], expiresInSeconds: 7_776_000 },
    responses: { 201: ["NewKey", "The key with its text"] },
    errors: ["forbidden", "not_configured", "key_exists", "key_limit", "store_corrupt"],
  },
  "POST /v1/keys/:name/rotate": {
    id: "rotateKey",
    summary:
      "Give a key a new secret; the one before is good beside it for an hour, or as long as the request says",
    example: { keepForSeconds: 0 },
    responses: { 200: ["NewKey", "The key with its new text"] },
    errors: ["forbidden", "not_configured", "key_unknown", "store_corrupt"],
  },
  "DELETE /v1/keys/:name": {
    id: "revokeKey",
    summary: "Revoke a key",
    responses: { 204: [null, "It is refused; by other isolates within 10 s"] },
    errors: ["key_unknown", "store_corrupt"],
  },
};
