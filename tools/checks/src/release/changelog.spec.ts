import { releaseChangelog } from '../../release/changelog.mjs';

const changelog = (unreleased: string) =>
  `# Changelog\n\nNewest first.\n\n## Unreleased\n${unreleased}\n## 0.9.0 - 2026-01-01\n\n### Added\n\n- Gate.\n`;

it('moves the entries to the version and adds an empty section', () => {
  const { text, entries } = releaseChangelog(changelog('\n### Added\n\n- Player.\n'), '1.0.0', '2026-02-03');
  expect(entries).toBe('### Added\n\n- Player.');
  expect(text).toBe(changelog('\n## 1.0.0 - 2026-02-03\n\n### Added\n\n- Player.\n'));
});

it('reads the last section to the end of the file', () => {
  expect(releaseChangelog('# Changelog\n\n## Unreleased\n\n- Gate.\n', '1.0.0', '2026-02-03')).toEqual({
    text: '# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-02-03\n\n- Gate.\n',
    entries: '- Gate.',
  });
});

it.each(['', '\nNothing yet.\n', '\n### Added\n'])('rejects a section without entries: %j', (unreleased) => {
  expect(() => releaseChangelog(changelog(unreleased), '1.0.0', '2026-02-03')).toThrow('has no entries');
});

it('rejects a changelog without the section', () => {
  expect(() => releaseChangelog('# Changelog\n', '1.0.0', '2026-02-03')).toThrow('has no entries');
});
