/**
 * Pays a checkout session and dies by SIGKILL before it finishes. Arguments: database URL, store slug, session ID, and
 * `before` or `after` the charge.
 */
import { openDatabase } from '#db/client.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { payCheckout, quoteCheckout } from '../orders/checkout.ts';

const [url = '', storeSlug = '', sessionId = '', when] = process.argv.slice(2);
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

const { shown } = await quoteCheckout(db, { storeSlug, sessionId }, form, new Date(), englishVoice);
await payCheckout(db, { storeSlug, sessionId }, { ...form, shown }, new Date(), {
  provider: {
    ...provider,
    async charge(charge, now) {
      if (when === 'after') await provider.charge(charge, now);
      process.kill(process.pid, 'SIGKILL');
      return await new Promise(() => {});
    },
  },
});
