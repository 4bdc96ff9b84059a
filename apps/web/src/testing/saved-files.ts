import { jest } from '@jest/globals';

export interface SavedFile {
  name: string;
  /** Reads the content, without a byte order mark. */
  text: () => Promise<string>;
}

/** Reads a file, without a byte order mark. */
export const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace('\uFEFF', ''));
    reader.readAsText(blob);
  });

/** Collects the files that the page has the browser save, until the mocks are restored. */
export function savedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  let content: Blob | undefined;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      content = blob;
      return 'blob:file';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    const blob = content;
    if (blob) saved.push({ name: this.download, text: () => textOf(blob) });
  });
  return saved;
}
