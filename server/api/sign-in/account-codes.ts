/**
 * Accepts each code of an authenticator app once (RFC 6238, 5.2), so that an observed or phished code is useless.
 * better-auth itself accepts a code repeatedly while it is valid.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Database } from '#db/client.ts';
import { claimTotpStep, findTotpSecret } from '#server/accounts/data/account-safety.ts';
import { findTotpStep } from '#server/accounts/rules/totp.ts';
import { readClock } from '#server/platform/clock.ts';
import { pendingAccount, recordFailedSecondStep } from './account-trail.ts';

export const accountCodes = (db: Database) =>
  ({
    id: 'account-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            const merchantId = session?.user.id ?? (await pendingAccount(ctx));
            const { code } = (ctx.body ?? {}) as { code?: unknown };
            const sealed = merchantId === undefined ? undefined : await findTotpSecret(db, merchantId);
            if (merchantId === undefined || sealed === undefined || typeof code !== 'string') return;
            const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: sealed });
            const step = findTotpStep(secret, code, readClock());
            // better-auth rejects and counts wrong codes. The step is claimed before the check, so that only one of two
            // concurrent uses succeeds.
            if (step === undefined || (await claimTotpStep(db, merchantId, step))) return;
            if (!session) await recordFailedSecondStep(db, ctx);
            throw new APIError('UNAUTHORIZED', { message: 'Code has already been used', code: 'CODE_USED' });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
