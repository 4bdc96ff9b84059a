import { Module } from '@nestjs/common';
import { DeliveryLogService } from './delivery-log.service.js';
import { ObjectRelayService } from './object-relay.service.js';
import { RelayLimiterService } from './relay-limiter.service.js';

const providers = [DeliveryLogService, ObjectRelayService, RelayLimiterService];

@Module({ providers, exports: providers })
export class DeliveryModule {}
