import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './test-certificate.js';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTPS server in this process, for 127.0.0.1 and the name hooks.example. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Answers a request; a test may replace it. */
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer({ ...testCertificate });
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      receiver.received.push({ headers: request.headers, body });
      receiver.answer(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  /** URL by name, for tests that resolve it themselves. */
  get url(): string {
    return `https://hooks.example:${this.port}/portal`;
  }

  /** URL by address. */
  get localUrl(): string {
    return `https://127.0.0.1:${this.port}/portal`;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
