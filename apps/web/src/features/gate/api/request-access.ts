import { entryRoutes, type RouteRequest } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

type AccessRequestForm = RouteRequest<typeof entryRoutes.requestAccess>['body'];

/** Asks the administrator for access. */
export const useRequestAccess = () =>
  useMutation({ mutationFn: (body: AccessRequestForm) => call(entryRoutes.requestAccess, { body }) });
