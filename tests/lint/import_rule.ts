/// <reference lib="deno.unstable" />
/**
 * Who may import whom, as a `deno lint` plugin over src/ and functions/. Tests are not restricted.
 * The tables are the rule: everything below them only looks things up, so a change of the layout is a change of a table.
 */
import { projectPath } from "./project_path.ts";

interface Row {
  /** Folders or files it may import besides its own folder. */
  readonly all: readonly string[];
  /** Folders within those of `all` that it may not import. */
  readonly but?: readonly string[];
  /** Folders it may import types from, with `import type`. */
  readonly types?: readonly string[];
}

const CORE_ONLY: Row = { all: ["src/core"] };
const CORE_AND_HISTORY: Row = { all: ["src/core", "src/kernel/history"] };
const DIALECT: Row = {
  all: [...CORE_AND_HISTORY.all, "src/providers/_wire", "src/providers/_refusals"],
};
const DIALECT_LIKE_OPENAI: Row = { all: [...DIALECT.all, "src/providers/openai"] };
/** The parts of the kernel behind interfaces of core: a deployment chooses drivers and executors, and drivers have the prompts. */
const CHOSEN_PARTS = ["src/kernel/drivers", "src/kernel/prompt", "src/kernel/tools"];
const STEP: Row = { all: ["src/core", "src/kernel"], but: CHOSEN_PARTS };
const FRONT: Row = {
  all: ["src/core", "src/kernel", "src/kernel/choice/provider_view.ts"],
  but: [...CHOSEN_PARTS, "src/kernel/choice", "src/kernel/history"],
  types: ["src/protocols"],
};
const PLUGIN: Row = { ...FRONT, all: [...FRONT.all, "src/http"] };
/** Loaded at the first request of its protocol, with the encoder. */
const PROTOCOL_PLUGIN: Row = {
  ...PLUGIN,
  all: [...PLUGIN.all, "src/kernel/history", "src/protocols"],
};
const ASSEMBLY: Row = { all: ["src"] };

