import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified script: a page parses it in half the time. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns axe's violations in a page without frames, as `rule: elements`. The script remains in the page for
 * later checks, because loading it takes longer than most checks.
 */
export async function axeViolations(page: Page, except: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  return page.evaluate(
    async (rules) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(document, { resultTypes: ['violations'], rules });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  );
}
