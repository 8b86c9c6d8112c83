/** Who looks, and at what: what every dashboard page asks before it reads anything. */
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { database, reader, type Tx } from '#db/client.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { chooseProvider } from '#server/billing/store-provider.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { reads } from '#server/platform/data/account-queue.ts';
import { settings } from '#server/platform/settings.ts';
import { listMemberStores } from '#server/stores/stores.ts';

/** The parameters below /dashboard. */
export interface ScopeParams {
  readonly storeSlug: string;
  readonly environment: string;
}

export type PageSearch = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** The signed-in merchant with their stores, once per request; undefined when nobody is signed in. */
export const readAccount = cache(async () => {
  const merchant = await readMerchant(await headers());
  if (!merchant) return undefined;
  const { db } = database(settings());
  const { db: readDb } = reader(settings());
  return {
    /** What a page shows of what was just done, and what is done next is decided by. */
    db,
    /** Lists that grow with sales, exports and figures: they may be a moment old, and take nobody's connections. */
    readDb,
    /** The same in turn with whatever else is read for the merchant: for what reads much for a page. */
    inTurn: <Found>(query: (tx: Tx) => Promise<Found>) => reads().run(merchant.id, () => query(readDb)),
    merchant,
    stores: await listMemberStores(db, merchant.id),
  };
});

/** The same; whoever is not signed in is sent to do that, and comes back to `path`. */
export async function requireAccount(path: string) {
  return (await readAccount()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** The store and environment of a page; a store that is not the merchant's, and a third environment, do not exist. */
export async function findScope({ storeSlug, environment }: ScopeParams) {
  if (!isEnvironment(environment)) notFound();
  const account = await readAccount();
  if (!account) return undefined;
  const store = account.stores.find(({ slug }) => slug === storeSlug);
  if (!store) notFound();
  return {
    ...account,
    store,
    environment,
    /** What every query of the page is limited to. */
    scope: { storeId: store.id, environment },
    base: basePath(store.slug, environment),
  };
}

/** The same for a page, which is `rest` below the store's and environment's own address. */
export async function requireScope(params: ScopeParams | Promise<ScopeParams>, rest = '') {
  const { storeSlug, environment } = await params;
  return (
    (await findScope({ storeSlug, environment })) ??
    redirect(`/sign-in?next=${encodeURIComponent(`/dashboard/${storeSlug}/${environment}${rest}`)}`)
  );
}

/** The payment provider that takes a store's new payments in that environment, once per request; null: none does. */
export const readProvider = ({ db, scope }: Pick<NonNullable<Awaited<ReturnType<typeof findScope>>>, 'db' | 'scope'>) =>
  readProviderOf(db, scope.storeId, scope.environment);

const readProviderOf = cache(
  async (db: Tx, storeId: string, environment: Environment) =>
    (await chooseProvider(db, { storeId, environment }, settings())) ?? null,
);

/** Where a store's pages begin. */
export const basePath = (slug: string, environment: Environment): string => `/dashboard/${slug}/${environment}`;

/** What a tab that shows that page of the store is called. */
export const titleIn = ({ environment, store }: { environment: Environment; store: { name: string } }, page: string) =>
  `${environment === 'test' ? 'Test' : 'Prod'} · ${page} · ${store.name}`;

/** The number in `?page=`, from 1; 1 for anything that is none. */
export async function readPageNumber(search: PageSearch): Promise<number> {
  const { page } = await search;
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
