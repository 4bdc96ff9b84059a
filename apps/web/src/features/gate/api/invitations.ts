import {
  type AccessEndedReason,
  entryRoutes,
  type InvitationLink,
  type LeadCaptureForm,
  type RouteResponse,
  type VisitorLanguage,
} from '@secure-preview/contracts';
import { queryOptions } from '@tanstack/react-query';
import { portalConfigQueryIn, refreshPortalConfig } from '../../../lib/api/portal-config.js';
import { call } from '../../../lib/http-client.js';
import { endedReason, hasCode } from '../../../lib/http-error.js';
import { INVITATION_KEY } from '../../../lib/invitation-link.js';
import type { CodeRequest } from '../../../lib/memory/code-request.js';
import { accessStart, requestCode } from './codes.js';

export type Invitation = RouteResponse<typeof entryRoutes.readInvitation>;
type Reading =
  | { state: 'valid'; invitation: Invitation }
  | { state: 'invalid' }
  | { state: 'ended'; reason: AccessEndedReason; startsAt: string | undefined };

/**
 * Reads the invitation of a link. An ended invitation does not end the present session, so it is no error. Where only
 * invited people enter, the gate may have images that only they see.
 */
export const invitationQuery = (link: InvitationLink, language: VisitorLanguage) =>
  queryOptions<Reading>({
    queryKey: [INVITATION_KEY, link.id, link.secret],
    // Keeps the secret in memory only while it is needed.
    gcTime: 0,
    queryFn: async ({ client, signal }) => {
      try {
        const invitation = await call(entryRoutes.readInvitation, { body: link }, { signal });
        const known = client.getQueryData(portalConfigQueryIn(language).queryKey);
        if (!known || known.gateMode === 'invited') await refreshPortalConfig(client, language);
        return { state: 'valid', invitation };
      } catch (error) {
        const reason = endedReason(error);
        if (reason) return { state: 'ended', reason, startsAt: accessStart(error) };
        // A damaged link may be too long to be checked.
        if (hasCode(error, 'INVITATION_INVALID') || hasCode(error, 'VALIDATION_FAILED')) {
          return { state: 'invalid' };
        }
        throw error;
      }
    },
  });

/** Enters with an invitation link, or requests a code if this browser needs one. */
export async function enterWithInvitation(
  form: LeadCaptureForm,
  { link, needsCode, language }: { link: InvitationLink; needsCode: boolean; language: VisitorLanguage },
): Promise<CodeRequest | undefined> {
  if (!needsCode) {
    try {
      await call(entryRoutes.enterWithInvitation, { body: { ...form, invitation: link } });
      return undefined;
    } catch (error) {
      if (!hasCode(error, 'CODE_REQUIRED')) throw error;
    }
  }
  return requestCode(form, language);
}
