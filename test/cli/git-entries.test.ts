import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { besidePrek } from '../helpers/beside-prek.ts'
import { createGitSandbox } from '../helpers/git-sandbox.ts'

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
    if (prek) expect(outputs(ours.stdout)).toEqual(outputs(prek.stdout))
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
    if (prek) {
      const theirs = outputs(prek.stdout)
      expect(theirs).toEqual(expected(theirs['script']?.slice(1, -1) ?? ''))
    }
  })
})
