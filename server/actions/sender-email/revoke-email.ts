import { revokeSenderOf } from '../sender-actions.ts';
import { senderEmailKind } from './email-object.ts';

export const revokeEmail = revokeSenderOf(senderEmailKind, 'Remove a sender address');
