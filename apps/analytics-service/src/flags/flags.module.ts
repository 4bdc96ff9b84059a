import { Module } from '@nestjs/common';
import { FlagRepository } from './flag.repository.js';
import { FlagsRpcController } from './flags.rpc.controller.js';

@Module({ controllers: [FlagsRpcController], providers: [FlagRepository], exports: [FlagRepository] })
export class FlagsModule {}
