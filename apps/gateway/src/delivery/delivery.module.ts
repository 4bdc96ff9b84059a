import { Module } from '@nestjs/common';
import { DeliveryLog } from './delivery-log.js';
import { ObjectRelay } from './object-relay.js';
import { RelayRoom } from './relay-room.js';

const parts = [DeliveryLog, ObjectRelay, RelayRoom];

@Module({ providers: parts, exports: parts })
export class DeliveryModule {}
