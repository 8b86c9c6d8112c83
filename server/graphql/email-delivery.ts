/** Emails: what was sent to whom, and what became of it. What they say stands in the dashboard. */
import { toShortId } from '#server/domain/ids.ts';
import { countEmailDeliveries, findEmailDelivery, listEmailDeliveries } from '#server/emails/email-deliveries.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { EmailDeliveryObject } from './objects.ts';

EmailDeliveryObject.implement({
  description: 'An email that was sent, or is to be, on behalf of a store: to a buyer or to the merchant.',
  fields: (t) => ({
    id: t.exposeID('id'),
    storeId: t.id({ nullable: true, resolve: ({ storeId }) => storeId && toShortId('STO', storeId) }),
    orderId: t.id({
      nullable: true,
      description: 'The order that it is about, if any.',
      resolve: ({ orderId }) => orderId && toShortId('ORD', orderId),
    }),
    kind: t.exposeString('kind', { nullable: true, description: 'order_confirmation, new_order, …' }),
    recipient: t.exposeString('recipient'),
    subject: t.exposeString('subject'),
    status: t.exposeString('status', {
      description:
        'queued, sent, unsent (there is no mail server), failed, or kept (in test: emails to anyone but the store’s members, and notices while a test clock is set, stay in the mailbox)',
    }),
    attempts: t.exposeInt('attempts'),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'What the mail server said, or why it could say nothing.',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
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
