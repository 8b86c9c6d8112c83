/** Restrictions of a public host, and the warning for its operator. */
import { database } from '#db/client.ts';
import { listOperators } from '#server/accounts/data/operators.ts';
import type { Settings } from '#server/platform/settings.ts';

/**
 * Whether an empty database gets the demo. Never on a public host, where its password would open an account to
 * strangers.
 */
export function mayHaveDemo({ demo, isPublicHost }: Settings): boolean {
  if (demo && isPublicHost && process.env.DEMO === 'on') {
    console.warn('  DEMO=on is ignored: there is no demo account on a public host (HOST and APP_URL decide).');
  }
  return demo && !isPublicHost;
}

/** On a public host no account is an operator by default. */
export async function warnWithoutOperator(settings: Settings): Promise<void> {
  if (!settings.isPublicHost || (await listOperators(database(settings).db, settings)).length > 0) return;
  console.warn(
    '  This service has no operator. Grant the role to your account: counterfoil operator grant --email you@example.com',
  );
}
