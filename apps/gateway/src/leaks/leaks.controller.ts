import { Controller, Inject } from '@nestjs/common';
import {
  AppError,
  isUuid,
  leakPicture,
  type RouteInput,
  type RouteResult,
  routes,
} from '@secure-preview/contracts';
import type { RequestContext } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';
import { LEAKS, type LeaksClient } from '../rpc/rpc.module.js';
import { MarkedPeopleService } from './marked-people.service.js';

const { leaks } = routes;

@Controller()
export class LeaksController {
  constructor(
    @Inject(LEAKS) private readonly leaks: LeaksClient,
    private readonly people: MarkedPeopleService,
  ) {}

  @Route(leaks.create)
  async create(
    { body }: RouteInput<typeof leaks.create>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.create>> {
    return this.people.join(await this.leaks.createCase(body, http.call), http);
  }

  @Route(leaks.list)
  async list(
    _input: RouteInput<typeof leaks.list>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.list>> {
    return this.leaks.listCases({}, http.call);
  }

  @Route(leaks.read)
  async read(
    { params }: RouteInput<typeof leaks.read>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.read>> {
    return this.people.join(await this.leaks.readCase(known(params), http.call), http);
  }

  @Route(leaks.cancel)
  async cancel(
    { params }: RouteInput<typeof leaks.cancel>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.cancel>> {
    return this.people.join(await this.leaks.cancelCase(known(params), http.call), http);
  }

  @Route(leaks.note)
  async note(
    { params, body }: RouteInput<typeof leaks.note>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.note>> {
    return this.people.join(await this.leaks.setNote({ ...known(params), ...body }, http.call), http);
  }

  @Route(leaks.remove)
  async remove(
    { params }: RouteInput<typeof leaks.remove>,
    http: RequestContext,
  ): Promise<RouteResult<typeof leaks.remove>> {
    return this.leaks.removeCase(known(params), http.call);
  }

  @Route(leaks.picture)
  async picture(
    { params: { caseId, which } }: RouteInput<typeof leaks.picture>,
    http: RequestContext,
  ): Promise<undefined> {
    const picture = leakPicture.safeParse(which);
    if (!isUuid(caseId) || !picture.success) throw new AppError('NOT_FOUND');
    const { jpeg } = await this.leaks.readPicture({ caseId, which: picture.data }, http.call);
    http.send('image/jpeg', Buffer.from(jpeg, 'base64'));
  }
}

/** @throws AppError `LEAK_CASE_NOT_FOUND` if the id has no form of an id */
function known({ caseId }: { caseId: string }): { caseId: string } {
  if (!isUuid(caseId)) throw new AppError('LEAK_CASE_NOT_FOUND');
  return { caseId };
}
