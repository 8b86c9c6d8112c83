/** Emails with recipient, status and attempts. Their content is shown in the dashboard only. */
import { toShortId } from '#server/domain/ids.ts';
import { countEmailDeliveries, findEmailDelivery, listEmailDeliveries } from '#server/emails/email-deliveries.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
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
    sentAt: t.expose('sentAt', { description: 'When it was sent; null: not sent.', type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { description: 'When it was queued.', type: 'DateTime' }),
  }),
});

const EmailDeliveryFilter = filterInput('EmailDelivery', {
  id: IdFilter,
  storeId: IdFilter,
  orderId: IdFilter,
  kind: StringFilter,
  recipient: StringFilter,
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
  ids: { id: 'UUID', storeId: 'STO', orderId: 'ORD' },
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
