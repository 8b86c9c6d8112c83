import { expect, it } from 'vitest';
import { groupExpiry, groupNumber, onlyDigits } from './format-card-fields.ts';

it.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242 42424242', '4242 4242 4242 4242'],
  ['4242 4242 4242 4242 ', '4242 4242 4242 4242'],
  ['12345678901234567890', '1234 5678 9012 3456 789'],
  ['no card', ''],
])('groups the number %j', (typed, expected) => {
  expect(groupNumber(typed)).toBe(expected);
});

it.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['4', '04'],
  ['1/', '01'],
  ['4/30', '04 / 30'],
  ['0430', '04 / 30'],
  ['04/2030', '04 / 30'],
  ['04 / 203', '04 / 203'],
  ['1 / 30', '01 / 30'],
  ['12 / 345', '12 / 34'],
])('groups the expiry date %j', (typed, expected) => {
  expect(groupExpiry(typed)).toBe(expected);
});

it('keeps four digits of a security code', () => {
  expect(onlyDigits('12a345')).toBe('1234');
});
