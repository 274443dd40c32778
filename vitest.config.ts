import { defineConfig } from 'vitest/config'

/** These run what is built; only they wait for a build. */
const BUILT = [
  'test/cli/**/*.test.ts',
  'test/published/**/*.test.ts',
  'test/scenarios/**/*.test.ts',
  'test/secrets/cli.test.ts',
]

export default defineConfig({
  test: {
    testTimeout: 20_000,
    pool: 'forks',
    // Consent asks for more where CI is set; a test that wants that sets it itself.
    env: { CI: '' },
    projects: [
      {
        extends: true,
        test: { name: 'source', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: BUILT },
      },
      { extends: true, test: { name: 'built', include: BUILT, globalSetup: 'test/helpers/build.ts' } },
    ],
  },
})
