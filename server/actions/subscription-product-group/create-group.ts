import { z } from 'zod';
import { insertGroup, recordGroupEvent, requireFreeName, requireFreeProducts } from '#server/catalog/groups.ts';
import {
  allowsMultiple,
  defaultGroupRules,
  groupMembers,
  groupName,
  groupRefusals,
  groupRulesPatch,
  mergeGroupRules,
} from '#server/catalog/rules/group.ts';
import { productDescription } from '#server/catalog/rules/product.ts';
import { errors } from '#server/domain/errors.ts';
import { missingTogether, notAnId, shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { groupObject, groupOutput } from './group-object.ts';

const missing = 'Missing required fields: storeId, name';

/**
 * `subscription-product-group/create-group`: groups subscription products of a store in the caller's environment. Names
 * are unique per store and environment; a product is in one group per environment. In prod every product must have been
 * published. (commerce-api.md, "Groups"; decisions.md, "Groups")
 */
export const createGroup = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({
    storeId: missingTogether(shortId('STO', { missing })),
    name: missingTogether(groupName(missing)),
    description: productDescription().default(null),
    rules: groupRulesPatch(),
    allowsMultipleSubscriptions: allowsMultiple(),
    productIds: groupMembers().default([]),
  }),
  output: groupOutput,
  docs: {
    summary: 'Create a group of subscription products',
    refusals: [
      errors.invalidEnvironmentHeader().when('`X-Environment` is neither `test` nor `prod`'),
      { status: 400, message: missing, when: 'either field is absent or empty' },
      { status: 400, message: notAnId('STO', '<value>'), when: '`storeId` is not a store ID' },
      { status: 400, message: notAnId('PROD', '<value>'), when: 'an entry of `productIds` is not a product ID' },
      ...groupRefusals,
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.productNotFound().when('an entry of `productIds` is not a subscription product of the store'),
    ],
    example: {
      storeId: '$storeId',
      name: 'Coffee plans',
      rules: { sharedTrial: true },
      productIds: ['$subscriptionProductId'],
    },
  },
  async run({ tx, caller, environment, actor, now }, { storeId, productIds, ...fields }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    const owner = { storeId: store.id, merchantId: store.merchantId, environment };
    await requireFreeName(tx, owner, fields.name);
    await requireFreeProducts(tx, owner, productIds);
    const { allowsMultipleSubscriptions = false } = fields;
    const rules = mergeGroupRules(defaultGroupRules, fields.rules);
    const content = { ...fields, rules, allowsMultipleSubscriptions };
    const group = await insertGroup(tx, owner, content, productIds, now);
    await recordGroupEvent(tx, 'group.created', undefined, group, actor, now);
    return { group: groupObject(group) };
  },
});
