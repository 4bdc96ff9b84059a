import { Module } from '@nestjs/common';
import { DeliveriesRpcController } from './deliveries.rpc.controller.js';
import { DeliveryRepository } from './delivery.repository.js';
import { PostgresDeliveryRepository } from './persistence/postgres-delivery.repository.js';

@Module({
  controllers: [DeliveriesRpcController],
  providers: [{ provide: DeliveryRepository, useClass: PostgresDeliveryRepository }],
  exports: [DeliveryRepository],
})
export class DeliveriesModule {}
