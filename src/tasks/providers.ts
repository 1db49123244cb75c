// `deno task providers`: writes into docs/providers.md how each provider enforces each tool choice, and the variables that
// each provider reads, and everything else that lists them (providers/listed.ts). `--check` compares and writes nothing.

import { modelGroups } from "../kernel/choice/capability_matrix.ts";
import {
  type CapabilityTable,
  changesInNotices,
  type Feature,
  FEATURES,
  resolveCapabilities,
} from "../core/model/capability.ts";
import type { ProviderDefinition } from "../core/model/provider.ts";
import { type Mode, type ModelGroup, MODES } from "../kernel/choice/provider_view.ts";
import { loadProviders } from "../provider_registry.ts";
import { listedFiles } from "./providers/listed.ts";
import { promptFactRows } from "./providers/prompt_facts.ts";

const BEGIN = "<!-- providers: written by deno task providers -->";
const END = "<!-- providers: end -->";

const VARIABLES_HEADING = "## The variables that each provider reads";

const MEDIA_HEADING = "## Media";

const MEDIA_WORDS =
  `What each provider takes of images, files and audio, in inputs and in the results of tools. ✓ is sent as it
is. "moved" stands in a message of the user behind the results, without its name, which the result has.
"described" is a line with the name, the type and the reason in place of the medium. The step has a warning
for each, \`media_moved\` or \`media_described\`. A file that is text (\`text/*\`, JSON, XML, YAML, CSV; at most 1
MB) is sent as text in its place, also in the text of a result. Types and sizes are those of the API: an image
that is too large is described. \`openai\` and \`azure\` take media in results, files by URL and Office documents
in Responses; in Chat Completions the first are moved and the second described. Audio by URL is taken by
\`gemini\` alone.`;

const PROMPT_HEADING = "## The prompt";

const PROMPT_WORDS =
  `How each provider is told what changes behind the beginning of a [prompt](history.md#the-prompt-is-a-log), and
which tool choices cut it. "own" is a message of the application, "marked" a part of a user's message with the
mark of the thread. Such a message can withdraw tools and offer them again by their names ("named"), define
them too ("defined"), or says it "in words"; a reminder is "cleared" by the server once its turn is over, or
"stays". What a [search for tools](selection.md) has found is defined "in notices" or "in results", and the
model calls it by its name; else it is called "through the bridge". Behind a base URL of one's own,
\`anthropic\` says both in words. "bound" models refuse their thinking behind anything but the prompt that it
was a part of. Where the schema of answers "counts", another form of answers is a cut. Where the API makes
summaries, an agent may have it do so (\`compaction.by\`); "in Responses" are models that each request goes
there with, from gpt-5.6 on or by \`settings.api\`. Where it clears results, an agent may have it leave out old
results of tools (\`clearToolResults\`).`;

const SERVER_HEADING = "## What servers do with a prompt";

const SERVER_WORDS =
  `How the vendors cache a prompt: by its longest beginning ("prefix"), up to what a request marks ("marks"), or
exactly up to it ("breakpoints"), from how many tokens on, and what written and read tokens cost of the price
of others. And what else a server has for long prompts. Of these Treadle uses the caches, and where an agent
wants them summaries of Claude, OpenAI and Azure and cleared results of Claude; tools that change and windows
are its own.`;

/** What stands between the two comments, as `deno fmt` leaves it. */
export async function providersText(
  providers: readonly (readonly [string, ProviderDefinition])[],
): Promise<string> {
  const choices = providers.flatMap(([name, { capabilities }]) => listRows(name, modelGroups(capabilities)));
  const variables = providers.map(([name, { variables }]) => [
    `\`${name}\``,
    variables.map((variable) => `\`${variable}\``).join(", ") || "none",
  ]);
  const prompts = providers.flatMap(([name, { capabilities }]) => listPromptRows(name, capabilities));
  const media = providers.flatMap(([name, { capabilities }]) =>
    listMediaRows(name, modelGroups(capabilities))
  );
  return [
    toTable(["provider", "models", ...Object.values(HEADS), "one call", "why"], choices),
    PROMPT_HEADING,
    PROMPT_WORDS,
    toTable(
      [
        "provider",
        "models",
        "notices",
        "tools that change",
        "found tools",
        "reminders",
        "prefix",
        "thinking",
        "schema",
        "summaries",
        "results",
      ],
      prompts,
    ),
    SERVER_HEADING,
    SERVER_WORDS,
    toTable(
      [
        "provider",
        "models",
        "cache",
        "from",
        "written",
        "read",
        "tool search",
        "compaction",
        "editing",
        "source",
      ],
      await promptFactRows(providers),
    ),
    MEDIA_HEADING,
    MEDIA_WORDS,
    toTable(["provider", "models", ...Object.values(MEDIA_HEADS), "why"], media),
    VARIABLES_HEADING,
    toTable(["provider", "variables"], variables),
  ].join("\n\n");
}

/**
 * The page with this text between its two comments.
 *
 * @throws {Error} when it has no such place
 */
export function withProviders(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page has no section between ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`;
}

const HEADS: Readonly<Record<Mode, string>> = {
  auto: "auto",
  none: "none",
  required: "required",
  tool: "tool",
  allowedAuto: "allowed, auto",
  allowedRequired: "allowed, required",
  forcedWhileThinking: "forced, thinking",
};

/** The rows of one provider: its other models, and the groups whose enforcement differs from theirs. */
function listRows(name: string, groups: readonly ModelGroup[]): string[][] {
  const [others, ...apart] = groups;
  if (others === undefined) return [];
  const shown = apart.filter((group) =>
    group.row?.lacks.some((feature) => CHOOSING.includes(feature)) && heldText(group) !== heldText(others)
  );
  const rows = [others, ...shown].map((group) => [
    group.row === undefined ? `\`${name}\`` : "",
    group.row === undefined ? shown.length === 0 ? "all" : "others" : `like \`${group.row.example}\``,
    ...toCells(group),
    explainGroup(group),
  ]);
  return rows.filter((row, index) => rows.findIndex((other) => other.join() === row.join()) === index);
}

