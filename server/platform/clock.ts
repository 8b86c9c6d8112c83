/** The only source of time. Gateway and worker read it once per request or run and pass the time on. */
export const readClock = (): Date => new Date();
