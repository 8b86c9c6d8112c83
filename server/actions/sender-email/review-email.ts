import { reviewSenderOf } from '../sender-actions.ts';
import { senderEmailKind } from './email-object.ts';

export const reviewEmail = reviewSenderOf(senderEmailKind, 'Approve or reject an address');
