import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { type Manifest, nameOf } from '../manifest.js';

interface Answer {
  readonly status: number;
  readonly body: string;
  /** `Warning` headers: deprecated fields, and pods that violate a standard of the namespace. */
  readonly warnings: readonly string[];
}

/** An object as the server would store it, with its defaults. */
export interface AppliedObject {
  readonly object: Manifest;
  readonly warnings: readonly string[];
}

interface ResourceList {
  resources: { name: string; kind: string; namespaced: boolean }[];
}

/** Applies objects as `kubectl apply --server-side --validate=strict` does. */
export class ApiClient {
  private readonly lists = new Map<string, Promise<ResourceList>>();

  /** @param ca the server's certificate */
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly ca: string,
  ) {}

  /** Sends a request. JSON is valid YAML, the type of applied objects. */
  async request(method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/apply-patch+yaml' }),
    };
    const sent = request(`${this.url}${path}`, { method, ca: this.ca, headers });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const warnings = response.headersDistinct['warning'] ?? [];
    return { status: response.statusCode ?? 0, body: await text(response), warnings };
  }

  /** Returns what the server would store, without storing it. @throws Error with the reason of a rejection */
  dryRun(manifest: Manifest, namespace: string): Promise<AppliedObject> {
    return this.send(manifest, namespace, '&dryRun=All');
  }

  /** Stores an object. @throws Error with the reason of a rejection */
  apply(manifest: Manifest, namespace: string): Promise<AppliedObject> {
    return this.send(manifest, namespace, '');
  }

  private async send(manifest: Manifest, namespace: string, options: string): Promise<AppliedObject> {
    const path = await this.pathOf(manifest, namespace);
    const query = `fieldManager=test&fieldValidation=Strict${options}`;
    const { body, warnings } = await this.success('PATCH', `${path}?${query}`, manifest);
    return { object: JSON.parse(body) as Manifest, warnings };
  }

  /** Returns the path of an object. @throws Error if the server does not have its kind */
  private async pathOf(manifest: Manifest, namespace: string): Promise<string> {
    const { apiVersion, kind, metadata } = manifest;
    const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { resources } = await this.resourcesOf(group);
    const resource = resources.find((candidate) => candidate.kind === kind && !candidate.name.includes('/'));
    if (!resource) throw new Error(`${nameOf(manifest)}: the server has no ${apiVersion} ${kind}`);
    const scope = resource.namespaced ? `/namespaces/${metadata['namespace'] ?? namespace}` : '';
    return `${group}${scope}/${resource.name}/${metadata.name}`;
  }

  private resourcesOf(group: string): Promise<ResourceList> {
    const known = this.lists.get(group);
    if (known) return known;
    const list = this.success('GET', group).then(({ body }) => JSON.parse(body) as ResourceList);
    this.lists.set(group, list);
    return list;
  }

  private async success(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.request(method, path, body);
    if (answer.status < 300) return answer;
    const { message } = JSON.parse(answer.body) as { message: string };
    throw new Error(`${method} ${path}: ${answer.status} ${message}`);
  }
}
