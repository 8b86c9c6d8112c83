/** Extra classes of a primary button: its color may be any, even the background's. */
export const primaryEdge = 'border border-(--primary-edge) hover:bg-(--primary-hover)!';
/** The same for a full-width button. */
export const primaryLook = `w-full ${primaryEdge}`;

/** The same for a button with a name of any length. */
export const primaryLinkLook = `${primaryLook} py-3`;
