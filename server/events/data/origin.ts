/**
 * Where the request that is being answered came from. A door says so once, and every event recorded behind it, however
 * deep, has it: a parameter would go through each function on the way, and be forgotten in one. What decides anything
 * is still handed on as a parameter; this is only ever written down.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from '../rules/event.ts';

const kept = globalThis as typeof globalThis & { counterfoilOrigins?: AsyncLocalStorage<Origin> };

/** On `globalThis`, because the server and Next's bundle are two copies of this module, and each calls into the other's. */
kept.counterfoilOrigins ??= new AsyncLocalStorage<Origin>();
const origins = kept.counterfoilOrigins;

/** Does the work as something asked for from there; gives what it gives. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work);

/** Where what is going on was asked for from; undefined where nobody asked, as in the worker. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
