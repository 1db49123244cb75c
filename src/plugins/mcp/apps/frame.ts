// GET /v1/apps/frame: the page in which a client runs an app. It is the sandbox proxy of SEP-1865 in one frame: it says that it is ready,
// takes the HTML of its parent once, and becomes it. `sandbox` without allow-same-origin gives it an origin of its own in every page:
// no cookies, no storage, no page of this deployment.

import type { HttpContext, HttpDeps } from "../../../http/context.ts";

/** Below the base path. */
export const FRAME_PATH = "/v1/apps/frame";

/** As loose as any app's policy may be: the HTML brings a stricter one (content_policy.ts). */
const POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline' https:",
  "style-src 'unsafe-inline' https:",
  "img-src https: data: blob:",
  "font-src https: data:",
  "media-src https: data: blob:",
  "connect-src https: wss:",
  "frame-src https:",
  "base-uri https:",
  "worker-src blob:",
  "form-action 'none'",
];

/** A page that is opened by itself takes nothing: no one shows words of their own below the address of this deployment. */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>App</title>
<script>
if (parent !== window) {
  addEventListener("message", function take({ source, data }) {
    if (source !== parent || data?.method !== "ui/notifications/sandbox-resource-ready") return;
    const html = data.params?.html;
    if (typeof html !== "string") return;
    removeEventListener("message", take);
    document.open();
    document.write(html);
    document.close();
  });
  parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
}
</script>
`;

/** The page. Pages of this deployment and of TREADLE_CORS_ORIGINS may frame it. An app may not, since its origin is none of these. */
export function respondFrame(c: HttpContext, { corsOrigins }: Pick<HttpDeps, "corsOrigins">): Response {
  return c.body(PAGE, 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [...POLICY, `frame-ancestors ${["'self'", ...corsOrigins].join(" ")}`].join(
      "; ",
    ),
    "cross-origin-resource-policy": "cross-origin",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-cache",
  });
}

const PERMISSIONS = [
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "geolocation",
  "microphone",
  "payment",
  "usb",
].map((feature) => `${feature}=()`).join(", ");
