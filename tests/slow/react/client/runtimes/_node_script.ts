// For `node script.mjs <url> <key> <thread>`: prints the report.

import process from "node:process";
import { exercise } from "./_exercise.ts";

const [url = "", key = "", thread = ""] = process.argv.slice(2);
console.log(
  JSON.stringify(await exercise({ url, key, thread, runtime: `Node.js/${process.versions.node}` })),
);
