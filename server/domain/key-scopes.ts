/** What an API key may do. Each scope stands alone: none includes another. (docs/behavior/keys-and-environments.md) */
export const keyScopes = ['read', 'sell', 'refund', 'administer'] as const;
export type KeyScope = (typeof keyScopes)[number];
