import { reviewSenderOf } from '../sender-actions.ts';
import { senderDomainKind } from './domain-object.ts';

export const reviewDomain = reviewSenderOf(senderDomainKind, 'Approve or reject a domain');
