// The MCP servers of an agent in YAML. The compiled module makes sources of tools of them, so a deployment without them has none of
// their code.

import type { McpServerSource, ServerFile } from "./mcp_schema.ts";
import { type Reading, reportFindings } from "./report.ts";

/** The servers as `mcpServer` takes them; problems are reported. */
export function readServers(
  servers: readonly ServerFile[],
  reading: Reading,
): readonly McpServerSource[] {
  return servers.map(({ timeout_ms: timeoutMs, max_tools: maxTools, oauth, ...same }, index) => {
    const { client_id: clientId, client_secret: clientSecret, scope } = oauth ?? {};
    const known = { clientId, clientSecret, scope };
    const server: McpServerSource = JSON.parse(
      JSON.stringify({ ...same, timeoutMs, maxTools, oauth: oauth && known }),
    );
    const problems = reading.options.serverProblems?.(server) ?? [];
    const findings = problems.map(({ pointer, detail, fix = "correct it." }) => ({
      pointer: pointer.replace("timeoutMs", "timeout_ms").replace("maxTools", "max_tools"),
      detail: detail.replace(/\.$/, ""),
      fix,
    }));
    const isTwice = servers.findIndex(({ name }) => name === same.name) < index;
    const twice = { pointer: "/name", detail: `"${same.name}" is the name of another`, fix: "rename one." };
    reportFindings(["spec", "mcp", index], isTwice ? [...findings, twice] : findings, reading);
    return server;
  });
}
