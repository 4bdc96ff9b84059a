import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { portalConfigRoute, previewTextsRoute } from './portal-texts.js';

const health = z.object({ status: z.enum(['ok', 'unavailable']) });

export const portalRoutes = {
  config: portalConfigRoute,
  previewTexts: previewTextsRoute,
  openapi: http({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'Return the OpenAPI document of this API',
    produces: 'application/json',
    errors: [],
  }),
  live: http({
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    summary: 'Return whether the process runs',
    response: health,
    errors: [],
  }),
  ready: http({
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    summary: 'Return whether the gateway takes requests',
    response: health,
    errors: ['SERVICE_UNAVAILABLE'],
  }),
} as const;
