import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type BrowserAddress,
  captionsRpc,
  type ListedTrailer,
  parseInput,
  playbackRpc,
  type RpcGroup,
  type RpcInput,
  type RpcResult,
  type trailersRpc,
  uploadsRpc,
} from '@secure-preview/contracts';
import type { RpcContext, RpcServer } from '@secure-preview/rpc';
import { loadEnvironment, nestLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { appModule } from '../app.module.js';
import { CaptionsRpcController } from '../captions/captions.rpc.controller.js';
import { type MediaEnvironment, workerEnvironment } from '../environment.js';
import { WorkerLiveness } from '../jobs/worker-liveness.js';
import { PlaybackRpcController } from '../playback/playback.rpc.controller.js';
import { BucketPreparationService } from '../storage/bucket-preparation.service.js';
import { TrailersRpcController } from '../trailers/trailers.rpc.controller.js';
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
  if (!response.ok) throw new Error(`PUT answered ${response.status}: ${await response.text()}`);
}

/** Handlers as callers see them: inputs left out have their defaults. */
type Called<G extends RpcGroup> = {
  readonly [K in keyof G['methods']]: (
    input: RpcInput<G['methods'][K]>,
    context: RpcContext,
  ) => Promise<RpcResult<G['methods'][K]>>;
};

/** Parses inputs by their contract, as the transport does. */
function called<G extends RpcGroup>(group: G, server: RpcServer<G>): Called<G> {
  const handlers = server as unknown as Record<string, (input: unknown, context: RpcContext) => unknown>;
  const calls = Object.entries(group.methods).map(([name, { input: schema }]) => [
    name,
    async (input: unknown, context: RpcContext) => handlers[name]?.(parseInput(schema, input), context),
  ]);
  return Object.fromEntries(calls) as Called<G>;
}

const startContext = (environment: MediaEnvironment, logger = testLogger) =>
  NestFactory.createApplicationContext(appModule(environment, logger), {
    logger: nestLogger(logger),
    abortOnError: false,
  });

/** Starts a worker in the test's own process. A process of its own costs ten times the processor time. */
export const startWorker = (
  { workerVariables }: MediaServers,
  more: Record<string, string> = {},
): Promise<INestApplicationContext> =>
  startContext(loadEnvironment(workerEnvironment, { ...workerVariables, ...more }));

/**
 * Checks for dead workers twenty times as often as workers do. Without it their jobs stay with them for 4 s and
 * more.
 */
export async function startLiveness({ workerVariables }: MediaServers): Promise<WorkerLiveness> {
  const { DATABASE_URL } = loadEnvironment(workerEnvironment, workerVariables);
  const liveness = new WorkerLiveness(DATABASE_URL, testLogger, 100);
  await liveness.connect();
  liveness.watch();
  return liveness;
}

/** media-service in the test's own process, called without the transport. */
export class MediaApp {
  readonly uploads: Called<typeof uploadsRpc>;
  readonly trailers: RpcServer<typeof trailersRpc>;
  readonly captions: Called<typeof captionsRpc>;
  readonly playback: Called<typeof playbackRpc>;
  readonly database: DataSource;

  private constructor(readonly context: INestApplicationContext) {
    this.uploads = called(uploadsRpc, context.get(UploadsRpcController, { strict: false }));
    this.trailers = context.get(TrailersRpcController, { strict: false });
    this.captions = called(captionsRpc, context.get(CaptionsRpcController, { strict: false }));
    this.playback = called(playbackRpc, context.get(PlaybackRpcController, { strict: false }));
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

  /** Uploads a file and returns its address. */
  async upload(kind: 'video' | 'poster', body: Uint8Array | string): Promise<string> {
    const { uploadURL } = await this.uploads.issue({ kind, browser }, call());
    await put(uploadURL, body);
    return uploadURL;
  }

  /** Uploads a video and creates a trailer from it. */
  async accept(body: Uint8Array | string, more: { description?: string; posterURL?: string } = {}) {
    const videoURL = await this.upload('video', body);
    return this.trailers.create({ title: 'A title', videoURL, ...more }, call());
  }

  async find(id: string): Promise<ListedTrailer> {
    const { trailers } = await this.trailers.list({}, call());
    const found = trailers.find((trailer) => trailer.id === id);
    if (!found) throw new Error(`there is no trailer ${id}`);
    return found;
  }

  /** Waits until nothing is left to be made of a trailer, and returns it. */
  processed(id: string, deadlineMs = 60_000): Promise<ListedTrailer> {
    return this.once(id, ({ finished }) => finished, deadlineMs, 200);
  }

  /** Waits until a condition holds for a trailer, and returns it. */
  once(
    id: string,
    condition: (trailer: ListedTrailer) => boolean,
    deadlineMs = 60_000,
    everyMs = 50,
  ): Promise<ListedTrailer> {
    let found: ListedTrailer | undefined;
    const met = async () => {
      found = await this.find(id);
      return condition(found) ? found : undefined;
    };
    return until(met, {
      deadlineMs,
      everyMs,
      what: () => `trailer ${id}, found ${JSON.stringify(found)}`,
    });
  }
}