/** One row per folder, or per file where a file stands alone. The longest match wins; without a row nothing goes. */
const ROWS: Readonly<Record<string, Row>> = {
  "src/core": { all: [] },

  "src/agents": CORE_AND_HISTORY,
  "src/stores": CORE_AND_HISTORY,
  "src/protocols": CORE_AND_HISTORY,
  "src/triggers": CORE_AND_HISTORY,
  // Requests to addresses of others: a deployment that sends none has none of it.
  "src/outbound": CORE_ONLY,

  "src/evaluation": ASSEMBLY,

  // A dialect folder stands on _wire; what another dialect's folder has of it is named here.
  "src/providers": CORE_AND_HISTORY,
  "src/providers/_prices": CORE_AND_HISTORY,
  "src/providers/_wire": { all: [...CORE_AND_HISTORY.all, "src/providers/_prices"] },
  // Gateways and Bedrock pass on what the servers behind them refuse, so the texts of all protocols stand in one folder.
  "src/providers/_refusals": { all: [...CORE_AND_HISTORY.all, "src/providers/_wire"] },
  "src/providers/anthropic": DIALECT,
  "src/providers/bedrock": { all: [...DIALECT.all, "src/providers/anthropic/models.ts"] },
  "src/providers/cohere": DIALECT,
  "src/providers/gemini": DIALECT,
  "src/providers/mistral": DIALECT_LIKE_OPENAI,
  "src/providers/ollama": DIALECT,
  "src/providers/openai": {
    // What Claude lacks, it lacks behind every gateway.
    all: [...DIALECT.all, "src/providers/anthropic/models.ts"],
  },
  "src/providers/scripted": CORE_AND_HISTORY,
  "src/providers/workers_ai": DIALECT_LIKE_OPENAI,

  // The step: it names no plugin.
  "src/kernel": STEP,
  "src/kernel/choice": CORE_AND_HISTORY,
  "src/kernel/drivers": { all: [...CORE_AND_HISTORY.all, "src/kernel/prompt"] },
  "src/kernel/history": CORE_ONLY,
  // What plugins decide about steps: it is pure, and names no feature.
  "src/kernel/hooks": { all: [...CORE_AND_HISTORY.all, "src/kernel/choice"] },
  "src/kernel/hooks/in_step": STEP,
  "src/kernel/prompt": CORE_AND_HISTORY,
  "src/kernel/tools": { all: [...CORE_AND_HISTORY.all, "src/outbound"] },

  "src/http": FRONT,
  // A plugin is one folder, and none imports another. What is not added is no part of a deployment.
  "src/plugins/ag_ui": PROTOCOL_PLUGIN,
  // What waits for people is read as the inbox reads it; what it finds leaves as webhooks do.
  "src/plugins/alarms": {
    ...PLUGIN,
    all: [...PLUGIN.all, "src/plugins/approvals/inbox.ts", "src/plugins/outgoing_webhooks/send_event.ts"],
  },
  "src/plugins/analytics": PLUGIN,
  "src/plugins/approvals": PLUGIN,
  // Media of a request count as tokens.
  "src/plugins/budgets": { ...PLUGIN, all: [...PLUGIN.all, "src/kernel/history"] },
  // Signed requests of platforms in, requests to them out.
  "src/plugins/channels": { ...PLUGIN, all: [...PLUGIN.all, "src/outbound", "src/triggers"] },
  "src/plugins/deferred_calls": PLUGIN,
  "src/plugins/mcp/authorizations": PLUGIN,
  "src/plugins/chat": PROTOCOL_PLUGIN,
  "src/plugins/feedback": PLUGIN,
  // A fork is a commit without a step: what it plans anew is judged and chosen as the step does it.
  "src/plugins/forks": { ...PLUGIN, all: [...PLUGIN.all, "src/kernel/history", "src/kernel/choice"] },
  // Definitions of tools that send requests.
  "src/plugins/http_tools": { all: ["src/core", "src/agents", "src/outbound"] },
  "src/plugins/keys": PLUGIN,
  "src/plugins/media": PLUGIN,
  "src/plugins/mcp/apps": PLUGIN,
  "src/plugins/mcp/client": { all: [...CORE_AND_HISTORY.all, "src/outbound"] },
  "src/plugins/mcp/server": PLUGIN,
  "src/plugins/openai_api": PROTOCOL_PLUGIN,
  // Whether a deployment has the workers that its agents name.
  "src/plugins/orchestration": { ...PLUGIN, all: [...PLUGIN.all, "src/agents"] },
  "src/plugins/outgoing_webhooks": { ...PLUGIN, all: [...PLUGIN.all, "src/outbound"] },
  "src/plugins/pauses": PLUGIN,
  "src/plugins/pins": { ...PLUGIN, all: [...PLUGIN.all, "src/kernel/history"] },
  "src/plugins/policies": { ...PLUGIN, all: [...PLUGIN.all, "src/kernel/choice"] },
  "src/plugins/schedules": { ...PLUGIN, all: [...PLUGIN.all, "src/agents"] },
  "src/plugins/selection": { all: [...CORE_AND_HISTORY.all, "src/agents"] },
  "src/plugins/selection/door": { ...PLUGIN, all: [...PLUGIN.all, "src/agents", "src/plugins/selection"] },
  // What it finds leaves through the outbox, where the deployment has one.
  "src/plugins/selection/monitoring": {
    ...PLUGIN,
    all: [...PLUGIN.all, "src/plugins/selection", "src/plugins/outgoing_webhooks/send_event.ts"],
  },
  "src/plugins/shares": PLUGIN,
  "src/plugins/summaries": { ...PLUGIN, all: [...PLUGIN.all, "src/kernel/history", "src/kernel/choice"] },
  "src/plugins/telemetry": PLUGIN,
  "src/plugins/titles": PLUGIN,
  "src/plugins/trace_svg": PROTOCOL_PLUGIN,
  "src/plugins/wakes": PLUGIN,
  // What publishes wake-ups, the signed route of one of them, the consumer of the other.
  "src/plugins/wakers": { ...PLUGIN, all: [...PLUGIN.all, "src/triggers"] },
  "src/plugins/webhooks": { ...PLUGIN, all: [...PLUGIN.all, "src/agents", "src/triggers"] },
  "src/plugins/plugins_for_tests.ts": { all: ["src/core", "src/kernel", "src/plugins"] },
  "src/plugins/standard.ts": {
    all: ["src/http", "src/plugins", "src/provider_registry.ts"],
    types: ["src/deps"],
  },
  // The files of the page inside a module.
  "src/playground": CORE_ONLY,
  // What a browser loads: pure functions that draw a thread, judge it by a policy or make a case of it, and types of what routes answer.
  "src/playground/browser": {
    all: [
      "src/core",
      "src/kernel/choice/provider_view.ts",
      "src/evaluation/record",
      "src/plugins/policies",
      "src/plugins/trace_svg/drawing",
    ],
    types: ["src/plugins", "src/evaluation"],
  },

  // What users test with: parts of the library, under one entry.
  "src/testing": ASSEMBLY,

  // What a browser loads has no code of the server.
  "src/react/client": { all: [], types: ["src/core"] },
  "src/react": { all: ["src/react/client"], types: ["src/core"] },

  // A program of its own beside the deployment: what people run who host Redis themselves.
  "src/redis_rest": { all: ["src/core", "src/deps/ports.ts"] },

  "src/app.ts": ASSEMBLY,
  "src/deps.ts": ASSEMBLY,
  "src/deps": ASSEMBLY,
  "src/provider_registry.ts": ASSEMBLY,
  "src/mod.ts": ASSEMBLY,
  // The surface without a plugin: what of the assembly has the standard set is reserved below.
  "src/treadle.ts": ASSEMBLY,
  "src/treadle": ASSEMBLY,
  "src/cli": { all: ["src"] },
  // What `deno task` generates, packs and releases: no part of any package.
  "src/tasks": { all: ["src", "deno.json"] },

  // The other entries of the package.
  "src/cloudflare": ASSEMBLY,
  "src/deno": ASSEMBLY,
  "src/hono": ASSEMBLY,

  // What is deployed imports the package by its name, as the project of a user does.
  "functions": { all: ["functions/agents"] },
  "functions/deno.ts": { all: ["functions/agents", "functions/doors.ts"] },
  "functions/agents": { all: [] },
};

