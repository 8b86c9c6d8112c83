import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeScript = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The width of a phone, where space is tightest. */
export const phone = { width: 390, height: 844 };

/**
 * Checks the page, or the dialog on it: both themes in a wide window, then the same page as wide as a phone. The page has
 * loaded once its heading is visible.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await setTransitions(page, 'off');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarriers(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoBarriers(page, 'light');
  const size = page.viewportSize();
  if (size && size.width > phone.width) {
    await page.setViewportSize(phone);
    await expectNoBarriers(page, 'phone');
    await page.setViewportSize(size);
  }
  await page.emulateMedia({ colorScheme: null });
  await setTransitions(page, 'on');
}

/**
 * Each element's color changes over several frames, and those that inherit it begin when it has ended: half of the
 * processor time of a check.
 */
export const setTransitions = (page: Page, state: 'on' | 'off'): Promise<void> =>
  page.evaluate((isOff) => {
    const rule = '*, ::before, ::after { transition: none !important; }';
    // The pages' policy refuses a style element.
    const others = document.adoptedStyleSheets.filter(({ cssRules }) => cssRules[0]?.cssText !== rule);
    document.adoptedStyleSheets = others;
    if (!isOff) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets.push(sheet);
  }, state === 'off');

async function expectNoBarriers(page: Page, look: string): Promise<void> {
  expect(await findBarriers(page), `${page.url()}, ${look}`).toEqual([]);
  await expect.poll(() => overflowOf(page), `${page.url()} is wider than its window, ${look}`).toBe(0);
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Returns one line for each rule of axe that the page violates. A light desktop is checked with all rules, a dark one
 * with the color rules, and a light phone with the other rules, because it has the desktop's colors. Content of frames is
 * not checked.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const { isDark, isNarrow, hasAxe } = await page.evaluate(() => ({
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isNarrow: innerWidth < 600,
    hasAxe: 'axe' in window,
  }));
  if (isNarrow && isDark) return [];
  await untilSettled(page);
  if (!hasAxe) await page.evaluate(axeScript);
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    // Only a rule on audio needs it, and no page has audio.
    preload: false,
    ...(isNarrow && { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) }),
    ...(isDark && { runOnly: { type: 'rule', values: colorRules } }),
  };
  // AxeBuilder takes about twice as long for the same check.
  return await page.evaluate(async (axeOptions) => {
    type Violation = { id: string; nodes: { html: string }[] };
    type Axe = { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, axeOptions);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/**
 * Waits until no transition runs and the page has a title. An inner color may begin its transition when the outer one has
 * ended, and a page reached by a link may get its title after its content. Endless animations are not awaited.
 */
export const untilSettled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const isReady = () => !isMoving() && document.title !== '';
    for (let still = 0, frames = 0; still < 2 && frames < 300; frames += 1) {
      still = isReady() ? still + 1 : 0;
      await frame();
    }
  });
