import { Controller } from '@nestjs/common';
import { mailPreviewsRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = mailPreviewsRpc;

/** Inputs of the calls that the fake received. */
export const composedPreviews: RpcParsedInput<typeof methods.compose>[] = [];

@Controller()
export class FakeMailPreviews implements RpcServer<typeof mailPreviewsRpc> {
  @RpcHandler(methods.compose)
  async compose(input: RpcParsedInput<typeof methods.compose>) {
    composedPreviews.push(input);
    return { subject: 'Subject', text: 'Text', html: '<p>HTML</p>' };
  }
}
