/**
 * The origin of the current request. The request handler sets it once, and all events of the request record it, without a
 * parameter through every function. It is recorded only: decisions take parameters.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from '../rules/event.ts';

const shared = globalThis as typeof globalThis & { counterfoilOrigins?: AsyncLocalStorage<Origin> };

/** On `globalThis`, because the server and Next's bundle have separate copies of this module and call each other. */
shared.counterfoilOrigins ??= new AsyncLocalStorage<Origin>();
const origins = shared.counterfoilOrigins;

/** Runs the work with that origin; returns its result. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work);

/** The origin of the current work; undefined without a request, as in the worker. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