function toCells({ modes, parallelFlag }: ModelGroup): string[] {
  const cells = MODES.map((mode) => modes[mode] === "native" ? "✓" : modes[mode]);
  return [...cells, parallelFlag ? "✓" : "skipped"];
}

function heldText(group: ModelGroup): string {
  return toCells(group).join();
}

/** The features that decide how a choice is enforced; the others are settings. */
const CHOOSING: readonly Feature[] = [
  "tools",
  "required",
  "tool",
  "none",
  "allowed",
  "forced_thinking",
  "parallel",
];

function explainGroup({ row, lacks }: ModelGroup): string {
  if (row !== undefined) return `${row.because} (${row.asOf})`;
  const reasons = CHOOSING.flatMap((feature) => lacks[feature] ?? []);
  return [...new Set(reasons)].join("; ");
}

/** As {@link listRows}, for what holds of prompts: one row for each that differs. */
function listPromptRows(name: string, table: CapabilityTable): string[][] {
  const inResponses = modelGroups(table, (model) => resolveCapabilities(table, model, { api: "responses" }));
  const groups = modelGroups(table).map((group, index) => ({
    ...group,
    summarizes: group.lacks.compaction === undefined
      ? "by the API"
      : inResponses[index]?.lacks.compaction === undefined
      ? "in Responses"
      : "",
  }));
  const shown = new Map(groups.toReversed().map((group) => [promptCells(group).join(), group]));
  const rows = groups.filter((group) => shown.get(promptCells(group).join()) === group);
  return rows.map((group) => [
    group === rows[0] ? `\`${name}\`` : "",
    group.row === undefined ? rows.length === 1 ? "all" : "others" : `like \`${group.row.example}\``,
    ...promptCells(group),
  ]);
}

function promptCells(
  { lacks, cuts, bindsThinking, schemaInPrompt, summarizes }: ModelGroup & { readonly summarizes: string },
): string[] {
  return [
    lacks.notices === undefined ? "own" : "marked",
    lacks.tool_changes !== undefined ? "in words" : lacks.inline_tools === undefined ? "defined" : "named",
    changesInNotices(lacks)
      ? "in notices"
      : lacks.tool_search === undefined
      ? "in results"
      : "through the bridge",
    lacks.clear_at === undefined ? "cleared" : "stays",
    cuts.length === 0 ? "kept" : `cut: ${cuts.map((mode) => HEADS[mode]).join("; ")}`,
    bindsThinking ? "bound" : "",
    schemaInPrompt ? "counts" : "",
    summarizes,
    lacks.context_editing === undefined ? "cleared" : "",
  ];
}

const MEDIA_HEADS: Readonly<Partial<Record<Feature, string>>> = {
  images: "images",
  image_urls: "by URL",
  tool_images: "in results",
  files: "files",
  file_urls: "by URL",
  tool_files: "in results",
  audio: "audio",
};

/** As {@link listRows}, for media: one row for each that differs. */
function listMediaRows(name: string, groups: readonly ModelGroup[]): string[][] {
  const [others, ...apart] = groups;
  if (others === undefined) return [];
  const isAboutMedia = ({ row }: ModelGroup) => row?.lacks.some((feature) => feature in MEDIA_HEADS) === true;
  const shown = new Map([[mediaCells(others).join(), others]]);
  for (const group of [...apart.filter(isAboutMedia), ...apart]) {
    const cells = mediaCells(group).join();
    if (!shown.has(cells)) shown.set(cells, group);
  }
  return [...shown.values()].map((group) => [
    group.row === undefined ? `\`${name}\`` : "",
    group.row === undefined ? shown.size === 1 ? "all" : "others" : `like \`${group.row.example}\``,
    ...mediaCells(group),
    group.row !== undefined && isAboutMedia(group)
      ? `${group.row.because} (${group.row.asOf})`
      : [...new Set(MEDIA.flatMap((feature) => group.lacks[feature] ?? []))].join("; "),
  ]);
}

const MEDIA: readonly Feature[] = FEATURES.filter((feature) => feature in MEDIA_HEADS);

function mediaCells({ lacks }: ModelGroup): string[] {
  const has = (feature: Feature) => lacks[feature] === undefined;
  return MEDIA.map((feature) => {
    const kind: Feature = feature.endsWith("images") || feature.startsWith("image")
      ? "images"
      : feature === "audio"
      ? "audio"
      : "files";
    if (!has(kind)) return "described";
    if (has(feature)) return "✓";
    return feature.startsWith("tool_") ? "moved" : "described";
  });
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [first = [], ...others] = cells;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}

if (import.meta.main) {
  const providers = await loadProviders();
  const section = await providersText(providers);
  const page = {
    path: "docs/providers.md",
    current: (text: string) => withProviders(text, section),
  };
  for (const { path, current } of [page, ...await listedFiles(providers)]) {
    const file = new URL(`../../${path}`, import.meta.url);
    const text = await Deno.readTextFile(file);
    if (text === current(text)) continue;
    if (!Deno.args.includes("--check")) {
      await Deno.writeTextFile(file, current(text));
    } else {
      console.error(`${path} is not current: run deno task providers`);
      Deno.exitCode = 1;
    }
  }
}
