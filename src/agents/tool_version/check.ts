// What authors write of a version of a tool, checked before anything is kept of it.

import * as z from "zod/mini";
import type { ApprovalRule } from "../../core/approval/needs_approval.ts";
import type { JsonSchema } from "../../core/json.ts";
import type { Sha256 } from "../../core/ports.ts";
import { check } from "../../core/problems.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import { jsonBytes } from "../../core/text/json_bytes.ts";
import { approvalFindings, needsApprovalFindings } from "../approval/check.ts";
import { httpParts } from "../http_tool/check.ts";
import { checkedBy, listFindings, SUGGESTING, textOfForm, toFinding } from "../_checked.ts";
import { type Finding, show } from "../_invalid.ts";
import { jsonFindings } from "../_json_check.ts";
import { parameterFindings, toolParts } from "../_tool_check.ts";
import { hashForeignText } from "./foreign_text.ts";
import { isSemanticVersion } from "./semantic_version.ts";
import { MOST_VERSION_BYTES, type ToolSource, type ToolVersion } from "./tool_version.ts";

/** A version, or everything that is wrong with it. */
export type ReadToolVersion =
  | { readonly ok: true; readonly tool: ToolVersion }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** Most variants of a description, and most words of a list such as `tags`. */
const MOST_VARIANTS = 16;
const MOST_WORDS = 32;
/** Most examples, and most characters of one. */
const MOST_EXAMPLES = 50;
const LONGEST_EXAMPLE = 500;
/** Most characters of a description, and of its variants. */
const LONGEST_DESCRIPTION = 8_000;

const WORD_FIX =
  "write 1 to 64 letters, digits, blanks or any of `_ . : / & + -`, beginning with a letter or a digit.";

const word = textOfForm(/^[\p{L}\p{N}][\p{L}\p{N} _.:/&+-]{0,63}$/u, "is no word of a list", WORD_FIX);
const words = z.optional(z.array(word).check(z.maxLength(MOST_WORDS), refuseRepeated));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_DESCRIPTION));

const weight = z.int().check(z.gte(1), z.lte(100));

const description = z.pipe(
  z.transform((value: unknown) => typeof value === "string" ? { default: value } : value),
  z.strictObject({
    default: text,
    variants: z.optional(
      z.record(z.string(), z.strictObject({ text, weight })).check((payload) => {
        const { value } = payload;
        const problem = variantsProblem(value);
        if (problem !== undefined) add(payload, problem);
      }),
    ),
  }),
);

const SOURCES = {
  code: z.strictObject({ type: z.literal("code") }),
  http: z.strictObject({
    type: z.literal("http"),
    ...httpParts,
    timeoutMs: z.optional(toolParts.timeoutMs),
  }),
  mcp: z.strictObject({
    type: z.literal("mcp"),
    server: toolParts.name,
    tool: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    hash: z.optional(
      textOfForm(/^[\w+/=:-]{16,128}$/, "is no hash", "leave it out, or write what hashForeignText returns."),
    ),
  }),
} as const;

/** A source as authors write it. */
type GivenSource =
  | Exclude<ToolSource, { readonly type: "mcp" }>
  | Omit<Extract<ToolSource, { readonly type: "mcp" }>, "hash"> & { readonly hash?: string };

const schema = z.strictObject({
  id: textOfForm(THREAD_ID, "is no id", "write 1 to 128 letters, digits, `_`, `.`, `:` and `-`."),
  name: toolParts.name,
  version: checkedBy<string>((value) =>
    typeof value === "string" && isSemanticVersion(value)
      ? []
      : [{ pointer: "", detail: `is ${show(value)}`, fix: 'write a semantic version, such as "1.0.0".' }]
  ),
  description,
  parameters: checkedBy<JsonSchema>(parameterFindings),
  examples: z.optional(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_EXAMPLE))).check(
      z.maxLength(MOST_EXAMPLES),
    ),
  ),
  tags: words,
  categories: words,
  tiers: words,
  contexts: words,
  flags: words,
  effect: toolParts.effect,
  needsApproval: z.optional(
    checkedBy<boolean | ApprovalRule | readonly ApprovalRule[]>(needsApprovalFindings),
  ),
  deprecatesAt: z.optional(
    z.pipe(
      checkedBy<string>((value) =>
        typeof value === "string" && isTime(value) ? [] : [{
          pointer: "",
          detail: `is ${show(value)}`,
          fix: 'write a time such as "2026-12-01T09:00:00Z".',
        }]
      ),
      z.transform((value) => Date.parse(value)),
    ),
  ),
  source: checkedBy<GivenSource>(sourceFindings),
});

