import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { TimeoutExpressAdapter } from './http-server.js';

it('creates requests and responses with the prototypes of Express, so that it replaces none', async () => {
  const app = express().get('/', (request, response) => void response.json({ host: request.hostname }));
  const adapter = new TimeoutExpressAdapter(app);
  adapter.initHttpServer();
  const server = adapter.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = new Promise<unknown[]>((resolve) => {
    // Runs before Express.
    server.prependOnceListener('request', (...messages) => resolve(messages.map(Object.getPrototypeOf)));
  });
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await response.json()).toEqual({ host: '127.0.0.1' });
    const [ofRequest, ofResponse] = await received;
    expect(ofRequest).toBe(app.request);
    expect(ofResponse).toBe(app.response);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
