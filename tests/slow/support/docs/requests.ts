/** Runs the requests that a page shows, against a server of the test. */
import assert from "node:assert/strict";

/** Where the requests go, and from where. */
export interface RequestTarget {
  /** In the place of every address that the page names. */
  readonly url: string;
  /** The working directory; a new one unless given. */
  readonly folder?: string;
}

/** Addresses of a deployment in the pages. */
const SHOWN = /https?:\/\/(?:127\.0\.0\.1:8787|treadle\.example\.workers\.dev|treadle\.my-org\.deno\.net)/g;

/**
 * Runs the block as it stands, in bash: every curl must get a status below 400. `$TREADLE` is the server and `$TREADLE_KEY`
 * and `$KEY` a key where the block does not say. Resolves with what the last curl printed.
 */
export async function runRequests(code: string, { url, folder }: RequestTarget): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "treadle_requests_" });
  try {
    await Deno.writeTextFile(`${home}/.curlrc`, "fail-with-body\nmax-time = 30\n");
    await Deno.writeTextFile(`${home}/.env`, "TREADLE_API_KEYS=acme:a-key\n");
    const { code: status, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-euo", "pipefail", "-c", code.replaceAll(SHOWN, url)],
      cwd: folder ?? home,
      env: { CURL_HOME: home, TREADLE: url, TREADLE_KEY: "a-key", KEY: "a-key" },
    }).output();
    const printed = new TextDecoder().decode(stdout);
    assert.equal(status, 0, `${code}\n${printed}${new TextDecoder().decode(stderr)}`);
    return printed;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
