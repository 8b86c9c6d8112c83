import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { readAccount } from '../scope.ts';

/**
 * Answers 404 to other visitors before any part of a page, its skeleton included, is sent. Each page checks again,
 * because a layout is not rendered again from one page to the next.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const account = await readAccount();
  if (account && !(await isOperator(account.db, account.merchant.id, settings()))) notFound();
  return children;
}
