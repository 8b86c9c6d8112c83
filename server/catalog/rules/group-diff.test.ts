import { expect, test } from 'vitest';
import { describeGroupChanges } from './group-diff.ts';

const group = {
  name: 'Coffee plans',
  description: null,
  rules: { sharedTrial: true, selfServicePlanChange: false },
  allowsMultipleSubscriptions: false,
  products: new Map([
    ['1', 'Small'],
    ['2', 'Large'],
    ['3', 'Office'],
  ]),
};

const linesOf = (...sides: Parameters<typeof describeGroupChanges>) =>
  describeGroupChanges(...sides).map(({ title, kind, values }) => [
    title,
    kind,
    ...values.map(({ label, before, after }) => [label, before, after]),
  ]);

test('reports no changes for equal groups and empty descriptions', () => {
  expect(linesOf(group, { ...group, description: '', products: new Map(group.products) })).toEqual([]);
});

test('reports all fields of a new group as added', () => {
  expect(linesOf(undefined, group)).toEqual([
    ['Name', 'added', [null, null, 'Coffee plans']],
    ['One free trial per customer', 'added', [null, null, 'Yes']],
    ['Products', 'added', ['Added', null, 'Small'], ['Added', null, 'Large'], ['Added', null, 'Office']],
  ]);
});

test('reports products that leave, join or move', () => {
  const products = new Map([
    ['3', 'Office'],
    ['4', 'Decaf'],
    ['1', 'Small'],
  ]);
  const rules = { sharedTrial: false, selfServicePlanChange: true };
  const after = { ...group, products, rules, allowsMultipleSubscriptions: true, name: 'Tea plans' };
  expect(linesOf(group, after)).toEqual([
    ['Name', 'changed', [null, 'Coffee plans', 'Tea plans']],
    ['One free trial per customer', 'changed', [null, 'Yes', 'No']],
    ['Customers can change plans', 'changed', [null, 'No', 'Yes']],
    ['Several subscriptions per customer', 'changed', [null, 'No', 'Yes']],
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
