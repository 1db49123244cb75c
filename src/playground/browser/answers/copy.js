// Buttons that copy a text.

import { button, element } from "../dom.js";

/** Milliseconds for which a button says what it did. */
const SHOWN_MS = 2000;

/** Says to assistive technology what happened. */
const news = element("p", "unseen");
news.role = "status";

/** @param {string} text */
export function announce(text) {
  if (!news.isConnected) document.body.append(news);
  news.textContent = text;
}

/**
 * @param {string} what What is copied, for assistive technology: `the code`.
 * @param {() => string} read
 */
export function copyButton(what, read) {
  const copy = button("Copy", "copy small", async () => {
    const done = await copyText(read());
    announce(done ? `Copied ${what}.` : `The browser did not copy ${what}.`);
    copy.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => copy.textContent = "Copy", SHOWN_MS);
  });
  copy.ariaLabel = `Copy ${what}`;
  return copy;
}

/** False where the browser refuses. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // no clipboard outside of secure contexts, or no permission
  }
}

/** @param {string} text */
function copySelected(text) {
  const focused = document.activeElement;
  const area = element("textarea", "unseen");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
