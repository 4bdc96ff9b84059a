import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type WebhookOutcome, webhooksRpc } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = webhooksRpc;

/** Inputs of the calls that the fake received. */
export const webhooks = {
  statusOf: [] as string[],
  tests: [] as RpcParsedInput<typeof methods.test>[],
};

/** Last error that the fake reports. */
export const webhookError: WebhookOutcome = {
  key: 'access-requested:1',
  type: 'access.requested',
  state: 'waiting',
  reason: 'REJECTED',
  detail: '503',
  attempts: 1,
  at: '2026-01-01T00:00:00.000Z',
};

@Controller()
export class FakeWebhooks implements RpcServer<typeof webhooksRpc> {
  @RpcHandler(methods.status)
  async status({ url }: RpcParsedInput<typeof methods.status>) {
    webhooks.statusOf.push(url);
    return { lastTest: null, lastDelivered: null, lastError: webhookError };
  }

  @RpcHandler(methods.secret)
  async secret({ url }: RpcParsedInput<typeof methods.secret>) {
    return { secret: `whsec_${url}` };
  }

  @RpcHandler(methods.test)
  async test(input: RpcParsedInput<typeof methods.test>) {
    webhooks.tests.push(input);
    return { key: 'webhook-test:1' };
  }
}
