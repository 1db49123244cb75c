/** The picture of the page in README.md: a shop's thread with a call that waits for approval. `deno task pictures` runs it. */
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { openShop } from "./shop.ts";
import { closeBrowser, visit } from "./site.ts";

const FILE = fromFileUrl(new URL("docs/assets/page.webp", projectRoot));

await using shop = await openShop();
await using tab = await visit("about:blank", { width: 1280, height: 1060 });
await tab.page.goto(`${shop.url}#t1`, { waitUntil: "networkidle" });
await tab.page.getByRole("button", { name: /^Approve/ }).first().waitFor();
// WebP, which Playwright's own call does not write, has a third of the bytes of PNG.
const session = await tab.page.context().newCDPSession(tab.page);
const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 90 });
await Deno.writeFile(FILE, Uint8Array.fromBase64(data));
await closeBrowser();
