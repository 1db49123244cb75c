/** Answers on the page: Markdown as it comes, answers that attack the page, and buttons that copy. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Driver } from "../../../../src/core/driver.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { holds } from "../../../support/eventually.ts";
import { isSearch } from "../../../support/lives.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  closeBrowser,
  idle,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  visit,
} from "../site.ts";
import { studio } from "../studio.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const ANSWER = [
  "### Weather for **Paris**",
  'Some *text* with `code`, a [link](https://example.com "title"), a [later][one] and ~~no more~~.',
  "| city | tempC |\n| :--- | ----: |\n| Paris | 18 |\n| Oslo | 7<br>or 8 |",
  "- [ ] open\n- [x] done\n  1. nested",
  "> quoted",
  "```js\nconst a = 1 < 2;\nlet tail;\n```",
  "## Second",
  "![a map](https://example.com/map.png) [relative](/v1/agents) [script](javascript:alert(1))",
  "[one]: https://example.org/one",
  "The end.",
].join("\n\n");

function answering(...texts: string[]) {
  return studio(texts.map((text) => ({ text })), null);
}

for (const [width, colorScheme] of looksOf([[380, "light"], [1280, "dark"]] as const)) {
  needsBrowser(`E15: the page: an answer is Markdown, at ${width} px, ${colorScheme}`, async () => {
    await using site = openSite(answering(ANSWER));
    await using tab = await visit(site.url, { width, colorScheme, height: 1200 });
    const { page } = tab;
    await say(page, "# not *Markdown*");
    await idle(page);
    for (const moment of ["streamed", "reloaded"]) {
      if (moment === "reloaded") await page.reload();
      const answer = page.locator(".answer");
      await answer.getByText("The end.", { exact: true }).waitFor();
      const level = (name: string, at: number) => answer.getByRole("heading", { name, level: at });
      // Headings are below that of the step, and no level is left out.
      await level("Weather for Paris", 3).waitFor();
      await level("Second", 3).waitFor();
      await holds(async () => assert.equal(await answer.locator("strong, em, del").count(), 3));
      await holds(async () =>
        assert.deepEqual(await linksOf(page), [
          ["link", "https://example.com/", "noopener noreferrer", "_blank"],
          ["later", "https://example.org/one", "noopener noreferrer", "_blank"],
          ["Image: a map", "https://example.com/map.png", "noopener noreferrer", "_blank"],
        ])
      );
      await holds(async () =>
        assert.equal(await answer.locator("td[align=right]").last().innerText(), "7\nor 8")
      );
      await holds(async () =>
        assert.deepEqual(await answer.locator("li.task").allInnerTexts(), ["☐ open", "☑ done\nnested"])
      );
      await holds(async () => assert.equal(await answer.locator(".code-head span").innerText(), "js"));
      await holds(async () =>
        assert.equal(await answer.locator("pre").textContent(), "const a = 1 < 2;\nlet tail;")
      );
      await holds(async () => assert.equal(await page.locator(".user p").innerText(), "# not *Markdown*"));
      await holds(async () => assert.deepEqual([await overflow(page), await lowContrast(page)], [0, []]));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await picture(page, `markdown-${moment}-${width}`);
    }
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

function linksOf(page: Page): Promise<unknown> {
  return page.locator(".answer a").evaluateAll((links) =>
    links.map((link) => ["textContent", "href", "rel", "target"].map((name) => Reflect.get(link, name)))
  );
}

/** An agent that answers the nth input with the nth list of pieces, and waits for the gate before the last piece. */
function pieces(answers: readonly (readonly string[])[], gate = Promise.resolve()) {
  const driver: Driver = {
    name: "pieces",
    toolForm: "native",
    async plan(turn, emit) {
      const texts = answers[turn.history.entries.filter(({ type }) => type === "assistant").length] ?? [];
      emit({ type: "text.started", block: 0 });
      for (const [index, text] of texts.entries()) {
        if (index === texts.length - 1) await gate;
        emit({ type: "text.delta", block: 0, text });
      }
      emit({ type: "text.ended", block: 0 });
      return {
        blocks: [{ type: "text", text: texts.join("") }],
        finish: "stop",
        usage: { inputTokens: 1, outputTokens: 2 },
        model: turn.modelRef,
      };
    },
    summarize: () => Promise.reject(new Error("not in these tests")),
  };
  return { agents: [defineAgent({ name: "pieces", driver: "pieces" })], drivers: [driver] };
}

