/** The page of an app below a base path: the demo and an approval, in a real Chromium. */
import assert from "node:assert/strict";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, openSite, picture, say, visit } from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const path of ["agents", "agents/"]) {
  needsBrowser(
    `E15: the page at /${path}: the demo answers, a call is approved, and a reload shows both`,
    async () => {
      const asked = new Set<string>();
      await using site = openSite({
        basePath: "/agents",
        network: (request, answer) => {
          asked.add(new URL(request.url).pathname);
          return answer();
        },
      });
      await using tab = await visit(`${site.url}${path}`);
      const { page } = tab;
      await say(page, "What is the weather in Paris?");
      await page.getByText("It is 18 °C and clear in Paris.", { exact: true }).waitFor();
      await idle(page);
      await say(page, "delete record r1");
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
      await idle(page);
      await picture(page, `base_path_${path.length}`);
      await page.reload();
      await page.getByText("Record r1 is deleted.", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Treadle, home" }).click();
      await page.getByRole("heading", { name: "New thread" }).waitFor();
      assert.equal(new URL(page.url()).pathname, "/agents/");
      assert.deepEqual([...asked].filter((each) => !/^\/agents(?:\/|$)/.test(each)), []);
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
