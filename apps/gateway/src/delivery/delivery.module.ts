import { Module } from '@nestjs/common';
import { DeliveryLogService } from './delivery-log.service.js';
import { ObjectRelayService } from './object-relay.service.js';
import { RelayLimiterService } from './relay-limiter.service.js';

const parts = [DeliveryLogService, ObjectRelayService, RelayLimiterService];

@Module({ providers: parts, exports: parts })
export class DeliveryModule {}
