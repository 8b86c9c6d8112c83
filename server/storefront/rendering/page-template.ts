/**
 * The document of an open checkout as a template. Rendering and compressing a page takes milliseconds, and most buyers of a
 * store get the same page: it is built once for all similar sessions, and a session's values are inserted into its slots.
 *
 * A template is cached under a digest of its inputs: the whole page and the build. An edit therefore yields another
 * template, and no instance has to be notified. The values of a session are its URL and id, its expiry, the time of
 * rendering, the buyer's email and the answer's nonce. Their markers use letters that are secret to this process, so that
 * no text can be mistaken for a marker.
 */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { escapeHtml, safeJson, writeDocument } from './document.ts';
import type { HostedPage } from './page.ts';
import type { HostedBuild } from './renderer.ts';
import { compressPieces, type Piece, spliceGzip } from './spliced-gzip.ts';

/**
 * The values of one session, in the order of their markers' letters. The email occurs in the form and in the page's
 * data.
 */
const slotNames = ['nonce', 'path', 'sessionId', 'expiresAt', 'renderedAt', 'formEmail', 'dataEmail'] as const;
type SlotName = (typeof slotNames)[number];

/** The values of the slots, escaped for their context. */
type Own = Readonly<Record<SlotName, string>>;

interface PageTemplate {
  /** One more than slots. */
  readonly pieces: readonly Piece[];
  readonly slots: readonly SlotName[];
}

/** An assembled document. */
export interface FilledTemplate {
  plain(): Buffer;
  gzip(): Buffer;
}

/** The memory limit of the template cache; a page takes about 80 kB. */
const maxBytes = 64 * 1024 * 1024;

const templateCaches = new WeakMap<HostedBuild, LRUCache<string, PageTemplate>>();

/**
 * The document of a page with that nonce. Undefined for all pages but a fresh form: others are rarer and more specific,
 * and are rendered individually. `page`: before the renderer completes it.
 */
export function fillTemplate(page: HostedPage, build: HostedBuild, nonce: string): FilledTemplate | undefined {
  const own = ownOf(page, nonce);
  if (!own) return undefined;
  const { pieces, slots } = templateFor(page, own, build);
  const parts = pieces.flatMap((piece, index): (Piece | Buffer)[] => {
    const slot = slots[index];
    return slot === undefined ? [piece] : [piece, Buffer.from(own[slot])];
  });
  return {
    plain: () => Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))),
    gzip: () => spliceGzip(parts),
  };
}

/** Characters that HTML and JSON do not escape, one byte each. */
const plainText = /^[\w/:.+=-]*$/;

function ownOf({ content, path, renderedAt }: HostedPage, nonce: string): Own | undefined {
  if (content.kind !== 'checkout' || content.view.state !== 'open' || !content.form || content.form.isSent) return;
  const { sessionId, expiresAt } = content.view;
  const { email } = content.form.prefill;
  const plain = { nonce, path: path.slice(1), sessionId, expiresAt, renderedAt };
  if (!Object.values(plain).every((text) => text.length > secret.length && plainText.test(text))) return;
  return { ...plain, formEmail: escapeHtml(email), dataEmail: safeJson(email).slice(1, -1) };
}

function templateFor(page: HostedPage, own: Own, build: HostedBuild): PageTemplate {
  let templates = templateCaches.get(build);
  if (!templates) {
    templates = new LRUCache<string, PageTemplate>({ maxSize: maxBytes, sizeCalculation: bytesOf });
    templateCaches.set(build, templates);
  }
  const key = hash('sha256', JSON.stringify(withoutKnown(withMarks(page, own, 'dataEmail'))), 'base64');
  const known = templates.get(key);
  if (known) return known;
  const template = makeTemplate(page, own, build);
  templates.set(key, template);
  return template;
}

/** Without derived values: a language's messages and lists. */
function withoutKnown(page: HostedPage): object {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const form = { ...content.form, lists: null };
  return { ...page, content: { ...content, form }, languages: null, messages: null };
}

const bytesOf = ({ pieces }: PageTemplate): number =>
  pieces.reduce((bytes, { plain, deflated }) => bytes + plain.length + deflated.length, 1024);

function makeTemplate(page: HostedPage, own: Own, build: HostedBuild): PageTemplate {
  const [forForm, forData] = (['formEmail', 'dataEmail'] as const).map((email) =>
    build.complete(withMarks(page, own, email)),
  ) as [HostedPage, HostedPage];
  const template = writeDocument(forData, build.render(forForm), build, markOf('nonce', own));
  const [texts, slots] = [[] as string[], [] as SlotName[]];
  let end = 0;
  for (let at = template.indexOf(secret); at !== -1; at = template.indexOf(secret, end)) {
    const slot = slotNames[Number(template[at + secret.length])] as SlotName;
    texts.push(template.slice(end, at));
    slots.push(slot);
    end = at + markOf(slot, own).length;
  }
  texts.push(template.slice(end));
  return {
    slots,
    pieces: compressPieces(
      texts,
      slots.map((slot) => (isFree(slot) ? null : own[slot].length)),
    ),
  };
}

/**
 * Values of variable length. The lengths of all others are part of the cache key, as their markers are equally long.
 */
const isFree = (slot: SlotName): boolean => slot === 'formEmail' || slot === 'dataEmail';

/** New for every process, and shorter than the value it replaces. */
const secret = randomBytes(15).toString('base64url');

const markOf = (slot: SlotName, own: Own): string =>
  `${secret}${slotNames.indexOf(slot)}`.padEnd(isFree(slot) ? 0 : own[slot].length, '-');

/** The page with markers instead of the session's values. `email`: which of its two slots is filled. */
function withMarks(page: HostedPage, own: Own, email: 'formEmail' | 'dataEmail'): HostedPage {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const { view, form } = content;
  const mark = (slot: SlotName) => markOf(slot, own);
  // An empty field stays empty: it is rendered differently.
  const prefill = form.prefill.email === '' ? form.prefill : { ...form.prefill, email: mark(email) };
  return {
    ...page,
    path: `/${mark('path')}`,
    renderedAt: mark('renderedAt'),
    content: {
      ...content,
      view: { ...view, sessionId: mark('sessionId'), expiresAt: mark('expiresAt') },
      form: { ...form, prefill },
    },
  };
}
