/**
 * The build of the buyer pages (`.hosted`, built by Vite from `components/storefront/entry/`): the renderer and the
 * browser's files.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Area, HostedPage, RenderedPage } from './page.ts';

/** A browser file, plain and compressed. */
export interface Asset {
  readonly type: string;
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface HostedBuild {
  /** Completes the page with Markdown as HTML. Runs before everything else. */
  readonly complete: (page: HostedPage) => HostedPage;
  readonly render: (page: HostedPage) => RenderedPage;
  /** The files of each area. */
  readonly entries: Readonly<Record<Area, Entry>>;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** URLs for the document's head. */
export interface Entry {
  readonly script: string;
  /** The script's imports, so that they load immediately. */
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
}

const folder = () => join(/* turbopackIgnore: true */ process.cwd(), '.hosted');

const cache = globalThis as typeof globalThis & {
  counterfoilHosted?: { builtAt: number; build: Promise<HostedBuild> };
};

/** The build on disk, read once and again after a rebuild in development. */
export function hostedBuild(): Promise<HostedBuild> {
  if (cache.counterfoilHosted && process.env.NODE_ENV === 'production') return cache.counterfoilHosted.build;
  const manifest = join(folder(), 'client', '.vite', 'manifest.json');
  const builtAt = statSync(manifest).mtimeMs;
  if (cache.counterfoilHosted?.builtAt !== builtAt) {
    cache.counterfoilHosted = { builtAt, build: readBuild(manifest, builtAt) };
  }
  return cache.counterfoilHosted.build;
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Names of other chunks. */
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

function entryOf(manifest: Manifest, area: Area): Entry {
  const [entry, ...others] = withImports(manifest, `${area}.tsx`);
  if (!entry) throw new Error(`The build of the buyers' pages has no entry for ${area}`);
  return {
    script: addressOf(entry.file),
    preloads: others.map(({ file }) => addressOf(file)),
    styles: [entry, ...others].flatMap(({ css = [] }) => css.map(addressOf)),
  };
}

/** A chunk and its transitive imports, each once. */
function withImports(manifest: Manifest, name: string): Chunk[] {
  const names = new Set([name]);
  for (const known of names) for (const further of manifest[known]?.imports ?? []) names.add(further);
  return [...names].flatMap((known) => manifest[known] ?? []);
}

const addressOf = (file: string): string => `/assets/${file}`;

async function readBuild(manifest: string, builtAt: number): Promise<HostedBuild> {
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const renderer = pathToFileURL(join(folder(), 'server', 'render.js'));
  const { completePage, renderPage } = (await import(
    /* turbopackIgnore: true */ /* @vite-ignore */ `${renderer.href}?${builtAt}`
  )) as {
    completePage: HostedBuild['complete'];
    renderPage: HostedBuild['render'];
  };
  const files = new Set(Object.values(chunks).flatMap(({ file, css = [] }) => [file, ...css]));
  return {
    complete: completePage,
    render: renderPage,
    entries: { checkout: entryOf(chunks, 'checkout'), portal: entryOf(chunks, 'portal') },
    assets: new Map([...files].map((file) => [file, readAsset(file)])),
  };
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Compressed once at the highest level. */
function readAsset(file: string): Asset {
  const plain = readFileSync(join(folder(), 'client', file));
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
  return { type, plain, br, gzip: gzipSync(plain, { level: 9 }) };
}
