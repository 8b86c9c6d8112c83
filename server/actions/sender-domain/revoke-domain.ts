import { revokeSenderOf } from '../sender-actions.ts';
import { senderDomainKind } from './domain-object.ts';

export const revokeDomain = revokeSenderOf(senderDomainKind, 'Remove a sender domain');
