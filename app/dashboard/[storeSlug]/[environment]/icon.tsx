import type { ScopeParams } from '../../scope.ts';

export const contentType = 'image/svg+xml';
export const size = { width: 32, height: 32 };

/** The coupon of `app/icon.svg`. */
const prod = `<rect width="32" height="32" rx="7" fill="#17603f"/>
<path d="M7 9.5h6.5v13H7a1.5 1.5 0 0 1-1.5-1.5V11A1.5 1.5 0 0 1 7 9.5Z" fill="#fff"/>
<path d="M17.5 9.5H25a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-7.5" fill="none" stroke="#fff" stroke-width="1.8"/>
<path d="M16 8v16" stroke="#fff" stroke-width="1.6" stroke-dasharray="1.6 2.2" stroke-linecap="round"/>`;

/** A striped T for test mode, so that color is not the only difference. */
const test = `<clipPath id="round"><rect width="32" height="32" rx="7"/></clipPath>
<g clip-path="url(#round)"><rect width="32" height="32" fill="#f3b83f"/>
<path d="M-4 12 12-4M-4 28 28-4M4 36 36 4M20 36 36 20" stroke="#2a1c00" stroke-width="3.5" opacity=".35"/></g>
<path d="M8 7.5h16v5h-5.3V25h-5.4V12.5H8Z" fill="#2a1c00"/>`;

/** The favicon of the environment, so that tabs can be told apart. */
export default async function Icon({ params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { environment } = await params;
  const drawing = environment === 'test' ? test : prod;
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`, {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=86400' },
  });
}
