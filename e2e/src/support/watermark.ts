import type { Page } from '@playwright/test';
import { until } from '@secure-preview/testing';

/** The fields of a DevTools protocol node that this file reads. */
interface DomNode {
  readonly attributes?: readonly string[];
  readonly nodeValue: string;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

const nodesOf = (node: DomNode): DomNode[] => [
  node,
  ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(nodesOf),
];
const isMark = ({ attributes = [] }: DomNode) => attributes.includes('watermark');

/** Returns the text of the watermark. It is in a closed shadow tree, which only a debugger can read. */
export async function watermarkText(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
    const shadows = nodesOf(root).find(isMark)?.shadowRoots ?? [];
    return shadows.flatMap(nodesOf).reduce((text, { nodeValue }) => text + nodeValue, '');
  } finally {
    await devtools.detach();
  }
}

/** Waits until the watermark contains these words. */
export async function expectWatermark(page: Page, ...words: readonly string[]): Promise<void> {
  const isShown = async () => {
    const text = await watermarkText(page);
    return words.every((word) => text.includes(word));
  };
  await until(isShown, {
    deadlineMs: 40_000,
    everyMs: 100,
    what: `the watermark to contain ${words.join(', ')}`,
  });
}
