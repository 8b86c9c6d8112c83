/** Checkout sessions that are there before anything is measured. */
import { dataOf, type Journey } from '../journey.ts';
import { openConnection, travel } from '../load.ts';
import type { Merchant } from '../merchants.ts';
import type { Product } from '../product.ts';
import { signedSessions } from './create-session.ts';

export interface OpenSession {
  readonly sessionId: string;
  /** Of its page. */
  readonly path: string;
}

/** Makes so many of the merchant's. */
export async function openSessions(
  { port }: Pick<Product, 'port'>,
  merchant: Merchant,
  count: number,
): Promise<OpenSession[]> {
  const requests = await signedSessions(merchant, count);
  const made: OpenSession[] = [];
  const connection = await openConnection(port);
  for (let number = 0; number < count; number += 1) {
    await travel(
      make(requests[number % requests.length] as (typeof requests)[number], made),
      number,
      connection.exchange,
    );
  }
  connection.close();
  return made;
}

function* make(request: Awaited<ReturnType<typeof signedSessions>>[number], made: OpenSession[]): Journey {
  const { sessionId, checkoutUrl } = dataOf(yield request);
  made.push({ sessionId: String(sessionId), path: new URL(String(checkoutUrl)).pathname });
}
