/** Images on the page: beside a message that is written, and in a history that has some. */
import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
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

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** A PNG of 1 pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Drops or pastes files, as a browser reports it. */
function give(
  type: "drop" | "paste",
  files: readonly { name: string; type: string; size?: number }[],
): string {
  return `(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob("${PNG}"), (letter) => letter.charCodeAt(0));
    for (const { name, type, size } of ${JSON.stringify(files)}) {
      data.items.add(new File([size ? new Uint8Array(size) : bytes], name, { type }));
    }
    const target = document.getElementById("input");
    const options = { bubbles: true, cancelable: true };
    const event = "${type}" === "drop"
      ? new DragEvent("drop", { ...options, dataTransfer: data })
      : new ClipboardEvent("paste", { ...options, clipboardData: data });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  })()`;
}

for (const [width, colorScheme] of looksOf([[380, "dark"], [1280, "light"]] as const)) {
  needsBrowser(`E15: the page takes dropped and pasted images, at ${width} px, ${colorScheme}`, async () => {
    const bodies: unknown[] = [];
    const refusal = { title: "No media here", status: 422, code: "invalid_request", detail: "It is a test." };
    await using site = openSite({
      network: async (request, answer) => {
        if (request.method !== "POST") return await answer();
        bodies.push(await request.json());
        const headers = { "content-type": "application/problem+json" };
        return new Response(JSON.stringify(refusal), { status: 422, headers });
      },
    });
    await using tab = await visit(site.url, { width, colorScheme, height: 1100 });
    const { page } = tab;
    await page.locator("#agent:enabled").waitFor();
    assert.equal(await page.evaluate(give("drop", [{ name: "a.png", type: "image/png" }])), true);
    const images = page.getByRole("list", { name: "Images of the message" });
    await images.getByRole("img", { name: "a.png" }).waitFor();
    await page.getByText("PNG, JPEG, GIF or WebP, at most 5 MB each").waitFor();
    await page.evaluate(give("paste", [{ name: "b.png", type: "image/png" }]));
    await images.getByRole("img", { name: "b.png" }).waitFor();
    for (
      const [file, reason] of [
        [{ name: "c.svg", type: "image/svg+xml" }, "c.svg is not added: it is no such image."],
        [
          { name: "d.png", type: "image/png", size: 5 * 1024 * 1024 + 1 },
          "d.png is not added: it is too large.",
        ],
      ] as const
    ) {
      await page.evaluate(give("paste", [file]));
      await page.locator(".attach-terms", { hasText: reason }).waitFor();
      await holds(async () => assert.equal(await images.getByRole("img").count(), 2));
    }
    await holds(async () =>
      assert.deepEqual([await violations(page), await lowContrast(page), await overflow(page)], [[], [], 0])
    );
    await picture(page, `attachments-${width}`);
    await images.getByRole("button", { name: "Remove b.png" }).press("Enter");
    await holds(async () => assert.equal(await images.getByRole("img").count(), 1));
    await say(page, "What is this?");
    await page.locator(".notice.bad", { hasText: "No media here" }).waitFor();
    const [body] = bodies;
    assert.partialDeepStrictEqual(body, {
      agent: "demo",
      input: [{
        parts: [
          { type: "text", text: "What is this?" },
          { type: "image", mediaType: "image/png", data: PNG, name: "a.png" },
        ],
      }],
    });
    // What was refused is in the box again, the image with it.
    await images.getByRole("img", { name: "a.png" }).waitFor();
    await holds(async () => assert.equal(await page.locator("#input").inputValue(), "What is this?"));
    assert.ok(tab.complaints.every((text) => text.includes("422")), tab.complaints.join());
  }, shared);
}

needsBrowser("E15: the page shows the images of a history, fetched with the key", async () => {
  const id = "a".repeat(64);
  const asked: (string | null)[] = [];
  await using site = openSite({
    env: { TREADLE_API_KEYS: "acme:a-key-of-sixteen-letters" },
    network: async (request, answer) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith(`/media/${id}`)) {
        asked.push(request.headers.get("authorization"));
        return new Response(Uint8Array.fromBase64(PNG), { headers: { "content-type": "image/png" } });
      }
      const response = await answer();
      if (!pathname.endsWith("/history")) return response;
      const history = await response.json();
      const media = { type: "image", mediaType: "image/png", bytes: 70, id };
      for (const entry of history.entries) {
        if (entry.type === "user") {
          entry.parts = [{ type: "text", text: entry.text }, { ...media, name: "cat.png" }, {
            type: "file",
            mediaType: "application/pdf",
            name: "a.pdf",
            bytes: 1000,
            id: "b".repeat(64),
          }];
        }
        if (entry.type === "tool") entry.media = [{ ...media, name: "chart.png" }];
      }
      return Response.json(history);
    },
  });
  await using tab = await visit(site.url);
  const { page } = tab;
  await page.getByLabel("API key").fill("a-key-of-sixteen-letters");
  await page.getByRole("button", { name: "Use key" }).click();
  await say(page, "What is the weather in Paris?");
  await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
  await idle(page);
  await page.reload();
  const input = page.locator(".user").getByRole("img", { name: "cat.png" });
  await input.waitFor();
  await holds(async () =>
    assert.equal(
      await input.evaluate((node) => Object(node).decode().then(() => Object(node).naturalWidth)),
      1,
    )
  );
  await page.locator(".call").getByRole("img", { name: "chart.png" }).waitFor();
  await page.getByText("file a.pdf, 1,000 bytes").waitFor();
  assert.deepEqual(new Set(asked), new Set(["Bearer a-key-of-sixteen-letters"]));
  const edit = page.getByRole("button", { name: "Edit" });
  await holds(async () =>
    assert.equal(
      await edit.getAttribute("title"),
      "A message with media is not edited: branch at the step before it.",
    )
  );
  await holds(async () => assert.deepEqual(await violations(page), []));
  assert.ok(tab.complaints.every((text) => text.includes("401")), tab.complaints.join());
}, shared);
