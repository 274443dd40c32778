import { expect, test } from 'vitest'
import { createGitSandbox } from '../helpers/git-sandbox.ts'

test.for([
  [
    'language: system, entry: x, additional_dependencies: [a]',
    'error',
    '[a]',
    '`additional_dependencies: a`',
  ],
  ['language: system, entry: x, language_version: "3"', 'error', '"3"', '`language_version: 3`'],
  ['language: pygrep, entry: x, shell: sh', 'error', 'sh}', 'does not support shell'],
  ['language: pygrep, entry: "a("', 'error', '"a("', 'not a pattern for pygrep'],
  ['language: pygrep, entry: a, args: [-x]', 'error', '[-x]', 'not known to pygrep'],
  [`language: system, entry: "a 'b"`, 'error', `"a 'b"`, ''],
  ['language: script, entry: ""', 'error', '""', 'empty'],
  ['language: rust, entry: x', 'warning', 'rust', 'even with cargo installed'],
] as const)('finds what no run would start: %s', async ([more, level, spot, said]) => {
  const sandbox = await createGitSandbox()
  const line = `  - {id: h, name: h, ${more}}`
  sandbox.write('one.yaml', `repos:\n- repo: local\n  hooks:\n${line}\n`)
  const { code, stderr } = await sandbox.hookwright(['validate-config', 'one.yaml'])
  const column = line.indexOf(spot) + 1
  expect(code).toBe(level === 'error' ? 1 : 0)
  expect(stderr).toContain(`${level} one.yaml:4:${column} `)
  expect(stderr).toContain(said)
  const lines = stderr.split('\n')
  const at = lines.findIndex((each) => each.includes(line))
  const caret = lines[at + 1]?.indexOf('^') ?? -1
  expect(caret - (lines[at]?.indexOf(line) ?? 0)).toBe(column - 1)
})

test('finds wrong arguments and keys of hooks that are ours', async () => {
  const sandbox = await createGitSandbox()
  const hooks = [
    '{id: check-json, args: [--nope]}',
    '{id: deny-pattern, args: ["("]}',
    '{id: no-commit-to-branch, args: [--branch]}',
    '{id: check-yaml, shell: sh}',
    '{id: check-added-large-files, args: [--maxkb=5]}',
    '{id: check-case-conflict}',
    '{id: forbid-new-submodules}',
    '{id: no-commit-to-branch}',
  ].map((hook) => `  - ${hook}\n`)
  const text = `repos:\n- repo: builtin\n  hooks:\n${hooks.join('')}- repo: meta\n  hooks: [{id: identity, additional_dependencies: [a]}]\n`
  sandbox.write('ours.yaml', text)
  const { code, stdout } = await sandbox.hookwright(['validate-config', '--json', 'ours.yaml'])
  const { issues } = JSON.parse(stdout) as { issues: { place: { line: number } }[] }
  expect(code).toBe(1)
  expect(issues.map(({ place }) => place.line)).toEqual([4, 5, 6, 7, 13])
})
