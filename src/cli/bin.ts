#!/usr/bin/env node
// The command of the npm package: `npx @treadle/treadle`, `deno run -A npm:@treadle/treadle`.

import process from "node:process";
import { runProgram } from "./main.ts";

await runProgram(process.argv.slice(2));
