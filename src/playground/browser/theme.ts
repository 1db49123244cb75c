// Dark or light: the theme of the system, or the one chosen on this page.

import { browserStorage } from "./storage.ts";

const THEME = "treadle.theme";

const system = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

show();
system.addEventListener("change", show);

/** Changes between dark and light. */
export function toggleTheme(): void {
  chooseTheme(root.dataset.theme === "dark" ? "light" : "dark");
}

/**
 * Shows a theme. A choice that equals the theme of the system is not stored: the page follows the system again.
 *
 * @param theme `dark`, `light`, or empty for that of the system.
 */
export function chooseTheme(theme: string): void {
  if (theme === "" || theme === systemTheme()) browserStorage.remove(THEME);
  else browserStorage.set(THEME, theme);
  show();
}

/** The theme that was chosen here; empty where the page follows the system. */
export function chosenTheme(): string {
  return browserStorage.get(THEME) ?? "";
}

function show(): void {
  root.dataset.theme = browserStorage.get(THEME) ?? systemTheme();
  const button = document.getElementById("theme");
  if (button) button.ariaPressed = String(root.dataset.theme === "dark");
}

function systemTheme(): "dark" | "light" {
  return system.matches ? "dark" : "light";
}
