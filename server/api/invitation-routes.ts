/**
 * Shows an invitation to anyone who holds its link, signed in or not: store, role and inviter. The token travels in the
 * request's body, which keeps it out of addresses and logs.
 */
import { z } from 'zod';
import { database } from '#db/client.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { Reply } from '#server/http/reply.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { readClock } from '#server/platform/clock.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { invitationNotFound, invitationState, invitationToken } from '#server/stores/rules/store-invitation.ts';
import { readInvitation } from '#server/stores/store-invitations.ts';

const bodySchema = z.object({ token: invitationToken() });

/** Answers with the invitation of a token. Never throws. */
export async function handleInvitation(request: GatewayRequest): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    await answer(request, reply);
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

async function answer(request: GatewayRequest, reply: Reply): Promise<void> {
  const settings = readSettings();
  if (!isSameOrigin(request)) throw errors.insufficientPermissions();
  reply.count(await countAnonymousCall(request.address, settings));
  const { data } = bodySchema.safeParse(readJsonObject(bytesOf(request)));
  const found = data && (await readInvitation(database(settings).db, data.token));
  if (!found) throw invitationNotFound();
  const { invitation, store, inviter } = found;
  const { email, role, expiresAt } = invitation;
  const shown = { store, inviter, email, role, expiresAt: expiresAt.toISOString() };
  const state = invitationState(invitation, readClock());
  reply.send(200, JSON.stringify({ data: { invitation: { ...shown, state } } }));
}
