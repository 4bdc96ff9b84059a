import { Module } from '@nestjs/common';
import { DeliveryLog } from './delivery-log.js';
import { ObjectRelay } from './object-relay.js';
import { RelayLimiter } from './relay-limiter.js';

const parts = [DeliveryLog, ObjectRelay, RelayLimiter];

@Module({ providers: parts, exports: parts })
export class DeliveryModule {}
