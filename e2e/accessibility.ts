import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What the builder would put into a page, at less than half the length. */
const axeScript = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What a theme can do to a page. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/** Looks at the page, or at the dialog on it, in both themes; a page that is still loading has no heading. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  await expect.poll(() => overflowOf(page), `${page.url()} is wider than its window`).toBe(0);
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * What axe finds wrong with the page, a line each: with everything on a light desktop; in dark, what depends on colours;
 * on a phone, what does not. Measuring contrasts takes longer than all the rest, and a phone has the desktop's colours:
 * a dark phone is looked at for nothing that is not seen already. What a frame shows is looked at on a page of its own.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const { isDark, isNarrow, hasAxe } = await page.evaluate(() => ({
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isNarrow: innerWidth < 600,
    hasAxe: 'axe' in window,
  }));
  if (isNarrow && isDark) return [];
  await untilSettled(page);
  // By itself the builder puts its script in twice for each look, which takes as long as looking.
  if (!hasAxe) await page.evaluate(axeScript);
  // What passed is not gathered, nor a second page opened to put the frames' findings together: a third of the time.
  let axe = new AxeBuilder({ page, axeSource: 'void axe' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], iframes: false });
  if (isNarrow) axe = axe.disableRules(aboutColors);
  else if (isDark) axe = axe.withRules(aboutColors);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Until no colour is on its way to another: of two that change together, the one inside may start when the one around it
 * has ended, however short each of them is. What goes round for ever is not waited for.
 */
export const untilSettled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = () => document.getAnimations().some((one) => one instanceof CSSTransition);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // A page reached by a link may get its title a moment after its content; one that never does is found wanting.
    const isReady = () => !isMoving() && document.title !== '';
    for (let still = 0, frames = 0; still < 2 && frames < 300; frames += 1) {
      still = isReady() ? still + 1 : 0;
      await frame();
    }
  });
