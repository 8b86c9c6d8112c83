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
  const params = await searchParams;
  const to = readReference(params.to, environment) ?? { environment, number: version.versionNumber };
  const from = readReference(params.from, environment) ?? { environment, number: Math.max(1, to.number - 1) };
  const [older, newer] = await Promise.all([findReferenced(found, from), findReferenced(found, to)]);
  const before = typeof params.before === 'string' && /^[1-9]\d{0,8}$/.test(params.before) ? params.before : '';
  return {
    from: { text: textOf(from, environment), name: nameOf(from, environment), version: older },
    to: { text: textOf(to, environment), name: nameOf(to, environment), version: newer },
    before,
  };
}

function readReference(input: string | readonly string[] | undefined, current: Environment): Reference | undefined {
  if (input === undefined || input === '') return undefined;
  const [, environment, number] = (typeof input === 'string' && /^(?:(test|prod)-)?([1-9]\d{0,8})$/.exec(input)) || [];
  if (number === undefined) notFound();
  return { environment: (environment as Environment | undefined) ?? current, number: Number(number) };
}

async function findReferenced(
  { db, scope, product }: Found,
  { environment, number }: Reference,
): Promise<ProductVersion> {
  return (await findVersionByNumber(db, { ...scope, environment }, product.id, number)) ?? notFound();
}

const textOf = ({ environment, number }: Reference, current: Environment): string =>
  environment === current ? String(number) : `${environment}-${number}`;

const nameOf = ({ environment, number }: Reference, current: Environment): string =>
  environment === current ? `version ${number}` : `${environment === 'test' ? 'test' : 'live'} version ${number}`;
