import { expect, test } from 'vitest';
import { ApiError } from '#server/domain/errors.ts';
import {
  may,
  mayUpdateStore,
  type Permission,
  permissionRefusals,
  permissions,
  requirePermission,
  roles,
} from './roles.ts';

/** The expected permissions of owner, admin and member. */
const expected: Record<Permission, [boolean, boolean, boolean]> = {
  sell: [true, true, true],
  runStore: [true, true, false],
  manageWebhooks: [true, true, false],
  manageMembers: [true, true, false],
  handOverStore: [true, false, false],
  deleteStore: [true, false, false],
};
const cases = Object.keys(permissions).flatMap((permission) =>
  roles.map((role, at) => [role, permission as Permission, expected[permission as Permission][at]] as const),
);

test('lists exactly the expected permissions', () => {
  expect(Object.keys(permissions).sort()).toEqual(Object.keys(expected).sort());
  expect(cases).toHaveLength(18);
});

test.each(cases)('%s has permission %s: %s', (role, permission, allowed) => {
  expect(may(role, permission)).toBe(allowed);
  const attempt = () => requirePermission(role, permission);
  if (allowed) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(new ApiError(403, permissionRefusals[permission], 'store'));
});

test('lets roles with runStore change the settings', () => {
  expect(roles.map(mayUpdateStore)).toEqual([true, true, false]);
});
