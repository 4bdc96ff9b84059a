import { Controller } from '@nestjs/common';
import { type RouteInput, type RouteResult, routes } from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { PersonService } from './person.service.js';

const { person } = routes;

@Controller()
export class PersonController {
  constructor(private readonly people: PersonService) {}

  @Route(person.read)
  async read(
    { params, query }: RouteInput<typeof person.read>,
    http: RequestContext,
  ): Promise<RouteResult<typeof person.read>> {
    return this.people.read({ ...params, ...query }, http);
  }
}
