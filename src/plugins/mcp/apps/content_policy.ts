// What an app may reach: the origins that its server names in `_meta.ui.csp`, and nothing else. The policy stands in the HTML itself,
// before all that the server has written, so the HTML has its policy wherever it is rendered.

import type { AppDomains, AppResource } from "../../../core/tool/tool_app.ts";

/** Most origins of one kind. */
const ORIGINS = 20;
/** A host with at least two labels, the first of which may be `*`; no address of a machine. */
const ORIGIN =
  /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](?::\d{1,5})?$/;

/** The origins of the lists that an app may have. Any other text, such as a scheme, a path or a second directive, is left out. */
export function approveDomains(requested: AppDomains): AppDomains {
  return {
    connectDomains: approve(requested.connectDomains, true),
    resourceDomains: approve(requested.resourceDomains, false),
    frameDomains: approve(requested.frameDomains, false),
    baseUriDomains: approve(requested.baseUriDomains, false),
  };
}

function approve(origins: readonly string[], withSockets: boolean): readonly string[] {
  const fine = origins.map((origin) => origin.toLowerCase().replace(/\/$/, "")).filter((origin) =>
    origin.length <= 255 && ORIGIN.test(origin) && (withSockets || origin.startsWith("https:"))
  );
  return [...new Set(fine)].slice(0, ORIGINS);
}

/** The Content Security Policy of an app with these approved origins. */
export function contentPolicy(domains: AppDomains): string {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = domains;
  return [
    "default-src 'none'",
    directive("script-src", "'unsafe-inline'", ...resourceDomains),
    directive("style-src", "'unsafe-inline'", ...resourceDomains),
    directive("img-src", "data:", "blob:", ...resourceDomains),
    directive("font-src", "data:", ...resourceDomains),
    directive("media-src", "data:", "blob:", ...resourceDomains),
    directive("connect-src", ...connectDomains),
    directive("frame-src", ...frameDomains),
    directive("base-uri", ...baseUriDomains),
    "worker-src blob:", // a worker of a blob has the policy of its maker
    "object-src 'none'",
    "form-action 'none'",
  ].join("; ");
}

function directive(name: string, ...sources: readonly string[]): string {
  return sources.length === 0 ? `${name} 'none'` : `${name} ${sources.join(" ")}`;
}

/**
 * The HTML with the policy before all of it. A parser puts what comes first into the head, and reads the document's own doctype, html and
 * head on from there.
 */
export function withPolicy({ html }: Pick<AppResource, "html">, policy: string): string {
  return `<!doctype html><meta http-equiv="content-security-policy" content="${policy}">` +
    `<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">${html}`;
}
