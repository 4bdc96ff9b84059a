import { randomUUID } from 'node:crypto';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AppError,
  accessHistoryRpc,
  accessRequestsRpc,
  authRpc,
  blocksRpc,
  captionsRpc,
  type Delivery,
  deliveriesRpc,
  type ExportedLead,
  endedPlaybacksRpc,
  engagementRpc,
  entryRpc,
  flagsRpc,
  gateImagesRpc,
  invitationsRpc,
  isUuid,
  leadAccessRpc,
  leadsRpc,
  leaksRpc,
  mailPreviewsRpc,
  peopleListRpc,
  peopleRpc,
  personRpc,
  playbackRpc,
  type Requester,
  type RpcGroup,
  type RpcParsedInput,
  type RpcResult,
  type StoredSettings,
  settingsRpc,
  type Trailer,
  trailersRpc,
  unsentMailsRpc,
  uploadsRpc,
  viewingRpc,
  webhooksRpc,
} from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, RpcListServer, type RpcServer } from '@secure-preview/rpc';
import { createLogger } from '@secure-preview/service-kit';
import { FakeAccessHistory } from './fake-access-history.js';
import { FakeEndedPlaybacks } from './fake-ended-playbacks.js';
import { FakeEngagement } from './fake-engagement.js';
import { FakeAccess, FakeBlocks, FakeEntry, FakeInvitations } from './fake-entry.js';
import { FakeFlags } from './fake-flags.js';
import { FakeLeaks } from './fake-leaks.js';
import { FakeMailPreviews } from './fake-mail-previews.js';
import { codewordOf, marks, twinOf } from './fake-marks.js';
import { FakePeople } from './fake-people.js';
import { FakePeopleList } from './fake-people-list.js';
import { FakePerson } from './fake-person.js';
import { FakeUnsentMails } from './fake-unsent-mails.js';
import { FakeWebhooks } from './fake-webhooks.js';

export const UPLOAD_PASSWORD = 'the right password';

const auth = { ...authRpc.methods, ...leadAccessRpc.methods, ...settingsRpc.methods };
const analytics = { ...leadsRpc.methods, ...viewingRpc.methods, ...deliveriesRpc.methods };
const media = {
  ...trailersRpc.methods,
  ...captionsRpc.methods,
  ...uploadsRpc.methods,
  ...gateImagesRpc.methods,
  ...playbackRpc.methods,
};

/** Calls that the fakes received, and settings of the fakes. */
export const services = {
  capturedLeads: [] as RpcParsedInput<typeof analytics.capture>[],
  /** Ids of the captured leads, in order. */
  leadIds: [] as string[],
  /** Recorded deliveries. */
  deliveries: [] as Delivery[],
  /** Overrides properties of the fake media-service's response for posters and segments. */
  signedOverride: undefined as Partial<RpcResult<typeof playbackRpc.methods.signPoster>> | undefined,
  /**
   * Number of segments that the fake media-service signs after the requested one. Names are positions; each
   * segment lasts 4 s.
   */
  segmentsAfter: 0,
  /** Ids of renditions that the fake media-service does not have. */
  missingRenditions: [] as string[],
  /** Inputs of the calls for signed segments. */
  segmentCalls: [] as RpcParsedInput<typeof playbackRpc.methods.signSegments>[],
  /** Delays the answer to a call for signed segments. */
  beforeSigning: async (_renditionId: string): Promise<void> => undefined,
  /** Ids of trailers that are not active. */
  inactiveTrailers: [] as string[],
  /** Whether viewers may read playlists of renditions, as those of an active trailer. */
  mayWatchPlaylists: false,
  /** Requesters of playlists, keys, segments, posters and captions. */
  requesters: [] as Requester[],
  /** Texts of added captions. */
  captions: [] as string[],
  startedViewings: [] as RpcParsedInput<typeof viewingRpc.methods.start>[],
  /** Viewings that do not exist, or are of another session. */
  unknownViewings: [] as string[],
  /** Progress reports that were stored. */
  updates: [] as RpcParsedInput<typeof viewingRpc.methods.update>[],
  passwordAttempts: [] as RpcParsedInput<typeof auth.verifyUploadPassword>[],
  contexts: [] as RpcContext[],
  /** Leads that the fake auth-service reports as staff. */
  staffLeads: [] as string[],
  /** Publishes a change of access to the gateways, as auth-service does. */
  publishAccess: async (_leadId: string, _ended: boolean): Promise<void> => undefined,
  /** Settings that the fake auth-service stores. */
  settings: { version: 0, overrides: {} } as StoredSettings,
  /** Changes of the settings that the fake auth-service received. */
  settingsChanges: [] as RpcParsedInput<typeof auth.change>[],
  /** Settings of alerts that it received. */
  alertSettings: [] as RpcParsedInput<typeof auth.keepAlertSettings>[],
  /** Queries of the history of the settings that it received. */
  historyQueries: [] as RpcParsedInput<typeof auth.history>[],
  /** Images of the gate that the fake media-service has, by id. */
  gateImages: new Map<string, Buffer>(),
  /** Calls to read an image of the gate. */
  gateImageReads: [] as RpcParsedInput<typeof media.readGateImage>[],
  /** Images of the gate that were kept. */
  keptGateImages: [] as string[],
  /** Hashes of the registered terms, in order. */
  registeredTerms: [] as string[],
  /** Leads that are missing in the fake analytics-service. */
  unknownLeads: [] as string[],
  totalEstimated: false,
  hasProofs: false,
  epoch: 1,
  /** While set, holdable calls wait for this promise. */
  heldUntil: undefined as Promise<void> | undefined,
  /** Number of calls that are held now. */
  heldCalls: 0,
  /** Thrown by access-log calls while set. */
  failure: undefined as Error | undefined,
};

