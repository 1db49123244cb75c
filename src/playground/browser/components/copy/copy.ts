// Copies texts, and says to assistive technology what happened.

import { element } from "../../dom.ts";

let news: HTMLElement | undefined;

/** Has a text read out. */
export function announce(text: string): void {
  if (news === undefined) {
    news = element("p", "unseen");
    news.role = "status";
    document.body.append(news);
  }
  news.textContent = text;
}

/** Copies a text and announces it. `what` names it: `the code`. False where the browser refuses. */
export async function copyAndAnnounce(what: string, text: string): Promise<boolean> {
  const isDone = await copyText(text);
  announce(isDone ? `Copied ${what}.` : `The browser did not copy ${what}.`);
  return isDone;
}

/** False where the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // no clipboard outside of secure contexts, or no permission
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = element("textarea", "unseen");
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isDone;
}
