/** The endpoints that both kinds of senders share. */
import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideSender } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { senderRefusals } from '#server/stores/rules/sender.ts';
import { revokeSender } from '#server/stores/sender-changes.ts';
import type { SenderKind, SenderOf } from '#server/stores/senders.ts';
import { operatorAction } from './operator-actions.ts';

/** A kind of sender: its response object and the sender in the reference's examples. */
interface Kind<Type extends SenderKind, Output extends z.ZodObject> {
  readonly type: Type;
  readonly exampleId: string;
  readonly output: Output;
  readonly answer: (sender: SenderOf<Type>) => z.input<Output>;
}

/** Approves or rejects any merchant's sender. (commerce-api.md, "delete-store": bound emails and domains) */
export const reviewSenderOf = <Type extends SenderKind, Output extends z.ZodObject>(
  { type, output, answer }: Kind<Type, Output>,
  summary: string,
) =>
  operatorAction({
    summary,
    layer: 'email',
    input: z.object({ id: uuid(), decision: z.enum(decisions), note: reviewNote() }),
    output,
    notFound: () => errors.senderNotFound(type),
    async run({ tx, caller, actor, now }, { id, ...review }) {
      return answer(await decideSender(tx, type, id, { ...review, reviewedBy: caller.merchantId, actor }, now));
    },
  });

/**
 * Removes a sender in any status. The store no longer sends from it. (commerce-api.md, "delete-store": bound emails and
 * domains)
 */
export const revokeSenderOf = <Type extends SenderKind, Output extends z.ZodObject>(
  { type, exampleId, output, answer }: Kind<Type, Output>,
  summary: string,
) =>
  defineAction({
    callers: ['apiKey', 'dashboard'],
    scope: 'object',
    keyScope: 'administer',
    layer: 'email',
    input: z.object({ id: uuid() }),
    output,
    docs: { summary, refusals: senderRefusals(type), example: { id: exampleId } },
    async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
      const sender = await revokeSender(tx, type, caller.merchantId, id, actor, now);
      // A bound sender is used for prod emails; any other is still an application. A refusal rolls everything back.
      requireEnvironment(sender.status === 'bound' ? 'prod' : 'test');
      return answer(sender);
    },
  });
