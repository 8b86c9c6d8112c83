import { redirect } from 'next/navigation';
import { basePath, requireAccount } from './scope.ts';

/** Redirects to the merchant's first store, or to the page that creates one. */
export default async function Dashboard(): Promise<never> {
  const { stores } = await requireAccount('/dashboard');
  const [store] = stores;
  redirect(store ? basePath(store.slug, 'test') : '/dashboard/new-store');
}
