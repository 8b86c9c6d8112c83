import { notFound } from 'next/navigation';
import type { PageSearch } from '#app/dashboard/scope.ts';
import { findVersionByNumber } from '#server/catalog/data/product-pages.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { readProduct } from '../read-product.ts';

type Found = Awaited<ReturnType<typeof readProduct>>;

/** A version in an address: `4` in the page's environment, `prod-2` in the other one. */
interface Reference {
  readonly environment: Environment;
  readonly number: number;
}

/** The two versions and the list's page in the address. Defaults to the current version and its predecessor. */
export async function readCompared(searchParams: PageSearch, found: Found) {
  const { environment, version } = found;
  const given = await searchParams;
  const to = readReference(given.to, environment) ?? { environment, number: version.versionNumber };
  const from = readReference(given.from, environment) ?? { environment, number: Math.max(1, to.number - 1) };
  const [older, newer] = await Promise.all([findReferenced(found, from), findReferenced(found, to)]);
  const before = typeof given.before === 'string' && /^[1-9]\d{0,8}$/.test(given.before) ? given.before : '';
  return {
    from: { text: textOf(from, environment), name: nameOf(from, environment), version: older },
    to: { text: textOf(to, environment), name: nameOf(to, environment), version: newer },
    before,
  };
}

function readReference(given: string | readonly string[] | undefined, here: Environment): Reference | undefined {
  if (given === undefined || given === '') return undefined;
  const [, environment, number] = (typeof given === 'string' && /^(?:(test|prod)-)?([1-9]\d{0,8})$/.exec(given)) || [];
  if (number === undefined) notFound();
  return { environment: (environment as Environment | undefined) ?? here, number: Number(number) };
}

async function findReferenced(
  { db, store, product }: Found,
  { environment, number }: Reference,
): Promise<ProductVersion> {
  return (await findVersionByNumber(db, { storeId: store.id, environment }, product.id, number)) ?? notFound();
}

const textOf = ({ environment, number }: Reference, here: Environment): string =>
  environment === here ? String(number) : `${environment}-${number}`;

const nameOf = ({ environment, number }: Reference, here: Environment): string =>
  environment === here ? `version ${number}` : `${environment === 'test' ? 'test' : 'live'} version ${number}`;
