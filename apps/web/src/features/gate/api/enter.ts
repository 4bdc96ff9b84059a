import type { LeadCaptureForm } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { authStatusQuery, refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { portalConfigQuery, previewTextsQuery } from '../../../lib/api/portal-config.js';
import { hasCode } from '../../../lib/http-error.js';
import { invitationLink } from '../../../lib/invitation-link.js';
import { type CodeRequest, rememberedCodeRequest } from '../../../lib/memory/code-request.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';

/** Key of every mutation with which a visitor enters or requests a code. */
export const ENTER_KEY = ['enter'];

/** Stores who has entered in this tab. */
export function rememberVisitor(form: LeadCaptureForm): void {
  // Removes the drafts of another person who used this tab.
  if (rememberedGateFields.read()?.email !== form.email) uploadDrafts.forget();
  rememberedGateFields.save(form);
  rememberedCodeRequest.forget();
}

interface EnterOptions<Form> {
  /** Resolves with the request of a code if the visitor has to enter one first. */
  send: (form: Form) => Promise<CodeRequest | undefined>;
  onCodeRequest?: ((request: CodeRequest) => void) | undefined;
  onFailure: (error: Error, form: Form) => void;
}

/** Sends a form with which a visitor enters. Stays pending until the auth status is refreshed. */
export function useEnter<Form extends LeadCaptureForm>({
  send,
  onCodeRequest,
  onFailure,
}: EnterOptions<Form>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    mutationKey: ENTER_KEY,
    onSuccess: async (request, form) => {
      if (request) return onCodeRequest?.(request);
      rememberVisitor(form);
      // Prefetches what the next screen needs first.
      void queryClient.prefetchQuery(activeTrailerQuery);
      void queryClient.prefetchQuery(previewTextsQuery);
      await refreshAuthStatus(queryClient);
      // A code may prove the address without the invitation, if it has just ended. The gate would appear again.
      if (queryClient.getQueryData(authStatusQuery.queryKey)?.authenticated) invitationLink.forget();
    },
    onError: (error, form) => {
      onFailure(error, form);
      if (hasCode(error, 'TERMS_CHANGED')) {
        void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      }
    },
  });
}
