import { Controller } from '@nestjs/common';
import { gateImagesRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { gateImageView } from './gate-image.js';
import { GateImagesService } from './gate-images.service.js';

const { methods } = gateImagesRpc;
type Methods = typeof methods;

@Controller()
export class GateImagesRpcController implements RpcServer<typeof gateImagesRpc> {
  constructor(private readonly images: GateImagesService) {}

  @RpcHandler(methods.createGateImage)
  async createGateImage({
    kind,
    imageURL,
  }: RpcParsedInput<Methods['createGateImage']>): Promise<RpcResult<Methods['createGateImage']>> {
    return gateImageView(await this.images.fromUpload(kind, imageURL));
  }

  @RpcHandler(methods.keepGateImages)
  async keepGateImages({
    images,
  }: RpcParsedInput<Methods['keepGateImages']>): Promise<RpcResult<Methods['keepGateImages']>> {
    return { unknown: await this.images.keep(images) };
  }

  @RpcHandler(methods.readGateImage)
  async readGateImage(
    { imageId, from }: RpcParsedInput<Methods['readGateImage']>,
    { signal }: RpcContext,
  ): Promise<RpcResult<Methods['readGateImage']>> {
    const { contentType, bytes, next } = await this.images.read(imageId, from, signal);
    return { contentType, body: bytes.toString('base64'), next };
  }
}
