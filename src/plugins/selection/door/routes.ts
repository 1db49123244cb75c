// /v1/catalogues: the catalogues of the caller's tenant.

import { Hono } from "hono/tiny";
import { AgentError } from "../../../core/error.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../../http/context.ts";
import { body, param, query } from "../../../http/validate.ts";
import { commitChange, type RequestedChange } from "../catalogue/commit_change.ts";
import { diffSnapshots } from "../catalogue/diff.ts";
import { HEAD_KIND } from "../catalogue/head.ts";
import type { PublishedIndexes } from "../catalogue/published_index.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import { findHead, findTool, listTools, openPair, readLog } from "./catalogue_reads.ts";
import { readTools } from "./publish.ts";
import {
  acceptBody,
  cataloguePath,
  diffQuery,
  idsBody,
  logQuery,
  numberQuery,
  publishBody,
  rollbackBody,
  toolPath,
  toolsQuery,
} from "./schemas.ts";
import { type Sight, toCatalogueView, toChangeView, toDiffView, toLogView, toToolView } from "./views.ts";
import { listWarnings } from "./warnings.ts";

/** What the routes are made from. */
export interface CatalogueParts {
  readonly deps: HttpDeps;
  readonly reader: CatalogueReader;
  /** Environment variables that tools of catalogues may name. */
  readonly variables: readonly string[];
  /** Keeps the indexes of the catalogues that were published. */
  readonly indexes: PublishedIndexes;
}

/** The routes of catalogues. */
export function catalogueRoutes(parts: CatalogueParts) {
  return new Hono<HttpEnv>().route("/", readRoutes(parts)).route("/", writeRoutes(parts));
}

function readRoutes(parts: CatalogueParts) {
  const path = "/v1/catalogues/:name";
  const name = param(cataloguePath);
  return new Hono<HttpEnv>()
    .get("/v1/catalogues", async (c) => {
      return c.json({ catalogues: await parts.deps.store.listDefinitions(c.var.tenant, HEAD_KIND) });
    })
    .get(path, name, async (c) => {
      const { name } = c.req.valid("param");
      const head = await findHead({ tenant: c.var.tenant, name }, parts);
      return respondTagged(c, head, () => c.json(toCatalogueView(name, head)));
    })
    .get(`${path}/tools`, name, query(toolsQuery), async (c) => {
      const { name } = c.req.valid("param");
      const list = await listTools({ tenant: c.var.tenant, name }, c.req.valid("query"), parts);
      const { snapshot: { number }, entries, cursor } = list;
      const tools = entries.map((entry) => toToolView(entry, resolveSight(c)));
      return respondTagged(c, list.snapshot, () => c.json({ number, tools, cursor }));
    })
    .get(`${path}/tools/:id`, param(toolPath), query(numberQuery), async (c) => {
      const { name, id } = c.req.valid("param");
      const catalogue = { tenant: c.var.tenant, name };
      const { snapshot, entry } = await findTool(catalogue, id, c.req.valid("query").number, parts);
      return respondTagged(c, snapshot, () => c.json(toToolView(entry, resolveSight(c))));
    })
    .get(`${path}/diff`, name, query(diffQuery), async (c) => {
      const catalogue = { tenant: c.var.tenant, name: c.req.valid("param").name };
      const pair = await openPair(catalogue, c.req.valid("query"), parts);
      return c.json(toDiffView(pair, diffSnapshots(pair.from, pair.to), resolveSight(c)));
    })
    .get(`${path}/log`, name, query(logQuery), async (c) => {
      const catalogue = { tenant: c.var.tenant, name: c.req.valid("param").name };
      const { heads, cursor } = await readLog(catalogue, c.req.valid("query"), parts);
      return c.json({ changes: heads.map(toLogView), cursor });
    });
}

function writeRoutes(parts: CatalogueParts) {
  const { deps, variables } = parts;
  const path = "/v1/catalogues/:name";
  const name = param(cataloguePath);
  const change = async (
    c: HttpContext,
    name: string,
    { change, expected }: { readonly change: RequestedChange; readonly expected: number | undefined },
  ) => {
    const { store, clock, random, sha256 } = deps;
    const request = { change, by: c.var.by, expected: readExpected(c, expected) };
    const ports = { store, clock, random, sha256, reader: parts.reader };
    const committed = await commitChange({ tenant: c.var.tenant, name }, request, ports);
    resolveDefer(c)(parts.indexes.keep(committed.snapshot));
    c.header("etag", formatEtag(committed.snapshot));
    return c.json(toChangeView(committed, listWarnings(committed, deps.agents.values())));
  };
  return new Hono<HttpEnv>()
    .put(`${path}/tools`, name, body(publishBody, deps), async (c) => {
      const { tools, expected } = c.req.valid("json");
      const read = await readTools(tools, variables, deps.sha256);
      return await change(c, c.req.valid("param").name, {
        change: { type: "publish", tools: read },
        expected,
      });
    })
    .post(`${path}/deprecate`, name, body(idsBody, deps), async (c) => {
      const { expected, ...rest } = c.req.valid("json");
      return await change(c, c.req.valid("param").name, { change: { type: "deprecate", ...rest }, expected });
    })
    .post(`${path}/archive`, name, body(idsBody, deps), async (c) => {
      const { expected, ...rest } = c.req.valid("json");
      return await change(c, c.req.valid("param").name, { change: { type: "archive", ...rest }, expected });
    })
    .post(`${path}/accept`, name, body(acceptBody, deps), async (c) => {
      const { expected, tools } = c.req.valid("json");
      return await change(c, c.req.valid("param").name, { change: { type: "accept", tools }, expected });
    })
    .post(`${path}/rollback`, name, body(rollbackBody, deps), async (c) => {
      const { expected, to } = c.req.valid("json");
      return await change(c, c.req.valid("param").name, { change: { type: "rollback", to }, expected });
    });
}

/** A response with the entity tag of its number; 304 for a client that has it. */
function respondTagged(
  c: HttpContext,
  of: { readonly number: number; readonly digest: string },
  respond: () => Response,
): Response {
  const etag = formatEtag(of);
  c.header("etag", etag);
  const known = (c.req.header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) ? c.body(null, 304) : respond();
}

function formatEtag({ number, digest }: { readonly number: number; readonly digest: string }): string {
  return `"${number}.${digest}"`;
}

/**
 * The number that a caller expects: by the header If-Match with an entity tag of the catalogue, or by the body.
 *
 * @throws {AgentError} invalid_header - the header is no such tag, or says another number than the body
 */
function readExpected(c: HttpContext, expected: number | undefined): number | undefined {
  const tag = c.req.header("if-match");
  if (tag === undefined) return expected;
  const number = Number(/^"(\d{1,15})\.[\w-]+"$/.exec(tag.trim())?.[1] ?? Number.NaN);
  if (!Number.isNaN(number) && (expected === undefined || expected === number)) return number;
  throw new AgentError(
    "invalid_header",
    "If-Match must be the etag of a response of the catalogue, and say what `expected` of the body says.",
  );
}

/** Who may publish sees what was published; see {@link Sight}. */
function resolveSight(c: HttpContext): Sight {
  return { sources: c.var.scopes?.has("manage") ?? true };
}
