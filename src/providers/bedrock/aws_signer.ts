// The signer of aws4fetch in a module of its own, so that only this part of the package is bundled, and loaded with the first signature.

import { AwsV4Signer } from "aws4fetch";

/** The headers of a request, with its signature and what AWS checks beside it. */
export async function signHeaders(request: ConstructorParameters<typeof AwsV4Signer>[0]): Promise<Headers> {
  return (await new AwsV4Signer(request).sign()).headers;
}
