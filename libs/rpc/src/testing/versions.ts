import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Controller, Module, type Type } from '@nestjs/common';
import type { RpcGroup, RpcMethod } from '@secure-preview/contracts';
import * as contracts from '@secure-preview/contracts';
import type { Recorded, RecordedMethod } from '@secure-preview/contracts/openapi';
import * as z from 'zod';
import { RpcHandler } from '../server/rpc-handler.js';

const folder = resolve(import.meta.dirname, '../../../contracts/wire');

/** Committed shapes of every remote call, by pattern. */
export const committed: Readonly<Record<string, RecordedMethod>> = Object.assign(
  {},
  ...readdirSync(folder)
    .filter((file) => file.includes('.') && file !== 'session.snap.json')
    .map((file) => JSON.parse(readFileSync(resolve(folder, file), 'utf8'))),
);

/** Current methods, by pattern. */
export const currentMethods: Readonly<Record<string, RpcMethod>> = Object.fromEntries(
  Object.values(contracts as Record<string, unknown>)
    .filter((value): value is RpcGroup => typeof value === 'object' && value !== null && 'methods' in value)
    .flatMap(({ methods }) => Object.values(methods).map((method) => [method.pattern, method])),
);

const read = ({ shape }: Recorded) => z.fromJSONSchema(shape as Parameters<typeof z.fromJSONSchema>[0]);

/** Methods of the previous version, built from the committed shapes only. */
export const previousMethods: Readonly<Record<string, RpcMethod>> = Object.fromEntries(
  Object.entries(committed).map(([pattern, { request, answer }]) => [
    pattern,
    {
      kind: 'query',
      pattern,
      errors: [],
      input: read(request),
      output: read(answer),
    } satisfies RpcMethod,
  ]),
);

/** The part of a JSON Schema that distinguishes objects with fields from maps. */
interface ShapeNode {
  properties?: Record<string, ShapeNode>;
  items?: ShapeNode;
  /** Shape of the values of a map. */
  additionalProperties?: ShapeNode | boolean;
}

/**
 * Returns `value` as a newer version sends it: with one more field in every object. Maps keep their keys, because these
 * are data.
 *
 * @param shape committed shape of the value
 */
export function withExtraFields(value: unknown, shape: ShapeNode = {}): unknown {
  if (Array.isArray(value)) return value.map((item) => withExtraFields(item, shape.items));
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {}, additionalProperties } = shape;
  if (typeof additionalProperties === 'object') return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    withExtraFields(inner, properties[name]),
  ]);
  return { ...Object.fromEntries(fields), ofTheNextVersion: { field: 'unknown' } };
}

/** Creates a module that answers `methods` and records the input of each handler in `received`. */
export function createAnsweringModule(
  methods: Readonly<Record<string, RpcMethod>>,
  answer: (pattern: string) => unknown,
  received: Map<string, unknown>,
): Type {
  class AnsweringController {}
  for (const [pattern, method] of Object.entries(methods)) {
    const descriptor = {
      configurable: true,
      value: async (input: unknown) => {
        received.set(pattern, input);
        return answer(pattern) as never;
      },
    };
    RpcHandler(method)(AnsweringController.prototype, pattern, descriptor);
    Object.defineProperty(AnsweringController.prototype, pattern, descriptor);
  }
  Controller()(AnsweringController);
  class AnsweringModule {}
  Module({ controllers: [AnsweringController] })(AnsweringModule);
  return AnsweringModule;
}
