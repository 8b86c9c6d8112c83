'use client';
/** Creates passkeys in the browser and signs in with them. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { type Answer, type Problems, requestAuth } from './call-auth.ts';

/** Whether passkeys work here: they need browser support and a host name instead of an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Translates a WebAuthn error to a message. */
function problemOf(error: unknown): Problems {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return { form: 'This device already has a passkey for this account.' };
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return { form: 'No passkey was used. The request was canceled or timed out.' };
  }
  return { form: 'This browser can’t use passkeys on this page.' };
}

/** Creates a passkey on this device and registers it under `name`. */
export async function addPasskey(name: string): Promise<Answer<unknown>> {
  const options = await requestAuth<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options');
  if (options.problems) return options;
  try {
    const response = await startRegistration({ optionsJSON: options.data });
    return await requestAuth('passkey/verify-registration', { response, name });
  } catch (error) {
    return { problems: problemOf(error) };
  }
}

/** Signs in with a passkey from the browser's dialog or, with `autofill`, from the email field's suggestions. */
export async function signInWithPasskey({ autofill }: { autofill: boolean }): Promise<Answer<unknown> | undefined> {
  if (autofill && !(supportsPasskeys() && (await browserSupportsWebAuthnAutofill()))) return undefined;
  const options = await requestAuth<PublicKeyCredentialRequestOptionsJSON>('passkey/generate-authenticate-options');
  if (options.problems) return options;
  try {
    // The server rejects a passkey without user verification, because it is a single factor.
    const optionsJSON = { ...options.data, userVerification: 'required' as const };
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    return await requestAuth('passkey/verify-authentication', { response });
  } catch (error) {
    // No suggestion was chosen, or the button was used instead.
    return autofill ? undefined : { problems: problemOf(error) };
  }
}

/** Stops offering passkeys in the email field. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony();
