import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PackAnswer, PackContext } from '../../src/packs/code.ts'
import { commitGate } from '../../src/packs/commit-gate/code.ts'
import { findChecks } from '../../src/packs/commit-gate/find-checks.ts'
import { commitGate as manifest } from '../../src/packs/commit-gate/manifest.ts'
import { lookAt } from '../../src/packs/projects/look.ts'
import { bashLine, packContext, type PackPlace } from '../helpers/pack-context.ts'
import { ECOSYSTEMS } from './ecosystem-projects.ts'
import { makeProject, missingOf, REAL_HOME } from './ecosystems.ts'

/** Counts the programs besides git that a commit starts. */
async function commit(place: PackPlace): Promise<{ readonly answer: PackAnswer; readonly started: number }> {
  let started = 0
  const context = packContext(manifest, { place, variables: REAL_HOME })
  const run: PackContext['run'] = (file, args, options) => {
    if (file !== 'git') started++
    return context.run(file, args, options)
  }
  const answer = await commitGate(bashLine('git add -A && git commit -m "x"', place), { ...context, run })
  return { answer, started }
}

function found(place: PackPlace): readonly string[] {
  const context = packContext(manifest, { place })
  const top = { folder: place.projectDir, top: place.projectDir, look: lookAt(context.files), context }
  const lines = { types: [], lint: [], test: [] }
  return findChecks(top, place.projectDir, { off: new Set(), lines }).map(
    ({ kind, shown }) => `${kind} ${shown}`,
  )
}

describe.for(ECOSYSTEMS)('$name', { timeout: 180_000 }, (ecosystem) => {
  test.skipIf(missingOf(ecosystem))(
    'is checked before a commit, and only where something changed',
    async () => {
      const place = makeProject(ecosystem)
      execFileSync('git', ['init', '-q'], { cwd: place.projectDir })
      const checks = found(place)
      expect(checks.map((check, at) => ecosystem.checks[at]?.test(check))).toEqual(
        ecosystem.checks.map(() => true),
      )

      const whole = await commit(place)
      expect(whole.answer?.reason).toBeUndefined()
      expect(whole.answer?.note).toMatchObject({ result: 'passed' })
      expect(whole.started).toBe(checks.length)
      expect((await commit(place)).started).toBe(0)

      for (const { file, from, to, told } of ecosystem.broken) {
        const path = join(place.projectDir, file)
        const text = readFileSync(path, 'utf8')
        writeFileSync(
          path,
          text.replace(from, () => to),
        )
        const { answer } = await commit(place)
        expect(answer?.decision).toBe('deny')
        expect(answer?.reason).toMatch(told)
        expect(answer?.reason).not.toContain(place.projectDir)
        expect(answer?.reason?.length).toBeLessThanOrEqual(4_000)
        const again = await commit(place)
        expect([again.answer?.decision, again.started]).toEqual(['deny', 0])
        writeFileSync(path, text)
        // The bytes are those that passed.
        expect(await commit(place)).toMatchObject({ answer: { decision: 'none' }, started: 0 })
      }
    },
  )
})