/** The entries and factories with the standard set of plugins. */
const WITH_STANDARD = [
  "src/mod.ts",
  "src/deps.ts",
  "src/treadle.ts",
  "src/cloudflare/mod.ts",
  "src/deno/mod.ts",
] as const;

const MEMBER = "because it is a package of its own, which the package of the runtime does not have";

/** What only these may import, whatever the rows say. */
const RESERVED: Readonly<
  Record<string, { readonly importers: readonly string[]; readonly because: string }>
> = {
  "src/stores/embedded/sqlite/store.ts": {
    importers: ["src/cli", "src/deno"],
    because: "so that node:sqlite never enters the Worker bundle",
  },
  "src/evaluation": {
    importers: ["src/cli", "src/evaluation", "src/playground/browser", "src/tasks"],
    because: "so that a deployment that names it alone has a part of it",
  },
  "src/deno": { importers: ["src/deno", "src/cli"], because: "because it runs on Deno alone" },
  "src/playground": {
    importers: ["src/cli", "src/deno/serve.ts", "src/playground", "src/tasks"],
    because: "so that the page is no part of a start",
  },
  "src/http/schemas/responses": {
    importers: ["src/http/schemas/responses", "src/tasks"],
    because: "so that what only describes responses never enters a deployment",
  },
  "src/plugins/analytics/responses.ts": {
    importers: ["src/tasks"],
    because: "so that what only describes responses never enters a deployment",
  },
  "src/http/schemas/meanings.ts": {
    importers: ["src/tasks"],
    because: "so that what fields mean never enters a deployment",
  },
  "src/http/schemas/operations.ts": {
    importers: ["src/http/schemas/responses", "src/tasks"],
    because: "so that what only describes routes never enters a deployment",
  },
  "src/plugins": {
    importers: [
      "src/plugins",
      "src/playground/browser",
      "src/treadle/app.ts",
      "src/treadle/options.ts",
      "src/cli",
      "src/evaluation",
      "src/tasks",
      "src/testing/check_plugin.ts",
      ...WITH_STANDARD,
    ],
    because: "so that a deployment of the kernel carries the plugins that it names, and no other",
  },
  ...Object.fromEntries(WITH_STANDARD.map((file) => [file, {
    importers: [...WITH_STANDARD, "src/tasks"],
    because: "so that a deployment of the kernel carries the plugins that it names, and no other",
  }])),
  "src/redis_rest": {
    importers: ["src/cli", "src/redis_rest", "src/tasks"],
    because: "so that node: modules never enter the Worker bundle",
  },
  "src/plugins/channels": { importers: ["src/plugins/channels", "src/tasks"], because: MEMBER },
  "src/react": { importers: ["src/cli", "src/react", "src/tasks"], because: MEMBER },
  "src/cli": { importers: ["src/cli", "src/tasks"], because: MEMBER },
  "src/tasks": { importers: ["src/tasks"], because: "because no package has it" },
};

