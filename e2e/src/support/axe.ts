import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified script: a page parses it in half the time. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface AxeScope {
  /** Rules that are not checked. */
  readonly except?: readonly string[];
  /** Selector of the element to check, by default the whole page. A dialog takes a third of the CPU of its page. */
  readonly within?: string;
}

/**
 * Returns axe's violations in a page without frames, as `rule: elements`. The script remains in the page for
 * later checks, because loading it takes longer than most checks.
 */
export async function axeViolations(page: Page, { except = [], within }: AxeScope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  return page.evaluate(
    async ({ rules, selector }) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const element = selector === undefined ? document : document.querySelector(selector);
      if (element === null) throw new Error(`${selector} is not in the page`);
      const { violations } = await loaded.run(element, { resultTypes: ['violations'], rules });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    {
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
      selector: within,
    },
  );
}
