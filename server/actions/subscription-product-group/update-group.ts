import { z } from 'zod';
import {
  lockMemberGroup,
  recordGroupEvent,
  requireFreeName,
  requireFreeProducts,
  updateGroup as saveGroup,
} from '#server/catalog/groups.ts';
import {
  allowsMultiple,
  groupMembers,
  groupName,
  groupRefusals,
  groupRulesPatch,
  mergeGroupRules,
  noSuchGroup,
  ruleRefusals,
} from '#server/catalog/rules/group.ts';
import { productDescription } from '#server/catalog/rules/product.ts';
import { changedFields, isUnchanged } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { notAnId, uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { requireBasis } from '#server/stores/edit-basis.ts';
import { groupObject, groupOutput } from './group-object.ts';

/**
 * `subscription-product-group/update-group`: changes the given fields of a group in the caller's environment. `rules`
 * are merged per rule, `productIds` replaces the list, and null or empty clears `description`. (commerce-api.md,
 * "Groups")
 */
export const updateGroup = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({
    id: uuid(),
    name: groupName().optional(),
    description: productDescription().optional(),
    rules: groupRulesPatch(),
    allowsMultipleSubscriptions: allowsMultiple(),
    productIds: groupMembers().optional(),
  }),
  isUpdate: true,
  output: groupOutput,
  docs: {
    summary: 'Update the given fields of a group',
    refusals: [
      errors.missingField('id', 'product').when('`id` is absent or empty'),
      { status: 400, message: notAnId('PROD', '<value>'), when: 'an entry of `productIds` is not a product ID' },
      ...ruleRefusals,
      ...groupRefusals,
      noSuchGroup,
      errors.productNotFound().when('an entry of `productIds` is not a subscription product of the store'),
    ],
    example: { id: '$groupId', rules: { sharedTrial: false }, productIds: ['$subscriptionProductId'] },
  },
  async run({ tx, caller, actor, basedOn, now }, { id, productIds, ...fields }) {
    const current = await lockMemberGroup(tx, caller, id);
    const { group } = current;
    if (fields.name !== undefined) await requireFreeName(tx, group, fields.name, group.id);
    if (productIds) await requireFreeProducts(tx, group, productIds, group.id);
    const { name = group.name, description = group.description } = fields;
    const { allowsMultipleSubscriptions = group.allowsMultipleSubscriptions } = fields;
    const rules = mergeGroupRules(group.rules, fields.rules);
    const content = { name, description, rules, allowsMultipleSubscriptions };
    const changes = changedFields({ ...group, productIds: current.productIds }, { ...content, productIds });
    if (isUnchanged(changes)) return { group: groupObject(current) };
    const basis = group.updatedAt.toISOString();
    await requireBasis(tx, { ...group, actor, basedOn }, { savedChange: 'The group was changed', basis });
    const updated = await saveGroup(tx, group, content, productIds, now);
    await recordGroupEvent(tx, 'group.updated', current, updated, actor, now);
    return { group: groupObject(updated) };
  },
});
