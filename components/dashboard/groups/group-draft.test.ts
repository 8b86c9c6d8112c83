import { expect, test } from 'vitest';
import { placeProblem } from './group-draft.ts';

test.each([
  ['name', 'missing_field', { name: 'Enter a name.' }],
  ['name', 'too_long', { name: 'Use at most 64 characters.' }],
  ['name', 'name_taken', { name: 'A plan group with this name already exists.' }],
  ['description', 'too_long', { description: 'Use at most 10,000 characters.' }],
  ['productIds.2', 'invalid_field', { members: 'The server’s message' }],
  ['productIds', 'product_in_other_group', { members: 'The server’s message' }],
  [undefined, 'forbidden', { form: 'The server’s message' }],
])('maps a %s error with code %s to its field', (path, code, problems) => {
  expect(placeProblem({ message: 'The server’s message', code, path })).toEqual(problems);
});
