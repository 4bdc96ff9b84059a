import {
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  accessHistoryRpc,
  accessRequestsRpc,
  authRpc,
  blocksRpc,
  captionsRpc,
  deliveriesRpc,
  endedPlaybacksRpc,
  engagementRpc,
  entryRpc,
  flagsRpc,
  gateImagesRpc,
  invitationsRpc,
  leadAccessRpc,
  leadsRpc,
  leaksRpc,
  mailPreviewsRpc,
  peopleListRpc,
  peopleRpc,
  personRpc,
  playbackRpc,
  type RpcGroup,
  settingsRpc,
  trailersRpc,
  unsentMailsRpc,
  uploadsRpc,
  viewingRpc,
  webhooksRpc,
} from '@secure-preview/contracts';
import { createRpcClient, type RpcClient, RpcListClient, redisFromUrl } from '@secure-preview/rpc';
import { type Logger, observeClient, watchRedis, watchRedisMemory } from '@secure-preview/service-kit';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER } from '../environment.js';
import { watchQueues } from './queue.metrics.js';

/** Injection tokens of the services' clients. */
export const AUTH = Symbol('auth');
export const ENTRY = Symbol('entry');
export const INVITATIONS = Symbol('invitations');
export const ACCESS_REQUESTS = Symbol('access requests');
export const BLOCKS = Symbol('blocks');
export const LEADS = Symbol('leads');
export const LEAKS = Symbol('leaks');
export const LEAD_ACCESS = Symbol('lead access');
export const ENDED_PLAYBACKS = Symbol('ended playbacks');
export const ACCESS_HISTORY = Symbol('access history');
export const SETTINGS = Symbol('settings');
export const VIEWING = Symbol('viewing');
export const DELIVERIES = Symbol('deliveries');
export const PEOPLE = Symbol('people');
export const PEOPLE_LIST = Symbol('people list');
export const PERSON = Symbol('person');
export const FLAGS = Symbol('flags');
export const ENGAGEMENT = Symbol('engagement');
export const TRAILERS = Symbol('trailers');
export const CAPTIONS = Symbol('captions');
export const UPLOADS = Symbol('uploads');
export const GATE_IMAGES = Symbol('gate images');
export const PLAYBACK = Symbol('playback');
export const WEBHOOKS = Symbol('webhooks');
export const MAIL_PREVIEWS = Symbol('mail previews');
export const UNSENT_MAILS = Symbol('unsent mails');

export type AuthClient = RpcClient<typeof authRpc>;
export type EntryClient = RpcClient<typeof entryRpc>;
export type InvitationsClient = RpcClient<typeof invitationsRpc>;
export type AccessRequestsClient = RpcClient<typeof accessRequestsRpc>;
export type BlocksClient = RpcClient<typeof blocksRpc>;
export type LeadsClient = RpcClient<typeof leadsRpc>;
export type LeaksClient = RpcClient<typeof leaksRpc>;
export type LeadAccessClient = RpcClient<typeof leadAccessRpc>;
export type EndedPlaybacksClient = RpcClient<typeof endedPlaybacksRpc>;
export type AccessHistoryClient = RpcClient<typeof accessHistoryRpc>;
export type SettingsClient = RpcClient<typeof settingsRpc>;
export type ViewingClient = RpcClient<typeof viewingRpc>;
export type DeliveriesClient = RpcClient<typeof deliveriesRpc>;
export type PeopleClient = RpcClient<typeof peopleRpc>;
export type PeopleListClient = RpcClient<typeof peopleListRpc>;
export type PersonClient = RpcClient<typeof personRpc>;
export type FlagsClient = RpcClient<typeof flagsRpc>;
export type EngagementClient = RpcClient<typeof engagementRpc>;
export type TrailersClient = RpcClient<typeof trailersRpc>;
export type CaptionsClient = RpcClient<typeof captionsRpc>;
export type UploadsClient = RpcClient<typeof uploadsRpc>;
export type GateImagesClient = RpcClient<typeof gateImagesRpc>;
export type PlaybackClient = RpcClient<typeof playbackRpc>;
export type WebhooksClient = RpcClient<typeof webhooksRpc>;
export type MailPreviewsClient = RpcClient<typeof mailPreviewsRpc>;
export type UnsentMailsClient = RpcClient<typeof unsentMailsRpc>;

const clients = [
  [AUTH, authRpc],
  [ENTRY, entryRpc],
  [INVITATIONS, invitationsRpc],
  [ACCESS_REQUESTS, accessRequestsRpc],
  [BLOCKS, blocksRpc],
  [LEADS, leadsRpc],
  [LEAD_ACCESS, leadAccessRpc],
  [ENDED_PLAYBACKS, endedPlaybacksRpc],
  [ACCESS_HISTORY, accessHistoryRpc],
  [SETTINGS, settingsRpc],
  [VIEWING, viewingRpc],
  [DELIVERIES, deliveriesRpc],
  [PEOPLE, peopleRpc],
  [PEOPLE_LIST, peopleListRpc],
  [PERSON, personRpc],
  [FLAGS, flagsRpc],
  [ENGAGEMENT, engagementRpc],
  [TRAILERS, trailersRpc],
  [CAPTIONS, captionsRpc],
  [UPLOADS, uploadsRpc],
  [LEAKS, leaksRpc],
  [GATE_IMAGES, gateImagesRpc],
  [PLAYBACK, playbackRpc],
  [WEBHOOKS, webhooksRpc],
  [MAIL_PREVIEWS, mailPreviewsRpc],
  [UNSENT_MAILS, unsentMailsRpc],
] as const satisfies readonly (readonly [symbol, RpcGroup])[];

/** Names of all services that the gateway needs. */
export const services = [...new Set(clients.map(([, group]) => group.service))];

@Global()
@Module({
  providers: [
    {
      provide: RpcListClient,
      inject: [GATEWAY_ENVIRONMENT, LOGGER],
      useFactory: ({ RPC_REDIS_URL }: GatewayEnvironment, logger: Logger) => {
        const transport = new RpcListClient({
          connection: (options) => watchRedis(redisFromUrl(RPC_REDIS_URL, options)),
          logger,
          observer: observeClient(logger),
        });
        watchRedisMemory('calls', transport.unwrap());
        return transport;
      },
    },
    ...clients.map(([provide, group]) => ({
      provide,
      inject: [RpcListClient],
      useFactory: (transport: RpcListClient) => createRpcClient<RpcGroup>(group, transport),
    })),
  ],
  exports: [RpcListClient, ...clients.map(([token]) => token)],
})
export class RpcModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch: (() => void) | undefined;

  constructor(@Inject(RpcListClient) private readonly transport: RpcListClient) {}

  /** Connects in the background: the gateway must start even while Redis is unavailable. */
  onApplicationBootstrap(): void {
    this.unwatch = watchQueues(this.transport, services);
    void this.transport.connect().catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    this.unwatch?.();
    await this.transport.close();
  }
}
