/**
 * What the link of an invitation shows to whoever has it, signed in or not: which store, which role, who invites. Asked
 * for in a request's body, so that the token stands in no address and no log.
 */
import { z } from 'zod';
import { database } from '../../db/client.ts';
import { readClock } from '../clock.ts';
import { newUnguessableId } from '../domain/ids.ts';
import { invitationNotFound, invitationState, invitationToken } from '../domain/store-invitation.ts';
import { errors } from '../errors.ts';
import { readInvitation } from '../queries/store-invitations.ts';
import { settings as readSettings } from '../settings.ts';
import { isSameOrigin } from './dashboard-door.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse } from './http.ts';
import { readJsonObject } from './json-body.ts';
import { countAnonymousCall } from './rate-limit.ts';
import { Reply } from './reply.ts';

const asked = z.object({ token: invitationToken() });

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
  const { data } = asked.safeParse(readJsonObject(bytesOf(request)));
  const found = data && (await readInvitation(database(settings).db, data.token));
  if (!found) throw invitationNotFound();
  const { invitation, store, inviter } = found;
  const { email, role, expiresAt } = invitation;
  const shown = { store, inviter, email, role, expiresAt: expiresAt.toISOString() };
  const state = invitationState(invitation, readClock());
  reply.send(200, JSON.stringify({ data: { invitation: { ...shown, state } } }));
}
