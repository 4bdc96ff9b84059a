import boundaries from './.dependency-cruiser.mjs';

const { options } = boundaries;

/**
 * A rule between folders sees all files of a folder, and cannot leave some out. Specs and what they share
 * import from everywhere, so this is a run of its own, without them.
 */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders of a package that need each other are one folder, or share a third one.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^((?:apps|libs|tools)/[^/]+|e2e)/' },
      to: { circular: true, path: '^$1/' },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '[.-]spec\\.tsx?$', '/testing/'] },
  },
};
