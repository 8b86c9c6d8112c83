/**
 * The document of an open checkout, without what is one session's alone. Rendering and compressing a page takes
 * milliseconds, and most of a store's buyers are shown the same one: it is made once for all sessions that look alike,
 * and what is theirs is put into its places, which costs next to nothing.
 *
 * A shell is kept under a digest of all that it was made of, which is the whole page and the build. So whatever anybody
 * edits makes another one: none is ever out of date, and no instance has to hear of an edit. A session's own are its
 * address and id, when it ends, when the page was made, the buyer's email, and the answer's nonce. Where they go is
 * marked while the page is rendered, with letters that nobody outside this process knows, so that nobody's text can be
 * taken for a mark, or for another's.
 */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { escapeHtml, safeJson, writeDocument } from './document.ts';
import type { HostedPage } from './page.ts';
import type { HostedBuild } from './renderer.ts';
import { compressPieces, type Piece, spliceGzip } from './spliced-gzip.ts';

/** A session's own, in the order of their marks' letters. The email stands in the form, and in the page's data. */
const slotNames = ['nonce', 'path', 'sessionId', 'expiresAt', 'renderedAt', 'formEmail', 'dataEmail'] as const;
type SlotName = (typeof slotNames)[number];

/** What goes into the places, escaped for where each is. */
type Own = Readonly<Record<SlotName, string>>;

interface Shell {
  /** One more than slots. */
  readonly pieces: readonly Piece[];
  readonly slots: readonly SlotName[];
}

/** A document that was put together. */
export interface FilledShell {
  plain(): Buffer;
  gzip(): Buffer;
}

/** How much of a process's memory shells may take; a page takes some 80 kB. */
const maxBytes = 64 * 1024 * 1024;

const kept = new WeakMap<HostedBuild, LRUCache<string, Shell>>();

/**
 * The document of that page, with that nonce. Undefined for pages that are not a fresh form's: fewer see them, they say
 * more of who does, and they are rendered for each. `page`: as it is before the build completes it.
 */
export function fillShell(page: HostedPage, build: HostedBuild, nonce: string): FilledShell | undefined {
  const own = ownOf(page, nonce);
  if (!own) return undefined;
  const { pieces, slots } = shellFor(page, own, build);
  const parts = pieces.flatMap((piece, place): (Piece | Buffer)[] => {
    const slot = slots[place];
    return slot === undefined ? [piece] : [piece, Buffer.from(own[slot])];
  });
  return {
    plain: () => Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))),
    gzip: () => spliceGzip(parts),
  };
}

/** The same in HTML and in JSON, and as many bytes as letters. */
const plainText = /^[\w/:.+=-]*$/;

function ownOf({ content, path, renderedAt }: HostedPage, nonce: string): Own | undefined {
  if (content.kind !== 'checkout' || content.view.state !== 'open' || !content.form || content.form.isSent) return;
  const { sessionId, expiresAt } = content.view;
  const { email } = content.form.prefill;
  const plain = { nonce, path: path.slice(1), sessionId, expiresAt, renderedAt };
  if (!Object.values(plain).every((text) => text.length > secret.length && plainText.test(text))) return;
  return { ...plain, formEmail: escapeHtml(email), dataEmail: safeJson(email).slice(1, -1) };
}

function shellFor(page: HostedPage, own: Own, build: HostedBuild): Shell {
  let shells = kept.get(build);
  if (!shells) {
    shells = new LRUCache<string, Shell>({ maxSize: maxBytes, sizeCalculation: bytesOf });
    kept.set(build, shells);
  }
  const key = hash('sha256', JSON.stringify(withoutKnown(withMarks(page, own, 'dataEmail'))), 'base64');
  const known = shells.get(key);
  if (known) return known;
  const shell = makeShell(page, own, build);
  shells.set(key, shell);
  return shell;
}

/** Without what follows from the rest: a language's own words and lists. */
function withoutKnown(page: HostedPage): object {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const form = { ...content.form, lists: null };
  return { ...page, content: { ...content, form }, languages: null, messages: null };
}

const bytesOf = ({ pieces }: Shell): number =>
  pieces.reduce((bytes, { plain, deflated }) => bytes + plain.length + deflated.length, 1024);

function makeShell(page: HostedPage, own: Own, build: HostedBuild): Shell {
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

/** Of any length. How long the others are is a part of what a shell is made of, as their marks are just as long. */
const isFree = (slot: SlotName): boolean => slot === 'formEmail' || slot === 'dataEmail';

/** New with every process, and shorter than what it stands for. */
const secret = randomBytes(15).toString('base64url');

const markOf = (slot: SlotName, own: Own): string =>
  `${secret}${slotNames.indexOf(slot)}`.padEnd(isFree(slot) ? 0 : own[slot].length, '-');

/** The page with marks instead of what is its session's own. `email`: which of its two places it is made for. */
function withMarks(page: HostedPage, own: Own, email: 'formEmail' | 'dataEmail'): HostedPage {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const { view, form } = content;
  const mark = (slot: SlotName) => markOf(slot, own);
  // A field that is empty stays so: that is something else to look at.
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
