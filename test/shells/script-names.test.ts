import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { SHELLS } from '../../src/core/hook.ts'
import { createScratchFile } from '../../src/ports/scratch.ts'
import { SCRIPT_SHELLS } from '../../src/shells/script.ts'
import { createPlace } from './steps.ts'

const page = readFileSync(new URL('../../docs/shells.md', import.meta.url), 'utf8')

/** The parts that differ from file to file, as the page writes them. */
const PARTS = { PROCESS: '[0-9]+', HOST: '[0-9a-f]{8}', RANDOM: '[0-9a-f]{24}', COUNT: '[0-9]+' }

test.for(SHELLS)('docs/shells.md names the script file of %s as it is on disk', (shell) => {
  const section = page.split(`### \`shell: ${shell}\`\n`)[1]?.split('\n### ')[0] ?? ''
  const shown = /\*\*script file\*\*: `([^`]+)`/.exec(section)?.[1] ?? ''
  const pattern = Object.entries(PARTS).reduce((text, [part, form]) => text.replace(part, form), shown)
  const file = createScratchFile(createPlace().scratchRoot, SCRIPT_SHELLS[shell].scriptFile, '')
  expect(basename(file.path)).toMatch(new RegExp(`^${pattern.replace('.', '\\.')}$`))
})

test('docs/shells.md explains every part of that name', () => {
  const text = page.split('<!-- generated')[0] ?? ''
  for (const part of Object.keys(PARTS)) expect(text).toContain(`\`${part}\``)
})
