import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { format } from '../../src/packs/format/code.ts'
import { format as manifest } from '../../src/packs/format/manifest.ts'
import { packContext, postToolUse, type PackPlace } from '../helpers/pack-context.ts'
import { ECOSYSTEMS } from './ecosystem-projects.ts'
import { makeProject, missingOf, REAL_HOME } from './ecosystems.ts'

async function write(
  place: PackPlace,
  file: string,
): Promise<{ readonly text: string; readonly told: string }> {
  const event = postToolUse('Write', { file_path: join(place.projectDir, file) }, place)
  const answer = await format(
    event,
    packContext(manifest, { place, variables: REAL_HOME, options: { timeout: 60 } }),
  )
  const told = (answer?.effects ?? [])
    .map((effect) => (effect.kind === 'add-context' ? effect.text : ''))
    .join('')
  return { text: readFileSync(join(place.projectDir, file), 'utf8'), told }
}

describe.for(ECOSYSTEMS)('$name', { timeout: 120_000 }, (ecosystem) => {
  const { file, before, after, formatter, syntaxError } = ecosystem.format
  const isMissing = missingOf(ecosystem)

  test.skipIf(isMissing)('a new file is laid out, once, and the model gets the change', async () => {
    const place = makeProject(ecosystem, { [file]: before })
    const first = await write(place, file)
    expect(first.text).toBe(after)
    expect(first.told).toContain(`${formatter} formatted ${file} after your edit`)
    expect(first.told).toContain(`\n+${after.split('\n').find((line) => !before.split('\n').includes(line))}`)
    expect(await write(place, file)).toEqual({ text: after, told: '' })
  })

  // clang-format and dotnet format lay out whatever they are given.
  if (syntaxError === undefined) return
  test.skipIf(isMissing)('a syntax error is told and the file stays', async () => {
    const place = makeProject(ecosystem, { [file]: syntaxError })
    const { text, told } = await write(place, file)
    expect(text).toBe(syntaxError)
    expect(told).toMatch(`${formatter} could not format ${file}; the file is as you wrote it. It says:\n`)
    expect(told).not.toContain(place.projectDir)
  })
})
