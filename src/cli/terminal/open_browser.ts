// Opens a page in the browser of this machine.

import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** The program of each system that opens an address, and its arguments before the address. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens the address; false where there is no browser, or none that a command may open. */
export async function openBrowser(url: string): Promise<boolean> {
  const { env, platform } = process;
  const opener = OPENERS[platform];
  if (env.CI || (opener === undefined && !env.DISPLAY && !env.WAYLAND_DISPLAY)) return false;
  const [program, ...args] = opener ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.unref();
  try {
    await once(child, "spawn");
    return true;
  } catch {
    return false; // the program is not there
  }
}
