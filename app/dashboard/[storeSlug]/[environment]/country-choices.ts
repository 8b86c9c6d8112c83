import { countryCodes } from '#server/domain/regions.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name. */
export const countryName = (code: string): string => names.of(code) ?? code;

const choices = [...countryCodes]
  .map((code): [string, string] => [code, countryName(code)])
  .sort(([, one], [, two]) => one.localeCompare(two, 'en'));

/** All countries with their names, sorted by name. */
export const countryChoices = (): readonly (readonly [string, string])[] => choices;
