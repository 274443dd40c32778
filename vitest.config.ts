import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LeftOut } from './test/helpers/left-out.ts'

/** These run what is built; only they wait for a build. */
const BUILT = [
  'test/cli/**/*.test.ts',
  'test/daemon/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/published/**/*.test.ts',
  'test/scenarios/**/*.test.ts',
]

/** Minutes of random input, races and corpora: `npm run test:long`. */
const LONG = ['src/**/*.long.test.ts', 'test/**/*.long.test.ts']

/** Need a program that not every machine has: `npm run test:windows`, `npm run test:powershell`. */
const WINDOWS = ['test/windows/**/*.test.ts']
const POWERSHELL = ['test/powershell/**/*.test.ts']
const ELSEWHERE = [...LONG, ...WINDOWS, ...POWERSHELL]

const build = 'test/helpers/build.ts'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    reporters: ['default', new LeftOut()],
    pool: 'forks',
    // Our modules keep no state, so that test files can share a process: a new one for each takes longer than most files.
    isolate: false,
    // Tests mostly wait: for the processes they start, and for time to pass.
    maxWorkers: availableParallelism() + 1,
    // Consent asks for more where CI is set; a test that wants that sets it itself.
    env: { CI: '' },
    setupFiles: 'test/helpers/no-agent.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: [...BUILT, ...ELSEWHERE],
        },
      },
      { extends: true, test: { name: 'built', include: BUILT, exclude: ELSEWHERE, globalSetup: build } },
      { extends: true, test: { name: 'long', include: LONG, globalSetup: build } },
      { extends: true, test: { name: 'windows', include: WINDOWS, globalSetup: build } },
      { extends: true, test: { name: 'powershell', include: POWERSHELL, globalSetup: build } },
    ],
  },
})
