/** The border and hover classes of a primary button, whose color may equal the background. */
export const primaryEdge = 'border border-(--primary-edge) hover:bg-(--primary-hover)!';
/** The same for a full-width button. */
export const primaryLook = `w-full ${primaryEdge}`;

/** The same for a button with a name of any length. */
export const primaryLinkLook = `${primaryLook} py-3`;
