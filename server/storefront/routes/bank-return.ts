/** Whether Stripe redirected the buyer here after a challenge. */
export const isSentBack = (url: string): boolean => new URL(url, 'http://page').searchParams.has('redirect_status');
