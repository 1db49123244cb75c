// The body of an answer, up to a number of bytes.

/** The response with a body that fails behind `most` bytes. */
export function limitedBody(response: Response, most: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > most) controller.error(new Error(`The answer is longer than ${most} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(limited, { status, statusText, headers });
}
