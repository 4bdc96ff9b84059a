/** Milliseconds after which the address of a saved file is released. Browsers read it after the click. */
const RELEASE_MS = 60_000;

/** Has the browser save a file. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), RELEASE_MS);
}