/** npm packages by bare name (subpaths included), and the folders and files that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@redis/client": ["src/redis_rest"],
  "@modelcontextprotocol/server": ["src/plugins/mcp/server/dist"],
  "@noble/hashes": ["src/core"],
  "@opentelemetry/api": ["src/plugins/telemetry"],
  "@orama/stopwords": ["src/plugins/selection/lexical"],
  "ipaddr.js": ["src/outbound"],
  "leven": ["src/core", "src/deps"],
  "porter2": ["src/plugins/selection/lexical"],
  "react": ["src/react"],
  "ai": ["src/react/ai_sdk"],
  "@ai-sdk/react": ["src/react/ai_sdk"],
  "zod": [
    "src/core",
    "src/agents",
    "src/deps",
    "src/evaluation",
    "src/http",
    "src/plugins",
    "src/treadle",
    "src/cli",
    "src/tasks",
    "functions",
  ],
  "@hono/zod-validator": ["src/evaluation/door", "src/http", "src/plugins"],
  "@google/genai": ["src/providers"],
  "ollama": ["src/providers"],
  "openai": ["src/providers", "src/plugins/selection"],
  "@mistralai/mistralai": ["src/providers"],
  "@anthropic-ai/sdk": ["src/providers"],
  "eventsource-parser": ["src/providers"],
  "aws4fetch": ["src/providers"],
  "@smithy/eventstream-codec": ["src/providers"],
  "@aws-sdk/client-bedrock-runtime": ["src/providers"],
  "@upstash/redis": ["src/stores", "functions"],
  "@upstash/qstash": ["src/plugins/wakers"],
  "@upstash/ratelimit": ["src/stores"],
  "hono": [
    "src/http",
    "src/app.ts",
    "src/evaluation/door",
    "src/hono",
    "src/plugins",
    "src/treadle/app.ts",
    "src/treadle/routes.ts",
    "functions",
  ],
  "@modelcontextprotocol/client": ["src/plugins/mcp/client"],
  "yaml": ["src/cli", "src/agents"],
  "croner": ["src/plugins/schedules"],
  "commander": ["src/cli"],
  "jsonc-parser": ["src/cli"],
  "smol-toml": ["src/cli"],
  "string-width": ["src/cli/terminal"],
  "@treadle/treadle": ["functions"],
  "esbuild": ["src/tasks"],
  "preact": ["src/playground/browser"],
  "@preact/signals": ["src/playground/browser"],
  "diff": ["src/playground/browser/places/compare"],
  "uplot": ["src/playground/browser/components/chart/draw_chart.ts"],
  "marked": ["src/playground/browser/markdown.ts", "src/playground/browser/answers"],
  "dompurify": ["src/playground/browser/markdown.ts"],
};

/** Packages that are imported by import() alone, types apart, with the reason. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  "@upstash/qstash": "loading it takes time, which only a deployment that publishes spends",
  "@upstash/ratelimit": "only a deployment with rate limits in Redis has a use for it",
  "openai": "loading it takes 50 ms, which only a deployment that uses it spends",
  "ipaddr.js": "only a request to an address of others has a use for it",
};

/**
 * Modules that one runtime alone has, by scheme. Every other scheme (npm:, jsr:, https:) is refused. The REST bridge is a
 * server process for Deno and Node, never a Worker: it needs node:http, whose sockets it can reset, and bytes of node:buffer.
 */
