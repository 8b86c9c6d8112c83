/** The commands for integrators. They call a remote server with an API key and need no database. */
import type { Commands } from '../dispatch.ts';

export const remoteCommands: Commands = {
  listen: () => import('../commands/remote/listen.ts'),
  trigger: () => import('../commands/remote/trigger.ts'),
  request: () => import('../commands/remote/request.ts'),
  logs: () => import('../commands/remote/logs.ts'),
  'open checkout': () => import('../commands/remote/open-checkout.ts'),
};
