import { z } from 'zod';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { roles } from '#server/stores/rules/roles.ts';
import type { Member } from '#server/stores/store-members.ts';

/** `data` of the endpoints that answer with a member of a store. */
export const storeMerchantOutput = z.object({
  storeMerchant: z
    .object({
      storeId: shownId('STO'),
      merchantId: shownId('MER'),
      role: z.enum(roles),
      createdAt: shownMoment().meta({ description: 'Since when the account is a member' }),
    })
    .meta({ id: 'StoreMerchant' }),
});

/** The member of a response. */
export const storeMerchantObject = (member: Member) => ({
  storeId: toShortId('STO', member.storeId),
  merchantId: toShortId('MER', member.merchantId),
  role: member.role,
  createdAt: member.createdAt.toISOString(),
});
