/**
 * GraphiQL's script, styles and workers. The package inlines all nine megabytes in its page. Here they are separate
 * files that browsers fetch once, compressed, and cache.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asset } from '#server/storefront/rendering/renderer.ts';

/** The URLs of the files in a page. */
export interface ExplorerFiles {
  readonly style: string;
  readonly script: string;
}

interface BuiltExplorer extends ExplorerFiles {
  readonly texts: ReadonlyMap<string, string>;
  readonly assets: Map<string, Promise<Asset>>;
}

/** Higher levels take seconds longer. */
const brotliQuality = 9;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const shared = globalThis as typeof globalThis & { counterfoilExplorer?: BuiltExplorer };

/** Read on first use, not at startup. */
export const explorerFiles = (): ExplorerFiles => cachedExplorer();

/** The file with that name, compressed on the first call; undefined for other names. */
export function explorerAsset(name: string): Promise<Asset> | undefined {
  if (!name.startsWith('explorer-')) return undefined;
  const { texts, assets } = cachedExplorer();
  const text = texts.get(name);
  if (text === undefined) return undefined;
  const asset = assets.get(name) ?? compress(name, text);
  assets.set(name, asset);
  return asset;
}

async function compress(name: string, text: string): Promise<Asset> {
  const plain = Buffer.from(text);
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [br, gzipped] = await Promise.all([toBrotli(plain, { params }), toGzip(plain)]);
  return { type, plain, br, gzip: gzipped };
}

function cachedExplorer(): BuiltExplorer {
  shared.counterfoilExplorer ??= buildExplorer();
  return shared.counterfoilExplorer;
}

function buildExplorer(): BuiltExplorer {
  const load = createRequire(import.meta.url);
  const { renderGraphiQL } = load('@graphql-yoga/render-graphiql') as typeof import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL();
  const texts = new Map<string, string>();
  const keep = (name: string, ending: string, text: string): string => {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const file = `explorer-${name}-${digest}.${ending}`;
    texts.set(file, text);
    return `/assets/${file}`;
  };
  const style = keep('style', 'css', between(page, '<style>', '</style>'));
  const program = between(page, '<script>', 'YogaGraphiQL.renderYogaGraphiQL(');
  // Workers are embedded as strings.
  const script = program.replace(/^ *(\w+): prepareBlob\((".*")\),$/gm, (_, name: string, text: string) => {
    return `${name}: ${JSON.stringify(keep(name, 'js', JSON.parse(text)))},`;
  });
  if (texts.size !== 4) throw new Error('The explorer’s build has changed: it has different workers');
  return { style, script: keep('script', 'js', script), texts, assets: new Map() };
}

/** The text after the first match and before the last. */
function between(text: string, before: string, after: string): string {
  const [start, end] = [text.indexOf(before), text.lastIndexOf(after)];
  if (start === -1 || end < start) throw new Error(`The explorer does not contain ${before}`);
  return text.slice(start + before.length, end);
}
