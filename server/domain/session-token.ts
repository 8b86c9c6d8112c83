/** What a customer's session token carries. (decisions.md, "Authentication".) */
export interface SessionTokenClaims {
  readonly merchantId: string;
  readonly storeId: string;
  readonly buyerIdentity: string;
}
