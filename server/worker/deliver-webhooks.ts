/** Sends webhook deliveries as soon as they are due. */
import type { Database } from '#db/client.ts';
import { type DeliverOptions, newDeliverer } from '#server/webhooks/deliver.ts';
import { type Pump, startPump } from './pump.ts';

/**
 * Starts delivering. Wake it when there may be more deliveries. `stop` waits for requests in progress, at most for a
 * timeout.
 */
export function startDelivering(db: Database, options: DeliverOptions): Pump {
  const deliverer = newDeliverer(db, options, () => pump.notify());
  const pump = startPump({ name: 'deliver-webhooks', run: (signal) => deliverer.run(signal) });
  return {
    notify: pump.notify,
    async stop() {
      await pump.stop();
      await deliverer.finish();
    },
  };
}
