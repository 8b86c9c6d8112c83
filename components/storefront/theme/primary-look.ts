/** What a main button here needs on top of its usual look: any colour may be its own, also the ground's. */
export const primaryEdge = 'border border-(--primary-edge) hover:bg-(--primary-hover)!';
/** The same for one as wide as its sheet. */
export const primaryLook = `w-full ${primaryEdge}`;

/** The same for one that names a store or a site, however long that name is. */
export const wayLook = `${primaryLook} py-3`;
