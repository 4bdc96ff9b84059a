import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { RpcListServer } from '../server/rpc-list-server.js';
import { probeRpc } from './probe.contract.js';
import { ProbeController, runs } from './probe.controller.js';

@Module({ controllers: [ProbeController] })
class ProbeModule {}

const send = (message: object) => process.connected && process.send?.(message);
const log = (level: string) => (details: object, text: string) => {
  const { err, ...rest } = details as { err?: Error };
  send({ log: { level, text, ...rest, ...(err && { error: err.message }) } });
};

const app = await NestFactory.createMicroservice(ProbeModule, {
  strategy: new RpcListServer({
    url: process.env['PROBE_REDIS_URL'] ?? '',
    service: 'probe',
    groups: [probeRpc],
    ...JSON.parse(process.env['PROBE_OPTIONS'] ?? '{}'),
    logger: { error: log('error'), warn: log('warn'), info: log('info') },
  }),
  logger: false,
  abortOnError: false,
});

process.on('message', () => send({ runs }));
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen();
send({ serving: true });
