import type { Environment } from '#server/domain/environments.ts';

/** What a customer's session token carries. (decisions.md, "Authentication".) */
export interface SessionTokenClaims {
  readonly merchantId: string;
  readonly storeId: string;
  readonly buyerIdentity: string;
  /** That of the key that issued it; the token opens no other. */
  readonly environment: Environment;
}
