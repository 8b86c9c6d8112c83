/** What a main button here needs on top of its usual look: any colour may be its own, also the ground's. */
export const primaryLook = 'w-full border border-(--primary-edge) hover:bg-(--primary-hover)!';
