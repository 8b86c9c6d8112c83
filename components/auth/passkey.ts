'use client';
/** Passkeys in the browser: made on this device, and used to sign in. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { type Answer, askAuth, type Problems } from './call-auth.ts';

/** Whether the page stands at an address that passkeys can be bound to: one with a name. */
export const hasPasskeyAddress = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** What the browser says where nothing came of it; closing its window is no mistake. */
function problemOf(error: unknown): Problems {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return { form: 'This device has a passkey for this account already.' };
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return { form: 'No passkey was used: the browser was told to stop, or waited too long.' };
  }
  return { form: 'This browser could not use a passkey here.' };
}

/** Makes a passkey on this device and adds it under that name. */
export async function addPasskey(name: string): Promise<Answer<unknown>> {
  const asked = await askAuth<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options');
  if (asked.problems) return asked;
  try {
    const response = await startRegistration({ optionsJSON: asked.data });
    return await askAuth('passkey/verify-registration', { response, name });
  } catch (error) {
    return { problems: problemOf(error) };
  }
}

/** Signs in with a passkey that the browser's own window offers, or, by `autofill`, the list below the email field. */
export async function signInWithPasskey({ autofill }: { autofill: boolean }): Promise<Answer<unknown> | undefined> {
  if (autofill && !(hasPasskeyAddress() && (await browserSupportsWebAuthnAutofill()))) return undefined;
  const asked = await askAuth<PublicKeyCredentialRequestOptionsJSON>('passkey/generate-authenticate-options');
  if (asked.problems) return asked;
  try {
    // Without unlocking the device it would be one factor only, and is refused.
    const optionsJSON = { ...asked.data, userVerification: 'required' as const };
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    return await askAuth('passkey/verify-authentication', { response });
  } catch (error) {
    // Nobody chose anything from the list, or the button was pressed instead.
    return autofill ? undefined : { problems: problemOf(error) };
  }
}

/** No longer offers passkeys below the email field. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony();
