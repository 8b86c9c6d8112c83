import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black, contrast, inkOn, mix, type Rgb, readColor, white, writeColor } from './contrast.ts';

const part = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(part, part, part);

describe('readColor', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#1A2b3C', '#1a2b3c'],
    ['#0000', '#ffffff'],
    ['#00000080', '#7f7f7f'],
  ])('reads %s on white as %s', (text, expected) => {
    expect(writeColor(readColor(text, white) as Rgb)).toBe(expected);
  });

  it.each(['', 'red', '#12', '#12345', '#fffffg', '#fff;}body{display:none', 'url(#fff)', null, 7, '#fff\n'])(
    'refuses %j',
    (text) => {
      expect(readColor(text, white)).toBeUndefined();
    },
  );
});

describe('contrast', () => {
  it('is 21 for black on white and 1 for a color on itself', () => {
    expect(contrast(black, white)).toBeCloseTo(21, 5);
    expect(contrast([12, 34, 56], [12, 34, 56])).toBe(1);
  });

  it('agrees with the published figure for #767676 on white', () => {
    expect(contrast([0x76, 0x76, 0x76], white)).toBeCloseTo(4.54, 2);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(color, color, (a, b) => contrast(a, b) === contrast(b, a)));
  });
});

describe('inkOn', () => {
  it('is readable on any color', () => {
    fc.assert(fc.property(color, (ground) => contrast(inkOn(ground), ground) >= 4.5));
  });
});

it('mixes none, all and half of a color', () => {
  expect(mix(black, white, 0)).toEqual(black);
  expect(mix(black, white, 1)).toEqual(white);
  expect(mix(black, white, 0.5)).toEqual([128, 128, 128]);
});
