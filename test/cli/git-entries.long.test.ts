import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { besidePrek } from '../helpers/beside-prek.ts'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

/** Prints each of its arguments on a line. */
const SHOW = '#!/bin/sh\nfor a; do echo "<$a>"; done\n'

/** What a hostile person, or an ordinary one with spaces, calls a folder. */
const ODD = `a $(touch PWNED) 'b "c`

const ALWAYS = 'verbose: true, always_run: true, pass_filenames: false'
const HOOKS = `
- {id: direct, name: direct, language: system, ${ALWAYS}, args: ['{hook_repo}/z'],
   entry: './show x{hook_repo}y "{hook_repo}" ''{hook_repo}'' \\{hook_repo} {other}'}
- {id: script, name: script, language: script, ${ALWAYS}, entry: 'show {hook_repo}'}
- {id: program, name: program, language: system, ${ALWAYS}, entry: '"{hook_repo}/show" {hook_repo}'}
- {id: script-path, name: path, language: script, ${ALWAYS}, entry: '"{hook_repo}/show" {hook_repo}'}
- {id: shell, name: shell, language: system, ${ALWAYS}, shell: sh, args: ['{hook_repo}/z'],
   entry: 'echo "{hook_repo}"; for a; do echo "<$a>"; done'}
- {id: script-shell, name: shell, language: script, ${ALWAYS}, shell: bash, entry: 'echo "{hook_repo}"'}
- {id: fail, name: fail, language: fail, ${ALWAYS}, entry: 'no {hook_repo}'}
`.trim()

const IDS = ['direct', 'script', 'program', 'script-path', 'shell', 'script-shell', 'fail']

/** The output of each hook, by its id. */
function outputs(stdout: string): Readonly<Record<string, string>> {
  const sections = stdout.split('- hook id: ').slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const [id = ''] = section.split('\n', 1)
      const lines = section.split('\n').filter((line) => line.startsWith('  '))
      return [id, lines.map((line) => line.slice(2)).join('\n')]
    }),
  )
}

/** What hooks of `HOOKS` print where `{hook_repo}` is `repo`. */
function expected(repo: string): Readonly<Record<string, string>> {
  const direct = [`x${repo}y`, repo, repo, repo, '{other}', '{hook_repo}/z']
  return {
    direct: direct.map((word) => `<${word}>`).join('\n'),
    script: `<${repo}>`,
    program: `<${repo}>`,
    'script-path': `<${repo}>`,
    shell: '{hook_repo}\n<{hook_repo}/z>',
    'script-shell': '{hook_repo}',
    fail: expect.stringMatching(/^no \{hook_repo\}/) as string,
  }
}

describe('{hook_repo} in an entry', () => {
  test('is the project of a local hook, one word or part of one, and plain text in shell source', async () => {
    const sandbox = await createGitSandbox()
    const folder = join(sandbox.project, ODD)
    const config = `repos:\n- repo: local\n  hooks:\n${HOOKS.replaceAll(/^/gm, '  ')}\n`
    sandbox.write(join(folder, '.pre-commit-config.yaml'), config)
    sandbox.write(join(folder, 'show'), SHOW)
    await sandbox.mustGit('add', '.')
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files'], { cwd: folder })
    expect(outputs(ours.stdout)).toEqual(expected(folder))
    expect(sandbox.exists(join(folder, 'PWNED'))).toBe(false)
    expect(outputs(ours.stdout)).toEqual(outputs(prek.stdout))
  })

  test('is the clone of a remote hook', async () => {
    const sandbox = await createGitSandbox()
    const hooks = join(sandbox.root, 'hooks')
    mkdirSync(hooks)
    sandbox.write(join(hooks, '.pre-commit-hooks.yaml'), HOOKS)
    sandbox.write(join(hooks, 'show'), SHOW)
    sandbox.write('show', SHOW)
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-q', '-m', 'x'],
      ['tag', 'v1.0'],
    ])
      expect(await sandbox.git(args, { cwd: hooks })).toMatchObject({ code: 0 })
    const ids = IDS.map((id) => `{id: ${id}}`).join(', ')
    sandbox.write('.pre-commit-config.yaml', `repos: [{repo: '${hooks}', rev: v1.0, hooks: [${ids}]}]\n`)
    await sandbox.mustGit('add', '.')
    const stores = { ours: join(sandbox.root, ODD, 'ours'), prek: join(sandbox.root, ODD, 'prek') }
    mkdirSync(join(sandbox.root, ODD))
    const env = { HOOKWRIGHT_GIT_HOME: stores.ours, PREK_HOME: stores.prek }
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files'], { env })
    const printed = outputs(ours.stdout)
    const clone = printed['script']?.slice(1, -1) ?? ''
    expect(clone.startsWith(stores.ours)).toBe(true)
    expect(printed).toEqual(expected(clone))
    expect(sandbox.exists('PWNED')).toBe(false)
    const theirs = outputs(prek.stdout)
    expect(theirs).toEqual(expected(theirs['script']?.slice(1, -1) ?? ''))
  })
})

