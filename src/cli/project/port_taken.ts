// Whether a port of this machine is in use.

import { connect } from "node:net";

/** True when something listens on the port at 127.0.0.1. A port that does not answer within a second is free. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
