import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The axe script, without the builder's wrapper, at less than half the length. */
const axeScript = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rules that depend on a theme. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/**
 * Expects the page, or its open dialog, to be accessible in both themes. A page that is still loading has no heading.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  await expect.poll(() => overflowOf(page), `${page.url()} is wider than its window`).toBe(0);
}

/** How many pixels the page exceeds its window's width. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Returns axe's violations, one line each: all rules on a light desktop, color rules in dark, all others on a phone.
 * Measuring contrast takes longer than all other rules, and a phone has the desktop's colors. Frames are checked on
 * pages of their own.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const { isDark, isNarrow, hasAxe } = await page.evaluate(() => ({
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isNarrow: innerWidth < 600,
    hasAxe: 'axe' in window,
  }));
  if (isNarrow && isDark) return [];
  await untilSettled(page);
  // The builder injects its script twice for each analysis, which takes as long as the analysis.
  if (!hasAxe) await page.evaluate(axeScript);
  // Collecting passes and merging frames in a second page would take three times as long.
  let axe = new AxeBuilder({ page, axeSource: 'void axe' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], iframes: false });
  if (isNarrow) axe = axe.disableRules(aboutColors);
  else if (isDark) axe = axe.withRules(aboutColors);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Waits until no color transition runs: a nested transition may start only after the outer one has ended. Endless
 * animations are not waited for.
 */
export const untilSettled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = () => document.getAnimations().some((one) => one instanceof CSSTransition);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // A page reached by a link may get its title shortly after its content.
    const isReady = () => !isMoving() && document.title !== '';
    for (let still = 0, frames = 0; still < 2 && frames < 300; frames += 1) {
      still = isReady() ? still + 1 : 0;
      await frame();
    }
  });
