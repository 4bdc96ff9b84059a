import supertest from 'supertest';
import { UPLOAD_PASSWORD } from './fakes.js';

interface Address {
  readonly url: string;
}

/** Form that a visitor submits at the gate. */
export const lead = { name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' };

/** Returns a client without a session. It stores the cookies that it receives. */
export const stranger = (target: Address) => supertest.agent(target.url);

/** Returns a client that has passed the gate. */
export async function viewer(target: Address) {
  const agent = stranger(target);
  await agent.post('/api/auth/lead-capture').send(lead).expect(200, { authenticated: true });
  return agent;
}

/** Returns a client that has entered the upload password. */
export async function uploader(target: Address) {
  const agent = await viewer(target);
  await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
  return agent;
}

/** Returns the cookies that a response sets, as a browser would send them. */
export const cookieOf = (response: supertest.Response): string =>
  ([response.headers['set-cookie']].flat() as string[]).map((line) => line?.split(';')[0]).join('; ');

/** Returns a client without a session whose requests come from `ip`, through a trusted proxy. */
export const strangerFrom = (target: Address, ip: string) =>
  stranger(target).set('x-forwarded-for', ip) as ReturnType<typeof stranger>;
