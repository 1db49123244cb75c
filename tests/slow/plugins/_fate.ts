// What befalls a request on its way, for stories in which the network fails.

/** The request passes; it or its answer is lost; or its answer breaks off behind its first bytes. */
export type Fate = "passes" | "request lost" | "answer lost" | "cut";

/** The answer to what `send` sends. @throws {TypeError} as fetch does: the request or its answer is lost */
export async function meetFate(fate: Fate, send: () => Promise<Response>): Promise<Response> {
  if (fate === "request lost") throw new TypeError("The request was lost.");
  const response = await send();
  if (fate === "answer lost") {
    await response.body?.cancel();
    throw new TypeError("The answer was lost.");
  }
  return fate === "cut" && response.body !== null
    ? new Response(response.body.pipeThrough(cutBehindFirst()), response)
    : response;
}

/** Passes the first piece of a body on, and breaks it off at the second. */
function cutBehindFirst(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let count = 0;
  return new TransformStream({
    transform(piece, controller) {
      if (count++ === 0) controller.enqueue(piece);
      else controller.error(new TypeError("The connection broke."));
    },
  });
}
