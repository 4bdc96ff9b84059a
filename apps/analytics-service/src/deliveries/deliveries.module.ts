import { Module } from '@nestjs/common';
import { DeliveriesRpcController } from './deliveries.rpc.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryRepository } from './delivery.repository.js';

@Module({
  controllers: [DeliveriesRpcController],
  providers: [DeliveriesService, DeliveryRepository],
  exports: [DeliveryRepository],
})
export class DeliveriesModule {}
