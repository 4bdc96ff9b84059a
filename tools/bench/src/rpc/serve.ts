import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';

let runs = 0;

/** Counts a run of a handler. The parent process can request the count. */
export function count(): void {
  runs += 1;
}

export function redisUrl(): string {
  const url = process.argv[2];
  if (url === undefined) throw new Error('The address of Redis is missing');
  return url;
}

/** Serves a controller, notifies the parent process, and exits with it. */
export async function serve(controller: Type, options: MicroserviceOptions): Promise<void> {
  class BenchModule {}
  Module({ controllers: [controller] })(BenchModule);
  const app = await NestFactory.createMicroservice(BenchModule, { ...options, logger: ['error', 'warn'] });
  process.on('message', () => process.send?.({ runs }));
  process.once('disconnect', () => process.exit(0));
  await app.listen();
  process.send?.({ serving: true });
}
