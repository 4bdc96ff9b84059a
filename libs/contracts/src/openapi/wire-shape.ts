import * as z from 'zod/mini';
import * as contracts from '../index.js';
import type { RpcGroup } from '../rpc/define-rpc.js';

/** The subset of JSON Schema that the contracts use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly [bound: string]: unknown;
}

/** One method on the wire. Its shapes describe the message before defaults are filled in. */
export interface WireMethod {
  readonly service: string;
  readonly request: Shape;
  readonly answer: Shape;
}

/** A shape with an example recorded from real traffic. */
export interface Recorded {
  readonly shape: Shape;
  readonly example: unknown;
}

/** One method as committed in `wire/`. */
export interface RecordedMethod {
  readonly service: string;
  readonly request: Recorded;
  readonly answer: Recorded;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes keywords that senders do not depend on: defaults, and the pattern behind a named format. */
function essential(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essential);
  if (!isObject(value)) return value;
  const { $schema: _, default: __, properties, ...rest } = value;
  if (rest['format'] !== undefined) delete rest['pattern'];
  return {
    ...mapValues(rest, essential),
    // Keeps properties whose name is a keyword, such as `default`.
    ...(isObject(properties) ? { properties: mapValues(properties, essential) } : {}),
  };
}

function mapValues(object: Record<string, unknown>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

export function shapeOf(schema: z.core.$ZodType): Shape {
  return essential(z.toJSONSchema(schema, { io: 'input' })) as Shape;
}

const isGroup = (value: unknown): value is RpcGroup =>
  isObject(value) && typeof value['service'] === 'string' && isObject(value['methods']);

/** Returns every remote call that the contracts declare, by its pattern. */
export function currentMethods(): Record<string, WireMethod> {
  const groups = Object.values(contracts as Record<string, unknown>).filter(isGroup);
  const methods = groups.flatMap(({ service, methods: groupMethods }) =>
    Object.values(groupMethods).map(
      ({ pattern, input, output }) =>
        [pattern, { service, request: shapeOf(input), answer: shapeOf(output) }] as const,
    ),
  );
  return Object.fromEntries(methods.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the shape of a session in Redis. Gateways of different versions read each other's sessions. */
export const currentSession = (): Shape => shapeOf(contracts.sessionRecord);
