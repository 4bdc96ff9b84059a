import { ReleaseError } from './versions.mjs';

const UNRELEASED = '## Unreleased\n';

/**
 * Turns the section "Unreleased" into the section of a version, and adds an empty section above it
 * (https://keepachangelog.com).
 *
 * @param {string} text of CHANGELOG.md
 * @param {string} version
 * @param {string} date as in 2026-01-31
 * @returns {{ text: string, entries: string }} the new text, and the entries of the version
 */
export function releaseChangelog(text, version, date) {
  const start = text.indexOf(`\n${UNRELEASED}`) + 1;
  const after = start === 0 ? '' : text.slice(start + UNRELEASED.length);
  const [entries = ''] = after.split(/^## /m);
  if (!/^- /m.test(entries)) {
    throw new ReleaseError('CHANGELOG.md has no entries under "## Unreleased". List the changes there.');
  }
  const heading = `${UNRELEASED}\n## ${version} - ${date}\n`;
  return { text: text.slice(0, start) + heading + after, entries: entries.trim() };
}