needsBrowser("E15: the page: what is drawn of an answer stays while more of it comes", async () => {
  const gate = Promise.withResolvers<void>();
  const begin = [
    "# One\n\nfirst *par",
    "agraph*\n\n",
    "```\ncode\n",
    "```\n\n- a\n\n",
    "- b\n\nlast\n**",
    "*",
  ];
  await using site = openSite(pieces([[...begin, "bold**"]], gate.promise));
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "go");
  const first = page.locator(".answer em");
  await first.waitFor();
  await page.locator(".answer li").nth(1).waitFor();
  const early = await first.elementHandle();
  gate.resolve();
  await idle(page);
  await page.locator(".answer strong", { hasText: "bold" }).waitFor();
  assert.equal(await early?.evaluate((node) => node.isConnected), true);
  await holds(async () =>
    assert.equal(await page.locator(".answer ul").count(), 1, "the items are one list")
  );
  await holds(async () => assert.equal(await page.locator(".answer hr").count(), 0));
  const streamed = await page.locator(".answer").innerHTML();
  await page.reload();
  await page.locator(".answer strong").waitFor();
  await holds(async () =>
    assert.equal(await page.locator(".answer").innerHTML(), streamed, "as a whole answer is drawn")
  );
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser("E15: the page: without the module for Markdown an answer is plain text", async () => {
  const network = async (request: Request, answer: () => Promise<Response>) =>
    request.url.endsWith("/playground/markdown.js") ? new Response(null, { status: 503 }) : await answer();
  await using site = openSite({ ...answering(ANSWER), network });
  await using tab = await visit(site.url);
  const { page } = tab;
  await say(page, "go");
  await idle(page);
  await holds(async () => assert.equal(await page.locator(".answer").innerText(), ANSWER));
  assert.ok(tab.complaints.every((text) => text.includes("503")), tab.complaints.join());
}, shared);

needsBrowser(
  "E15: the page: the module for Markdown is loaded with the first answer, and never before",
  async () => {
    const asked: string[] = [];
    const network = async (request: Request, answer: () => Promise<Response>) => {
      asked.push(new URL(request.url).pathname);
      return await answer();
    };
    await using site = openSite({ ...answering("*said*"), network, basePath: "/agents" });
    await using tab = await visit(`${site.url}agents`);
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    assert.ok(!asked.includes("/agents/playground/markdown.js"));
    await say(page, "go");
    await page.locator(".answer em").waitFor();
    assert.equal(asked.filter((path) => path === "/agents/playground/markdown.js").length, 1);
  },
  shared,
);

/** Markup that runs or loads something where it is taken as it is. */
const MARKUP = [
  `<script>hit("script")</script><script src="https://evil.example/s.js"></script>`,
  `<img src="https://evil.example/i.png" onerror="hit('img')"><img src=x onerror=hit('img')>`,
  `<svg onload="hit('svg')"><use href="https://evil.example/x.svg#a"/></svg><svg><script>hit('svg')</script></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=hit('mxss')>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit('mxss')&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit('mxss')>`,
  `<math><annotation-xml encoding="text/html"><style></style><img src=x onerror=hit('mxss')></annotation-xml></math>`,
  `<noscript><p title="</noscript><img src=x onerror=hit('noscript')>"></noscript>`,
  `<iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>parent.hit('srcdoc')</script>"></iframe>`,
  `<object data="https://evil.example/o"></object><embed src="https://evil.example/e"><link rel=stylesheet href="https://evil.example/l.css">`,
  `<style>body{display:none;background:url(https://evil.example/bg.png)}</style><div style="position:fixed;inset:0">over</div>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<form action="https://evil.example/"><input name="key" autofocus onfocus="hit('focus')"><button formaction="javascript:hit('form')">b</button></form>`,
  `<a href="javascript:hit('href')">j</a><a href="data:text/html,<script>hit('data')</script>">d</a><a href=" java\tscript:hit('tab')">t</a>`,
  `<a id="input" name="transcript" href="#thread_other">clobber</a><img name="getElementById"><form id="documentElement" name="body">`,
  `<details open ontoggle="hit('toggle')"><summary>s</summary></details><video onloadstart="hit('video')" src="https://evil.example/v"></video>`,
  `<template><script>hit('template')</script></template><dialog open>d</dialog><marquee onstart=hit('marquee')>m</marquee>`,
  `<p class="unseen" data-lang="js" aria-hidden="true" tabindex="1" contenteditable>attributes</p><button id=send>Send</button>`,
  `<![CDATA[<img src=x onerror=hit('cdata')>]]><!--><img src=x onerror=hit('comment')>--><?xml <img src=x onerror=hit('pi')>?>`,
  `<x onclick=hit('x')>custom</x><a href="vbscript:hit('vb')">v</a><a href="blob:null/1">b</a><a href="//evil.example">e</a>`,
];

const MARKDOWN = [
  `[j](javascript:hit('md')) [d](data:text/html;base64,PHNjcmlwdD4=) <javascript:hit('auto')> [v](vbscript:hit('vb'))`,
  `[a](java&#115;cript:hit('entity')) [b](&#x6A;avascript:hit('hex')) [c](\u0001javascript:hit('ctl'))`,
  `![x](https://evil.example/i.png "t\\" onerror=hit('title')") ![y](data:image/svg+xml,<svg onload=hit('img')>)`,
  `[t](https://e.example "x\\" onmouseover=\\"hit('title')") [u](https://e.example/"onclick="hit('quote'))`,
  "```\"><img src=x onerror=hit('lang')>\n<script>hit('code')</script>\n```",
  "`<img src=x onerror=hit('span')>` **<img src=x onerror=hit('strong')>**",
  `| <img src=x onerror=hit('th')> |\n| - |\n| <script>hit('td')</script> |`,
  `[ref]: javascript:hit('ref')\n\n[ref] [__proto__] [constructor][toString]\n\n[__proto__]: https://e.example`,
  "abc \u202eevil.exe\u202c \u2066x\u2069",
];

/** Answers that take long to read. */
const SIZES: Record<string, string> = {
  ...(isSearch() ? { "1 MB of [": "[".repeat(1_000_000) } : {}), // ten seconds
  "100 KB of [": "[".repeat(100_000),
  "nested quotes": "> ".repeat(50_000),
  "nested lists": "- ".repeat(50_000),
  "lists in lists": Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  "emphasis": "a*_".repeat(60_000),
  "wide table": `${"|a".repeat(5000)}\n${"|-".repeat(5000)}\n${"|\n".repeat(50_000)}`,
  "open tags": "<sub>".repeat(30_000),
  "backticks": "`a``b```".repeat(20_000),
};

/** Counts every run of a hostile script, violation of the policy, and request to another place. */
async function guarded(page: Page): Promise<{ outside: string[]; seen: () => Promise<string[]> }> {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("http://127.0.0.1:")) outside.push(request.url());
  });
  await page.evaluate(`(() => {
    globalThis.seen = [];
    globalThis.hit = (what) => seen.push(what);
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.violatedDirective));
  })()`);
  return { outside, seen: () => page.evaluate("seen") };
}

