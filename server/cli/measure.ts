/** Shared parts of `operator suspend`, `reinstate`, `enable-prod` and `disable-prod`. */
import type { Tx } from '#db/client.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { findStore, findStoreBySlug, type Store } from '#server/stores/stores.ts';
import { type Measure, setMerchantSuspension, setProdEnabled, setStoreSuspension } from '#server/stores/suspensions.ts';
import { notificationWords } from './notification-words.ts';
import { readEmail, readOption } from './read-option.ts';
import { parseOptions, UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

type Verb = 'suspend' | 'reinstate' | 'enable-prod' | 'disable-prod';

const outcomes: Readonly<Record<Verb, string>> = {
  suspend: 'is suspended in live mode',
  reinstate: 'is reinstated in live mode',
  'enable-prod': 'can accept live payments',
  'disable-prod': 'can no longer accept live payments',
};

/** Applies a measure to a store (`--store`, slug or `STO_…`) or an account (`--merchant`, its email), or lifts it. */
export async function takeMeasure(verb: Verb, args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseOptions({ args, options: { store: text, merchant: text, reason: text } });
  const isSuspension = verb === 'suspend' || verb === 'reinstate';
  const isTaken = verb === 'suspend' || verb === 'disable-prod';
  if (values.merchant !== undefined && !isSuspension)
    throw new UsageError('--merchant: this command needs --store instead');
  if ((values.store === undefined) === (values.merchant === undefined))
    throw new UsageError(isSuspension ? 'Give either --store or --merchant' : 'Missing option --store');
  const reason = values.reason === undefined ? null : readOption('--reason', operatorReason(), values.reason);
  if (isTaken && reason === null) throw new UsageError('Missing option --reason');
  const email = values.merchant === undefined ? undefined : readEmail(values.merchant);
  const notice = await withDatabase(async ({ db, settings }) => {
    await db.transaction(async (tx) => {
      const actor = { kind: 'operator', by: `counterfoil operator ${verb}` } as const;
      const measure: Measure = { isTaken, reason, actor };
      const now = new Date();
      if (email !== undefined) {
        const merchant = await findMerchantByEmail(tx, email);
        if (!merchant) throw new Error(`No account with the email ${email}`);
        return await setMerchantSuspension(tx, merchant.id, measure, now);
      }
      const store = await findNamedStore(tx, values.store ?? '');
      return await (isSuspension ? setStoreSuspension : setProdEnabled)(tx, store.id, measure, now);
    });
    return notificationWords('owner', settings);
  });
  process.stdout.write(`${email ?? values.store} ${outcomes[verb]}. ${notice}\n`);
}

async function findNamedStore(tx: Tx, name: string): Promise<Store> {
  const id = name.startsWith('STO_') ? fromShortId('STO', name) : undefined;
  const store = id === undefined ? await findStoreBySlug(tx, name) : await findStore(tx, id);
  if (!store || store.deletedAt) throw new Error(`Store not found: ${name}`);
  return store;
}
