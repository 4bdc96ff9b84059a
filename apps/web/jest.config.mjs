import { nodeProject } from '../../jest.preset.mjs';

export default nodeProject(import.meta.url, {
  testEnvironment: './jest-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@secure-preview/source', 'browser'] },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/src/testing/empty-module.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // One file in place of 2,100 modules, which take half a second for each spec.
    '^lucide-react$': '<rootDir>/../../node_modules/lucide-react/dist/cjs/lucide-react.js',
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
});
