// Every response of every HTTP test is compared with openapi.json: its status, its media type, and the code of a
// problem, whose type is the address of that code.

import assert from "node:assert/strict";
import { readPage } from "../support/page.ts";

interface Answer {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}

const { paths }: { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
  await readPage("openapi.json"),
);

/** What a path matches, as the app matches it: a parameter is anything but a slash. */
const ROUTES = Object.entries(paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  operations,
}));

/** Fails when the operation that a request is for does not document what it was answered. */
export async function assertDocumented(request: Request, response: Response, basePath = ""): Promise<void> {
  const pathname = new URL(request.url).pathname.slice(basePath.length);
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const operation = ROUTES.find(({ pattern }) => pattern.test(pathname))?.operations[method];
  if (operation === undefined) return;
  const what = `${request.method} ${pathname} answers ${response.status}`;
  const documented = operation.responses[response.status] ?? assert.fail(`${what}, which is not documented`);
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (response.body === null) return;
  const content = documented.content?.[type] ?? documented.content?.["*/*"] ??
    assert.fail(`${what} as ${type}, which is not documented`);
  if (type !== "application/problem+json") return;
  const { code, type: address } = await response.clone().json();
  assert.equal(address, `https://unpkg.com/@treadle/treadle/docs/symptoms.md#${code}`);
  assert.ok(code in (content.examples ?? {}), `${what} with ${code}, which is not documented`);
}
