import { expect, test } from 'vitest';
import { addressesOf, hostsOf, onHost } from './address.ts';

test('names each server of an address with the user, the database and the parameters of the whole', () => {
  expect(addressesOf('postgres://u:p%40,@a:5432,[::1]:5433,c/shop?sslmode=verify-full')).toEqual([
    'postgres://u:p%40,@a:5432/shop?sslmode=verify-full',
    'postgres://u:p%40,@[::1]:5433/shop?sslmode=verify-full',
    'postgres://u:p%40,@c/shop?sslmode=verify-full',
  ]);
  expect(addressesOf('postgresql://db.example')).toEqual(['postgresql://db.example']);
});

test('names another host with the user, the database and the parameters', () => {
  expect(onHost('postgres://u:p%40,@a:5432,b/shop?sslmode=verify-full', 'node-1:5433')).toBe(
    'postgres://u:p%40,@node-1:5433/shop?sslmode=verify-full',
  );
});

test('shows hosts and ports without user and password', () => {
  expect(hostsOf('postgres://u:p@a.example,b.example:5433/shop')).toBe('a.example:5432, b.example:5433');
  expect(hostsOf('postgres:///shop')).toBe('localhost:5432');
  expect(hostsOf('postgres://u:p@%2Fvar%2Flib%2Fdata:5433/shop')).toBe('/var/lib/data:5433');
});
