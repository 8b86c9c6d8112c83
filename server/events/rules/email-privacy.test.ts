import { expect, test } from 'vitest';
import { englishDraft, serviceLook } from './email-content.ts';
import { shownOf } from './email-privacy.ts';

const url = 'https://pay.example.com/shop/portal/fix?environment=test#link=e30.e30.e-3_0';
const draft = englishDraft(serviceLook, {
  subject: 'Your payment did not go through',
  parts: ['To pay, open this link:', { kind: 'button', label: 'Pay', url }, 'It is for you alone.'],
});
const html = `<a href="${url}">Pay</a>`;
const stored = { environment: 'prod', isUrgent: false, ...draft, html } as const;

test('in test, shows emails to members in full', () => {
  const whole = { body: draft.body, html, content: draft.content };
  expect(shownOf({ ...stored, environment: 'test' }, true)).toEqual(whole);
  expect(shownOf({ ...stored, environment: 'test', isUrgent: true }, true)).toEqual(whole);
});

test.each([
  ['prod', true],
  ['prod', false],
  ['test', false],
] as const)('in %s (to a member: %s), hides only the tokens of links', (environment, isOwn) => {
  const shown = shownOf({ ...stored, environment }, isOwn);
  expect(shown?.body).toBe(draft.body.replace('e30.e30.e-3_0', '…'));
  expect(shown?.html).toBe(html.replace('e30.e30.e-3_0', '…'));
  expect(JSON.stringify(shown)).not.toContain('e30');
  expect(shown?.content?.blocks).toHaveLength(3);
});

test.each([
  ['prod', true],
  ['prod', false],
  ['test', false],
] as const)('in %s (to a member: %s), hides emails with codes and sign-in links', (environment, isOwn) => {
  expect(shownOf({ ...stored, environment, isUrgent: true }, isOwn)).toBeNull();
});

test('hides the token of an invitation link', () => {
  const body = 'Open https://pay.example.com/invitations#token=abc_DEF-123 now.';
  expect(shownOf({ ...stored, body, html: null, content: null }, false)?.body).toBe(
    'Open https://pay.example.com/invitations#token=… now.',
  );
});
