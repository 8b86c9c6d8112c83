import { z } from 'zod';
import { lockMemberGroup, recordGroupEvent, deleteGroup as removeGroup } from '#server/catalog/groups.ts';
import { noSuchGroup } from '#server/catalog/rules/group.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { groupObject, groupOutput } from './group-object.ts';

/**
 * `subscription-product-group/delete-group`: deletes a group of the caller's environment. Its products stay, and so
 * does a prod group published from it. (commerce-api.md, "Groups")
 */
export const deleteGroup = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({ id: uuid() }),
  output: groupOutput,
  docs: {
    summary: 'Delete a group; its products are not deleted',
    refusals: [errors.missingField('id', 'product').when('`id` is absent or empty'), noSuchGroup],
    example: { id: '$groupId' },
  },
  async run({ tx, caller, actor, now }, { id }) {
    const found = await lockMemberGroup(tx, caller, id);
    await removeGroup(tx, found.group);
    await recordGroupEvent(tx, 'group.deleted', found, undefined, actor, now);
    return { group: groupObject(found) };
  },
});