/** A version that an author has written, as the catalogue keeps it. `sha256` pins the words of servers of MCP. */
export async function readToolVersion(value: unknown, sha256: Sha256): Promise<ReadToolVersion> {
  const strange = jsonFindings(value);
  if (strange.length > 0) return { ok: false, findings: strange };
  const read = check(schema, value, SUGGESTING);
  if (!read.ok) return { ok: false, findings: read.problems.map(toFinding) };
  const tool = withoutEmpty({ ...read.value, source: await pinSource(read.value, sha256) });
  const { parameters, needsApproval = false } = tool;
  const findings = [
    ...(needsApproval === false ? [] : approvalFindings({ parameters, needsApproval })),
    ...sizeFindings(tool),
  ];
  return findings.length > 0 ? { ok: false, findings } : { ok: true, tool };
}

async function pinSource(
  { name, description, parameters, source }: z.output<typeof schema>,
  sha256: Sha256,
): Promise<ToolSource> {
  if (source.type !== "mcp") return source;
  const { tool = name, hash } = source;
  const words = { tool, description: description.default, parameters };
  return { ...source, hash: hash ?? await hashForeignText(words, sha256) };
}

/** Lists without items say the same as lists that are left out, so that the same version is the same text. */
function withoutEmpty(tool: ToolVersion): ToolVersion {
  const empty = (value: unknown) => value === undefined || Array.isArray(value) && value.length === 0;
  const { examples, tags, categories, tiers, contexts, flags, needsApproval, deprecatesAt, ...rest } = tool;
  const optional = { examples, tags, categories, tiers, contexts, flags, needsApproval, deprecatesAt };
  return { ...rest, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => !empty(value))) };
}

function sizeFindings(tool: ToolVersion): Finding[] {
  const bytes = jsonBytes(JSON.stringify(tool));
  if (bytes <= MOST_VERSION_BYTES) return [];
  const detail = `has ${bytes} bytes as JSON in JSON`;
  return [{ pointer: "", detail, fix: `shorten it to ${MOST_VERSION_BYTES}: the schema, or the examples.` }];
}

function sourceFindings(value: unknown): Finding[] {
  const type: unknown = typeof value === "object" && value !== null && "type" in value
    ? value.type
    : undefined;
  if (type === "code" || type === "http" || type === "mcp") return listFindings(SOURCES[type], value);
  const fix = 'write {"type": "code"}, or "http" with a url, or "mcp" with a server.';
  if (value === undefined) return [{ pointer: "", detail: "is missing", fix }];
  return [{ pointer: "/type", detail: `is ${show(type)}`, fix }];
}

function variantsProblem(
  variants: Readonly<Record<string, { readonly weight: number }>>,
): Finding | undefined {
  const names = Object.keys(variants);
  const wrong = names.find((name) => !/^[A-Za-z0-9_][\w.-]{0,63}$/.test(name) || name === "default");
  const fix = "write letters, digits, `_`, `.` and `-`; `default` is taken.";
  if (wrong !== undefined) return { pointer: "", detail: `${show(wrong)} is no name of a variant`, fix };
  if (names.length > MOST_VARIANTS) {
    return { pointer: "", detail: `has ${names.length} variants`, fix: `write at most ${MOST_VARIANTS}.` };
  }
  const sum = Object.values(variants).reduce((sum, { weight }) => sum + weight, 0);
  if (sum <= 100) return undefined;
  return { pointer: "", detail: `has weights of ${sum} percent together`, fix: "write at most 100." };
}

function refuseRepeated(payload: z.core.ParsePayload<readonly string[]>): void {
  const { value } = payload;
  const index = value.findIndex((word, index) => value.indexOf(word) !== index);
  if (index === -1) return;
  add(payload, { pointer: "", detail: `has ${show(value[index])} twice`, fix: "remove one of them." });
}

function add({ issues, value }: z.core.ParsePayload, { detail, fix }: Finding): void {
  issues.push({ code: "custom", path: [], message: detail, params: { fix }, input: value });
}

/** A time with its offset. Date.parse takes the 30th of February for a day in March. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return false;
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(day) &&
    new Date(day).toISOString().startsWith(text.slice(0, 10));
}
