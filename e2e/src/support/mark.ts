import type { Page } from '@playwright/test';
import { until } from '@secure-preview/testing';

/** The parts of a DevTools protocol node that are needed here. */
interface DomNode {
  readonly attributes?: readonly string[];
  readonly nodeValue: string;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

const all = (node: DomNode): DomNode[] => [
  node,
  ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(all),
];
const isMark = ({ attributes = [] }: DomNode) => attributes.includes('watermark');

/** Returns the text of the watermark. It is in a closed shadow tree, which only a debugger can read. */
export async function markText(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
    const shadows = all(root).find(isMark)?.shadowRoots ?? [];
    return shadows.flatMap(all).reduce((text, { nodeValue }) => text + nodeValue, '');
  } finally {
    await devtools.detach();
  }
}

/** Waits until the watermark contains these words. */
export async function markSays(page: Page, ...words: readonly string[]): Promise<void> {
  const said = async () => {
    const text = await markText(page);
    return words.every((word) => text.includes(word));
  };
  await until(said, { deadlineMs: 40_000, everyMs: 100, what: `the mark to say ${words.join(', ')}` });
}
