import { screen, waitFor } from '@testing-library/react';

const TIMEOUT = { timeout: 10 };

it.each([
  ['a query', () => screen.findByText('missing', {}, TIMEOUT)],
  ['a check', () => waitFor(() => screen.getByText('missing'), TIMEOUT)],
])('prints the document if %s has waited in vain', async (_what, wait) => {
  document.body.innerHTML = '<p>present</p>';
  const error = await wait().catch((reason: Error) => reason);
  expect(Reflect.get(error, 'stack')).toMatch(
    /with the text: missing\..*Ignored nodes.*present.*setup\.spec/s,
  );
});
