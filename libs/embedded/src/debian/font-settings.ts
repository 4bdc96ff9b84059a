import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lets fontconfig find the fonts of an unpacked tree besides those of the machine.
 *
 * @param draft the current path of the tree
 * @param root the path of the tree when the settings are read
 * @returns the file for FONTCONFIG_FILE
 */
export function writeFontSettings(draft: string, root: string): string {
  const dirs = [join(root, 'usr/share/fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  const text = `<?xml version="1.0"?><fontconfig>${dirs}<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n`;
  mkdirSync(join(draft, 'etc'), { recursive: true });
  writeFileSync(join(draft, 'etc', 'fonts-of-tree.conf'), text);
  return join(root, 'etc', 'fonts-of-tree.conf');
}
