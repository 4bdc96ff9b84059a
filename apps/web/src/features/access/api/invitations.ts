import { invitationsRoutes } from '@secure-preview/contracts';

/** Key of all lists of invitations. */
export const invitationLists = [invitationsRoutes.list.path] as const;