/** Files with an execute bit that the kernel runs only where the right-hand side says so. */
const FILES: readonly (readonly [string, string | Buffer, number])[] = [
  ['text', 'echo RAN\n', 2],
  ['empty', '', 2],
  ['hollow', '#!\necho RAN\n', 2],
  ['byte-order-mark', '\ufeff#!/bin/sh\necho RAN\n', 2],
  ['broken-elf', Buffer.from('\x7fELF\x01\x01\x01garbage', 'latin1'), 2],
  ['cut-elf', readFileSync(process.execPath).subarray(0, 64), 2],
  ['bytes', Buffer.from('\0\x01\x02\n', 'latin1'), 2],
  ['no-interpreter', '#!/no/such/program\n', 2],
  ['no-interpreter-on-path', '#!/usr/bin/env no-such-program\n', 2],
  ['not-ascii', '#!é\necho RAN\n', 2],
  ['run-by-text', '#!/usr/bin/env text\n', 2],
  ['crlf', '#!/bin/sh\r\necho RAN\r\n', 0],
  ['env', '#!/usr/bin/env -S sh -e\necho RAN\n', 0],
  ['program', readFileSync('/bin/true'), 0],
]

const WAYS = [
  ['path', 'system', './tools/'],
  ['lookup', 'system', ''],
  ['script', 'script', 'tools/'],
  ['environment', 'node', './tools/'],
] as const

/** All ways end in the same place; two of them are tried with every file. */
function waysOf(file: string): readonly (typeof WAYS)[number][] {
  return ['text', 'empty', 'broken-elf'].includes(file) ? WAYS : WAYS.slice(0, 2)
}

/** One hook per file and way, named `FILE.WAY`. */
async function entrySandbox(more = ''): Promise<GitSandbox> {
  const hook = ([file]: (typeof FILES)[number], [way, language, folder]: (typeof WAYS)[number]): string =>
    `  - {id: ${file}.${way}, name: x, language: ${language}, ${ALWAYS}, entry: '${folder}${file} arg'}\n`
  const hooks = FILES.flatMap((file) => WAYS.map((way) => hook(file, way)))
  const config = `repos:\n- repo: local\n  hooks:\n${hooks.join('')}${more}`
  const sandbox = await createGitSandbox({ config })
  mkdirSync(join(sandbox.project, 'tools'))
  for (const [file, content] of FILES)
    writeFileSync(join(sandbox.project, 'tools', file), content, { mode: 0o755 })
  await sandbox.mustGit('add', '.')
  return sandbox
}

function withTools(sandbox: GitSandbox): { readonly env: Record<string, string> } {
  return { env: { PATH: `${sandbox.path('tools')}:${sandbox.env['PATH']}` } }
}

describe.skipIf(process.platform !== 'linux')('a program that the kernel does not know', () => {
  test('is refused with exit code 2, as by prek, and never handed to a shell', async () => {
    const sandbox = await entrySandbox()
    for (const [file, , code] of FILES)
      for (const [way] of waysOf(file)) {
        const args = ['run', '--all-files', `${file}.${way}`]
        const { ours, prek } = await besidePrek(sandbox, args, withTools(sandbox))
        expect({ file, way, code: ours.code, stderr: ours.stderr }).toMatchObject({ file, way, code })
        expect(ours.stdout.includes('RAN')).toBe(code === 0 && file !== 'program')
        expect(ours.stderr.includes(`Failed to run hook \`${file}.${way}\``)).toBe(code === 2)
        expect({ file, way, code: ours.code }).toEqual({ file, way, code: prek.code })
      }
  }, 180_000)

  test('is refused as the shell of an entry', async () => {
    const hook = `  - {id: shell, name: x, language: system, shell: sh, ${ALWAYS}, entry: echo hi}\n`
    const sandbox = await entrySandbox(hook)
    sandbox.write('shells/sh', 'echo RAN\n')
    chmodSync(sandbox.path('shells/sh'), 0o755)
    const env = { PATH: `${sandbox.path('shells')}:${sandbox.env['PATH']}` }
    const args = ['run', '--all-files', 'shell']
    const ours = await sandbox.hookwright(args, { env })
    expect([ours.code, ours.stdout]).toEqual([2, ''])
    expect(ours.stderr).toContain('does not say which program runs it')
  })

  test('is refused for names that are not UTF-8 too', async () => {
    const hook = `  - {id: names, name: x, language: system, entry: ./tools/text}\n`
    const sandbox = await entrySandbox(hook)
    writeFileSync(Buffer.concat([Buffer.from(`${sandbox.project}/`), Buffer.from([0xff, 0xfe])]), '')
    await sandbox.mustGit('add', '.')
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files', 'names'])
    expect([ours.code, ours.stdout]).toEqual([2, ''])
    expect(prek.code).toBe(2)
  })

  test('stops no dry run', async () => {
    const sandbox = await entrySandbox()
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files', '--dry-run', 'text.path'])
    expect(ours.code).toBe(0)
    expect(prek.code).toBe(0)
  })
})

test('a script on PATH needs its execute bit, one named by its path does not', async () => {
  const hooks = ['quiet', './tools/quiet'].map(
    (entry, index) => `  - {id: h${index}, name: x, language: system, ${ALWAYS}, entry: '${entry}'}\n`,
  )
  const sandbox = await entrySandbox(hooks.join(''))
  sandbox.write('tools/quiet', '#!/bin/sh\necho RAN\n')
  chmodSync(sandbox.path('tools/quiet'), 0o644)
  for (const [id, code] of [
    ['h0', 2],
    ['h1', 0],
  ] as const) {
    const { ours, prek } = await besidePrek(sandbox, ['run', '--all-files', id], withTools(sandbox))
    expect({ id, code: ours.code }).toEqual({ id, code })
    expect({ id, code: prek.code }).toEqual({ id, code })
  }
})
