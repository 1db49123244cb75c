// Somebody at the page: each thing that they do counts as one interaction. What they wait for or read counts as none.

import type { Download, Locator, Page } from "playwright-core";
import { LONGEST_WAIT_MS } from "../../../support/eventually.ts";

/** A person and what they have done so far. */
export class Person {
  readonly page: Page;
  #interactions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get interactions(): number {
    return this.#interactions;
  }

  async press(key: string): Promise<void> {
    this.#interactions++;
    await this.page.keyboard.press(key);
  }

  async click(target: Locator): Promise<void> {
    this.#interactions++;
    await target.click();
  }

  async choose(select: Locator, option: string): Promise<void> {
    this.#interactions++;
    await select.selectOption(option);
  }

  /** Types a text into a field, in place of what it has: one interaction, however long it is. */
  async type(field: Locator, text: string): Promise<void> {
    this.#interactions++;
    await field.fill(text);
  }

  /** Clicks on what saves a file. */
  async save(target: Locator): Promise<{ readonly name: string; readonly text: string }> {
    const saved: Promise<Download> = this.page.waitForEvent("download", { timeout: LONGEST_WAIT_MS });
    await this.click(target);
    const file = await saved;
    return { name: file.suggestedFilename(), text: await Deno.readTextFile(await file.path()) };
  }
}
