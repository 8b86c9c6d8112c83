import type { Refusal } from '#components/actions/call-action.ts';
import type { GroupMember } from './member-picker.tsx';

/** A group as it is edited. */
export interface GroupDraft {
  readonly name: string;
  readonly description: string;
  readonly sharedTrial: boolean;
  readonly selfServicePlanChange: boolean;
  readonly members: readonly GroupMember[];
}

export type GroupProblems = Readonly<Partial<Record<'name' | 'description' | 'members' | 'form', string>>>;

/** A draft as the API takes it. */
export const bodyOf = ({ name, description, members, ...rules }: GroupDraft) => ({
  name: name.trim(),
  description: description || null,
  rules: { sharedTrial: rules.sharedTrial, selfServicePlanChange: rules.selfServicePlanChange },
  productIds: members.map(({ id }) => id),
});

/** What of it is another than what was saved: the rest is left as it is by now. */
export function changedBody(saved: GroupDraft, draft: GroupDraft): Readonly<Record<string, unknown>> {
  const before: Readonly<Record<string, unknown>> = bodyOf(saved);
  return Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}

/** The service decides what is wrong; this only finds where. */
export function placeProblem({ message, code, path }: Refusal): GroupProblems {
  const [field] = path?.split('.') ?? [];
  switch (field) {
    case 'name':
      return { name: nameProblems[code ?? ''] ?? 'Give the group a name.' };
    case 'description':
      return { description: 'Use at most 10,000 characters.' };
    case 'productIds':
      return { members: message };
    default:
      return { form: message };
  }
}

const nameProblems: Readonly<Partial<Record<string, string>>> = {
  name_taken: 'Another group has this name.',
  too_long: 'Use at most 64 characters.',
};
