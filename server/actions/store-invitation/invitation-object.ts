import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '../../domain/fields.ts';
import { toShortId } from '../../domain/ids.ts';
import type { Invitation } from '../../queries/store-invitations.ts';

/** `data` of the endpoints that answer with an invitation. */
export const invitationOutput = z.object({
  invitation: z.object({
    id: shownUuid(),
    storeId: shownId('STO'),
    email: z.string(),
    role: z.enum(['admin', 'member']),
    expiresAt: shownMoment(),
    createdAt: shownMoment(),
  }),
});

/** An invitation as the store's people see it: nothing of the link. */
export const invitationObject = (invitation: Invitation) => ({
  id: invitation.id,
  storeId: toShortId('STO', invitation.storeId),
  email: invitation.email,
  role: invitation.role,
  expiresAt: invitation.expiresAt.toISOString(),
  createdAt: invitation.createdAt.toISOString(),
});
