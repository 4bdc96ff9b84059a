import { endpointIdOf, webhookTo } from './webhook.js';

const URL = 'https://hooks.example/portal';

it('identifies an address by a UUID, which another address does not have', () => {
  expect(endpointIdOf(URL)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(endpointIdOf(URL)).toBe(endpointIdOf(URL));
  expect(endpointIdOf(`${URL}?key=2`)).not.toBe(endpointIdOf(URL));
});

it('sends an event to an address', () => {
  const event = { key: 'k', type: 'webhook.test', data: {} };
  expect(webhookTo(URL, event)).toEqual({
    ...event,
    endpointId: endpointIdOf(URL),
    endpointGeneration: 1,
    url: URL,
  });
});
