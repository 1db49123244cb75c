/** docs/tutorial.md walked through as a reader does it: the shop agent is built, and people use its page in Chromium. */
import assert from "node:assert/strict";
import { closeBrowser, visit } from "../playground/site.ts";
import { type Block, blocksOf, nameOfBlock } from "../../support/docs/blocks.ts";
import { readPage } from "../../support/docs/markdown.ts";
import { projectRoot } from "../../support/project.ts";
import { needsBrowser } from "../../support/requires.ts";
import { Reader } from "./_walk.ts";

needsBrowser(
  "V4: every block of the tutorial does what the page says, and its chat asks before it refunds",
  async (test) => {
    await using reader = await Reader.open("shop");
    const blocks = blocksOf(await readPage("docs/tutorial.md"));
    const startsPage = ({ code }: Block) => code.includes("page/serve.ts\n") && code.startsWith("npx");
    for (const block of blocks) {
      if (startsPage(block)) {
        await reader.write(
          "page/react_chat.tsx",
          await Deno.readTextFile(new URL("docs/examples/react_chat.tsx", projectRoot)),
        );
      }
      await test.step(nameOfBlock(block), () => reader.do(block));
      if (startsPage(block)) await test.step("the chat", () => refundInChat(reader.pageUrl));
    }
    assert.ok(blocks.some(startsPage), "the tutorial starts the page of the chat");
  },
);

/** Asks for a refund, approves it, and reads that it is done; a reload shows the same. */
async function refundInChat(url: string): Promise<void> {
  try {
    const { page } = await visit(url);
    await page.getByLabel("Message").fill("Please refund order 1002.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "Approval" }).getByText("refund_order").waitFor();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Order 1002 is settled.").waitFor();
    await page.reload();
    await page.getByText("Order 1002 is settled.").waitFor();
  } finally {
    await closeBrowser();
  }
}