/** Holds calls until the returned function is called. */
export function holdCalls(): () => void {
  let release: () => void = () => undefined;
  services.heldUntil = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    services.heldUntil = undefined;
    release();
  };
}

async function waitIfHeld(): Promise<void> {
  services.heldCalls += 1;
  await services.heldUntil;
  services.heldCalls -= 1;
}

export const trailer: Trailer = {
  id: randomUUID(),
  title: 'The trailer',
  videoURL: null,
  posterURL: null,
  description: null,
  status: 'processing',
  step: null,
  progress: 0,
  secondsLeft: null,
  finished: false,
  failure: null,
  failureNotice: null,
  active: true,
  durationSeconds: 90,
  captions: [],
  createdAt: '2026-01-01T00:00:00.000Z',
};
export const storedLead: RpcResult<typeof leadsRpc.methods.list>['leads'][number] = {
  id: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  capturedAt: '2026-01-01T00:00:00.000Z',
  ipAddress: null,
  verifiedBy: 'none',
};
export const exportedLead: ExportedLead = {
  ...storedLead,
  userAgent: null,
  termsVersion: '2025-10',
  termsSha256: 'a'.repeat(64),
  watchedSeconds: 72,
  watchedShare: 0.8,
  deliveredSeconds: 80,
  deliveredShare: 0.9,
  lastSeenAt: '2026-01-02T00:00:00.000Z',
};

@Controller()
class Auth
  implements RpcServer<typeof authRpc>, RpcServer<typeof leadAccessRpc>, RpcServer<typeof settingsRpc>
{
  @RpcHandler(auth.verifyUploadPassword)
  async verifyUploadPassword(input: RpcParsedInput<typeof auth.verifyUploadPassword>) {
    services.passwordAttempts.push(input);
    await waitIfHeld();
    if (input.password !== UPLOAD_PASSWORD) throw new AppError('INVALID_PASSWORD');
    return { epoch: services.epoch };
  }

  @RpcHandler(auth.changeUploadPassword)
  async changeUploadPassword() {
    services.epoch += 1;
    return { epoch: services.epoch };
  }

  @RpcHandler(auth.accessStatus)
  async accessStatus({ leadIds }: RpcParsedInput<typeof auth.accessStatus>) {
    return { ended: [], staff: leadIds.filter((id) => services.staffLeads.includes(id)) };
  }

  @RpcHandler(auth.staff)
  async staff({ after }: RpcParsedInput<typeof auth.staff>) {
    const leadIds = services.staffLeads.toSorted();
    // Pages of one lead, so that tests read several.
    return { leadIds: leadIds.filter((id) => after === null || id > after).slice(0, 1) };
  }

  @RpcHandler(auth.endVisit)
  async endVisit({ leadId }: RpcParsedInput<typeof auth.endVisit>) {
    await services.publishAccess(leadId, true);
    return { ok: true as const };
  }

  @RpcHandler(auth.allowVisit)
  async allowVisit({ leadId }: RpcParsedInput<typeof auth.allowVisit>) {
    await services.publishAccess(leadId, false);
    return { ok: true as const };
  }

  @RpcHandler(auth.read)
  async read() {
    return services.settings;
  }

  @RpcHandler(auth.change)
  async change(input: RpcParsedInput<typeof auth.change>) {
    services.settingsChanges.push(input);
    const { version, overrides } = services.settings;
    if (input.version !== version) throw new AppError('SETTINGS_CHANGED');
    const reset: readonly string[] = input.reset;
    const kept = Object.fromEntries(Object.entries(overrides).filter(([name]) => !reset.includes(name)));
    services.settings = { version: version + 1, overrides: { ...kept, ...input.set } };
    return services.settings;
  }

  @RpcHandler(auth.keepAlertSettings)
  async keepAlertSettings(input: RpcParsedInput<typeof auth.keepAlertSettings>) {
    services.alertSettings.push(input);
    return { ok: true as const };
  }

  @RpcHandler(auth.history)
  async history(input: RpcParsedInput<typeof auth.history>) {
    services.historyQueries.push(input);
    const at = '2026-01-01T00:00:00.000Z';
    const { version } = services.settings;
    return { entries: [{ version, at, byName: 'Ada', changes: [] }], total: version, nextCursor: 'next' };
  }
}

