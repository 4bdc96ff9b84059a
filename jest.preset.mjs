import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

/**
 * swc settings that preserve decorator metadata and class names, which Nest and TypeORM read at run time.
 *
 * @type {[string, unknown]}
 */
export const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      target: 'es2022',
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/**
 * Returns the Jest settings of one workspace project that runs on Node.
 *
 * The file name states the kind of a test: `x.spec.ts` is a unit test, `x.medium.spec.ts` uses real servers,
 * `x.kubernetes-spec.ts` an API server. The npm scripts of a project pick one kind with `TEST_KIND`. Specs of the built
 * portal run under Playwright Test, see `e2e/playwright.config.ts`.
 *
 * @param {string} configUrl `import.meta.url` of the project's jest.config.mjs
 * @param {import('jest').Config} overrides
 * @returns {import('jest').Config}
 */
export function nodeProject(configUrl, overrides = {}) {
  const rootDir = dirname(fileURLToPath(configUrl));
  const kind = /** @type {keyof typeof patterns} */ (process.env['TEST_KIND'] ?? 'unit');
  const patterns = {
    unit: { testRegex: ['\\.spec\\.tsx?$'], testPathIgnorePatterns: ['\\.medium\\.spec\\.tsx?$', '/dist/'] },
    medium: { testRegex: ['\\.medium\\.spec\\.ts$'], testPathIgnorePatterns: ['/dist/'] },
    kubernetes: { testRegex: ['\\.kubernetes-spec\\.ts$'], testPathIgnorePatterns: ['/dist/'] },
  };
  return {
    rootDir,
    ...patterns[kind],
    // Survives a run, unlike Jest's default in the folder of temporary files.
    cacheDirectory: `${root}/.cache/jest`,
    testEnvironment: `${root}/jest.environment.mjs`,
    testEnvironmentOptions: { customExportConditions: ['@secure-preview/source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: { '\\.tsx?$': swc },
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    testTimeout: kind === 'unit' ? 60_000 : 120_000,
    reporters: ['default', [`${root}/tools/checks/jest-count-reporter.mjs`, { kind }]],
    ...overrides,
  };
}
