import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/client.js';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { Guest } from './guest.js';

interface ListedInvitation {
  readonly id: string;
  readonly email: string;
  readonly state: string;
}

/** An administrator who decides on access, at one gateway. */
export class AccessAdmin {
  private constructor(private readonly client: Guest) {}

  static async signIn(base: string): Promise<AccessAdmin> {
    const client = new Guest(base);
    const form = { name: 'Producer', email: 'producer@kino.example', termsAccepted: 'true' };
    ok(await client.post('/api/auth/administrator', { ...form, password: UPLOAD_PASSWORD }));
    return new AccessAdmin(client);
  }

  at(base: string): AccessAdmin {
    return new AccessAdmin(this.client.at(base));
  }

  /** Checks at most 250 addresses. @returns the id of the import */
  async prepareImport(emails: readonly string[]): Promise<string> {
    const importId = randomUUID();
    const rows = emails.map((email, index) => ({ line: index + 1, email, name: '' }));
    ok(await this.client.call('PUT', `/api/invitations/imports/${importId}/rows`, { body: { rows } }));
    return importId;
  }

  confirmImport(importId: string): Promise<Answer> {
    return this.client.post(`/api/invitations/imports/${importId}/confirm`, { language: 'en' });
  }

  async invite(...emails: string[]): Promise<void> {
    ok(await this.confirmImport(await this.prepareImport(emails)));
  }

  /** Returns at most 250 invitations whose address contains a text. */
  async invitations(q: string): Promise<ListedInvitation[]> {
    const found = ok(await this.client.get(`/api/invitations?limit=250&q=${encodeURIComponent(q)}`));
    return found.json().invitations;
  }

  async revoke(email: string): Promise<void> {
    const ids = (await this.invitations(email)).map(({ id }) => id);
    ok(await this.client.post('/api/invitations/actions', { ids, change: { action: 'revoke' } }));
  }

  async block(kind: 'address' | 'domain' | 'network', value: string): Promise<void> {
    ok(await this.client.post('/api/blocks', { kind, value, note: '' }));
  }

  async unblock(kind: 'address' | 'domain' | 'network', value: string): Promise<void> {
    ok(await this.client.post('/api/blocks/remove', { kind, value }));
  }
}

function ok(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status}: ${answer.text}`);
  return answer;
}
