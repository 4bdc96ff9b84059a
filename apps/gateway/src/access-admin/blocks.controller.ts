import { BlockList, isIPv6 } from 'node:net';
import { Controller, Inject } from '@nestjs/common';
import {
  AppError,
  type BlockKind,
  domainOfKey,
  emailKey,
  type RouteInput,
  routes,
} from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { BLOCKS, type BlocksClient } from '../rpc/rpc.module.js';

const { blocks } = routes;

@Controller()
export class BlocksController {
  constructor(@Inject(BLOCKS) private readonly client: BlocksClient) {}

  @Route(blocks.list)
  async list(_input: unknown, http: RequestContext) {
    return this.client.list({}, http.call);
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

/** Returns whether a block would concern the administrator who asks for it. */
function concerns(
  { kind, value }: { kind: BlockKind; value: string },
  { session, ip }: RequestContext,
): boolean {
  const own = emailKey(session.viewer.email);
  if (kind === 'address') return emailKey(value) === own;
  if (kind === 'domain') return emailKey(value).replace(/^@/, '') === domainOfKey(own);
  return contains(value, ip);
}

/** Returns whether a network contains an address; false for text that is no network, which the service rejects. */
function contains(network: string, ip: string): boolean {
  const [address = '', prefix = isIPv6(address) ? '128' : '32'] = network.trim().split('/');
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
