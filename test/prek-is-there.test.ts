import { expect, test } from 'vitest'
import { NO_PREK, prekFile } from './helpers/prek-file.ts'

/** Tests that compare with prek are skipped where it is missing; here that must not go unseen. */
const isExpected = process.platform === 'linux' && process.arch === 'x64'

test.runIf(isExpected)('prek is there to compare with, so that no comparison is skipped in silence', () => {
  expect(prekFile(), `${NO_PREK}: run npm ci`).toBeDefined()
})
