// The site of docs/: its pages are read where they stand, in the order of docs/README.md.

import { readFileSync } from "node:fs";
import { renderMermaidSVG } from "beautiful-mermaid";
import { defineConfig, type MarkdownOptions } from "vitepress";
import { listGuides, parseContents } from "../../src/cli/docs/contents.ts";
import { toAnchor } from "../../src/cli/docs/headings.ts";

const contents = parseContents(readFileSync(new URL("../../docs/README.md", import.meta.url), "utf8"));

/** A reader who searches for a word looks for its guide. */
const SEARCHED: ReadonlySet<string> = new Set(listGuides(contents).map(({ path }) => path));

export default defineConfig({
  title: contents.title,
  description: contents.summary,
  lang: "en",
  srcDir: "pages", // a link to docs, so that packages are found in this folder
  cleanUrls: true,
  rewrites: { "README.md": "index.md" },
  vite: {
    resolve: { preserveSymlinks: true },
    optimizeDeps: { entries: [] }, // the pages of docs/examples are none of the site
    build: { chunkSizeWarningLimit: 2000 }, // kB of the search index
  },
  head: [["link", { rel: "icon", href: logo("#3a4bb5") }]],
  markdown: {
    anchor: { slugify: toAnchor },
    config: extendMarkdown,
    theme: { light: "github-light-high-contrast", dark: "github-dark-default" }, // 4.5 to 1 on the background of blocks
  },
  themeConfig: {
    logo: { light: logo("#3a4bb5"), dark: logo("#a5b2ff"), alt: "" },
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "HTTP API", link: "/http-api" },
    ],
    sidebar: contents.sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ title, path }) => ({ text: title, link: `/${path.replace(/\.md$/, "")}` })),
    })),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        miniSearch: { options: { processTerm } },
        _render: (source, env, md) => SEARCHED.has(env.relativePath) ? md.render(source, env) : "",
      },
    },
  },
});

/** Words that stand in every section say nothing of one. Written into the page as text, so it uses nothing around it. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  return /^(?:an?|and|are|by|can|do|does|for|how|i|in|is|it|my|of|on|or|the|to|what|when|which|with)$/.test(
      word,
    )
    ? null
    : word;
}

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

function extendMarkdown(md: Markdown): void {
  const { fence, code_inline: code } = md.renderer.rules;
  // Braces in code are text of the page, and nothing that Vue evaluates.
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet("v-pre", "");
    return code?.(tokens, index, ...rest) ?? "";
  };
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() === "mermaid") return diagramOf(token.content);
    return fence?.(tokens, index, ...rest) ?? "";
  };
  // Files that are no pages: those beside docs are at the root of the site. A link with a target is none of VitePress's.
  md.core.ruler.push("links-to-files", ({ tokens }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.attrGet("href") ?? "";
        if (!/^(?:\.\.\/(?:(?:CHANGELOG|CONTRIBUTING)\.md|skills\/)|(?:\.\.\/)*examples\/)/.test(href)) {
          continue;
        }
        token.attrSet("href", href.replace(/^\.\.\/(?!examples)/, "/").replace(/#.*$/, "")); // a text has no anchors
        token.attrSet("target", "_self");
      }
    }
  });
}

/** Drawn once, at build; its colours are the variables of the theme, so it follows light and dark. */
function diagramOf(code: string): string {
  const svg = renderMermaidSVG(code, {
    ...{ bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)", line: "var(--vp-c-text-2)" },
    ...{ accent: "var(--vp-c-brand-1)", muted: "var(--vp-c-text-2)", surface: "var(--vp-c-bg-soft)" },
    ...{ border: "var(--vp-c-brand-1)", font: "inherit", transparent: true, padding: 8 },
  }).replaceAll(/@import url\([^)]*\);?/g, "").replaceAll("'inherit'", "inherit");
  // The font is that of the page, and nothing of another host is loaded.
  const html = JSON.stringify(svg).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<div class="diagram" role="img" aria-label="Diagram" tabindex="0" v-html="${html}"></div>\n`;
}

/** A treadle, a board on its rocker, as the address of a picture. */
function logo(color: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="${color}"><path d="M3 6l18 5v3L3 9z"/><path d="M12 13l5 7H7z"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
