import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Invitation } from '#server/stores/store-invitations.ts';

/** `data` of the endpoints that return an invitation. */
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

/** The same with the emailed link, so that the inviter can pass it on by other means. */
export const sentInvitationOutput = invitationOutput.extend({
  link: z.url().meta({ description: 'Works once, for an account with the invited address' }),
});

/** The page of an invitation's link. The token follows `#`, which keeps it out of server logs. */
export const invitationLink = (appUrl: string, token: string): string => `${appUrl}/invitations#token=${token}`;

/** An invitation as the store's members see it, without the link. */
export const invitationObject = (invitation: Invitation) => ({
  id: invitation.id,
  storeId: toShortId('STO', invitation.storeId),
  email: invitation.email,
  role: invitation.role,
  expiresAt: invitation.expiresAt.toISOString(),
  createdAt: invitation.createdAt.toISOString(),
});
