import { z } from 'zod';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { roles } from '#server/stores/rules/roles.ts';
import type { Member } from '#server/stores/store-members.ts';

/** `data` of the endpoints that return a member of a store. */
export const storeMerchantOutput = z.object({
  storeMerchant: z
    .object({
      storeId: shownId('STO'),
      merchantId: shownId('MER'),
      role: z.enum(roles),
      createdAt: shownMoment().meta({ description: 'When the account became a member' }),
    })
    .meta({ schemaName: 'StoreMerchant' }),
});

/** The member's fields beside `storeMerchant`, as some clients read them. */
export const memberFields = { storeId: shownId('STO'), merchantId: shownId('MER'), role: z.enum(roles) } as const;

/** The member in a response. */
export const storeMerchantObject = (member: Member) => ({
  storeId: toShortId('STO', member.storeId),
  merchantId: toShortId('MER', member.merchantId),
  role: member.role,
  createdAt: member.createdAt.toISOString(),
});
