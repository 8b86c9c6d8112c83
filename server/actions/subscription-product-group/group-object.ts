import { z } from 'zod';
import type { GroupWithProducts } from '#server/catalog/groups.ts';
import { environments } from '#server/domain/environments.ts';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';

/** `data` of the endpoints that return a group. (commerce-api.md, "Subscription product group") */
export const groupOutput = z.object({
  group: z
    .object({
      id: shownUuid(),
      storeId: shownId('STO'),
      name: z.string(),
      description: z.string().meta({ description: 'Empty if there is none' }),
      rules: z
        .object({ sharedTrial: z.boolean(), selfServicePlanChange: z.boolean() })
        .meta({ schemaName: 'PlanGroupRules' }),
      allowsMultipleSubscriptions: z.boolean(),
      productIds: z.array(shownId('PROD')),
      environment: z.enum(environments),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
    })
    .meta({ schemaName: 'SubscriptionProductGroup' }),
});

/** The group object in a response. */
export const groupObject = ({ group, productIds }: GroupWithProducts) => ({
  id: group.id,
  storeId: toShortId('STO', group.storeId),
  name: group.name,
  description: group.description ?? '',
  rules: { sharedTrial: group.rules.sharedTrial, selfServicePlanChange: group.rules.selfServicePlanChange },
  allowsMultipleSubscriptions: group.allowsMultipleSubscriptions,
  productIds: productIds.map((id) => toShortId('PROD', id)),
  environment: group.environment,
  createdAt: group.createdAt.toISOString(),
  updatedAt: group.updatedAt.toISOString(),
});
