// The signer of aws4fetch, in a module of its own: it is loaded with the first signature, and of the package only this.

import { AwsV4Signer } from "aws4fetch";

/** The headers of a request, with its signature and what AWS checks beside it. */
export async function signHeaders(request: ConstructorParameters<typeof AwsV4Signer>[0]): Promise<Headers> {
  return (await new AwsV4Signer(request).sign()).headers;
}
