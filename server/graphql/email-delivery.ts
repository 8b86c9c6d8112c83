/** Emails with recipient, status and attempts. Their content is shown in the dashboard only. */
import { toShortId } from '#server/domain/ids.ts';
import { countEmailDeliveries, findEmailDelivery, listEmailDeliveries } from '#server/emails/email-deliveries.ts';
import { lastAttemptAt } from '#server/events/data/email-claims.ts';
import { buyerKinds, type EmailKind } from '#server/events/rules/email.ts';
import { BooleanFilter, DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { EmailDeliveryObject } from './objects.ts';

EmailDeliveryObject.implement({
  description: 'An email to a buyer or the merchant on behalf of a store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    storeId: t.id({
      description: 'The store, `STO_xxx`; null: an account’s email.',
      nullable: true,
      resolve: ({ storeId }) => storeId && toShortId('STO', storeId),
    }),
    orderId: t.id({
      description: 'The related order, `ORD_xxx`; null: none.',
      nullable: true,
      resolve: ({ orderId }) => orderId && toShortId('ORD', orderId),
    }),
    kind: t.exposeString('kind', {
      description: 'The kind of email: order_confirmation, new_order, …',
      nullable: true,
    }),
    recipient: t.exposeString('recipient', { description: 'The recipient’s address.' }),
    subject: t.exposeString('subject', { description: 'The subject line.' }),
    status: t.exposeString('status', {
      description:
        'queued, sent, unsent (no mail server), failed, or kept (not sent: in test, emails to people other than the store’s members, and emails while a test clock is set).',
    }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts to send it.' }),
    lastError: t.exposeString('lastError', {
      description: 'The mail server’s last error, or why there is none.',
      nullable: true,
    }),
    eventType: t.exposeString('kind', { description: 'The same as `kind`.', nullable: true }),
    eventId: t.exposeID('eventId', {
      description: 'The UUID of the event that triggered it; null: written together with a change.',
      nullable: true,
    }),
    recipientType: t.string({
      description: 'customer or merchant; null: unknown.',
      nullable: true,
      resolve: ({ kind }) => kind && ((buyerKinds as readonly EmailKind[]).includes(kind) ? 'customer' : 'merchant'),
    }),
    toAddress: t.exposeString('recipient', { description: 'The same as `recipient`.' }),
    testMode: t.boolean({
      description: 'Whether it concerns test.',
      resolve: ({ environment }) => environment === 'test',
    }),
    attemptCount: t.exposeInt('attempts', { description: 'The same as `attempts`.' }),
    lastAttemptedAt: t.field({
      description: 'When the last attempt began. Null: no attempt, or the email is queued for another one.',
      type: 'DateTime',
      nullable: true,
      resolve: lastAttemptAt,
    }),
    errorMessage: t.exposeString('lastError', { description: 'The same as `lastError`.', nullable: true }),
    sentAt: t.expose('sentAt', { description: 'When it was sent; null: not sent.', type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { description: 'When it was queued.', type: 'DateTime' }),
  }),
});

const EmailDeliveryFilter = filterInput('EmailDelivery', {
  id: IdFilter,
  storeId: IdFilter,
  orderId: IdFilter,
  kind: StringFilter,
  eventType: StringFilter,
  eventId: IdFilter,
  recipient: StringFilter,
  toAddress: StringFilter,
  testMode: BooleanFilter,
  subject: StringFilter,
  status: StringFilter,
  createdAt: DateTimeFilter,
  sentAt: DateTimeFilter,
});

addListFields({
  list: 'emailDeliveries',
  type: EmailDeliveryObject,
  filter: EmailDeliveryFilter,
  sort: sortInput<never>('EmailDelivery', ['createdAt']),
  ids: { id: 'UUID', eventId: 'UUID', storeId: 'STO', orderId: 'ORD' },
  scope: ({ merchantsScope }) => merchantsScope(),
  rows: listEmailDeliveries,
  count: countEmailDeliveries,
  single: {
    name: 'emailDelivery',
    find: async (id, { read, merchantsScope }) => {
      const allowed = await merchantsScope();
      return (await read((tx) => findEmailDelivery(tx, allowed, id))) ?? null;
    },
  },
});
