/** Sends webhook deliveries as soon as they are due. */
import type { Database } from '#db/client.ts';
import { merchantsIn } from '#server/webhooks/data/webhook-deliveries.ts';
import { type DeliverOptions, newDeliverer } from '#server/webhooks/deliver.ts';
import { type Pump, startPump } from './pump.ts';

export interface Delivering extends Pick<Pump, 'stop'> {
  /** There may be due deliveries of the merchants that the notification names. */
  expect(notification: string): void;
}

/** Starts delivering. `stop` waits for requests in progress, at most for a timeout. */
export function startDelivering(db: Database, options: DeliverOptions): Delivering {
  const deliverer = newDeliverer(db, options, () => pump.notify());
  let isSearching = true;
  const pump = startPump({
    name: 'deliver-webhooks',
    run(signal) {
      const search = { isSearching };
      isSearching = false;
      return deliverer.run(signal, search);
    },
  });
  return {
    expect(notification) {
      const merchantIds = merchantsIn(notification);
      if (merchantIds) deliverer.expect(merchantIds);
      else isSearching = true;
      pump.notify();
    },
    async stop() {
      await pump.stop();
      await deliverer.finish();
    },
  };
}
