import { expect, test } from 'vitest';
import { placeProblem } from './group-draft.ts';

test.each([
  ['name', 'missing_field', { name: 'Give the group a name.' }],
  ['name', 'too_long', { name: 'Use at most 64 characters.' }],
  ['name', 'name_taken', { name: 'Another group has this name.' }],
  ['description', 'too_long', { description: 'Use at most 10,000 characters.' }],
  ['productIds.2', 'invalid_field', { members: 'As it was said' }],
  ['productIds', 'product_in_other_group', { members: 'As it was said' }],
  [undefined, 'forbidden', { form: 'As it was said' }],
])('a refusal of %s as %s stands at its field', (path, code, problems) => {
  expect(placeProblem({ message: 'As it was said', code, path })).toEqual(problems);
});
