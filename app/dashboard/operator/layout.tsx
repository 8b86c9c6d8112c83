import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { readAccount } from '../scope.ts';

/**
 * Responds with 404 to other users before any part of a page is sent. Each page checks again, because Next.js does not
 * rerender a layout on navigation.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const account = await readAccount();
  if (account && !(await isOperator(account.db, account.merchant.id, settings()))) notFound();
  return children;
}
