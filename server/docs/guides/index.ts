import { goLive } from './go-live.ts';
import type { Guide } from './guide.ts';
import { handleWebhooks } from './handle-webhooks.ts';
import { refund } from './refund.ts';
import { sellOnce } from './sell-once.ts';
import { sellSubscription } from './sell-subscription.ts';
import { testWithTheClock } from './test-clock.ts';

/** All guides in the order of an integration. */
export const guides: readonly Guide[] = [sellOnce, sellSubscription, refund, handleWebhooks, testWithTheClock, goLive];
