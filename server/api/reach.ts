/** What a test key may reach. (docs/behavior/keys-and-environments.md.) */

import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import type { Action, Caller } from '#server/platform/action.ts';

export const isTestKey = (caller: Caller): boolean => caller.kind === 'apiKey' && caller.environment === 'test';

/** `require` refuses a test key that reaches `prod`; `requireDeclared` throws where the action never said what it reaches. */
export function watchReach(action: Pick<Action, 'reach'>, caller: Caller) {
  let isDeclared = action.reach !== 'object';
  return {
    require: (environment: Environment): void => {
      isDeclared = true;
      if (environment === 'prod' && isTestKey(caller)) throw errors.insufficientPermissions();
    },
    requireDeclared: (): void => {
      if (!isDeclared) throw new Error('an action with the reach "object" did not call requireReach');
    },
  };
}
