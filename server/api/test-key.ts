/** What a test key may change. (docs/behavior/keys-and-environments.md) */

import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import type { Action, Caller } from '#server/platform/action.ts';

export const isTestKey = (caller: Caller): boolean => caller.kind === 'apiKey' && caller.environment === 'test';

/** `require` throws 403 when a test key targets `prod`. `requireDeclared` throws when an `object` action never called it. */
export function checkTestKey(action: Pick<Action, 'scope'>, caller: Caller) {
  let isDeclared = action.scope !== 'object';
  return {
    require: (environment: Environment): void => {
      isDeclared = true;
      if (environment === 'prod' && isTestKey(caller)) throw errors.insufficientPermissions();
    },
    requireDeclared: (): void => {
      if (!isDeclared) throw new Error('an action with the scope "object" did not call requireEnvironment');
    },
  };
}
