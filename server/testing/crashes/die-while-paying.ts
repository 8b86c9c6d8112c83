/**
 * Pays a checkout session and dies by SIGKILL before it finishes. Arguments: database URL, store slug, session ID,
 * `before` or `after` the charge, and `change` for a plan change with the saved card.
 */
import { openDatabase } from '#db/client.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { payCheckout, quoteCheckout } from '../orders/checkout.ts';

const [url = '', storeSlug = '', sessionId = '', when, kind] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
const provider = sandboxProvider(db);
const form = {
  email: 'buyer@example.com',
  country: 'DE',
  state: '',
  postcode: '',
  cardNumber: '4242424242424242',
  cardExpiry: '12 / 40',
  cardCvc: '123',
};

const { shown, change } = await quoteCheckout(db, { storeSlug, sessionId }, form, new Date(), englishVoice);
await payCheckout(
  db,
  { storeSlug, sessionId },
  kind === 'change' ? { quoteId: change?.quoteId, method: 'saved' } : { ...form, shown },
  new Date(),
  {
    provider: {
      ...provider,
      async charge(charge, now) {
        if (when === 'after') await provider.charge(charge, now);
        process.kill(process.pid, 'SIGKILL');
        return await new Promise(() => {});
      },
    },
  },
);
