import { probeRpc } from '../testing/probe.contract.js';
import { RpcListServer } from './rpc-list-server.js';

const url = 'redis://127.0.0.1:1';
const startError = (server: RpcListServer) => new Promise((resolve) => server.listen(resolve));

describe('RpcListServer', () => {
  it('refuses to start without a handler for each method of its groups', async () => {
    const server = new RpcListServer({ url, service: 'probe', groups: [probeRpc] });
    server.addHandler('probe.echo', async () => ({}));
    expect(await startError(server)).toMatchObject({ message: expect.stringContaining('probe.record') });
  });

  it('refuses to start with a group of another service', async () => {
    const server = new RpcListServer({ url, service: 'other', groups: [probeRpc] });
    expect(await startError(server)).toMatchObject({ message: expect.stringContaining('probe') });
  });

  it('reports to its listener that it was closed before Redis was reached', async () => {
    const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };
    const server = new RpcListServer({ url, service: 'probe', logger });
    const started = startError(server);
    await server.close();
    expect(await started).toMatchObject({ message: expect.stringContaining('closed') });
  });
});
