/** Contact sheets: one page of screenshots per theme and size. */
import type { Browser, Page } from '@playwright/test';
import { untilSettled } from './accessibility.ts';

export interface Shot {
  readonly title: string;
  readonly jpeg: Buffer;
}

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, columnWidth: 234, columns: 6 },
  desktop: { viewport: { width: 1440, height: 900 }, columnWidth: 470, columns: 3 },
} as const;
type Size = keyof typeof sizes;

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** A size and a theme with a sheet of its own. */
export type Variant = readonly [Size, Theme];
export const variants: readonly Variant[] = (Object.keys(sizes) as Size[]).flatMap((size) =>
  themes.map((theme) => [size, theme] as const),
);
export const nameOf = ([size, theme]: Variant): string => `${size}-${theme}`;

/** Captures the current page in each size and theme. */
export async function captureVariants(
  page: Page,
  shots: Map<string, Shot[]>,
  title: string,
  wanted = variants,
): Promise<void> {
  for (const variant of wanted) {
    const [size, theme] = variant;
    await page.setViewportSize(sizes[size].viewport);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await untilSettled(page);
    const jpeg = await page.screenshot({ type: 'jpeg', quality: 88, fullPage: size === 'phone', caret: 'initial' });
    shots.set(nameOf(variant), [...(shots.get(nameOf(variant)) ?? []), { title, jpeg }]);
  }
}

/** One picture of all screenshots with their titles. */
export async function composeSheet(browser: Browser, shots: readonly Shot[], [size, theme]: Variant): Promise<Buffer> {
  const { columnWidth, columns } = sizes[size];
  const [background, ink] = theme === 'light' ? ['#d9d6cc', '#1b1c19'] : ['#2a2d2b', '#ecece6'];
  const figures = shots.map(
    ({ title, jpeg }) =>
      `<figure><figcaption>${title}</figcaption><img src="data:image/jpeg;base64,${jpeg.toString('base64')}"></figure>`,
  );
  const style = `body{margin:0;padding:16px;background:${background};color:${ink};font:600 13px system-ui;display:inline-grid;
    grid-template-columns:repeat(${columns},${columnWidth}px);gap:16px;align-items:start}
    figure{margin:0}figcaption{margin-bottom:6px}img{width:100%;display:block;border-radius:6px}`;
  const page = await browser.newPage({ viewport: { width: columns * (columnWidth + 16) + 16, height: 600 } });
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  const sheet = await page.screenshot({ type: 'jpeg', quality: 72, fullPage: true });
  await page.close();
  return sheet;
}
