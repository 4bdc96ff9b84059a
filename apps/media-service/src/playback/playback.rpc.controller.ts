import { Controller } from '@nestjs/common';
import { playbackRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { PlaybackService } from './playback.service.js';

const { methods } = playbackRpc;
type Methods = typeof methods;

@Controller()
export class PlaybackRpcController implements RpcServer<typeof playbackRpc> {
  constructor(private readonly playback: PlaybackService) {}

  @RpcHandler(methods.masterPlaylist)
  masterPlaylist({
    trailerId,
    mayPreview,
  }: RpcParsedInput<Methods['masterPlaylist']>): Promise<RpcResult<Methods['masterPlaylist']>> {
    return this.playback.multivariantPlaylist(trailerId, mayPreview);
  }

  @RpcHandler(methods.mediaPlaylist)
  mediaPlaylist({
    renditionId,
  }: RpcParsedInput<Methods['mediaPlaylist']>): Promise<RpcResult<Methods['mediaPlaylist']>> {
    return this.playback.mediaPlaylist(renditionId);
  }

  @RpcHandler(methods.signSegment)
  async signSegment({
    renditionId,
    name,
    browser,
  }: RpcParsedInput<Methods['signSegment']>): Promise<RpcResult<Methods['signSegment']>> {
    return { url: await this.playback.signSegment(renditionId, name, browser) };
  }

  @RpcHandler(methods.signPoster)
  async signPoster({
    posterId,
    browser,
  }: RpcParsedInput<Methods['signPoster']>): Promise<RpcResult<Methods['signPoster']>> {
    return { url: await this.playback.signPoster(posterId, browser) };
  }
}
