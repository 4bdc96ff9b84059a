import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const packageFolders = ['', 'apps/auth-service', 'apps/gateway', 'apps/web'];

export interface CheckoutCopy {
  readonly root: string;
  /** Replaces text in a source. @throws Error if the source does not contain the text */
  edit(file: string, text: string, replacement: string): void;
  dispose(): void;
}

/** Links every package into another folder. Links of the workspace are relative and stay within the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@secure-preview'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@secure-preview' && name !== '.vite') symlinkSync(join(from, name), join(to, name));
  }
  const workspace = join(from, '@secure-preview');
  if (!existsSync(workspace)) return;
  for (const name of readdirSync(workspace)) {
    symlinkSync(readlinkSync(join(workspace, name)), join(to, '@secure-preview', name));
  }
}

/** Copies the sources of this checkout, without build output, and links the installed packages. */
export function copyCheckout(): CheckoutCopy {
  const copy = mkdtempSync(join(tmpdir(), 'checkout-'));
  // Postgres and the media worker run as other users, and must reach the copy.
  chmodSync(copy, 0o755);
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'apps', 'libs', 'tools', '*.*'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of new Set(listed.trim().split('\n'))) {
    if (file.startsWith('docs/') || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  for (const folder of packageFolders) {
    const packages = join(root, folder, 'node_modules');
    if (existsSync(packages)) linkPackages(packages, join(copy, folder, 'node_modules'));
  }
  return {
    root: copy,
    edit: (file, text, replacement) => {
      const path = join(copy, file);
      const before = readFileSync(path, 'utf8');
      if (!before.includes(text)) throw new Error(`${file} does not contain ${text}`);
      writeFileSync(path, before.replace(text, replacement));
    },
    dispose: () => rmSync(copy, { recursive: true, force: true }),
  };
}