const RUNTIME_MODULES: Readonly<Record<string, readonly string[]>> = {
  "node:": [
    "src/stores/embedded/sqlite/store.ts",
    "src/stores/embedded/sqlite/load_sqlite.ts",
    "src/deno",
    "src/redis_rest",
    "src/cli",
    "src/tasks",
  ],
  "cloudflare:": ["functions/cloudflare.ts"],
};

/**
 * Globals that one runtime alone has. The REST bridge imports process and Buffer from their node: modules, which Deno has
 * too; the rule reads names, and so lists it here. It uses nothing of Deno, so that it also runs in Node.
 */
const RUNTIME_GLOBALS: Readonly<Record<string, readonly string[]>> = {
  Deno: ["src/cli", "src/deno", "src/tasks"],
  process: ["src/cli", "src/redis_rest", "src/stores/embedded/sqlite"], // the store of Deno and Node
  Buffer: ["src/cli", "src/redis_rest"],
};

/** Where `export ... from` is at home: the entries of the package, which deno.json exports. There are no other barrels. */
const RE_EXPORTERS = [
  "src/treadle/mod.ts",
  "src/mod.ts",
  "src/react/ai_sdk/mod.ts",
  "src/react/client/mod.ts",
  "src/react/mod.ts",
  "src/cloudflare/durable_objects.ts",
  "src/cloudflare/mod.ts",
  "src/deno/mod.ts",
  "src/evaluation/mod.ts",
  "src/hono/mod.ts",
  "src/plugins/channels/mod.ts",
  "src/plugins/alarms/mod.ts",
  "src/plugins/schedules/mod.ts",
  "src/plugins/telemetry/mod.ts",
  "src/plugins/webhooks/mod.ts",
  "src/plugins/outgoing_webhooks/mod.ts",
  "src/plugins/mcp/server/dist/package.d.ts",
  "src/plugins/mcp/server/mod.ts",
  "src/plugins/mcp/server/on_demand.ts",
  "src/redis_rest/mod.ts",
  "src/plugins/selection/mod.ts",
  "src/testing/mod.ts",
  "functions",
];

/** The sources of the page, in TypeScript with JSX and in JavaScript, and what esbuild makes of them. */
const BROWSER_MODULES = ["src/playground/browser", "src/playground/dist"];

/** What `deno task cut` writes from packages: the one module that is no TypeScript. */
const CUT_MODULE = "src/plugins/mcp/server/dist/package.js";

/** Measured: with z.core as a value the Worker has 70 KiB more, all languages of zod among them. */
const ZOD_CORE =
  'Write import * as core from "zod/v4/core": z.core as a value brings all of zod into the bundle';

/** Where `import()` may take a computed specifier: the command line and the server of Deno load the user's modules, a task those of an entry. */
const COMPUTED_IMPORTERS = [
  "src/cli",
  "src/deno/serve.ts",
  "src/playground/browser/places/plugin_page.tsx",
  "src/tasks",
  "src/testing/check_plugin.ts",
];

/** Files that import others as text, under any extension. */
const TEXT_IMPORTERS = ["src/playground/texts.ts"];

/** What a plugin draws on the page, which its `mod.ts` imports as a text. */
const PLUGIN_PAGE = /^src\/plugins\/.+\/page\.js$/;

const TABLE_FILE = "tests/lint/import_rule.ts";

