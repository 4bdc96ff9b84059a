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
    const image = input.logoId === null ? '' : `<img src="cid:${input.logoId}">`;
    return { subject: 'Subject', text: 'Text', html: `${image}<p>HTML</p>` };
  }

  @RpcHandler(methods.readImage)
  async readImage({ imageId }: RpcParsedInput<typeof methods.readImage>) {
    return { contentType: 'image/jpeg', body: Buffer.from(imageId).toString('base64') };
  }
}
