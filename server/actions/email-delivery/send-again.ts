import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { lockMemberEmail, queueAgain } from '#server/emails/email-deliveries.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { emailStatuses, onlyFailedMessage, secretEmailMessage } from '#server/events/rules/email.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `email-delivery/send-again`: queues a failed email again with all its retries. Any member of the store may call it.
 * Emails with a sign-in link or code are excluded, because those are void.
 */
export const sendAgain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: z.object({
    emailDelivery: z
      .object({
        id: z.string().meta({ description: 'UUID' }),
        storeId: z.string().meta({ description: 'Short ID: `STO_…`' }),
        recipient: z.string(),
        subject: z.string(),
        status: z.enum(emailStatuses),
        attempts: z.int(),
      })
      .meta({ schemaName: 'EmailDelivery' }),
  }),
  docs: {
    summary: 'Resend a failed email',
    refusals: [
      errors.wrongStatus(onlyFailedMessage, 'email').when('the email was sent or is queued'),
      {
        status: 400,
        message: secretEmailMessage,
        when: 'its link or code has expired; the recipient can request a new one',
      },
      errors.emailNotFound().when('there is no such email, or it is not the merchant’s'),
    ],
    example: { id: '$emailDeliveryId' },
  },
  async run({ tx, caller, environment, actor, now }, { id }) {
    const email = await lockMemberEmail(tx, caller.merchantId, environment, id);
    const queued = await queueAgain(tx, email, now);
    const { merchantId, storeId, kind } = email;
    // The error is stored with the email, which is deleted one day. Events are permanent.
    const event = { type: 'email.queued_again', objectId: id, data: { kind } } as const;
    await recordEvent(tx, { merchantId, storeId, environment, actor, ...event }, now);
    const { recipient, subject, status, attempts } = queued;
    return { emailDelivery: { id, storeId: toShortId('STO', storeId), recipient, subject, status, attempts } };
  },
});
