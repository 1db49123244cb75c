// As _older.ts, but it stays: the first line of its standard input is where the threads are, each further line a request, and each
// line of its output an answer. So an old isolate has its store open while this version comes.

import { createInterface } from "node:readline";
import process from "node:process";
import { deploy, type Deployment } from "../../compat/_deployment.ts";

if (import.meta.main) {
  let deployment: Deployment | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const read = JSON.parse(line);
    if (deployment === undefined) {
      deployment = deploy({ ...read, clock: Date.now });
      continue;
    }
    const [method, path, body, headers = {}] = read;
    const response = await deployment.send(method, path, body, headers);
    console.log(JSON.stringify({ status: response.status, text: await response.text() }));
  }
  await deployment?.[Symbol.asyncDispose]();
}
