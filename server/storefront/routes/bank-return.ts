/** Whether a payment provider sent the buyer to that address from their bank: Stripe says so in it. */
export const isSentBack = (url: string): boolean => new URL(url, 'http://page').searchParams.has('redirect_status');
