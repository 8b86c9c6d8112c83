/**
 * The theme editor's preview: the real checkout page with a sample session and unsaved settings, for signed-in members
 * of the store. Mounted by Next at /dashboard/<store_slug>/<environment>/checkout/preview.
 */
import { z } from 'zod';
import { database } from '#db/client.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { describeIssue } from '#server/domain/describe-issue.ts';
import { isEnvironment } from '#server/domain/environments.ts';
import { ApiError, type ErrorEntry, errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse, header } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { newNonce } from '#server/http/nonce.ts';
import { Reply } from '#server/http/reply.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { readClock } from '#server/platform/clock.ts';
import { countCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { checkoutSettingsPatch, mergeCheckoutSettings } from '#server/stores/rules/store-settings.ts';
import { listMemberStores } from '#server/stores/stores.ts';
import { makeSample, sampleStates } from '../checkout/sample.ts';
import { securityHeaders, writeDocument } from '../rendering/document.ts';
import { makePage } from '../rendering/pages.ts';
import { hostedBuild } from '../rendering/renderer.ts';

interface Address {
  readonly storeSlug: string;
  readonly environment: string;
}

const previewRequest = z.object({
  /** The changed settings, as `store/update-store` takes them. */
  checkoutSettings: checkoutSettingsPatch().nullish(),
  side: z.enum(['light', 'dark']),
  state: z.enum(sampleStates),
});

/**
 * POST `{checkoutSettings?, side, state}`. Answers the page's HTML, inert and without scripts. 400 names each field of
 * `checkoutSettings` that `store/update-store` would reject. Never throws.
 */
export async function handleThemePreview(address: Address, request: GatewayRequest): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    await answer(address, request, reply);
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

async function answer({ storeSlug, environment }: Address, request: GatewayRequest, reply: Reply): Promise<void> {
  const settings = readSettings();
  if (!isSameOrigin(request)) throw errors.insufficientPermissions();
  if (!isEnvironment(environment)) throw errors.storeNotFound();
  const merchant = await readMerchant(new Headers({ cookie: header(request.headers, 'cookie') ?? '' }));
  if (!merchant) throw errors.invalidToken();
  reply.count(await countCall({ kind: 'dashboard', merchantId: merchant.id, environment }, request.address, settings));
  const { db } = database(settings);
  const store = (await listMemberStores(db, merchant.id)).find(({ slug }) => slug === storeSlug);
  if (!store) throw errors.storeNotFound();
  const { checkoutSettings: patch, side, state } = readPreviewRequest(bytesOf(request));
  const now = readClock();
  const checkoutSettings = mergeCheckoutSettings(store.checkoutSettings, patch ?? {});
  const sample = await makeSample(db, { store, environment, state, checkoutSettings }, now, englishVoice);
  const around = { store: sample.view.store, reading: englishVoice, theme: side, path: `/${store.slug}/checkout` };
  const build = await hostedBuild();
  const page = build.complete(makePage({ kind: 'checkout', ...sample }, around, now));
  const nonce = newNonce();
  const document = writeDocument(page, build.render(page), build, nonce, { isPicture: true });
  reply.send(200, document, {
    ...securityHeaders(nonce, { frameAncestors: ["'self'"] }),
    'Content-Type': 'text/html; charset=utf-8',
  });
}

/** Parses the request. Every rejected field is reported, so that the form can show each problem. */
function readPreviewRequest(body: Uint8Array): z.output<typeof previewRequest> {
  const parsed = previewRequest.safeParse(readJsonObject(body), { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.map(
    ({ message, path: [top, ...rest] }): ErrorEntry => ({
      message,
      layer: 'store',
      code: 'invalid_field',
      path: top === 'checkoutSettings' ? rest.join('.') : String(top),
    }),
  );
  throw new ApiError(400, first?.message ?? 'Invalid request', 'store', {
    code: first?.code,
    path: first?.path,
    callers: others,
  });
}
