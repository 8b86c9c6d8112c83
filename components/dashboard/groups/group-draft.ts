import type { Refusal } from '#components/actions/call-action.ts';
import type { GroupMember } from './member-picker.tsx';

/** A group in the form. */
export interface GroupDraft {
  readonly name: string;
  readonly description: string;
  readonly sharedTrial: boolean;
  readonly selfServicePlanChange: boolean;
  readonly allowsMultipleSubscriptions: boolean;
  readonly members: readonly GroupMember[];
}

export type GroupProblems = Readonly<Partial<Record<'name' | 'description' | 'members' | 'form', string>>>;

/** The draft as an action's body. */
export const bodyOf = ({ name, description, members, allowsMultipleSubscriptions, ...rules }: GroupDraft) => ({
  name: name.trim(),
  description: description || null,
  rules: { sharedTrial: rules.sharedTrial, selfServicePlanChange: rules.selfServicePlanChange },
  allowsMultipleSubscriptions,
  productIds: members.map(({ id }) => id),
});

/** The fields that differ from the saved group. */
export function changedBody(saved: GroupDraft, draft: GroupDraft): Readonly<Record<string, unknown>> {
  const before: Readonly<Record<string, unknown>> = bodyOf(saved);
  return Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}

/** Maps an error from the server to its field. */
export function placeProblem({ message, code, path }: Refusal): GroupProblems {
  const [field] = path?.split('.') ?? [];
  switch (field) {
    case 'name':
      return { name: nameProblems[code ?? ''] ?? 'Enter a name.' };
    case 'description':
      return { description: 'Use at most 10,000 characters.' };
    case 'productIds':
      return { members: message };
    default:
      return { form: message };
  }
}

const nameProblems: Readonly<Partial<Record<string, string>>> = {
  name_taken: 'A plan group with this name already exists.',
  too_long: 'Use at most 64 characters.',
};
