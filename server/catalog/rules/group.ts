/** Subscription product groups. (commerce-api.md, "Subscription product group"; decisions.md, "Groups".) */
import { z } from 'zod';
import { characterCount, refusedAs, shortIds } from '#server/domain/fields.ts';

export interface GroupRules {
  /** A buyer gets one trial in the whole group. */
  readonly sharedTrial: boolean;
  /** Stored; has no effect, because plans cannot be changed. */
  readonly selfServicePlanChange: boolean;
}

export const defaultGroupRules: GroupRules = { sharedTrial: false, selfServicePlanChange: false };

const emptyName = 'Field name must be a non-empty string';
const longName = 'Field name cannot exceed 64 characters';

/** A group's name: trimmed, 1 to 64 characters. `empty` is the endpoint's sentence where there is none. */
export const groupName = (empty = emptyName) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? empty : emptyName) })
    .transform((value, ctx) => {
      const name = value.trim();
      if (name === '') ctx.issues.push({ code: 'custom', message: empty, input: value });
      if (characterCount(name) > 64) {
        ctx.issues.push({ code: 'custom', message: longName, input: value, ...refusedAs('too_long') });
      }
      return name;
    })
    .meta({ description: 'Unique in store and environment; space around it is cut off', minLength: 1, maxLength: 64 });

const rule = (name: keyof GroupRules, description: string) =>
  z
    .boolean({ error: `rules.${name} must be a boolean` })
    .optional()
    .meta({ description });

/** The rules that a call gives; null is the same as none, and keys that are no rules are dropped. */
export const groupRulesPatch = () =>
  z
    .object({
      sharedTrial: rule('sharedTrial', 'One trial for a buyer in the whole group'),
      selfServicePlanChange: rule('selfServicePlanChange', 'Stored; has no effect, because plans cannot be changed'),
    })
    .nullable()
    .optional()
    .meta({ description: 'What is left out stays as it is, for each rule; at first both are false' });

/** How many products a group has at most. */
export const maxGroupMembers = 100;

/** As many products at most, each once. */
export const groupMembers = () =>
  shortIds('PROD', maxGroupMembers).meta({
    description: 'Subscription products of the store, in the order in which they are shown',
  });

/** The rules with the given ones in place of their own. */
export const mergeGroupRules = (
  rules: GroupRules,
  given: { readonly [Rule in keyof GroupRules]?: boolean | undefined } | null | undefined,
): GroupRules => ({
  sharedTrial: given?.sharedTrial ?? rules.sharedTrial,
  selfServicePlanChange: given?.selfServicePlanChange ?? rules.selfServicePlanChange,
});

export const takenName = 'Group name already exists in this store and environment';

/** How a group's name and products are refused, whatever is done with it, for the reference. */
export const groupRefusals = [
  {
    status: 400,
    message: takenName,
    when: 'another group there has the name',
  },
  {
    status: 400,
    message: 'Product <id> is already in group <name>',
    when: 'a product is in another group of the environment',
  },
  {
    status: 400,
    message: 'Product <id> has no version in environment <environment>',
    when: 'the group is in prod, and a product was never published',
  },
] as const;

/** How a group that is not there is refused. */
export const noSuchGroup = {
  status: 404,
  message: 'Group not found',
  when: 'there is no such group in the environment, or it is not the merchant’s',
} as const;
