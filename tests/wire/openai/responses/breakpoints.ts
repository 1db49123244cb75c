// Breakpoints of the prompt cache: which models have them, and where they may stand. The texts about models are recorded
// (CLIProxyAPI#4951, claude-relay-service#1270); no text is known of a request with more than four, which the API may as well take.
import { invalid, unknownParameter, wrongValue } from "../error.ts";
import { isRecord } from "../reply.ts";
import { checkKeys } from "../tools.ts";

/** Models that have them. */
const MODELS = /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9]|\d\d|daybreak)/;

const TTLS = ["30m", "12h"];
const MOST = 4;

/** Refuses what a model does not have, and breakpoints on anything but parts of an input. */
export function checkBreakpoints(body: Record<string, unknown>, model: string): void {
  const { prompt_cache_options: options, prompt_cache_retention: retention, input, ...rest } = body;
  const isKnown = MODELS.test(model);
  if (options !== undefined && options !== null) {
    if (!isKnown) throw unsupported("prompt_cache_options");
    if (!isRecord(options)) throw wrongValue("prompt_cache_options", options, ["an object"]);
    checkKeys(options, ["mode", "ttl", "prewarm", "comparison_response_id"], "prompt_cache_options");
    const { mode, ttl } = options;
    if (mode !== undefined && mode !== "implicit" && mode !== "explicit") {
      throw wrongValue("prompt_cache_options.mode", mode, ["implicit", "explicit"]);
    }
    if (ttl !== undefined && !TTLS.includes(String(ttl))) {
      throw wrongValue("prompt_cache_options.ttl", ttl, TTLS);
    }
    if (ttl !== undefined && typeof retention === "string") {
      const text = "prompt_cache_retention cannot be combined with prompt_cache_options.ttl.";
      throw invalid(text, "prompt_cache_retention", "invalid_parameter");
    }
  }
  if (isKnown && typeof retention === "string") throw unsupported("prompt_cache_retention");
  for (const [key, value] of Object.entries(rest)) {
    const [found] = find(value, key);
    if (found !== undefined) throw unknownParameter(found.path);
  }
  const found = find(input, "input");
  for (const { path, on, value } of found) {
    if (!ON.test(path) || !isRecord(on) || !PARTS.includes(String(on.type))) throw unknownParameter(path);
    if (!isKnown) throw unsupported("prompt_cache_breakpoint");
    if (!isRecord(value) || value.mode !== "explicit") {
      throw wrongValue(`${path}.mode`, isRecord(value) ? value.mode : value, ["explicit"]);
    }
    checkKeys(value, ["mode", "ttl"], path);
  }
  if (found.length > MOST) throw invalid(`At most ${MOST} breakpoints are written.`, "input");
}

const ON = /^input\[\d+\]\.(?:content|output)\[\d+\]\.prompt_cache_breakpoint$/;
const PARTS = ["input_text", "input_image", "input_file"];

function unsupported(field: string) {
  return invalid(`${field} is not supported on this model`, field, "invalid_parameter");
}

interface Found {
  readonly path: string;
  /** What has the breakpoint. */
  readonly on: unknown;
  readonly value: unknown;
}

function find(value: unknown, path: string): Found[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => find(each, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === "prompt_cache_breakpoint"
      ? [{ path: `${path}.${key}`, on: value, value: each }]
      : find(each, `${path}.${key}`)
  );
}
