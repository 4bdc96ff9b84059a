import type { Shape, WireMethod } from '@secure-preview/contracts/openapi';
import { findingsOf } from './accepts.js';

/** Committed shapes of the remote calls and of the session record. */
export interface Wire {
  readonly methods: Readonly<Record<string, WireMethod>>;
  readonly session: Shape;
}

function methodBreaks(pattern: string, before: WireMethod, now: WireMethod | undefined): string[] {
  if (now === undefined) return [`${pattern} is no longer served`];
  if (now.service !== before.service)
    return [`${pattern} is served by ${now.service} instead of ${before.service}`];
  const pairs = [
    ['an old gateway’s request', { reader: now.request, writer: before.request, values: true }],
    // Services are upgraded before gateways, so a new gateway never sends new values to an old service.
    ['a new gateway’s request', { reader: before.request, writer: now.request, values: false }],
    ['a new service’s answer', { reader: before.answer, writer: now.answer, values: true }],
    ['an old service’s answer', { reader: now.answer, writer: before.answer, values: true }],
  ] as const;
  return pairs.flatMap(([side, comparison]) =>
    findingsOf({ ...comparison, path: '' }).map((finding) => `${pattern}: ${side}: ${finding}`),
  );
}

/** Lists the incompatibilities between the previous version and this one. */
export function breaksOf(before: Wire, now: Wire): string[] {
  const session = [
    ['an old gateway’s session', { reader: now.session, writer: before.session }],
    ['a new gateway’s session', { reader: before.session, writer: now.session }],
  ] as const;
  return [
    ...Object.entries(before.methods).flatMap(([pattern, method]) =>
      methodBreaks(pattern, method, now.methods[pattern]),
    ),
    ...session.flatMap(([side, comparison]) =>
      findingsOf({ ...comparison, path: '', values: true }).map((finding) => `${side}: ${finding}`),
    ),
  ];
}
