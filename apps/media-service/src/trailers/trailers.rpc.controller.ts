import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, trailersRpc } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { originOf } from '@secure-preview/service-kit';
import { MarkedVersionsService } from './marked-versions.service.js';
import { activeTrailerView, listedTrailerView, trailerView, warningText } from './trailer.js';
import { TrailersService } from './trailers.service.js';

const { methods } = trailersRpc;
type Methods = typeof methods;

@Controller()
export class TrailersRpcController implements RpcServer<typeof trailersRpc> {
  constructor(
    private readonly trailers: TrailersService,
    private readonly markedVersions: MarkedVersionsService,
  ) {}

  @RpcHandler(methods.active)
  async active(): Promise<RpcResult<Methods['active']>> {
    return activeTrailerView(await this.trailers.active());
  }

  @RpcHandler(methods.list)
  async list(): Promise<RpcResult<Methods['list']>> {
    const { graceDays } = this.trailers;
    return {
      trailers: (await this.trailers.list()).map((trailer) => listedTrailerView(trailer, graceDays)),
    };
  }

  @RpcHandler(methods.create)
  async create(
    input: RpcParsedInput<Methods['create']>,
    context: RpcContext,
  ): Promise<RpcResult<Methods['create']>> {
    const trailer = await this.trailers.create(input, context.commandId, originOf(context));
    const { warnings } = trailer;
    const warning = warningText(warnings);
    return { ...trailerView(trailer), ...(warning === null ? {} : { warning, warnings: [...warnings] }) };
  }

  @RpcHandler(methods.mark)
  async mark(
    { trailerId }: RpcParsedInput<Methods['mark']>,
    context: RpcContext,
  ): Promise<RpcResult<Methods['mark']>> {
    return trailerView(await this.markedVersions.create(trailerId, context.commandId, originOf(context)));
  }

  @RpcHandler(methods.setPoster)
  async setPoster({
    trailerId,
    posterURL,
  }: RpcParsedInput<Methods['setPoster']>): Promise<RpcResult<Methods['setPoster']>> {
    return trailerView(await this.trailers.setPoster(trailerId, posterURL));
  }

  @RpcHandler(methods.setDescription)
  async setDescription({
    trailerId,
    description,
  }: RpcParsedInput<Methods['setDescription']>): Promise<RpcResult<Methods['setDescription']>> {
    return trailerView(await this.trailers.setDescription(trailerId, description));
  }

  @RpcHandler(methods.activate)
  async activate({
    trailerId,
  }: RpcParsedInput<Methods['activate']>): Promise<RpcResult<Methods['activate']>> {
    return trailerView(await this.trailers.activate(trailerId));
  }

  @RpcHandler(methods.cancel)
  async cancel({ trailerId }: RpcParsedInput<Methods['cancel']>): Promise<RpcResult<Methods['cancel']>> {
    return trailerView(await this.trailers.cancel(trailerId));
  }

  @RpcHandler(methods.remove)
  async remove(
    { trailerId }: RpcParsedInput<Methods['remove']>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<Methods['remove']>> {
    await this.trailers.remove(trailerId, commandId);
    return { ok: true };
  }
}
