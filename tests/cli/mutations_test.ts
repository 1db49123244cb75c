import { assertChangesFound } from "./_changes.ts";

Deno.test("record: two hundred changes of recorded threads are all found", () => assertChangesFound(200));