@Controller()
class Analytics
  implements RpcServer<typeof leadsRpc>, RpcServer<typeof viewingRpc>, RpcServer<typeof deliveriesRpc>
{
  private readonly registered = new Set<string>();
  /** Trailers of the started viewings. */
  private readonly watchedTrailers = new Map<string, string | null>();

  @RpcHandler(analytics.registerTerms)
  async registerTerms({ sha256 }: RpcParsedInput<typeof analytics.registerTerms>) {
    this.registered.add(sha256);
    services.registeredTerms.push(sha256);
    return { registered: true as const };
  }

  @RpcHandler(analytics.capture)
  async capture(input: RpcParsedInput<typeof analytics.capture>) {
    if (!this.registered.has(input.termsSha256)) throw new AppError('TERMS_NOT_REGISTERED');
    services.capturedLeads.push(input);
    const { leadId = randomUUID() } = input;
    services.leadIds.push(leadId);
    return { leadId };
  }

  @RpcHandler(analytics.list)
  async list() {
    const { totalEstimated, hasProofs } = services;
    return { leads: [storedLead], total: 7, totalEstimated, nextCursor: 'next', hasProofs };
  }

  @RpcHandler(analytics.export)
  async export() {
    return { leads: [exportedLead], total: 7, nextCursor: 'next' };
  }

  @RpcHandler(analytics.sharesOfInvitations)
  async sharesOfInvitations({ invitationIds }: RpcParsedInput<typeof analytics.sharesOfInvitations>) {
    if (services.failure) throw services.failure;
    return { shares: invitationIds.map((invitationId) => ({ invitationId, share: 0.5 })) };
  }

  @RpcHandler(analytics.isKnown)
  async isKnown({ leadId }: RpcParsedInput<typeof analytics.isKnown>) {
    return { known: !services.unknownLeads.includes(leadId) };
  }

  @RpcHandler(analytics.logAccess)
  async logAccess(_input: unknown, context: RpcContext) {
    services.contexts.push(context);
    await waitIfHeld();
    if (services.failure) throw services.failure;
    return { ok: true as const };
  }

  @RpcHandler(analytics.start)
  async start(input: RpcParsedInput<typeof viewingRpc.methods.start>) {
    services.startedViewings.push(input);
    const id = randomUUID();
    this.watchedTrailers.set(id, input.trailer?.id ?? null);
    return { id };
  }

  @RpcHandler(analytics.update)
  async update(input: RpcParsedInput<typeof viewingRpc.methods.update>) {
    await waitIfHeld();
    if (!isUuid(input.id) || services.unknownViewings.includes(input.id))
      throw new AppError('VIEWING_SESSION_NOT_FOUND');
    services.updates.push(input);
    return { ok: true as const, trailerId: this.watchedTrailers.get(input.id) ?? null };
  }

  @RpcHandler(analytics.record)
  async record({ deliveries }: RpcParsedInput<typeof analytics.record>) {
    services.deliveries.push(...deliveries);
    return { ok: true as const };
  }
}

const playlist = { body: '#EXTM3U\n', trailer: { id: trailer.id, durationSeconds: 90 } };
const signed = (hostname: string) => ({
  url: `http://${hostname}:9000/object?X-Amz-Signature=abc`,
  ...services.signedOverride,
});
export const segmentKey = Buffer.from('0123456789abcdef');

