// The operations of catalogues of tools. Nothing that is deployed imports this file.

import type { ErrorCode } from "../../core/error.ts";
import type { Operation } from "../../http/schemas/operation.ts";

const READ: readonly ErrorCode[] = ["catalogue_unknown"];
const READ_NUMBER: readonly ErrorCode[] = [...READ, "catalogue_version_unknown"];
const CHANGE: readonly ErrorCode[] = [
  ...READ_NUMBER,
  "catalogue_tool_unknown",
  "catalogue_conflict",
  "catalogue_refused",
  "invalid_header",
];
const CHANGED: Operation["responses"] = {
  200: ["CatalogueChange", "The catalogue as it is now, and what is other; its etag is for If-Match"],
};
const UNCHANGED = { 304: [null, "The client has it"] } as const;

/** As OPERATIONS. */
export const CATALOGUE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/catalogues": {
    id: "listCatalogues",
    summary: "The names of the tenant's catalogues of tools, sorted",
    responses: { 200: ["CatalogueList", "All of them"] },
  },
  "GET /v1/catalogues/:name": {
    id: "readCatalogue",
    summary: "A catalogue: its newest number, and how many tools it has",
    responses: { 200: ["Catalogue", "The catalogue"], ...UNCHANGED },
    errors: READ,
  },
  "GET /v1/catalogues/:name/tools": {
    id: "listCatalogueTools",
    summary: "The tools of a catalogue, in the order of publication",
    responses: { 200: ["CatalogueToolList", "A page of tools"], ...UNCHANGED },
    errors: READ_NUMBER,
  },
  "GET /v1/catalogues/:name/tools/:id": {
    id: "readCatalogueTool",
    summary: "A tool of a catalogue, as it is now or as it was at a number",
    responses: { 200: ["CatalogueTool", "The tool"], ...UNCHANGED },
    errors: [...READ_NUMBER, "catalogue_tool_unknown"],
  },
  "GET /v1/catalogues/:name/diff": {
    id: "diffCatalogue",
    summary: "What is other between two numbers of a catalogue",
    responses: { 200: ["CatalogueDiff", "Tools that are new, gone or changed"] },
    errors: READ_NUMBER,
  },
  "GET /v1/catalogues/:name/log": {
    id: "readCatalogueLog",
    summary: "Who has changed what of a catalogue, the newest first",
    responses: { 200: ["CatalogueLog", "A page of changes"] },
    errors: READ,
  },
  "PUT /v1/catalogues/:name/tools": {
    id: "publishTools",
    summary: "Publish versions of tools; the first publication makes the catalogue",
    example: {
      tools: [{
        id: "refund",
        name: "refund_order",
        version: "1.0.0",
        description: "Pays an order back.",
        parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
        effect: "keyed",
        source: { type: "code" },
      }],
    },
    responses: CHANGED,
    errors: CHANGE,
  },
  "POST /v1/catalogues/:name/deprecate": {
    id: "deprecateTools",
    summary: "Keep tools for the threads that use them, and from all others",
    example: { ids: ["refund"], reason: "use refund_v2" },
    responses: CHANGED,
    errors: CHANGE,
  },
  "POST /v1/catalogues/:name/archive": {
    id: "archiveTools",
    summary: "Take tools from all threads; they can be read for 90 days at least",
    example: { ids: ["refund"] },
    responses: CHANGED,
    errors: CHANGE,
  },
  "POST /v1/catalogues/:name/accept": {
    id: "acceptTools",
    summary: "Accept what servers of MCP say about tools since they changed, by the hash of what was read",
    example: { tools: [{ id: "search", hash: "5vN0dJQ2mXoCk1HhZ0a6Y3l9rT7wEuB8sPqLxKfVgIc" }] },
    responses: CHANGED,
    errors: CHANGE,
  },
  "POST /v1/catalogues/:name/rollback": {
    id: "rollbackCatalogue",
    summary: "Make a new number with the content of an earlier one",
    example: { to: 11 },
    responses: CHANGED,
    errors: CHANGE,
  },
};
