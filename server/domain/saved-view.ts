/** The dashboard's lists whose filters can be kept under a name. */
export const viewedLists = ['orders', 'subscriptions', 'payments', 'customers'] as const;
export type ViewedList = (typeof viewedLists)[number];
