import { Controller } from '@nestjs/common';
import { EVENT_STREAM_TYPE, type RouteInput, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { StreamsService } from './streams.service.js';

const { streams } = routes;

@Controller()
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  /** The edge has checked session and access. */
  @Route(streams.open)
  async open({ query }: RouteInput<typeof streams.open>, http: RequestContext): Promise<undefined> {
    // HEAD has no body, and would stay open.
    if (http.request.method === 'HEAD') http.response.type(EVENT_STREAM_TYPE).end();
    else this.streams.open(http, query.trailerId);
  }
}
