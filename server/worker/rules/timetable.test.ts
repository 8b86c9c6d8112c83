import { expect, test } from 'vitest';
import { cronOf, nextRunAt } from './timetable.ts';

const at = (time: string) => new Date(`2026-11-30T${time}Z`);

test.each([
  ['* * * * *', '12:00:00.000', '12:01:00.000'],
  ['* * * * *', '12:00:59.999', '12:01:00.000'],
  ['7 * * * *', '12:06:59.999', '12:07:00.000'],
  ['7 * * * *', '12:07:00.000', '13:07:00.000'],
  ['0 * * * *', '12:00:00.001', '13:00:00.000'],
])('%s at %s: next at %s', (cron, now, next) => {
  expect(nextRunAt(cron, at(now))).toEqual(at(next));
});

test('handles midnight and the end of a month', () => {
  expect(nextRunAt('7 * * * *', at('23:30:00.000'))).toEqual(new Date('2026-12-01T00:07:00.000Z'));
});

test.each(['*/5 * * * *', '60 * * * *', '7 3 * * *', 'FREQ=DAILY', ''])('%j is not supported', (cron) => {
  expect(nextRunAt(cron, at('12:00:00.000'))).toBeUndefined();
});

test('our own schedules are supported', () => {
  expect([cronOf('every minute'), cronOf(7)]).toEqual(['* * * * *', '7 * * * *']);
});
