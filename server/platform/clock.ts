/** Where time comes in: gateway and worker read it once per request or run, and everything behind is handed that moment. */
export const readClock = (): Date => new Date();
