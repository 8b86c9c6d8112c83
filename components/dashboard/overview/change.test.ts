import { expect, test } from 'vitest';
import { changeOfAmount, changeOfShare } from './change.ts';

test.each([
  [150, 100, '+50%', 'up', 'better'],
  [50, 100, '−50%', 'down', 'worse'],
  [100, 100, 'No change', 'same', 'neither'],
  [0, 0, 'No change', 'same', 'neither'],
  [5, 0, 'None before', 'up', 'better'],
  [0, 5, '−100%', 'down', 'worse'],
  [100_001, 100_000, 'No change', 'same', 'neither'],
  [-50, -100, '+50%', 'up', 'better'],
])('%i after %i', (now, before, text, direction, verdict) => {
  expect(changeOfAmount(now, before)).toMatchObject({ text, direction, verdict });
});

test('of shares, less may be better', () => {
  expect(changeOfShare(0.05, 0.02, true)).toMatchObject({ text: '+3 pts', verdict: 'worse' });
  expect(changeOfShare(0.02, 0.05, true)).toMatchObject({ text: '−3 pts', direction: 'down', verdict: 'better' });
  expect(changeOfShare(0.975, 0.95)).toMatchObject({ text: '+2.5 pts', verdict: 'better' });
  expect(changeOfShare(null, 0.95)).toBeNull();
  expect(changeOfShare(0.95, null)).toBeNull();
});
