import { describe, expect, test } from 'vitest';
import { draft, englishDraft, lookOf, serviceLook } from './email-content.ts';

test('the plain text has every part in order, and a button’s URL', () => {
  const content = englishDraft(serviceLook, {
    subject: 'Hello',
    mark: 'Test',
    parts: [
      'First.',
      null,
      false,
      { kind: 'quote', text: 'One\r\ntwo' },
      {
        kind: 'facts',
        rows: [
          { label: 'Total', value: '€5' },
          { label: 'Tax', value: '€1' },
        ],
      },
      { kind: 'button', label: 'Open', url: 'https://example.com/a' },
      { kind: 'note', text: 'Small print.' },
    ],
  });
  expect(content.subject).toBe('[Test] Hello');
  expect(content.body).toBe(
    ['First.', '> One\n> two', 'Total: €5\nTax: €1', 'https://example.com/a', 'Small print.'].join('\n\n'),
  );
  expect(content.content).toMatchObject({ heading: 'Hello', language: 'en', direction: 'ltr', storeName: null });
  expect(content.content.blocks).toHaveLength(5);
});

test('has its reader’s language and direction', () => {
  const content = draft(serviceLook, { language: 'ar', direction: 'rtl' }, { subject: 'مرحبا', parts: ['أهلا'] });
  expect(content.content).toMatchObject({ language: 'ar', direction: 'rtl' });
});

describe('a store’s look', () => {
  const store = { name: 'Beans', logo: 'https://example.com/logo.png', checkoutSettings: null };
  test('has its name, its logo and the colors of its light checkout theme', () => {
    const light = {
      checkoutLogo: 'https://example.com/checkout.png',
      checkoutColorPrimary: '#123456',
      checkoutColorText: '#111111',
    };
    const dark = { checkoutColorPrimary: '#ffffff' };
    expect(lookOf({ ...store, checkoutSettings: { light, dark } })).toEqual({
      storeName: 'Beans',
      logo: 'https://example.com/checkout.png',
      colors: { primary: '#123456', text: '#111111' },
    });
    expect(lookOf(store)).toEqual({ storeName: 'Beans', logo: store.logo, colors: {} });
  });

  test.each(['http://example.com/logo.png', 'javascript:alert(1)', null])('has no logo from %s', (logo) => {
    expect(lookOf({ ...store, logo }).logo).toBeNull();
  });

  test('has a name on one line, without links', () => {
    expect(lookOf({ ...store, name: 'Beans\u202e\nhttps://evil.example' }).storeName).not.toMatch(
      /\n|\u202e|https:\/\//,
    );
  });
});
