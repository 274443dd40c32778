import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runnerOf, shellQuote, shimText } from './shim.ts'

const WORDS = [
  '',
  'a b',
  "it's",
  '"',
  '$HOME `id` $(id)',
  'new\nline\n',
  '\\',
  '*',
  '!x',
  '-c',
  '\u{1F600}',
  '~',
  '#x',
]

/** Prints the words it is given, each on its own. */
const PRINT = 'process.stdout.write(JSON.stringify(process.argv.slice(2)))'

function folder(name: string): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-shim-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  mkdirSync(join(base, name))
  return join(base, name)
}

test('every word survives the quotes of a shell', () => {
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${WORDS.map(shellQuote).join(' ')}`])
  expect(printed.toString().split('\0').slice(0, -1)).toEqual(WORDS)
})

test.for(WORDS.filter((word) => word !== ''))(
  'a hook in %j gives on its folder, options and arguments',
  (name) => {
    const dir = folder(name)
    const script = join(dir, 'print.cjs')
    writeFileSync(script, PRINT)
    const hook = join(dir, 'commit-msg')
    const program = { runtime: process.execPath, script }
    writeFileSync(hook, shimText({ type: 'commit-msg', program, options: [`--config=${name}`] }))
    chmodSync(hook, 0o755)
    const printed = JSON.parse(execFileSync(hook, ['--', ...WORDS]).toString()) as unknown
    const own = ['git', 'hook-impl', `--hook-dir=${dir}/`, '--script-version=1', '--hook-type=commit-msg']
    expect(printed).toEqual([...own, `--config=${name}`, '--', '--', ...WORDS])
  },
)

test('a hook is ours, prek’s, pre-commit’s or nobody’s', () => {
  const program = { runtime: '/node', script: '/cli.mjs' }
  const texts = [
    shimText({ type: 'pre-push', program, options: [] }),
    '# ID: 182c10f181da4464a3eec51b83331688',
    '# ID: 138fd403232d2ddd5efb44317e38bf03',
    '#!/bin/sh\nexec hookwright git run\n',
  ]
  expect(texts.map(runnerOf)).toEqual(['hookwright', 'prek', 'pre-commit', undefined])
})
