/** What waits for webhooks goes out as soon as it is there. */
import type { Database } from '#db/client.ts';
import { type DeliverOptions, newDeliverer } from '#server/webhooks/deliver.ts';
import { type Pump, startPump } from './pump.ts';

/** Starts delivering; to be woken where there may be more. `stop` waits for what is under way: at most a timeout. */
export function startDelivering(db: Database, options: DeliverOptions): Pump {
  const deliverer = newDeliverer(db, options, () => pump.wake());
  const pump = startPump({ name: 'deliver-webhooks', run: (signal) => deliverer.run(signal) });
  return {
    wake: pump.wake,
    async stop() {
      await pump.stop();
      await deliverer.finish();
    },
  };
}
