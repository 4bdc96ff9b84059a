import { Controller } from '@nestjs/common';
import { type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PeopleListService } from './people-list.service.js';

const { audience } = routes;

@Controller()
export class PeopleListController {
  constructor(private readonly people: PeopleListService) {}

  @Route(audience.overview)
  async overview(
    { query }: RouteInput<typeof audience.overview>,
    http: RequestContext,
  ): Promise<RouteResult<typeof audience.overview>> {
    return this.people.overview(query.trailerId, http);
  }

  @Route(audience.people)
  async list(
    { query }: RouteInput<typeof audience.people>,
    http: RequestContext,
  ): Promise<RouteResult<typeof audience.people>> {
    return this.people.list(query, http);
  }

  @Route(audience.export)
  async export(
    { query }: RouteInput<typeof audience.export>,
    http: RequestContext,
  ): Promise<RouteResult<typeof audience.export>> {
    return this.people.exportPage(query, http);
  }
}
