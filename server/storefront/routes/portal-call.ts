/** What the calls of the portal's pages have in common. */
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import type { Visitor } from './portal-visit.ts';

export type Body = Readonly<Record<string, unknown>>;

/** What a call leads to: data for the page, and a cookie. */
export interface Outcome {
  readonly data: object;
  readonly cookie?: string;
}

/** Refuses by an ApiError, which reaches the buyer in their own words. */
export type Call = (visitor: Visitor, body: Body, request: GatewayRequest, reply: Reply) => Promise<Outcome>;
