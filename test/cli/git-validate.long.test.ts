import { describe, expect, test } from 'vitest'
import { besidePrek } from '../helpers/beside-prek.ts'
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

describe('shell syntax in an entry without a shell', () => {
  const SAYS = 'which only a shell understands; without "shell" it reaches the program as an argument'
  const START = 'repos:\n- repo: local\n  hooks:\n'

  test.for([
    ['ruff check | tee out', '|'],
    ['mypy . && pyright', '&&'],
    ['mypy . || pyright', '||'],
    ['make lint > out.txt', '>'],
    ['echo $HOME', '$HOME'],
    ['echo "$HOME/x"', '$HOME'],
    ['echo $(date)', '$('],
    ['ls src/*.ts', '*'],
    ['DEBUG=1 pytest', 'DEBUG='],
    ['cd api; make', 'cd'],
  ] as const)('draws a warning at its place: %s', async ([entry, spot]) => {
    const sandbox = await createGitSandbox()
    const line = `    entry: ${entry}`
    sandbox.write('one.yaml', `${START}  - id: h\n    name: h\n    language: system\n${line}\n`)
    const { code, stderr } = await sandbox.hookwright(['validate-config', 'one.yaml'])
    expect(code).toBe(0)
    expect(stderr).toContain(`warning one.yaml:7:${line.indexOf(spot) + 1} entry.shell-syntax\n`)
    expect(stderr).toContain(`"entry" uses "${spot}", ${SAYS}`)
    expect(stderr).toContain('Add `shell: bash`, or put quotes around it to pass it on as it is.')
    expect(stderr).toContain('success: All configs are valid')
  })

  test.for([
    'bash -c "echo $X"',
    '/bin/sh -c "a | b; echo $(date)"',
    'bash -ec "echo $X" name',
    'bash -e -o pipefail -c "echo $X"',
    'env bash -c "echo $X"',
  ])('draws no warning in the quoted script of a shell: %s', async (entry) => {
    const sandbox = await createGitSandbox()
    const hook = `  - id: h\n    name: h\n    language: system\n    entry: ${entry}\n`
    sandbox.write('one.yaml', `${START}${hook}`)
    const { code, stderr } = await sandbox.hookwright(['validate-config', 'one.yaml'])
    expect([code, stderr]).toEqual([0, 'success: All configs are valid\n'])
  })

  test.for([
    ['bash -c "echo $X" > out', '>'],
    ['bash script.sh "$X"', '$X'],
    ['sh -e script.sh -c "$X"', '$X'],
    ['bash -c "echo $X" "$HOME"', '$HOME'],
    ['bash -c echo $X', '$X'],
    ['printf -c "$X"', '$X'],
  ] as const)('draws a warning outside of that script: %s', async ([entry, spot]) => {
    const sandbox = await createGitSandbox()
    const hook = `  - id: h\n    name: h\n    language: system\n    entry: ${entry}\n`
    sandbox.write('one.yaml', `${START}${hook}`)
    const { stderr } = await sandbox.hookwright(['validate-config', 'one.yaml'])
    expect(stderr).toContain(`"entry" uses "${spot}"`)
  })

  test('is found in every way of writing an entry', async () => {
    const sandbox = await createGitSandbox()
    const hooks = [
      `{id: a, name: a, language: system, entry: 'a ''b'' | x'}`,
      '{id: b, name: b, language: script, entry: "run a | x"}',
      '{id: c, name: c, language: node, entry: x}',
      '{id: d, name: d, language: docker_image, entry: alpine x | y}',
      '{id: e, name: e, language: python, entry: x > y, args: [a]}',
    ].map((hook) => `  - ${hook}\n`)
    const columnOf = (index: number, spot: string): number => (hooks[index]?.indexOf(spot) ?? 0) + 1
    const block = `  - id: f\n    name: f\n    language: system\n    entry: |\n      echo first\n      echo second\n`
    sandbox.write('all.yaml', `${START}${hooks.join('')}${block}`)
    const toml = ['[[repos]]', 'repo = "local"', '[[repos.hooks]]', 'id = "g"', 'name = "g"']
    sandbox.write('all.toml', [...toml, 'language = "system"', 'entry = "a && b"', ''].join('\n'))
    const { code, stdout } = await sandbox.hookwright(['validate-config', '--json', 'all.yaml', 'all.toml'])
    type Shown = { code: string; severity: string; hint: string; place: Record<string, unknown> }
    const { issues } = JSON.parse(stdout) as { issues: Shown[] }
    expect(code).toBe(0)
    expect(new Set(issues.map((each) => `${each.severity} ${each.code}`))).toEqual(
      new Set(['warning entry.shell-syntax']),
    )
    expect(issues.map(({ place: { hook, line, column } }) => [hook, line, column])).toEqual([
      ['a', 4, columnOf(0, '|')],
      ['b', 5, columnOf(1, '|')],
      ['d', 7, columnOf(3, '|')],
      ['e', 8, columnOf(4, '>')],
      ['f', 13, 17],
      ['g', 7, 12],
    ])
    expect(issues.map(({ hint }) => hint.includes('`shell: bash`'))).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ])
  })

  test.for([
    ['in quotes', `language: system, entry: "sh -c 'a | b && c > $D'"`],
    ['with a shell', 'language: system, shell: sh, entry: a | b && c'],
    ['in a message', 'language: fail, entry: never > use $X'],
    ['in a pattern', 'language: pygrep, entry: a|b*'],
    ['escaped', String.raw`language: system, entry: echo \$HOME a\*`],
    ['in args, which are never split', `language: system, entry: x, args: ['a | b', '$X']`],
  ] as const)('is no matter %s', async ([, more]) => {
    const sandbox = await createGitSandbox()
    sandbox.write('one.yaml', `${START}  - {id: h, name: h, ${more}}\n`)
    expect(await sandbox.hookwright(['validate-config', 'one.yaml'])).toMatchObject({
      code: 0,
      stderr: 'success: All configs are valid\n',
    })
  })

  test('does not change what a run does', async () => {
    const more = 'verbose: true, pass_filenames: false, entry: echo a && echo b'
    const config = `${START}  - {id: h, name: h, language: system, ${more}}\n`
    const sandbox = await createGitSandbox({ config })
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files'])
    expect(ours).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('\n  a && echo b\n') })
    expect(prek).toMatchObject({ code: 0, stdout: expect.stringContaining('\n  a && echo b\n') })
  })
})
