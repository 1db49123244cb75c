// The operations that let others in, until that is revoked: by keys, and by links to threads. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const ACCESS_OPERATIONS: Readonly<Record<string, Operation>> = {
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
  "GET /v1/threads/:id/shares": {
    id: "listShares",
    summary: "The links of a thread: when and by whom they were made, until when and how far they show it",
    responses: { 200: ["ShareList", "All that are good, without their addresses"] },
    errors: ["thread_unknown"],
  },
  "POST /v1/threads/:id/shares": {
    id: "createShare",
    summary: "Make a link by which others read the thread as it is now; the response alone has its address",
    example: { expiresInSeconds: 604_800 },
    responses: { 201: ["NewShare", "The link with its address"] },
    errors: ["invalid_header", "thread_unknown", "version_unknown", "links_not_configured"],
  },
  "DELETE /v1/threads/:id/shares": {
    id: "revokeShares",
    summary: "Revoke all links of a thread",
    responses: { 200: ["ShareList", "No link is left"] },
    errors: ["thread_unknown"],
  },
  "DELETE /v1/threads/:id/shares/:share": {
    id: "revokeShare",
    summary: "Revoke a link of a thread",
    responses: { 200: ["ShareList", "Those that are left"] },
    errors: ["thread_unknown"],
  },
  "GET /shared/:token": {
    id: "readShared",
    summary: "A thread by a link, as JSON, or as a page of HTML for a browser",
    page: "also",
    responses: { 200: ["SharedThread", "The thread up to what the link shows"] },
    errors: ["invalid_header", "not_acceptable", "links_not_configured", "link_expired"],
    open: true,
  },
  "GET /shared/:token/media/:blob": {
    id: "readSharedMedia",
    summary: "The bytes of a medium of a thread by a link to the thread",
    binary: true,
    responses: { 200: [null, "The bytes"] },
    errors: ["media_unknown", "links_not_configured", "link_expired"],
    open: true,
  },
};
