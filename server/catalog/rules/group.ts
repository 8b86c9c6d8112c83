/** Subscription product groups. (commerce-api.md, "Subscription product group"; decisions.md, "Groups".) */
import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortIds } from '#server/domain/fields.ts';
import { shortName } from './short-name.ts';

export interface GroupRules {
  /** A buyer gets one trial in the whole group. */
  readonly sharedTrial: boolean;
  /** Customers may change between the group's plans in the portal and with a session token. */
  readonly selfServicePlanChange: boolean;
}

export const defaultGroupRules: GroupRules = { sharedTrial: false, selfServicePlanChange: false };

/** A group's name. `missing` is the endpoint's message for a missing name. */
export const groupName = (missing?: string) =>
  shortName('Unique per store and environment; surrounding whitespace is removed', missing);

const notBoolean = (name: keyof GroupRules) => `rules.${name} must be a boolean`;

/** The refusals of malformed rules, for the API reference. */
export const ruleRefusals = (['sharedTrial', 'selfServicePlanChange'] as const).map(
  (name) => ({ status: 400, message: notBoolean(name), when: 'the value is not a boolean' }) as const,
);

const rule = (name: keyof GroupRules, description: string) =>
  z
    .boolean({ error: notBoolean(name) })
    .optional()
    .meta({ description });

/** The rules in a request; null counts as absent, and unknown keys are ignored. */
export const groupRulesPatch = () =>
  z
    .object({
      sharedTrial: rule('sharedTrial', 'Each buyer gets one trial for the whole group'),
      selfServicePlanChange: rule(
        'selfServicePlanChange',
        'Customers may change between the group’s plans, in the portal and with a session token',
      ),
    })
    .nullable()
    .optional()
    .meta({
      schemaName: 'PlanGroupRulesInput',
      description: 'Omitted rules keep their values; both default to false',
    });

/** Whether customers may hold several subscriptions to a group's plans. Not a rule: the contract defines all rules. */
export const allowsMultiple = () =>
  z
    .boolean({ error: 'allowsMultipleSubscriptions must be a boolean' })
    .optional()
    .meta({ description: 'Whether a customer may hold several subscriptions to the group’s plans; false by default' });

/** The maximum number of products in a group. */
export const maxGroupMembers = 100;

/** A list of distinct product IDs. */
export const groupMembers = () =>
  shortIds('PROD', maxGroupMembers).meta({
    description: 'Subscription products of the store, in display order',
  });

/** The rules with the given ones replaced. */
export const mergeGroupRules = (
  rules: GroupRules,
  patch: { readonly [Rule in keyof GroupRules]?: boolean | undefined } | null | undefined,
): GroupRules => ({
  sharedTrial: patch?.sharedTrial ?? rules.sharedTrial,
  selfServicePlanChange: patch?.selfServicePlanChange ?? rules.selfServicePlanChange,
});

export const nameTaken = () =>
  new ApiError(400, 'Group name already exists in this store and environment', 'product', {
    code: 'name_taken',
    path: 'name',
  });
export const inOtherGroup = (productId: string, group: string) =>
  new ApiError(400, `Product ${productId} is already in group ${group}`, 'product', {
    code: 'product_in_other_group',
    path: 'productIds',
  });

/** The refusals of a group's name and products, for the API reference. */
export const groupRefusals = [
  nameTaken().when('another group of the store and environment has this name'),
  inOtherGroup('<id>', '<name>').when('a product is in another group of the environment'),
  errors.productWithoutVersion('<id>', '<environment>').when('the group is in prod, and a product was never published'),
] as const;

/** The refusal of an unknown group, for the API reference. */
export const noSuchGroup = errors
  .groupNotFound()
  .when('there is no such group in the environment, or it is not the merchant’s');
