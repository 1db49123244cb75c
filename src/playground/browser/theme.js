// Dark or light: what the system says, until somebody says otherwise here.

const THEME = "treadle.theme";

const system = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

show();
system.addEventListener("change", show);

export function toggleTheme() {
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  // Back at what the system says, the page follows the system again.
  if (theme === systemTheme()) localStorage.removeItem(THEME);
  else localStorage.setItem(THEME, theme);
  show();
}

function show() {
  root.dataset.theme = localStorage.getItem(THEME) ?? systemTheme();
  const button = document.getElementById("theme");
  if (button) button.ariaPressed = String(root.dataset.theme === "dark");
}

function systemTheme() {
  return system.matches ? "dark" : "light";
}
