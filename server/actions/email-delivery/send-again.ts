import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { lockMemberEmail, queueAgain } from '#server/emails/email-deliveries.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { emailStatuses, noneOfThoseAgain, onlyFailedAgain } from '#server/events/rules/email.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `email-delivery/send-again`: sends an email again that failed. Takes `id`; gives `data.emailDelivery`, queued: the worker
 * sends it at once, and tries as often as it did before. Any member of the store may. 400 for one that did not fail, and
 * for one that let somebody in; 404 for one that is not of the merchant's stores, or of the other environment.
 */
export const sendAgain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: z.object({
    emailDelivery: z
      .object({
        id: z.string().meta({ description: 'A UUID' }),
        storeId: z.string().meta({ description: 'Short ID: `STO_…`' }),
        recipient: z.string(),
        subject: z.string(),
        status: z.enum(emailStatuses),
        attempts: z.int(),
      })
      .meta({ id: 'EmailDelivery' }),
  }),
  docs: {
    summary: 'Send an email again that failed',
    refusals: [
      { status: 400, message: onlyFailedAgain, when: 'it has been sent, or is about to be' },
      { status: 400, message: noneOfThoseAgain, when: 'what it held is void by now: its reader asks for another' },
      errors.emailNotFound().when('there is no such email, or it is not the merchant’s'),
    ],
    example: { id: '$emailDeliveryId' },
  },
  async run({ tx, caller, environment, actor, now }, { id }) {
    const email = await lockMemberEmail(tx, caller.merchantId, environment, id);
    const queued = await queueAgain(tx, email, now);
    const { merchantId, storeId, kind } = email;
    // What was wrong stands at the email, which goes one day; an event is for good.
    const event = { type: 'email.queued_again', objectId: id, data: { kind } } as const;
    await recordEvent(tx, { merchantId, storeId, environment, actor, ...event }, now);
    const { recipient, subject, status, attempts } = queued;
    return { emailDelivery: { id, storeId: toShortId('STO', storeId), recipient, subject, status, attempts } };
  },
});
