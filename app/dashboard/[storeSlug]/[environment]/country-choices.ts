import { countryCodes } from '#server/domain/regions.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** What a country is called in English. */
export const countryName = (code: string): string => names.of(code) ?? code;

const choices = [...countryCodes]
  .map((code): [string, string] => [code, countryName(code)])
  .sort(([, one], [, two]) => one.localeCompare(two, 'en'));

/** All countries, each with its name, by their names. */
export const countryChoices = (): readonly (readonly [string, string])[] => choices;
