import { authRoutes, type LeadCaptureForm } from '@secure-preview/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { preload } from 'react-dom';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { portalConfigQuery, previewTextsQuery } from '../../../lib/api/portal-config.js';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';
import { hasCode } from '../../../lib/http-error.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';

/** Prefetches the active trailer, and its playlist while the next screen is rendered. */
async function preloadPlaylist(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery(activeTrailerQuery);
  const url = queryClient.getQueryData(activeTrailerQuery.queryKey)?.filePath;
  if (url) preload(url, { as: 'fetch', crossOrigin: 'anonymous' });
}

/** Sends the form of the gate. Stays pending until the auth status is refreshed. */
export function useCaptureLead(onFailure: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LeadCaptureForm) => call(authRoutes.leadCapture, { body }),
    mutationKey: [authRoutes.leadCapture.path],
    onSuccess: (_, form) => {
      // Removes the drafts of another person who used this tab.
      if (rememberedGateFields.read()?.email !== form.email) uploadDrafts.forget();
      rememberedGateFields.save(form);
      // Prefetches what the next screen needs first.
      void preloadPlaylist(queryClient);
      void queryClient.prefetchQuery(previewTextsQuery);
      return refreshAuthStatus(queryClient);
    },
    onError: (error) => {
      onFailure(error);
      if (hasCode(error, 'TERMS_CHANGED')) {
        void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      }
    },
  });
}
