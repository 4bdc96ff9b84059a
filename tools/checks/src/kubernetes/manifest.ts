import { parseAllDocuments } from 'yaml';

/** What every Kubernetes object has; the rest is looked at as far as a check needs it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; [key: string]: unknown };
  // biome-ignore lint/suspicious/noExplicitAny: the object model is checked against its schema before anything reads it.
  [key: string]: any;
}

/** Names a manifest in a finding. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata?.name}`;

/** Objects in a YAML file, as Kubernetes' own parser reads it: YAML 1.1, where `yes` is true. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1', strict: true, merge: false }).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error) throw error;
    return document.toJS() as Manifest;
  });
}
