import { Controller, Inject } from '@nestjs/common';
import { AppError, type BlockKind, domainOfKey, type RouteInput, routes } from '@secure-preview/contracts';
import { addressKey, domainKey } from '@secure-preview/service-kit';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { BLOCKS, type BlocksClient } from '../rpc/rpc.module.js';
import { networksContain } from '../sessions/access-rules.js';

const { blocks } = routes;

@Controller()
export class BlocksController {
  constructor(@Inject(BLOCKS) private readonly client: BlocksClient) {}

  @Route(blocks.list)
  async list({ query }: RouteInput<typeof blocks.list>, http: RequestContext) {
    return this.client.list(query, http.call);
  }

  @Route(blocks.history)
  async history({ query }: RouteInput<typeof blocks.history>, http: RequestContext) {
    return this.client.history(query, http.call);
  }

  @Route(blocks.add)
  async add({ body }: RouteInput<typeof blocks.add>, http: RequestContext) {
    if (concerns(body, http)) throw new AppError('CANNOT_BLOCK_SELF');
    return this.client.change({ ...body, blocked: true, by: byOf(http) }, http.call);
  }

  @Route(blocks.remove)
  async remove({ body }: RouteInput<typeof blocks.remove>, http: RequestContext) {
    return this.client.change({ ...body, note: '', blocked: false, by: byOf(http) }, http.call);
  }
}

const byOf = ({ session }: RequestContext) => ({ sessionRef: session.ref, name: session.viewer.name });

/** Returns whether a block would concern the administrator who requests it. */
function concerns(
  { kind, value }: { kind: BlockKind; value: string },
  { session, ip }: RequestContext,
): boolean {
  const own = addressKey(session.viewer.email);
  if (kind === 'network') return networksContain([value], ip);
  if (kind === 'address') return addressKey(value) === own;
  return domainKey(value.replace(/^@/, '')) === domainOfKey(own);
}
