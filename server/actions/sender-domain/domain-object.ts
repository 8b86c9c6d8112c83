import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { dnsRecordOf, senderStatuses } from '#server/stores/rules/sender.ts';
import type { SenderDomain } from '#server/stores/senders.ts';

/** `data` of the endpoints that return a sender domain. */
export const senderDomainOutput = z.object({
  senderDomain: z
    .object({
      id: shownUuid(),
      storeId: shownId('STO'),
      domain: z.string(),
      status: z.enum(senderStatuses),
      dnsRecord: z
        .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
        .meta({ schemaName: 'DnsRecord' }),
      checkedAt: shownMoment().nullable(),
      checkProblem: z.string().nullable(),
      reviewNote: z.string().nullable(),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
      reviewedAt: shownMoment().nullable(),
    })
    .meta({ schemaName: 'SenderDomain' }),
});

/** A sender domain with the record that verifies it. */
export const senderDomainObject = (sender: SenderDomain) => ({
  id: sender.id,
  storeId: toShortId('STO', sender.storeId),
  domain: sender.domain,
  status: sender.status,
  dnsRecord: dnsRecordOf(sender.domain, sender.dnsToken),
  checkedAt: sender.checkedAt?.toISOString() ?? null,
  checkProblem: sender.checkProblem,
  reviewNote: sender.reviewNote,
  createdAt: sender.createdAt.toISOString(),
  updatedAt: sender.updatedAt.toISOString(),
  reviewedAt: sender.reviewedAt?.toISOString() ?? null,
});

/** The kind, for the endpoints that both kinds of senders share. */
export const senderDomainKind = {
  type: 'domain',
  exampleId: '$senderDomainId',
  output: senderDomainOutput,
  answer: (sender: SenderDomain) => ({ senderDomain: senderDomainObject(sender) }),
} as const;
