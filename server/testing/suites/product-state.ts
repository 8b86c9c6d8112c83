/** Compares all state of a product, to prove that a call changed nothing. */
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { products, productVersions } from '#db/schema/index.ts';
import type { Layer } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { type Answer, db } from '../api.ts';
import { eventsOf } from '../orders/rows.ts';

interface Named {
  /** The Short ID. */
  readonly id: string;
}

/** Returns the row's key of a product in an API answer. */
export const keyOf = (product: Named): string => fromShortId('PROD', product.id) ?? '';

/** Returns a product's versions by number, prod first. */
export const versionsOf = async (product: Named) =>
  await db
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, keyOf(product)))
    .orderBy(asc(productVersions.environment), asc(productVersions.versionNumber));

/** Returns its row, its versions and its events. */
export const stateOf = async (product: Named) => ({
  row: (
    await db
      .select()
      .from(products)
      .where(eq(products.id, keyOf(product)))
  )[0],
  versions: await versionsOf(product),
  events: await eventsOf(keyOf(product)),
});

/** Expects a call to be refused with exactly this error and to leave the product unchanged. */
export async function expectRefused(
  product: Named,
  call: () => Promise<Answer>,
  status: number,
  message: string | RegExp,
  layer: Layer = 'product',
): Promise<void> {
  const before = await stateOf(product);
  const answer = await call();
  const expectedMessage = typeof message === 'string' ? message : expect.stringMatching(message);
  expect([answer.status, answer.body]).toMatchObject([
    status,
    { data: null, errors: [{ message: expectedMessage, layer }] },
  ]);
  expect(await stateOf(product)).toEqual(before);
}
