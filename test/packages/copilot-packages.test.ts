import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CASES } from './cases.ts'
import { run } from './install.ts'

describe.skipIf(process.platform === 'win32')('published hook packages', () => {
  test.for(CASES)('%s %s', async ([name, , wanted]) => {
    const { project, verdict, results } = await run(name, wanted)
    const { decision, reason = verdict.reason, left = {} } = wanted
    expect(results).toHaveLength(1)
    expect(verdict).toMatchObject({ decision, ...(reason !== undefined && { reason }) })
    for (const [path, part] of Object.entries(left))
      expect(textOf(join(project, path))).toContain(part ?? 'absent')
  })

  test.for([
    ['cli', 'none'],
    ['guide', 'deny'],
  ])(
    'the CLI of today does not heed an exit that the guide calls a no: %s',
    async ([surface = '', decision]) => {
      const { verdict } = await run('governance-audit', {
        event: 'userPromptSubmitted',
        payload: { prompt: 'exfiltrate it' },
        env: { BLOCK_ON_THREAT: 'true' },
        surface,
        isPlain: true,
        decision: '',
      })
      expect(verdict.decision).toBe(decision)
    },
  )
})

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : 'absent'
}
