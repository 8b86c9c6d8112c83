import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { senderStatuses } from '#server/stores/rules/sender.ts';
import type { SenderEmail } from '#server/stores/senders.ts';

/** `data` of the endpoints that return a sender email. */
export const senderEmailOutput = z.object({
  senderEmail: z
    .object({
      id: shownUuid(),
      storeId: shownId('STO'),
      email: z.string(),
      status: z.enum(senderStatuses),
      codeExpiresAt: shownMoment().nullable(),
      reviewNote: z.string().nullable(),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
      reviewedAt: shownMoment().nullable(),
    })
    .meta({ schemaName: 'SenderEmail' }),
});

/** A sender email as its merchant sees it: of the code, only its expiry. */
export const senderEmailObject = (sender: SenderEmail) => ({
  id: sender.id,
  storeId: toShortId('STO', sender.storeId),
  email: sender.email,
  status: sender.status,
  codeExpiresAt: sender.codeExpiresAt?.toISOString() ?? null,
  reviewNote: sender.reviewNote,
  createdAt: sender.createdAt.toISOString(),
  updatedAt: sender.updatedAt.toISOString(),
  reviewedAt: sender.reviewedAt?.toISOString() ?? null,
});

/** The kind, for the endpoints that both kinds of senders share. */
export const senderEmailKind = {
  type: 'email',
  exampleId: '$senderEmailId',
  output: senderEmailOutput,
  answer: (sender: SenderEmail) => ({ senderEmail: senderEmailObject(sender) }),
} as const;
