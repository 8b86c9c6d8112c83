import { z } from 'zod';
import {
  findPublishedGroup,
  insertGroup,
  listMembers,
  lockMemberGroup,
  recordGroupEvent,
  requireFreeName,
  requireFreeProducts,
  updateGroup,
} from '#server/catalog/groups.ts';
import { groupRefusals, noSuchGroup } from '#server/catalog/rules/group.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { groupObject, groupOutput } from './group-object.ts';

const onlyFromTest = 'Only a group of the test environment can be published';

/**
 * `subscription-product-group/publish-group`: copies a test group to prod with a key of either environment. May be
 * repeated after changes; the prod group keeps its own UUID. (commerce-api.md, "Group publish"; decisions.md, "Groups")
 */
export const publishGroup = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'open',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({ id: uuid() }),
  output: groupOutput,
  docs: {
    summary: 'Publish a test group to prod; repeat after changes',
    refusals: [
      errors.missingField('id', 'product').when('`id` is absent or empty'),
      { status: 400, message: onlyFromTest, when: '`id` belongs to a prod group' },
      ...groupRefusals,
      { ...noSuchGroup, when: 'there is no such group, or it is not the merchant’s' },
    ],
    example: { id: '$groupId' },
  },
  async run({ tx, caller, actor, now }, { id }) {
    const { group: tested, productIds } = await lockMemberGroup(tx, { merchantId: caller.merchantId }, id);
    if (tested.environment === 'prod') throw new ApiError(400, onlyFromTest, 'product');
    const known = await findPublishedGroup(tx, tested);
    const owner = { storeId: tested.storeId, merchantId: tested.merchantId, environment: 'prod' } as const;
    await requireFreeName(tx, owner, tested.name, known?.id);
    await requireFreeProducts(tx, owner, productIds, known?.id);
    const before = known && { group: known, productIds: await listMembers(tx, known) };
    const published = known
      ? await updateGroup(tx, known, tested, productIds, now)
      : await insertGroup(tx, owner, tested, productIds, now, tested.id);
    await recordGroupEvent(tx, 'group.published', before, published, actor, now);
    return { group: groupObject(published) };
  },
});
