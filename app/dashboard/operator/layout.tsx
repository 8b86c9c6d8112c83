import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { isOperator } from '../../../server/queries/operators.ts';
import { settings } from '../../../server/settings.ts';
import { readAccount } from '../scope.ts';

/**
 * Asked before anything of a page is sent, its outline too: whoever is no operator gets a 404, as for what is not there.
 * Each page asks again, because a layout is not made anew from one page to the next.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const account = await readAccount();
  if (account && !(await isOperator(account.db, account.merchant.id, settings()))) notFound();
  return children;
}
