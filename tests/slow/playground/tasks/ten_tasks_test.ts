// What people come to the page for, in a real Chromium on the real app: each of ten tasks from the first page on, in at most four
// interactions. docs/studio.md has the counts.

import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { projectRoot } from "../../../support/project.ts";
import { closeBrowser, visit } from "../site.ts";
import { Person } from "./_person.ts";
import { openShop } from "./_shop.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const MOST_INTERACTIONS = 4;

/** One task: done when the promise is, and proved by its assertions. */
interface Task {
  /** As docs/studio.md has it. */
  readonly title: string;
  readonly interactions: number;
  readonly do: (person: Person, url: string) => Promise<void>;
}

const thread = ({ page }: Person, title: string) =>
  page.locator("#thread-list").getByRole("link", { name: title });

const place = ({ page }: Person, title: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: title });

const ofMenu = ({ page }: Person, title: string) =>
  page.locator("#thread-menu-list").getByRole("button", { name: title });

const TASKS: readonly Task[] = [
  {
    title: "Find why a run failed",
    interactions: 2,
    async do(person) {
      const { page } = person;
      await person.choose(page.getByRole("combobox", { name: "State" }), "Failed");
      await person.click(thread(person, "Close my account."));
      await page.getByRole("log").getByText("The model refuses the key: it has expired.").waitFor();
    },
  },
  {
    title: "Approve a call by keyboard",
    interactions: 4,
    async do(person, url) {
      const { page } = person;
      await person.press("Control+k");
      await person.type(
        page.getByRole("combobox", { name: "Find a place, an agent, a thread or a command" }),
        "inbox",
      );
      await person.press("Enter");
      await page.locator('.inbox-row:focus:has-text("refund")').waitFor();
      await person.press("a");
      await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
      await page.waitForLoadState("networkidle");
      const { status } = await (await fetch(`${url}v1/threads/refund`)).json();
      assert.equal(status, "done");
    },
  },
  {
    title: "Compare two models on one thread",
    interactions: 4,
    async do(person) {
      const { page } = person;
      await person.click(thread(person, "Where is order 1002?"));
      await person.click(page.getByRole("button", { name: "Thread menu" }));
      await person.click(ofMenu(person, "Compare with another model"));
      await holds(async () =>
        assert.equal(await page.locator('#place select[name="model"]').inputValue(), "scripted/large")
      );
      await person.click(page.getByRole("button", { name: "Run and compare" }));
      await page.locator(".compare-step mark").nth(1).waitFor();
      await holds(async () =>
        assert.deepEqual(await page.locator(".compare-step mark").allInnerTexts(), ["Sunday", "Monday"])
      );
    },
  },
  {
    title: "Find the tool that costs most",
    interactions: 2,
    async do(person) {
      const { page } = person;
      await person.click(place(person, "Analytics"));
      await person.choose(page.getByLabel("Grouped by"), "tool");
      const first = page.getByRole("table", { name: "Counts by tool" }).getByRole("row").nth(1);
      await holds(async () => assert.match(await first.innerText(), /^read_catalogue\s+<?\$0\.0/));
    },
  },
  {
    title: "See why a webhook was refused",
    interactions: 1,
    async do(person) {
      const { page } = person;
      await person.click(place(person, "Webhooks"));
      const row = page.getByRole("table", { name: "Refused deliveries" }).getByRole("row").nth(1);
      await holds(async () =>
        assert.match(
          await row.innerText(),
          /github\s+401\s+signature_wrong[^]*Compare the secret of the sender/,
        )
      );
    },
  },
  {
    title: "Stop a schedule that runs too often",
    interactions: 2,
    async do(person, url) {
      const { page } = person;
      await person.click(place(person, "Schedules"));
      await person.click(page.getByRole("button", { name: "Pause digest" }));
      await page.getByRole("button", { name: "Resume digest" }).waitFor();
      const { schedules } = await (await fetch(`${url}v1/schedules`)).json();
      assert.equal(schedules[0].status, "paused");
    },
  },
  {
    title: "Change a policy and see what it would have refused",
    interactions: 4,
    async do(person) {
      const { page } = person;
      await person.click(place(person, "Policies"));
      await person.click(page.getByRole("link", { name: "production" }));
      const field = page.getByLabel("Policy, as JSON");
      const before = JSON.parse(await field.inputValue());
      const rules = [{ type: "at_most", tool: "lookup_order", times: 0, per: "run" }];
      await person.type(field, JSON.stringify({ ...before, rules }));
      await person.click(page.getByRole("button", { name: "Test on the newest 50 threads" }));
      await page.getByText("2 refusals").waitFor();
    },
  },
  {
    title: "Make an evaluation case of a bad answer",
    interactions: 3,
    async do(person) {
      await person.click(thread(person, "Where is order 7?"));
      await person.click(person.page.getByRole("button", { name: "Thread menu" }));
      const { name, text } = await person.save(ofMenu(person, "Save as an evaluation case"));
      assert.equal(name, "other.eval.json");
      assert.match(text, /Where is order 7\?[^]*lookup_order/);
    },
  },
  {
    title: "Find the threads of a user",
    interactions: 1,
    async do(person) {
      const { page } = person;
      await person.type(page.getByRole("searchbox", { name: "Search threads" }), "user:ada");
      await thread(person, "What is in stock?").waitFor({ state: "detached" });
      await thread(person, "Where is order 7?").waitFor();
      await holds(async () => assert.equal(await page.locator("#thread-list li").count(), 2));
    },
  },
  {
    title: "Export a thread",
    interactions: 3,
    async do(person) {
      await person.click(thread(person, "Where is order 1002?"));
      await person.click(person.page.getByRole("button", { name: "Thread menu" }));
      const { name, text } = await person.save(ofMenu(person, "Export"));
      assert.equal(name, "order.jsonl");
      assert.match(text, /Where is order 1002\?/);
    },
  },
];

for (const { title, interactions, do: doIt } of TASKS) {
  needsBrowser(`E15, V2: ${title} takes ${interactions} interactions on the page`, async () => {
    await using site = await openShop();
    await using tab = await visit(site.url, { width: 1440, height: 900 });
    await tab.page.waitForLoadState("networkidle");
    const person = new Person(tab.page);
    await doIt(person, site.url);
    assert.equal(person.interactions, interactions);
    assert.deepEqual(tab.complaints, []);
  }, shared);
}

Deno.test("E15, V2: the page's document has the ten tasks with their counts, none above four", async () => {
  const studio = await Deno.readTextFile(new URL("docs/studio.md", projectRoot));
  for (const { title, interactions } of TASKS) {
    assert.ok(interactions <= MOST_INTERACTIONS, title);
    assert.match(studio, new RegExp(String.raw`^\| ${title} +\| ${interactions} +\|`, "m"));
  }
});
