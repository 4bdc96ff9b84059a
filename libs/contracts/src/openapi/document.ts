import * as z from 'zod/mini';
import { errorBody } from '../errors/error-body.js';
import { type ErrorCode, errorCodes } from '../errors/error-codes.js';
import type { Access, HttpRoute } from '../http/define-route.js';
import { routes } from '../routes.js';
import { SESSION_COOKIE } from '../session/session-record.js';

type Json = Record<string, unknown>;

/** Errors that any route may return besides its own, by access level. */
const generalErrors: Record<Access, readonly ErrorCode[]> = {
  public: ['MISDIRECTED_REQUEST', 'SERVICE_UNAVAILABLE', 'INTERNAL'],
  viewer: [
    'UNAUTHORIZED',
    'ACCESS_ENDED',
    'MISDIRECTED_REQUEST',
    'SERVICE_UNAVAILABLE',
    'DEADLINE_EXCEEDED',
    'INTERNAL',
  ],
  uploader: [
    'UNAUTHORIZED',
    'ACCESS_ENDED',
    'UPLOAD_PASSWORD_REQUIRED',
    'MISDIRECTED_REQUEST',
    'SERVICE_UNAVAILABLE',
    'DEADLINE_EXCEEDED',
    'INTERNAL',
  ],
};

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parameters(route: HttpRoute): Json[] {
  const parametersIn = (schema: z.core.$ZodType | undefined, location: 'path' | 'query'): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, propertySchema]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema: propertySchema,
    }));
  };
  return [...parametersIn(route.params, 'path'), ...parametersIn(route.query, 'query')];
}

function success(route: HttpRoute): Json {
  const status = String(route.status ?? 200);
  if (route.response) {
    const content = { 'application/json': { schema: jsonSchema(route.response, 'output') } };
    return { [status]: { description: 'Success', content } };
  }
  if (route.produces) return { [status]: { description: 'Success', content: { [route.produces]: {} } } };
  return { [status]: { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } } };
}

/** Statuses with the header `Retry-After` (RFC 9110, 10.2.3). */
const RETRY_LATER = [429, 503];
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
};

/** Returns error responses by status; each description lists the error codes. */
function failures(route: HttpRoute): Json {
  const inputErrors: ErrorCode[] = route.body
    ? ['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
    : [];
  const originErrors: ErrorCode[] = route.method === 'GET' ? [] : ['CROSS_ORIGIN'];
  const codes = new Set([...route.errors, ...inputErrors, ...originErrors, ...generalErrors[route.access]]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, names]) => [
    String(status),
    {
      description: names.sort().join(', '),
      ...(RETRY_LATER.includes(status) ? { headers: retryAfter } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return Object.fromEntries(responses) as Json;
}

function operation(feature: string, route: HttpRoute): Json {
  return {
    summary: route.summary,
    tags: [feature],
    ...(route.access === 'public' ? { security: [] } : {}),
    'x-access': route.access,
    parameters: parameters(route),
    ...(route.body
      ? {
          requestBody: {
            // A body with a default is optional.
            required: !z.safeParse(route.body, undefined).success,
            content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
          },
        }
      : {}),
    responses: { ...success(route), ...failures(route) },
  };
}

/** Returns the OpenAPI 3.1 document of all declared routes. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, featureRoutes] of Object.entries(routes)) {
    for (const route of Object.values<HttpRoute>(featureRoutes)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(feature, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Secure Preview',
      version: '1.0.0',
      description: 'Gated preview of one confidential trailer.',
    },
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
    },
  };
}
