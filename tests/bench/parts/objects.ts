// A step on Durable Objects beside one on Redis over REST, and beside an agent that runs inside its object: what it takes, and what is billed
// while the model is awaited.

import { Lab } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import { pinSelf } from "../lab/pin.ts";
import { CORES, measureSteps } from "../objects/steps.ts";
import { countRequests } from "../objects/requests.ts";
import { measureWaits } from "../objects/waits.ts";

export const objects: Part = {
  title: "Durable Objects",
  note:
    "One step in workerd behind HTTP, answered as JSON; the model answers whole and at once, in threads of 9 to 33 steps, all " +
    "of them in the prompt. Redis over REST and Durable Objects are the same Worker with another store. The objects are in a " +
    "workerd of their own, reached over HTTP, since on the platform they are elsewhere than the Worker; in one process is as " +
    "Miniflare has them. The agent in its object is a peer of 60 lines: its Worker passes the request on, and the object of the " +
    "thread reads its messages from SQLite, asks the model and writes two rows, without lease, record, budget, events or " +
    "retries. The Worker has a core to itself; objects, Redis, bridge, model and client share the other. CPU is that of the " +
    "process, all its threads, for a step (`/proc/PID/task/*/schedstat`), without what it uses when nothing is sent; that of " +
    "Redis and its bridge is not in it. Slices in an order that changes, several processes of each in turn; ratios are to " +
    "Redis within a round.",
  async measure({ quick }) {
    await pinSelf(CORES.objects);
    await using lab = await Lab.open(CORES.objects);
    return [
      await measureSteps(lab, quick ? { processes: 1, rounds: 4 } : { processes: 2, rounds: 8 }),
      "What one step sends to the store, in bodies of requests (written) and answers (read), and the rows of SQLite, those of " +
      "indexes and alarms with them. Cold: the isolate reads the history from the store. The peer's request is that of its " +
      "client.",
      await countRequests(lab),
      "One step whose model answers after so many seconds, and what Cloudflare bills for its objects: the time within which " +
      "an object handles an event, or has a promise, a timer, a request of its own or a socket that may not hibernate, counted " +
      "by a class around the object's own until all it has written is on the disk; the sum over the objects by the number of " +
      "steps. [An idle object that may hibernate is not billed](https://developers.cloudflare.com/durable-objects/platform/pricing/), " +
      "even before it does. Dollars are those of a million steps, for objects alone. A step renews its lease every 10 s.",
      await measureWaits(lab, quick ? [0, 3] : [0, 20]),
    ].join("\n\n");
  },
};
