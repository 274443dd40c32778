import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'
import { checkIllegalWindowsNames } from './check-illegal-windows-names.ts'

const ILLEGAL = [
  'con',
  'CON.txt',
  'd/Aux',
  'd/nul.d/x',
  'com1',
  'LPT9.x',
  'com\u00b9',
  'com\u0663',
  'a:b',
  'a?',
  'a"',
  'a\\b',
  'a\tb',
]
const ENDS = ['a.', 'a ', 'd/e./f', 'd/e /f', 'a\u00a0', 'a\u3000']
const LEGAL = [
  'a',
  'acon',
  'd/conx',
  'com',
  'comx',
  'com10',
  'a.b',
  '.a',
  'a b',
  'd./e',
  'd /e',
  'é',
  'CONFIG.txt',
  'aux_',
  'x.con',
]

function isChosen(name: string): boolean {
  const pattern = compilePattern(checkIllegalWindowsNames.files ?? '')
  if (isPatternProblem(pattern)) throw new Error(pattern.message)
  return pattern.test(name)
}

test.for([...ILLEGAL, ...ENDS])('%j is illegal', (name) => expect(isChosen(name)).toBe(true))
test.for(LEGAL)('%j is not', (name) => expect(isChosen(name)).toBe(false))

const prek = findPrek()

test.skipIf('missing' in prek)(
  `prek chooses the same names${'missing' in prek ? ` (${prek.missing})` : ''}`,
  () => {
    if ('missing' in prek) return
    const base = mkdtempSync(join(tmpdir(), 'hookwright-names-'))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    const [root, home] = [join(base, 'root'), join(base, 'home')]
    const names = [...ILLEGAL, ...ENDS, ...LEGAL]
    for (const name of names) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), '')
    }
    writeFileSync(
      join(root, '.pre-commit-config.yaml'),
      'repos: [{repo: builtin, hooks: [{id: check-illegal-windows-names}]}]\n',
    )
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, PREK_HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
    execFileSync('git', ['init', '-q'], { cwd: root, env })
    execFileSync('git', ['add', '-A'], { cwd: root, env })
    const args = ['run', '--all-files', '--color', 'never']
    const { stdout } = spawnSync(prek.program, args, { cwd: root, env, encoding: 'utf8' })
    const said = names.filter((name) => stdout.includes(`  ${name}: Illegal Windows filename\n`))
    expect(said).toEqual(names.filter(isChosen))
  },
)
