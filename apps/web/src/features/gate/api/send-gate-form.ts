import { type LeadCaptureForm, leadCaptureRoute } from '@secure-preview/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { portalConfigQuery, usePortalConfig } from '../../../lib/api/portal-config.js';
import { call } from '../../../lib/http-client.js';
import { hasCode } from '../../../lib/http-error.js';
import type { CodeRequest } from '../../../lib/memory/code-request.js';
import { useMessages } from '../../../messages/use-messages.js';

/** Loaded on demand: with mode `open`, nobody needs codes. */
const loadCodes = () => import('./codes.js');

/** Returns the function that sends the form of the gate, according to the gate mode (docs/product.md#access). */
export function useSendGateForm(): (form: LeadCaptureForm) => Promise<CodeRequest | undefined> {
  const queryClient = useQueryClient();
  const { language } = useMessages();
  const mode = usePortalConfig().data?.gateMode ?? 'open';
  return async (form) => {
    if (mode === 'open' && (await isCaptured(form, queryClient))) return undefined;
    return (await loadCodes()).requestCode(form, language);
  };
}

/** Enters without a code. Returns false if the gate mode has changed, and the visitor needs a code now. */
async function isCaptured(form: LeadCaptureForm, queryClient: QueryClient): Promise<boolean> {
  try {
    await call(leadCaptureRoute, { body: form });
    return true;
  } catch (error) {
    if (!hasCode(error, 'CODE_REQUIRED')) throw error;
    void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
    return false;
  }
}