export default {
  name: "treadle",
  rules: {
    /** Folder rows, reserved and private files, npm packages, runtime modules, file extensions. */
    "import-table": {
      create(context) {
        const file = projectPath(context.filename);
        if (!isRestricted(file)) return {};
        if (rowOf(file) === undefined) {
          return {
            Program: (node) =>
              context.report({ node, message: `${file} has no row in the import table (${TABLE_FILE})` }),
          };
        }
        const check = (node: Deno.lint.Node, specifier: string, typeOnly: boolean) => {
          const message = importProblem(file, specifier, typeOnly) ??
            (typeOnly || node.type === "ImportExpression" ? undefined : demandProblem(specifier));
          if (message !== undefined) context.report({ node, message });
        };
        return {
          ImportDeclaration(node) {
            check(node, node.source.value, node.importKind === "type");
            if (isZod(node.source.value) && node.importKind === "value" && !isNamespaceImport(node)) {
              context.report({
                node,
                message:
                  `Write import * as z from "${node.source.value}": the named import costs five times the bytes`,
              });
            }
          },
          MemberExpression({ object, property }) {
            const isCore = object.type === "Identifier" && object.name === "z" &&
              property.type === "Identifier" && property.name === "core";
            if (isCore) context.report({ node: property, message: ZOD_CORE });
          },
          ExportNamedDeclaration(node) {
            if (node.source !== null) check(node, node.source.value, node.exportKind === "type");
          },
          ExportAllDeclaration(node) {
            check(node, node.source.value, node.exportKind === "type");
          },
          ImportExpression(node) {
            if (node.source.type === "Literal" && typeof node.source.value === "string") {
              check(node, node.source.value, false);
            } else if (!isWithin(COMPUTED_IMPORTERS, file)) {
              context.report({
                node,
                message: "import() takes a string literal, so that the import rule can read it",
              });
            }
          },
          TSImportType(node) {
            const { argument } = node;
            if (argument.type === "TSLiteralType" && argument.literal.type === "Literal") {
              check(node, String(argument.literal.value), true);
            }
          },
          TSImportEqualsDeclaration(node) {
            context.report({
              node,
              message: "Write import ... from: import = require() is not a module import",
            });
          },
        };
      },
    },

    /** Only entries of the package re-export, with `export from` or by exporting an import. */
    "no-barrels": {
      create(context) {
        const file = projectPath(context.filename);
        if (!isRestricted(file) || isWithin(RE_EXPORTERS, file)) return {};
        const imported = new Set<string>();
        const report = (node: Deno.lint.Node) =>
          context.report({
            node,
            message: "Only an entry of the package re-exports: import from the file that declares it",
          });
        return {
          ImportDeclaration(node) {
            for (const specifier of node.specifiers) imported.add(specifier.local.name);
          },
          ExportAllDeclaration: report,
          ExportNamedDeclaration(node) {
            if (node.source !== null) return report(node);
            const names = node.specifiers.map((specifier) => specifier.local);
            if (names.some((local) => local.type === "Identifier" && imported.has(local.name))) report(node);
          },
        };
      },
    },

    /** src runs unchanged on every runtime: what differs comes in as an argument. */
    "no-runtime-globals": {
      create(context) {
        const file = projectPath(context.filename);
        if (!isRestricted(file)) return {};
        const report = (node: Deno.lint.Node, name: string) => {
          const homes = ownEntry(RUNTIME_GLOBALS, name);
          if (homes === undefined || isWithin(homes, file)) return;
          context.report({
            node,
            message: `${name} exists on one runtime only: allowed in ${homes.join(", ")}`,
          });
        };
        return {
          Identifier(node) {
            if (isGlobalReference(node)) report(node, node.name);
          },
          MemberExpression(node) {
            if (node.object.type !== "Identifier" || node.object.name !== "globalThis") return;
            if (node.property.type === "Identifier") report(node, node.property.name);
            if (node.property.type === "Literal") report(node, String(node.property.value));
          },
        };
      },
    },
  },
} satisfies Deno.lint.Plugin;

/** The first reason why `file` may not import `specifier`, or undefined when it may. */
function importProblem(file: string, specifier: string, typeOnly: boolean): string | undefined {
  if (!specifier.startsWith(".")) return packageProblem(file, specifier);
  if (isWithin(BROWSER_MODULES, file)) {
    if (!/\.(js|tsx?)$/.test(specifier)) return `"${specifier}" must end in .ts, .tsx or .js`;
  } else if (
    resolve(file, specifier) !== CUT_MODULE && !isWithin(TEXT_IMPORTERS, file) &&
    !PLUGIN_PAGE.test(resolve(file, specifier)) && !/\.(ts|json)$/.test(specifier)
  ) {
    return `"${specifier}" must end in .ts or .json`;
  }
  return fileProblem(file, resolve(file, specifier), typeOnly);
}

