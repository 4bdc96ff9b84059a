import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';
import { benchRpc, type Message, WORK_MS } from './contract.js';
import { nestRedisOptions } from './nest-redis-options.js';
import { count, redisUrl, serve } from './serve.js';

@Controller()
class BenchController {
  @MessagePattern(benchRpc.methods.echo.pattern)
  async echo(message: Message) {
    count();
    return message;
  }

  @MessagePattern(benchRpc.methods.work.pattern)
  async work(message: Message) {
    count();
    await delay(WORK_MS);
    return message;
  }
}

await serve(BenchController, { transport: Transport.REDIS, options: nestRedisOptions(redisUrl()) });
