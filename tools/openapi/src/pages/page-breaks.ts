import type { Shape } from '@secure-preview/contracts/openapi';
import { findingsOf } from '../wire/accepts.js';

interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Shape }>>;
}

export interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly 'x-access'?: string;
  readonly parameters?: readonly { name: string; in?: string; required?: boolean; schema?: Shape }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

/** The fields of the document in `docs/api` that are compared and rendered. */
export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas: Readonly<Record<string, Shape>> };
}

/** Access levels from public to administrator. */
const ACCESS = ['public', 'viewer', 'uploader'];

/** Returns all operations by method and path. */
export const operationsOf = ({ paths }: Api): [name: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation as Operation,
    ]),
  );

/** Merges all inputs of a request into one shape. */
function requestOf({ parameters = [], requestBody }: Operation): Shape {
  const body = requestBody?.content?.['application/json']?.schema;
  const fields = parameters.map(({ name, schema = {} }) => [name, schema] as const);
  const requiredNames = parameters.filter(({ required }) => required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(body ? [...fields, ['body', body] as const] : fields),
    required: body && requestBody?.required ? [...requiredNames, 'body'] : requiredNames,
  };
}

/**
 * Allows unknown fields in a response shape, because pages ignore them although the documented schema rejects
 * them.
 */
function withUnknownFields(shape: Shape): Shape {
  return JSON.parse(
    JSON.stringify(shape, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  ) as Shape;
}

/** Returns the kind of a successful response, and its shape if it is JSON. */
function answerOf({ responses }: Operation): { kind: string; shape: Shape | undefined } {
  const [, answer] = Object.entries(responses).find(([status]) => /^[23]/.test(status)) ?? [];
  const [[kind, { schema }] = ['nothing', {}]] = Object.entries(answer?.content ?? {});
  return { kind, shape: schema && kind === 'application/json' ? withUnknownFields(schema) : undefined };
}

function operationBreaks(before: Operation, now: Operation | undefined): string[] {
  if (now === undefined) return ['is no longer served'];
  const access = (operation: Operation) => ACCESS.indexOf(operation['x-access'] ?? '');
  const [old, current] = [answerOf(before), answerOf(now)];
  const requestPair = { reader: requestOf(now), writer: requestOf(before), path: '', values: true };
  const responsePair = { reader: old.shape ?? {}, writer: current.shape ?? {}, path: '', values: true };
  return [
    ...(access(now) > access(before) ? [`requires ${now['x-access']} instead of ${before['x-access']}`] : []),
    ...(old.kind === current.kind ? [] : [`returns ${current.kind} instead of ${old.kind}`]),
    ...findingsOf(requestPair).map((finding) => `an open page’s request: ${finding}`),
    ...(old.kind === current.kind ? findingsOf(responsePair) : []).map(
      (finding) => `a new response: ${finding}`,
    ),
  ];
}

/**
 * Lists what breaks a page of the previous version, which may stay open for hours after an upgrade. (A new page
 * reaches a gateway of the previous version only for seconds during a rolling update, and is then reloaded.)
 */
export function pageBreaks(before: Api, now: Api): string[] {
  const currentOperations = new Map(operationsOf(now));
  return operationsOf(before).flatMap(([name, operation]) =>
    operationBreaks(operation, currentOperations.get(name)).map((finding) => `${name}: ${finding}`),
  );
}
