/** docs/examples has the types of browsers, so it is checked by itself. */
import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

for (const args of [["check"], ["lint"], ["fmt", "--check"]]) {
  Deno.test(`docs/examples: deno ${args.join(" ")} finds nothing`, async () => {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...args, "--quiet", "--config", "deno.json", "chat.ts", "ag_ui.ts"],
      cwd: fromFileUrl(new URL("docs/examples/", projectRoot)),
      env: { NO_COLOR: "1" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
  });
}
