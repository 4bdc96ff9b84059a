import {
  emailKey,
  entryRoutes,
  type LeadCaptureForm,
  STARTS_AT_PARAM,
  type VisitorLanguage,
} from '@secure-preview/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { HttpError } from '../../../lib/http-error.js';
import { invitationLink } from '../../../lib/invitation-link.js';
import { type CodeRequest, rememberedCodeRequest } from '../../../lib/memory/code-request.js';

/**
 * Requests a code for the address of the form. Returns the present one if the same address could not get another one
 * yet. With an invitation link, it can although it has just requested one without the link.
 */
export async function requestCode(form: LeadCaptureForm, language: VisitorLanguage): Promise<CodeRequest> {
  const previous = rememberedCodeRequest.read();
  const isSameAddress = previous && emailKey(previous.form.email) === emailKey(form.email);
  const hasNewLink = invitationLink.read() !== undefined && previous?.codeSent === undefined;
  const request =
    isSameAddress && !hasNewLink && Date.now() < previous.resendAt
      ? { ...previous, form }
      : { form, ...(await sendCode(form, language)) };
  rememberedCodeRequest.save(request);
  return request;
}

async function sendCode(
  form: LeadCaptureForm,
  language: VisitorLanguage,
): Promise<Omit<CodeRequest, 'form'>> {
  const invitation = invitationLink.read();
  const sent = await call(entryRoutes.requestCode, {
    body: { ...form, language, ...(invitation && { invitation }) },
  });
  const now = Date.now();
  return {
    codeId: sent.codeId,
    expiresAt: now + sent.expiresInSeconds * 1000,
    resendAt: now + sent.resendInSeconds * 1000,
    ...(invitation && { codeSent: sent.codeSent ?? false }),
  };
}

export interface CodeForm extends LeadCaptureForm {
  codeId: string;
  code: string;
}

/** Enters with a code. */
export async function enterWithCode(form: CodeForm): Promise<undefined> {
  await call(entryRoutes.enterWithCode, { body: form });
}

/** Returns the instant at which the visitor's access begins; undefined if it is unknown, or for other errors. */
export function accessStart(error: unknown): string | undefined {
  const start = error instanceof HttpError && error.body?.params[STARTS_AT_PARAM];
  return start ? String(start) : undefined;
}

/** Adds the instant of an error to the auth status, in which the page has already stored that access has not begun. */
export function storeAccessStart(queryClient: QueryClient, error: unknown): void {
  const startsAt = accessStart(error);
  if (startsAt)
    queryClient.setQueryData(authStatusQuery.queryKey, (status) => status && { ...status, startsAt });
}