needsBrowser("E15: the page: a hostile answer runs nothing, loads nothing and hides nothing", async () => {
  const all = [...MARKUP, ...MARKDOWN];
  // Each as a block of its own, as items of a list, and within one line.
  const attacks = [`a ${MARKUP.join(" b ")}`, all.map((text) => `- ${text}`).join("\n"), all.join("\n\n")];
  await using site = openSite(answering(...attacks));
  await using tab = await visit(site.url, { height: 1400 });
  const { page } = tab;
  const { outside, seen } = await guarded(page);
  for (const index of attacks.keys()) {
    await say(page, "go");
    await page.getByRole("heading", { name: `Step ${index + 1}`, exact: true }).waitFor();
    await idle(page);
    const answer = page.locator(".answer").last();
    await answer.locator(":scope > :not(.text)").first().waitFor();
    await holds(async () =>
      assert.match(await answer.innerText(), /<script>hit\("script"\)/, "markup is shown as text")
    );
  }
  const answers = page.locator(".answer");
  const tags = await answers.evaluateAll((nodes) =>
    nodes.flatMap((node) => [...node.querySelectorAll("*")].map(({ localName }) => localName))
  );
  const known =
    "a,blockquote,br,button,code,div,em,h3,hr,li,ol,p,pre,span,strong,table,tbody,td,th,thead,tr,ul";
  assert.deepEqual([...new Set(tags)].filter((tag) => !known.split(",").includes(tag)), []);
  const attributes = await answers.evaluateAll((nodes) =>
    nodes.flatMap((node) =>
      [...node.querySelectorAll(":not(button)")].flatMap((each) =>
        [...each.attributes].map(({ name, value }) => name === "href" ? value.replace(/:.*/s, ":") : name)
      )
    )
  );
  const harmless = [
    "class",
    "role",
    "tabindex",
    "aria-label",
    "title",
    "align",
    "data-lang",
    "rel",
    "target",
  ];
  assert.deepEqual(
    [...new Set(attributes)].filter((name) => !harmless.includes(name)).sort(),
    ["https:", "mailto:"].filter((name) => attributes.includes(name)),
  );
  const text = await answers.last().innerText();
  assert.match(text, /abc \\u202eevil\.exe\\u202c \\u2066x\\u2069/);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
  for (const link of await answers.locator("a").all()) await link.hover({ trial: true });
  assert.deepEqual([await seen(), outside], [[], []]);
  await holds(async () => assert.equal(await page.title(), "Treadle"));
  await holds(async () =>
    assert.equal(await page.evaluate("document.getElementById('input').localName"), "textarea")
  );
  await holds(async () => assert.deepEqual(await violations(page), []));
  await holds(async () => assert.equal(await overflow(page), 0));
  await picture(page, "hostile");
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "E15: the page: DOMPurify lets no other markup through, were the renderer to write it",
  async () => {
    await using site = openSite();
    await using tab = await visit(site.url);
    const { page } = tab;
    const { outside, seen } = await guarded(page);
    const kept: string[] = await page.evaluate(`(async () => {
    const { sanitize } = await import("/playground/markdown.js");
    const kept = [];
    for (const html of ${JSON.stringify(MARKUP)}) {
      const host = document.createElement("div");
      host.append(sanitize(html));
      document.body.append(host);
      for (const node of host.querySelectorAll("*")) {
        kept.push(node.localName, ...node.getAttributeNames());
        for (const type of ["click", "mouseover"]) node.dispatchEvent(new MouseEvent(type, { cancelable: true }));
      }
      host.remove();
    }
    return kept;
  })()`);
    assert.deepEqual(
      [...new Set(kept)].filter((name) => !["a", "p", "data-lang", "table", "tbody", "tr"].includes(name)),
      [],
    );
    // Chromium reports the handlers and styles of the inert document that DOMPurify reads; nothing of it runs.
    const reported = ["style-src-elem", "style-src-attr", "script-src-attr", "base-uri"];
    assert.deepEqual([(await seen()).filter((what) => !reported.includes(what)), outside], [[], []]);
    assert.equal(
      await page.evaluate(`(() => {
      try { document.createElement("div").innerHTML = "<b>x</b>"; return "taken"; } catch (error) { return error.name; }
    })()`),
      "TypeError",
      "a text becomes markup by DOMPurify alone",
    );
  },
  shared,
);

needsBrowser("E15: the page: answers that take long to read leave the page usable", async () => {
  await using site = openSite(
    pieces(Object.values(SIZES).map((text) => text.match(/[^]{1,20000}/g) ?? [])),
  );
  await using tab = await visit(site.url);
  const { page } = tab;
  for (const [index, name] of Object.keys(SIZES).entries()) {
    await say(page, name);
    await page.getByRole("heading", { name: `Step ${index + 1}`, exact: true }).waitFor();
    await idle(page);
    await page.locator("#help-open").click();
    await page.keyboard.press("Escape");
  }
  await holds(async () => assert.deepEqual([await overflow(page), tab.complaints], [0, []]));
}, shared);

for (const permissions of [["clipboard-read", "clipboard-write"], []]) {
  const way = permissions.length > 0 ? "the clipboard API" : "a selection, where there is no clipboard API";
  needsBrowser(`E15: the page: texts are copied as they were written, by ${way}`, async () => {
    const { agents, drivers } = studio(
      [{ calls: [{ name: "leak", args: `{"a": 1}` }] }, { text: ANSWER }],
      "said",
    );
    await using site = openSite({ agents, drivers });
    await using tab = await visit(site.url, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = tab;
    if (permissions.length === 0) {
      await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
    }
    await say(page, "go");
    await idle(page);
    await page.locator(".answer pre").waitFor();
    const copied = async (what: string) => {
      const copy = page.getByRole("button", { name: `Copy ${what}` });
      await copy.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("status").getByText(`Copied ${what}.`).waitFor();
      await holds(async () =>
        assert.equal(await copy.evaluate((node) => node.matches(":focus")), true, "the focus stays")
      );
      return await page.evaluate("navigator.clipboard.readText()");
    };
    assert.equal(await copied("the text"), ANSWER);
    assert.equal(await copied("the code"), "const a = 1 < 2;\nlet tail;");
    await page.getByRole("button", { name: /^leak/ }).press("Enter");
    assert.equal(await copied("the arguments of leak"), `{"a": 1}`);
    assert.deepEqual(JSON.parse(String(await copied("the output of leak"))), { leaked: "said" });
    assert.deepEqual(tab.complaints, []);
  }, shared);
}
