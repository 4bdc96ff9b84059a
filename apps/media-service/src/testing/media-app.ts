import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type BrowserAddress,
  captionsRpc,
  gateImagesRpc,
  type ListedTrailer,
  leaksRpc,
  parseInput,
  playbackRpc,
  type RpcGroup,
  type RpcInput,
  type RpcResult,
  trailersRpc,
  uploadsRpc,
} from '@secure-preview/contracts';
import type { RpcContext, RpcServer } from '@secure-preview/rpc';
import { loadEnvironment, nestLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { appModule } from '../app.module.js';
import { CaptionsRpcController } from '../captions/captions.rpc.controller.js';
import { type MediaEnvironment, workerEnvironment } from '../environment.js';
import { GateImagesRpcController } from '../gate-images/gate-images.rpc.controller.js';
import { LeaksRpcController } from '../identification/cases/leaks.rpc.controller.js';
import { WorkerLiveness } from '../jobs/worker-liveness.js';
import { PlaybackRpcController } from '../playback/playback.rpc.controller.js';
import { BucketPreparationService } from '../storage/bucket-preparation.service.js';
import { TrailersRpcController } from '../trailers/trailers.rpc.controller.js';
import type { UploadKind } from '../uploads/upload-ticket.js';
import { UploadsRpcController } from '../uploads/uploads.rpc.controller.js';
import { type MediaServers, testLogger } from './media-servers.js';

export const browser: BrowserAddress = { protocol: 'http', hostname: '127.0.0.1' };

/** Creates the context of a call, with a new command id unless one is given. */
export const call = (commandId: string = randomUUID()): RpcContext => ({
  commandId,
  requestId: randomUUID(),
  signal: new AbortController().signal,
});

/** PUTs bytes as a browser does. */
export async function put(url: string, body: Uint8Array | string): Promise<void> {
  const response = await fetch(url, { method: 'PUT', body });
  if (!response.ok) throw new Error(`PUT responded with ${response.status}: ${await response.text()}`);
}

/** Handlers with optional inputs, as callers see them. */
type RpcClientOf<G extends RpcGroup> = {
  readonly [K in keyof G['methods']]: (
    input: RpcInput<G['methods'][K]>,
    context: RpcContext,
  ) => Promise<RpcResult<G['methods'][K]>>;
};

/** Parses inputs by their contract, as the transport does. */
function callThroughContract<G extends RpcGroup>(group: G, server: RpcServer<G>): RpcClientOf<G> {
  const handlers = server as unknown as Record<string, (input: unknown, context: RpcContext) => unknown>;
  const calls = Object.entries(group.methods).map(([name, { input: schema }]) => [
    name,
    async (input: unknown, context: RpcContext) => handlers[name]?.(parseInput(schema, input), context),
  ]);
  return Object.fromEntries(calls) as RpcClientOf<G>;
}

const startContext = (environment: MediaEnvironment, logger = testLogger) =>
  NestFactory.createApplicationContext(appModule(environment, logger), {
    logger: nestLogger(logger),
    abortOnError: false,
  });

/** Starts a worker in the process of the test, which takes a tenth of the CPU time of a child process. */
export const startWorker = (
  { workerVariables }: MediaServers,
  more: Record<string, string> = {},
): Promise<INestApplicationContext> =>
  startContext(loadEnvironment(workerEnvironment, { ...workerVariables, ...more }));

/**
 * Starts to check for dead workers every 100 ms. Workers check every 2 s, so they release jobs after 4 s or more.
 */
export async function startLiveness({ workerVariables }: MediaServers): Promise<WorkerLiveness> {
  const { DATABASE_URL } = loadEnvironment(workerEnvironment, workerVariables);
  const liveness = new WorkerLiveness(DATABASE_URL, testLogger, 100);
  await liveness.connect();
  liveness.watch();
  return liveness;
}

/** media-service in the process of the test, called without the transport. */
export class MediaApp {
  readonly uploads: RpcClientOf<typeof uploadsRpc>;
  readonly trailers: RpcClientOf<typeof trailersRpc>;
  readonly captions: RpcClientOf<typeof captionsRpc>;
  readonly playback: RpcClientOf<typeof playbackRpc>;
  readonly gateImages: RpcClientOf<typeof gateImagesRpc>;
  readonly leaks: RpcClientOf<typeof leaksRpc>;
  readonly database: DataSource;

  private constructor(readonly context: INestApplicationContext) {
    this.uploads = callThroughContract(uploadsRpc, context.get(UploadsRpcController, { strict: false }));
    this.trailers = callThroughContract(trailersRpc, context.get(TrailersRpcController, { strict: false }));
    this.captions = callThroughContract(captionsRpc, context.get(CaptionsRpcController, { strict: false }));
    this.playback = callThroughContract(playbackRpc, context.get(PlaybackRpcController, { strict: false }));
    this.gateImages = callThroughContract(
      gateImagesRpc,
      context.get(GateImagesRpcController, { strict: false }),
    );
    this.leaks = callThroughContract(leaksRpc, context.get(LeaksRpcController, { strict: false }));
    this.database = context.get(DataSource);
  }

  static async start(environment: MediaEnvironment, logger = testLogger): Promise<MediaApp> {
    const context = await startContext(environment, logger);
    await until(() => context.get(BucketPreparationService, { strict: false }).describe() === 'ok', {
      what: 'the bucket',
    });
    return new MediaApp(context);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Uploads a file and returns its URL. */
  async upload(kind: UploadKind, body: Uint8Array | string): Promise<string> {
    const { uploadURL } = await this.uploads.issue({ kind, browser }, call());
    await put(uploadURL, body);
    return uploadURL;
  }

  /** Uploads a video and creates a trailer from it. */
  async accept(
    body: Uint8Array | string,
    more: { description?: string; posterURL?: string; marked?: boolean } = {},
  ) {
    const videoURL = await this.upload('video', body);
    return this.trailers.create({ title: 'A title', videoURL, ...more }, call());
  }

  async find(id: string): Promise<ListedTrailer> {
    const { trailers } = await this.trailers.list({}, call());
    const current = trailers.find((trailer) => trailer.id === id);
    if (!current) throw new Error(`there is no trailer ${id}`);
    return current;
  }

  /** Waits until the processing of a trailer has ended, and returns it. */
  processed(id: string, deadlineMs = 60_000): Promise<ListedTrailer> {
    return this.once(id, ({ finished }) => finished, deadlineMs, 200);
  }

  /** Waits until the portal's own sweep has ended. It may be deleting objects that other sweeps then skip. */
  async swept(deadlineMs = 60_000): Promise<void> {
    const jobs = () => this.database.query("SELECT FROM media_jobs.jobs WHERE key = 'sweep'");
    await until(async () => (await jobs()).length === 0, { deadlineMs, what: 'the portal’s own sweep' });
  }

  /** Waits until a condition holds for a trailer, and returns it. */
  once(
    id: string,
    condition: (trailer: ListedTrailer) => boolean,
    deadlineMs = 60_000,
    everyMs = 50,
  ): Promise<ListedTrailer> {
    let current: ListedTrailer | undefined;
    const met = async () => {
      current = await this.find(id);
      return condition(current) ? current : undefined;
    };
    return until(met, {
      deadlineMs,
      everyMs,
      what: () => `trailer ${id}, current ${JSON.stringify(current)}`,
    });
  }
}
