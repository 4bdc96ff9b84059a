import { parseAllDocuments } from 'yaml';

/** The fields of every Kubernetes object. Checks read further fields. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; [key: string]: unknown };
  // biome-ignore lint/suspicious/noExplicitAny: the object model is checked against its schema before anything reads it.
  [key: string]: any;
}

/** Returns the name of a manifest for a finding. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata?.name}`;

/** Parses the objects in a YAML file as Kubernetes does: YAML 1.1, where `yes` is true. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1', strict: true, merge: false }).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error) throw error;
    return document.toJS() as Manifest;
  });
}
