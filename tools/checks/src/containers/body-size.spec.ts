import { AppError, allRoutes, limits } from '@secure-preview/contracts';
import { deployText } from './compose.js';

const KIB = 1024;
/** Largest body that the gateway accepts, in bytes. Anything larger goes to the object store. */
const largest = Math.max(limits.jsonBody.maxBytes, ...allRoutes.map(({ maxBodyBytes = 0 }) => maxBodyBytes));

it.each([
  ['deploy/proxy/nginx.conf', /client_max_body_size (\d+)k;/],
  ['deploy/tls/Caddyfile', /max_size (\d+)KiB/],
  ['deploy/kubernetes/base/ingress.yaml', /proxy-body-size: (\d+)k$/m],
])('%s limits bodies to the size that the gateway accepts', (file, pattern) => {
  const [, kibibytes] = pattern.exec(deployText(file)) ?? [];
  expect(Number(kibibytes) * KIB).toBe(largest);
});

it('makes the proxy return errors with the texts of the portal', () => {
  const [, body = '{}'] = /return 413 '(.*)';/.exec(deployText('deploy/proxy/nginx.conf')) ?? [];
  const { statusCode, message } = new AppError('PAYLOAD_TOO_LARGE');
  expect(JSON.parse(body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', statusCode, message });
});
