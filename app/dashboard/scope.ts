/** The signed-in merchant, store and environment of a dashboard page. */
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { database, type Tx } from '#db/client.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { chooseProvider } from '#server/billing/store-provider.ts';
import { type Environment, isEnvironment } from '#server/domain/environments.ts';
import { hasJustWritten } from '#server/http/recent-write.ts';
import { reads } from '#server/platform/data/account-queue.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { reader } from '#server/platform/reader.ts';
import { settings } from '#server/platform/settings.ts';
import { listMemberStores } from '#server/stores/stores.ts';

/** The parameters below /dashboard. `Name` is a page's own parameter, such as `orderId`. */
export type ScopeParams<Name extends string = never> = Readonly<Record<'storeSlug' | 'environment' | Name, string>>;

export type PageSearch = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** The props of a page below a store's environment. */
export interface StorePageProps<Name extends string = never> {
  readonly params: Promise<ScopeParams<Name>>;
  readonly searchParams: PageSearch;
}

/** The signed-in merchant with their stores, once per request; undefined without a session. */
export const readAccount = cache(async () => {
  const sent = await headers();
  const merchant = await readMerchant(sent);
  if (!merchant) return undefined;
  const { db } = database(settings());
  const { db: readDb } = reader(settings(), { hasJustWritten: hasJustWritten(sent.get('cookie') ?? undefined) });
  return {
    /** The primary: for data that must include the latest writes. */
    db,
    /** The read replica, or the primary after a change in this browser: for lists, exports and figures. */
    readDb,
    /** Runs a heavy read with `readDb`, queued per merchant. */
    queuedRead: <Found>(query: (tx: Tx) => Promise<Found>) => reads().run(merchant.id, () => query(readDb)),
    merchant,
    stores: await listMemberStores(db, merchant.id),
  };
});

/** Like {@link readAccount}, but redirects to the sign-in page and back to `path` without a session. */
export async function requireAccount(path: string) {
  return (await readAccount()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** A page's store and environment; undefined without a session. 404 for unknown environments and other merchants' stores. */
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
    /** Limits every query of the page. */
    scope: { ...scopeOfStore(store), environment },
    base: basePath(store.slug, environment),
  };
}

/** Like {@link findScope}, but redirects to the sign-in page without a session. `rest` is the path below the environment. */
export async function requireScope(params: ScopeParams | Promise<ScopeParams>, rest = '') {
  const { storeSlug, environment } = await params;
  return (
    (await findScope({ storeSlug, environment })) ??
    redirect(`/sign-in?next=${encodeURIComponent(`/dashboard/${storeSlug}/${environment}${rest}`)}`)
  );
}

/** The payment provider for a store's new payments in an environment, once per request; null: none is configured. */
export const readProvider = ({ db, scope }: Pick<NonNullable<Awaited<ReturnType<typeof findScope>>>, 'db' | 'scope'>) =>
  readProviderOf(db, scope.merchantId, scope.storeId, scope.environment);

const readProviderOf = cache(
  async (db: Tx, merchantId: string, storeId: string, environment: Environment) =>
    (await chooseProvider(db, { merchantId, storeId, environment }, settings())) ?? null,
);

/** The path of a store's overview. */
export const basePath = (slug: string, environment: Environment): string => `/dashboard/${slug}/${environment}`;

/** The tab title of a store's page. */
export const titleIn = ({ environment, store }: { environment: Environment; store: { name: string } }, page: string) =>
  `${environment === 'test' ? 'Test' : 'Live'} · ${page} · ${store.name}`;

/** The number in `?page=`; 1 if missing or invalid. */
export async function readPageNumber(search: PageSearch): Promise<number> {
  const { page } = await search;
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
