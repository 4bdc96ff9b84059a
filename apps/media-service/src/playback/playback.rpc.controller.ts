import { Controller } from '@nestjs/common';
import { playbackRpc, type RpcParsedInput, type RpcResult } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { CodewordsService } from '../marks/codewords.service.js';
import { PlaybackService } from './playback.service.js';

const { methods } = playbackRpc;
type Methods = typeof methods;

@Controller()
export class PlaybackRpcController implements RpcServer<typeof playbackRpc> {
  constructor(
    private readonly playback: PlaybackService,
    private readonly codewords: CodewordsService,
  ) {}

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
    from,
    ...requester
  }: RpcParsedInput<Methods['mediaPlaylist']>): Promise<RpcResult<Methods['mediaPlaylist']>> {
    return this.playback.mediaPlaylist(renditionId, requester, from);
  }

  @RpcHandler(methods.key)
  async key({ keyId, ...requester }: RpcParsedInput<Methods['key']>): Promise<RpcResult<Methods['key']>> {
    const { bytes, trailerId } = await this.playback.key(keyId, requester);
    return { key: bytes.toString('base64'), trailerId };
  }

  @RpcHandler(methods.signSegments)
  signSegments({
    renditionId,
    name,
    at,
    browser,
    variants,
    ...requester
  }: RpcParsedInput<Methods['signSegments']>): Promise<RpcResult<Methods['signSegments']>> {
    return this.playback.signSegments({ renditionId, name, at }, requester, browser, variants);
  }

  @RpcHandler(methods.codeword)
  codeword({
    trailerId,
    markId,
    ...requester
  }: RpcParsedInput<Methods['codeword']>): Promise<RpcResult<Methods['codeword']>> {
    return this.codewords.ensure(trailerId, markId, requester);
  }

  @RpcHandler(methods.signPoster)
  signPoster({
    posterId,
    browser,
    ...requester
  }: RpcParsedInput<Methods['signPoster']>): Promise<RpcResult<Methods['signPoster']>> {
    return this.playback.signPoster(posterId, requester, browser);
  }
}
