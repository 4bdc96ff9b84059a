import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  currentMethods,
  currentSession,
  type Recorded,
  type RecordedMethod,
} from '@secure-preview/contracts/openapi';
import type { Wire } from './breaks.js';

/** Folder with one file for each group of calls. Tests of the transport also read them. */
const folder = resolve(import.meta.dirname, '../../../../libs/contracts/wire');
const SESSION = 'session';

type Methods = Record<string, RecordedMethod>;

export interface CommittedWire {
  readonly methods: Methods;
  readonly session: Recorded;
}

const fileOf = (pattern: string) => pattern.split('.').slice(0, -1).join('.');

/** Returns the committed shapes of this version, or of a release in `from`. */
export function committedWire(from = folder): CommittedWire {
  const read = (file: string) => JSON.parse(readFileSync(join(from, file), 'utf8'));
  const session = `${SESSION}.snap.json`;
  const files = readdirSync(from).filter((file) => file.endsWith('.snap.json') && file !== session);
  return { methods: Object.assign({}, ...files.map(read)) as Methods, session: read(session) as Recorded };
}

/** Returns the shapes without the examples. */
export function wireOf({ methods, session }: CommittedWire): Wire {
  const shapes = Object.entries(methods).map(
    ([pattern, { service, request, answer }]) =>
      [pattern, { service, request: request.shape, answer: answer.shape }] as const,
  );
  return { methods: Object.fromEntries(shapes), session: session.shape };
}

export const currentWire = (): Wire => ({ methods: currentMethods(), session: currentSession() });

/** Returns the expected files: current shapes with the existing examples. A new method has no example. */
export function wireDocuments(committed: CommittedWire): Record<string, string> {
  const { methods, session } = currentWire();
  const files = new Map<string, Methods>();
  for (const [pattern, { service, request, answer }] of Object.entries(methods)) {
    const known = committed.methods[pattern];
    files.set(fileOf(pattern), {
      ...files.get(fileOf(pattern)),
      [pattern]: {
        service,
        request: { shape: request, example: known?.request.example ?? null },
        answer: { shape: answer, example: known?.answer.example ?? null },
      },
    });
  }
  const all: [string, unknown][] = [
    ...files,
    [SESSION, { shape: session, example: committed.session.example }],
  ];
  return Object.fromEntries(
    all.map(([name, content]) => [
      join(folder, `${name}.snap.json`),
      `${JSON.stringify(content, null, 1)}\n`,
    ]),
  );
}
