import { accessRequestsRoutes } from './access/access-requests.js';
import { blocksRoutes } from './access/blocks.js';
import { entryRoutes } from './access/entry.routes.js';
import { gateModeRoutes } from './access/gate-mode.routes.js';
import { invitationsRoutes } from './access/invitations.routes.js';
import { engagementRoutes } from './audience/engagement.js';
import { audienceRoutes } from './audience/people-list.js';
import { personRoutes } from './audience/person.js';
import { authRoutes } from './auth/auth.routes.js';
import { captionsRoutes } from './captions/captions.routes.js';
import { flagsRoutes } from './flags/flags.js';
import type { HttpRoute } from './http/define-route.js';
import { endedPlaybacksRoutes } from './leads/ended-playbacks.js';
import { leadsRoutes } from './leads/leads.js';
import { leaksRoutes } from './leaks/leaks.routes.js';
import { liveRoutes } from './live/live.js';
import { mailPreviewsRoutes } from './mails/mail-previews.js';
import { unsentMailsRoutes } from './mails/unsent-mails.js';
import { gateImagesRoutes } from './media/gate-images.js';
import { playbackRoutes } from './media/playback.js';
import { uploadsRoutes } from './media/uploads.js';
import { portalRoutes } from './portal/portal.routes.js';
import { settingsRoutes } from './settings/settings.routes.js';
import { streamsRoutes } from './streams/streams.js';
import { trailersRoutes } from './trailers/trailers.routes.js';
import { viewingRoutes } from './viewing/viewing.js';
import { webhooksRoutes } from './webhooks/webhooks.js';

/** Every HTTP route of the portal by feature. */
export const routes = {
  auth: authRoutes,
  entry: entryRoutes,
  gateMode: gateModeRoutes,
  invitations: invitationsRoutes,
  accessRequests: accessRequestsRoutes,
  blocks: blocksRoutes,
  leads: leadsRoutes,
  endedPlaybacks: endedPlaybacksRoutes,
  audience: audienceRoutes,
  person: personRoutes,
  flags: flagsRoutes,
  viewing: viewingRoutes,
  streams: streamsRoutes,
  live: liveRoutes,
  trailers: trailersRoutes,
  uploads: uploadsRoutes,
  playback: playbackRoutes,
  captions: captionsRoutes,
  settings: settingsRoutes,
  gateImages: gateImagesRoutes,
  webhooks: webhooksRoutes,
  mailPreviews: mailPreviewsRoutes,
  unsentMails: unsentMailsRoutes,
  engagement: engagementRoutes,
  leaks: leaksRoutes,
  portal: portalRoutes,
} as const;

export const allRoutes: readonly HttpRoute[] = Object.values(routes).flatMap((feature) =>
  Object.values(feature),
);
