import { expect, test } from 'vitest';
import { changeOfAmount, changeOfShare } from './change.ts';

test.each([
  [150, 100, '+50%', 'up', 'better'],
  [50, 100, '−50%', 'down', 'worse'],
  [100, 100, 'No change', 'same', 'neutral'],
  [0, 0, 'No change', 'same', 'neutral'],
  [5, 0, 'New', 'up', 'better'],
  [0, 5, '−100%', 'down', 'worse'],
  [100_001, 100_000, 'No change', 'same', 'neutral'],
  [-50, -100, '+50%', 'up', 'better'],
])('compares %i with %i: %s', (now, before, text, direction, verdict) => {
  expect(changeOfAmount(now, before)).toMatchObject({ text, direction, verdict });
});

test('judges shares by whether less is better', () => {
  expect(changeOfShare(0.05, 0.02, true)).toMatchObject({ text: '+3 pts', verdict: 'worse' });
  expect(changeOfShare(0.02, 0.05, true)).toMatchObject({ text: '−3 pts', direction: 'down', verdict: 'better' });
  expect(changeOfShare(0.975, 0.95)).toMatchObject({ text: '+2.5 pts', verdict: 'better' });
  expect(changeOfShare(null, 0.95)).toBeNull();
  expect(changeOfShare(0.95, null)).toBeNull();
});