@Controller()
class Media
  implements
    RpcServer<typeof trailersRpc>,
    RpcServer<typeof captionsRpc>,
    RpcServer<typeof uploadsRpc>,
    RpcServer<typeof gateImagesRpc>,
    RpcServer<typeof playbackRpc>
{
  @RpcHandler(media.active)
  async active() {
    const { id, title, description, status, progress } = trailer;
    const filePath = status === 'ready' ? `/api/playback/${id}/master.m3u8` : null;
    return { id, title, description, status, progress, captions: [], filePath, posterPath: null };
  }

  @RpcHandler(media.list)
  async list() {
    return {
      trailers: [
        { ...trailer, warning: null, warnings: [], expiresAt: null, renditions: [], markable: true },
      ],
    };
  }

  @RpcHandler(media.create)
  async create({ title, marked }: RpcParsedInput<typeof media.create>) {
    marks.ofUploads.push(marked);
    return { ...trailer, title };
  }

  @RpcHandler(media.mark)
  async mark() {
    return trailer;
  }

  @RpcHandler(media.setPoster)
  async setPoster() {
    return trailer;
  }

  @RpcHandler(media.setDescription)
  async setDescription({ description }: RpcParsedInput<typeof media.setDescription>) {
    return { ...trailer, description };
  }

  @RpcHandler(media.activate)
  async activate() {
    return trailer;
  }

  @RpcHandler(media.cancel)
  async cancel() {
    return trailer;
  }

  @RpcHandler(media.remove)
  async remove() {
    return { ok: true as const };
  }

  @RpcHandler(media.addCaptions)
  async addCaptions({ language, text }: RpcParsedInput<typeof media.addCaptions>) {
    services.captions.push(text);
    return { id: randomUUID(), language, label: language, path: '/api/media/captions/x' };
  }

  @RpcHandler(media.removeCaptions)
  async removeCaptions() {
    return { ok: true as const };
  }

  @RpcHandler(media.readCaptions)
  async readCaptions({ mayPreview, grantedTrailers }: RpcParsedInput<typeof media.readCaptions>) {
    services.requesters.push({ mayPreview, grantedTrailers });
    return { body: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n' };
  }

  @RpcHandler(media.issue)
  async issue({ kind, browser }: RpcParsedInput<typeof media.issue>) {
    return { uploadURL: `${browser.protocol}://${browser.hostname}:9000/${kind}` };
  }

  @RpcHandler(media.createGateImage)
  async createGateImage({ kind }: RpcParsedInput<typeof media.createGateImage>) {
    return { id: randomUUID(), kind, width: 1600, height: 900 };
  }

  @RpcHandler(media.keepGateImages)
  async keepGateImages({ images }: RpcParsedInput<typeof media.keepGateImages>) {
    const ids = images.map(({ id }) => id);
    services.keptGateImages.push(...ids);
    return { unknown: ids.filter((id) => !services.gateImages.has(id)) };
  }

  @RpcHandler(media.readGateImage)
  async readGateImage(input: RpcParsedInput<typeof media.readGateImage>) {
    services.gateImageReads.push(input);
    const bytes = services.gateImages.get(input.imageId);
    if (!bytes) throw new AppError('NOT_FOUND');
    // Returns two pieces, as for a large image.
    const half = Math.ceil(bytes.length / 2);
    const piece = input.from === 0 ? bytes.subarray(0, half) : bytes.subarray(input.from);
    const next = input.from === 0 ? half : null;
    return { contentType: 'image/png', body: piece.toString('base64'), next };
  }

  @RpcHandler(media.masterPlaylist)
  async masterPlaylist({ trailerId: id, mayPreview }: RpcParsedInput<typeof media.masterPlaylist>) {
    const active = !services.inactiveTrailers.includes(id);
    if (!active && !mayPreview) throw new AppError('NOT_FOUND');
    return { ...playlist, trailer: { ...playlist.trailer, id, active, marked: marks.areTrailersMarked } };
  }

  @RpcHandler(media.mediaPlaylist)
  async mediaPlaylist({ from = 0, mayPreview, grantedTrailers }: RpcParsedInput<typeof media.mediaPlaylist>) {
    services.requesters.push({ mayPreview, grantedTrailers });
    await waitIfHeld();
    if (!mayPreview && !services.mayWatchPlaylists) throw new AppError('NOT_FOUND');
    // Returns two pieces, as for the playlist of a long video.
    const half = Math.floor(playlist.body.length / 2);
    const [body, next] =
      from === 0 ? [playlist.body.slice(0, half), half] : [playlist.body.slice(from), null];
    return { ...playlist, body, next };
  }

  @RpcHandler(media.key)
  async key({ mayPreview, grantedTrailers }: RpcParsedInput<typeof media.key>) {
    services.requesters.push({ mayPreview, grantedTrailers });
    return { key: segmentKey.toString('base64'), trailerId: playlist.trailer.id };
  }

  @RpcHandler(media.signSegments)
  async signSegments(input: RpcParsedInput<typeof media.signSegments>) {
    const { name, at, browser, mayPreview, grantedTrailers } = input;
    services.requesters.push({ mayPreview, grantedTrailers });
    services.segmentCalls.push(input);
    await services.beforeSigning(input.renditionId);
    if (services.missingRenditions.includes(input.renditionId)) throw new AppError('NOT_FOUND');
    const { url, via } = { via: undefined, ...signed(browser.hostname) };
    const isSound = marks.sounds.includes(input.renditionId);
    const isPersonal = marks.areTrailersMarked && !isSound;
    const seconds = isPersonal ? 0.5 : 4;
    const first = at === undefined ? Number.parseInt(name, 10) || 0 : Math.floor(at / seconds) + 1;
    const segments = Array.from({ length: 1 + services.segmentsAfter }, (_, index) => {
      const position = first + index;
      const range =
        position === 0 ? { from: 0, to: 0 } : { from: (position - 1) * seconds, to: position * seconds };
      return {
        name: index === 0 && at === undefined ? name : String(position),
        url: index === 0 ? url : `${url}&next=${index}`,
        position,
        ...range,
        ...(isPersonal && position > 0 ? { twinUrl: twinOf(url, index) } : {}),
      };
    });
    const trailer = { ...playlist.trailer, marked: marks.areTrailersMarked };
    return { trailer, kind: 'video' as const, via, segments, complete: false };
  }

  @RpcHandler(media.codeword)
  async codeword(input: RpcParsedInput<typeof media.codeword>) {
    return codewordOf(input);
  }

  @RpcHandler(media.signPoster)
  async signPoster({ browser, mayPreview, grantedTrailers }: RpcParsedInput<typeof media.signPoster>) {
    services.requesters.push({ mayPreview, grantedTrailers });
    return signed(browser.hostname);
  }
}

const fakes = {
  auth: {
    controllers: [
      Auth,
      FakeEndedPlaybacks,
      FakeAccessHistory,
      FakeEntry,
      FakeInvitations,
      FakeAccess,
      FakeBlocks,
      FakeWebhooks,
      FakeUnsentMails,
    ],
    groups: [
      authRpc,
      leadAccessRpc,
      endedPlaybacksRpc,
      accessHistoryRpc,
      settingsRpc,
      entryRpc,
      invitationsRpc,
      accessRequestsRpc,
      blocksRpc,
      webhooksRpc,
      unsentMailsRpc,
    ],
  },
  analytics: {
    controllers: [
      Analytics,
      FakePeople,
      FakePeopleList,
      FakePerson,
      FakeFlags,
      FakeEngagement,
      FakeMailPreviews,
    ],
    groups: [
      leadsRpc,
      viewingRpc,
      deliveriesRpc,
      peopleRpc,
      peopleListRpc,
      personRpc,
      flagsRpc,
      engagementRpc,
      mailPreviewsRpc,
    ],
  },
  media: {
    controllers: [Media, FakeLeaks],
    groups: [trailersRpc, captionsRpc, uploadsRpc, gateImagesRpc, playbackRpc, leaksRpc],
  },
} satisfies Record<string, { controllers: Type[]; groups: readonly RpcGroup[] }>;

export type ServiceName = keyof typeof fakes;
export const serviceNames = Object.keys(fakes) as ServiceName[];

export interface FakeService {
  stop(): Promise<void>;
}

/** Starts a fake that serves all calls of one service over the real transport. */
export async function fakeService(service: ServiceName, url: string): Promise<FakeService> {
  const { controllers, groups } = fakes[service];
  @Module({ controllers })
  class FakeServiceModule {}
  const logger = createLogger({ service: 'fake', level: 'silent' });
  const strategy = new RpcListServer({ url, service, groups, logger });
  const app = await NestFactory.createMicroservice(FakeServiceModule, { strategy, logger: false });
  await app.listen();
  return { stop: () => app.close() };
}
