import type { Environment } from '#server/domain/environments.ts';

/** The claims of a customer's session token. (decisions.md, "Authentication".) */
export interface SessionTokenClaims {
  readonly merchantId: string;
  readonly storeId: string;
  readonly buyerIdentity: string;
  /** The environment of the API key that issued the token; the token is valid in no other. */
  readonly environment: Environment;
}
