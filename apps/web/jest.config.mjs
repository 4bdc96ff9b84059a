import { nodeProject } from '../../jest.preset.mjs';

export default nodeProject(import.meta.url, {
  testEnvironment: './jest-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@secure-preview/source', 'browser'] },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/src/testing/empty-module.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
});
