import { reloadFailedStyles } from './failed-styles.js';

const sheets = () => [...document.querySelectorAll('link')];

it('retries a style sheet that did not load, and waits for the result', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'p { color: red }';
  const failed = document.createElement('link');
  Object.assign(failed, { rel: 'stylesheet', href: '/assets/upload-dialog.css' });
  document.head.append(failed);

  const loading = reloadFailedStyles();
  const [again] = sheets();
  expect(again).not.toBe(failed);
  expect(sheets().map(({ href }) => href)).toEqual([failed.href]);
  again?.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toMatchObject({ type: 'error' });

  const next = reloadFailedStyles();
  sheets()[0]?.dispatchEvent(new Event('load'));
  await next;
  for (const element of [style, ...sheets()]) element.remove();
  await reloadFailedStyles();
});
