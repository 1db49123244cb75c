import { assertChangesFound } from "../../cli/_changes.ts";

Deno.test("record: ten thousand changes of recorded threads are all found", () => assertChangesFound(10_000));
