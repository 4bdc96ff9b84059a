import { entryRoutes, type LeadCaptureForm, type UploadPasswordForm } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { portalConfigQuery } from '../../../lib/api/portal-config.js';
import { call } from '../../../lib/http-client.js';
import { hasCode } from '../../../lib/http-error.js';
import { rememberVisitor } from './enter.js';

/** Enters with the upload password. Stays pending until the auth status is refreshed. */
export function useEnterAsAdministrator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LeadCaptureForm & UploadPasswordForm) =>
      call(entryRoutes.enterAsAdministrator, { body }),
    onSuccess: (_, form) => {
      rememberVisitor(form);
      return refreshAuthStatus(queryClient);
    },
    onError: (error) => {
      if (hasCode(error, 'TERMS_CHANGED')) {
        void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      }
    },
  });
}
