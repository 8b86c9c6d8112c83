import { expect, test } from 'vitest';
import { describeGroupChanges } from './group-diff.ts';

const group = {
  name: 'Coffee plans',
  description: null,
  rules: { sharedTrial: true, selfServicePlanChange: false },
  products: new Map([
    ['1', 'Small'],
    ['2', 'Large'],
    ['3', 'Office'],
  ]),
};

const told = (...sides: Parameters<typeof describeGroupChanges>) =>
  describeGroupChanges(...sides).map(({ title, kind, values }) => [
    title,
    kind,
    ...values.map(({ label, before, after }) => [label, before, after]),
  ]);

test('the same group has no changes, and a description that is empty is none', () => {
  expect(told(group, { ...group, description: '', products: new Map(group.products) })).toEqual([]);
});

test('what is new is new in all that it has', () => {
  expect(told(undefined, group)).toEqual([
    ['Name', 'added', [null, null, 'Coffee plans']],
    ['One free trial per customer', 'added', [null, null, 'Yes']],
    ['Products', 'added', ['Added', null, 'Small'], ['Added', null, 'Large'], ['Added', null, 'Office']],
  ]);
});

test('products that leave, join and change places', () => {
  const products = new Map([
    ['3', 'Office'],
    ['4', 'Decaf'],
    ['1', 'Small'],
  ]);
  const rules = { sharedTrial: false, selfServicePlanChange: false };
  expect(told(group, { ...group, products, rules, name: 'Tea plans' })).toEqual([
    ['Name', 'changed', [null, 'Coffee plans', 'Tea plans']],
    ['One free trial per customer', 'changed', [null, 'Yes', 'No']],
    [
      'Products',
      'changed',
      ['Removed', 'Large', null],
      ['Added', null, 'Decaf'],
      ['Order', 'Small, Office', 'Office, Small'],
    ],
  ]);
  expect(describeGroupChanges(group, { ...group, products: new Map() })).toMatchObject([{ kind: 'removed' }]);
});
