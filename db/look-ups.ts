/**
 * Statements that find few rows by an id, whatever the id is. What only reads has PostgreSQL plan every statement for its own
 * values, as a search costs what is searched for; for these that is most of their cost, and always comes to the same.
 */
const texts = new Set<string>();

/** From then on the statement runs where statements are planned once, if it runs by itself. */
export const declareLookUp = (text: string): void => {
  texts.add(text);
};

export const isLookUp = (text: string): boolean => texts.has(text);
