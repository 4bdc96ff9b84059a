import { publicEndpoint } from './public-endpoint.js';

const S3_ENDPOINT = 'http://objects:8333';
const browser = { protocol: 'https' as const, hostname: 'portal.example' };

it('returns the configured endpoint if there is one', () => {
  const settings = { S3_ENDPOINT, S3_PUBLIC_ENDPOINT: 'https://media.example/', S3_PUBLIC_PORT: 9 };
  expect(publicEndpoint(settings, browser)).toBe('https://media.example');
});

it('returns the host of the portal with the published port of the store by default', () => {
  expect(publicEndpoint({ S3_ENDPOINT }, browser)).toBe('http://portal.example:8333');
  expect(publicEndpoint({ S3_ENDPOINT, S3_PUBLIC_PORT: 9000 }, browser)).toBe('http://portal.example:9000');
  expect(publicEndpoint({ S3_ENDPOINT: 'https://s3.example' }, browser)).toBe('https://portal.example');
  expect(publicEndpoint({ S3_ENDPOINT }, { protocol: 'http', hostname: '[::1]' })).toBe('http://[::1]:8333');
});
