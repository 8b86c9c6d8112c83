/** Reads the fields of a key's access, and places the server's refusals at them. */
import type { Refusal } from '#components/actions/call-action.ts';
import { invalidNames } from '#components/ui/forms/form.tsx';

/** The access in a request. */
export interface RequestedAccess {
  readonly scopes: readonly string[] | null;
  readonly networks: readonly string[] | null;
  readonly expiresAt: string | null;
}

export type AccessProblems = Readonly<Partial<Record<'scopes' | 'networks' | 'expiresAt', string>>>;

/** The access that the form describes, or its problems. Nothing incomplete is taken for "no limit". */
export function readAccess(element: HTMLFormElement): { access: RequestedAccess } | { problems: AccessProblems } {
  const form = new FormData(element);
  const scopes = form.getAll('scope').map(String);
  const isLimited = form.get('extent') === 'limited';
  const moment = String(form.get('expiresAt') ?? '');
  const networks = String(form.get('networks') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const problems: AccessProblems = {
    ...(isLimited && scopes.length === 0 && { scopes: 'Select at least one scope.' }),
    ...(invalidNames(element).includes('expiresAt') && { expiresAt: 'Enter a complete date and time.' }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    access: {
      scopes: isLimited ? scopes : null,
      networks: networks.length > 0 ? networks : null,
      expiresAt: moment ? new Date(moment).toISOString() : null,
    },
  };
}

/** The problems that a refusal of that access names. */
export function accessProblemsOf(
  refusal: Refusal | undefined,
  { networks }: Pick<RequestedAccess, 'networks'>,
): AccessProblems {
  const [field, index] = refusal?.path?.split('.') ?? [];
  if (field === 'expiresAt') return { expiresAt: 'Choose a time in the future.' };
  if (field !== 'networks') return {};
  const entry = networks?.[Number(index)];
  return {
    networks:
      index === undefined || entry === undefined
        ? 'Enter at most 50 networks.'
        : `“${entry}” is neither an address nor the start of a network. Examples: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32.`,
  };
}