function packageProblem(file: string, specifier: string): string | undefined {
  const scheme = /^[a-z]+:/.exec(specifier)?.[0];
  if (scheme !== undefined) {
    const homes = ownEntry(RUNTIME_MODULES, scheme);
    if (homes === undefined) {
      return `"${specifier}" belongs in the imports of deno.json; import its bare name`;
    }
    return isWithin(homes, file)
      ? undefined
      : `${scheme} modules may be imported only in ${homes.join(", ")}`;
  }
  const name = packageOf(specifier);
  const homes = ownEntry(PACKAGES, name);
  if (homes === undefined) return `Package ${name} has no row in the package table (${TABLE_FILE})`;
  return isWithin(homes, file) ? undefined : `Package ${name} may be imported only in ${homes.join(", ")}`;
}

function demandProblem(specifier: string): string | undefined {
  const because = ownEntry(ON_DEMAND, packageOf(specifier));
  return because && `${specifier} is loaded by import() alone: ${because}`;
}

/** `openai` for `openai/client`, `@scope/name` for `@scope/name/path`. */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function fileProblem(file: string, target: string, typeOnly: boolean): string | undefined {
  for (const [path, { importers, because }] of Object.entries(RESERVED)) {
    if (isWithin([path], target) && !isWithin(importers, file)) {
      return `${path} may be imported only by ${importers.join(", ")}, ${because}`;
    }
  }
  const home = homeOfPrivate(target);
  if (home !== undefined && !isWithin([home], file)) return `${target} is private to ${home}`;

  const place = rowOf(file);
  if (place === undefined || place === rowOf(target)) return undefined;
  const row = ownEntry(ROWS, place);
  if (row === undefined || permits(row, target)) return undefined;
  if (isWithin(row.types ?? [], target)) {
    return typeOnly ? undefined : `${place} may import only types from ${target}: write import type`;
  }
  const allowed = [
    ...row.all,
    ...(row.but ?? []).map((path) => `not ${path}`),
    ...(row.types ?? []).map((path) => `types of ${path}`),
  ].join(", ");
  return `${place} must not import ${target} (allowed: ${allowed || "nothing outside its folder"})`;
}

/** Whether a row has the target, where the longest path that covers it decides. */
function permits({ all, but = [] }: Row, target: string): boolean {
  const covering = (places: readonly string[]) =>
    Math.max(0, ...places.filter((place) => isWithin([place], target)).map((place) => place.length));
  return covering(all) > 0 && covering(all) >= covering(but);
}

/** `src/stores` for `src/stores/upstash/lua/begin.ts`: the folder that holds the first name starting with an underscore. */
function homeOfPrivate(path: string): string | undefined {
  return /^(.*?)\/_/.exec(path)?.[1];
}

/** The key of the longest row that covers `path`. */
function rowOf(path: string): string | undefined {
  return Object.keys(ROWS).filter((place) => isWithin([place], path)).sort((a, b) => b.length - a.length)[0];
}

function isRestricted(file: string): boolean {
  return isWithin(["src", "functions"], file);
}

/** Whether `path` is one of `places` or lies inside one of them. */
function isWithin(places: readonly string[], path: string): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

/** A table entry by a name from source text, where `constructor` must not find Object.prototype. */
function ownEntry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function resolve(file: string, specifier: string): string {
  return decodeURIComponent(new URL(specifier, `file:///${file}`).pathname).slice(1);
}

function isZod(specifier: string): boolean {
  return specifier === "zod" || specifier.startsWith("zod/");
}

function isNamespaceImport(node: Deno.lint.ImportDeclaration): boolean {
  return node.specifiers.every((specifier) => specifier.type === "ImportNamespaceSpecifier");
}

/** `Deno.env`, `typeof Deno`, `Deno.Listener` as a type, `const { env } = Deno`; not `options.Deno` or a key named Deno. */
function isGlobalReference(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node;
    case "TSQualifiedName":
      return parent.left === node;
    case "VariableDeclarator":
      return parent.init === node;
    case "UnaryExpression":
    case "TSTypeQuery":
      return true;
    default:
      return false;
  }
}
