import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { errorForm, jsonForms } from '../../scripts/json-forms.ts'
import { commands } from '../../src/cli/commands.ts'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const CONFIG = `version: 1
hooks:
  PreToolUse:
    - { id: no-push, if: Bash(git push *), deny: No. }
    - { id: looks, command: ./look.sh }
`
const CASES = `cases:
  - { name: a push is denied, command: git push, expect: { decision: deny } }
`
const GIT = `repos:
  - repo: builtin
    hooks: [{ id: check-yaml }]
  - repo: local
    hooks: [{ id: own, name: own, language: system, entry: 'true', always_run: true }]
`
const PUSH = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push"}}'

/** A repository with hooks of agents and of git, approved, with one run in the log. */
async function project(): Promise<Sandbox> {
  const sandbox = createSandbox()
  rmSync(sandbox.path('.git'), { recursive: true })
  execFileSync('git', ['init', '-q', sandbox.project])
  sandbox.write('hookwright.yaml', CONFIG)
  sandbox.write('look.sh', '#!/bin/sh\nexit 0\n')
  sandbox.write('.pre-commit-config.yaml', GIT)
  sandbox.write('.pre-commit-hooks.yaml', '- { id: a, name: a, language: system, entry: a }\n')
  sandbox.write(
    '.claude/settings.json',
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}',
  )
  sandbox.write('push.json', PUSH)
  sandbox.write('push.hooks.yaml', CASES)
  execFileSync('git', ['-C', sandbox.project, 'add', '.'])
  await sandbox.cli(['trust', 'add', '--yes'].slice(0, hasYes('trust') ? 3 : 2))
  await sandbox.event(JSON.parse(PUSH) as object)
  return sandbox
}

/** Options of other commands and words that these need besides `--json`. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  run: ['--host', 'claude-code'],
  analyze: ['cd a && FOO=1 sudo sh -c "rm *.ts" <<< x > out | cat; $x'],
  explain: ['--host', 'claude-code', 'push.json'],
  convert: ['--from', 'claude-code'],
  disable: ['no-push'],
  enable: ['no-push'],
  completion: ['bash'],
  init: ['--host', 'claude-code'],
  install: ['claude-code'],
  daemon: ['status'],
}

/** The line has a name that nobody knows; no agent calls hookwright, so its approved guard cannot act; no daemon runs. */
const EXITS: Readonly<Record<string, number>> = { analyze: 1, doctor: 1, daemon: 1 }

test.for(Object.keys(jsonForms))('%s --json prints what its form says', async (name) => {
  const sandbox = await project()
  const words = name.split(' ')
  const yes = hasYes(words[0] ?? '') ? ['--yes'] : []
  const args = [...words, ...(WORDS[name] ?? []), ...yes, '--json']
  const { stdout, code } = await sandbox.cli(args, { input: PUSH })
  const lines = stdout.trimEnd().split('\n')
  expect({ code, lines: lines.length }).toEqual({ code: EXITS[name] ?? 0, lines: 1 })
  expect(problems(name, JSON.parse(stdout))).toEqual([])
})

test('every command that people are told of has a form, and takes --json', async () => {
  const names = await allCommands()
  const known = Object.keys(jsonForms)
  const without = names.filter(
    ({ name }) => !known.some((each) => each === name || each.startsWith(`${name} `)),
  )
  // Its output is a JSON Schema as it is.
  expect(without.map(({ name }) => name)).toEqual(['schema'])
  expect(names.filter(({ hasJson }) => !hasJson)).toEqual([])
})

test('keys have one spelling', () => {
  const schemas = Object.entries(jsonForms).map(([name, each]) => [name, z.toJSONSchema(each)] as const)
  const wrong = schemas.flatMap(([name, schema]) =>
    keysIn(schema).flatMap((key) => (/^[a-z][a-zA-Z0-9]*$/.test(key) ? [] : `${name}: ${key}`)),
  )
  expect(wrong).toEqual([])
})

test.for([
  ['an unknown option', ['list', '--jsn', '--json'], 64],
  ['an unknown command', ['lits', '--json'], 64],
  ['a bad value', ['log', '--last', 'none', '--json'], 64],
  ['an unknown hook', ['disable', 'nobody', '--json'], 64],
  ['a bad command line of git', ['git', 'run', '--nope', '--json'], 2],
  ['no repository', ['git', 'run', '-C', '/', '--json'], 2],
  ['a payload that cannot be read', ['explain', '--host', 'claude-code', '--json'], 1],
  ['another digest', ['trust', 'add', '--digest', '0123456789abcdef', '--json'], 1],
] as const)(
  '%s is JSON on stdout, a sentence on stderr and the usual exit code',
  async ([, args, exitCode]) => {
    const sandbox = await project()
    const { code, stdout, stderr } = await sandbox.cli(args, { input: '{' })
    expect(code).toBe(exitCode)
    expect(stderr).not.toBe('')
    const printed = JSON.parse(stdout) as { error?: { exitCode: number } }
    const form = printed.error === undefined ? jsonForms['git run'] : errorForm
    expect(problemsOf(form as z.ZodMiniType, printed)).toEqual([])
    expect(printed.error?.exitCode ?? code).toBe(code)
  },
)

function problems(name: string, value: unknown): readonly unknown[] {
  return problemsOf(jsonForms[name] as z.ZodMiniType, value)
}

function problemsOf(form: z.ZodMiniType, value: unknown): readonly unknown[] {
  return form.safeParse(value).error?.issues ?? []
}

function keysIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(keysIn)]
}

function hasYes(name: string): boolean {
  return commands.find((each) => each.name === name)?.options.some((option) => option.name === 'yes') ?? false
}

async function allCommands(): Promise<readonly { readonly name: string; readonly hasJson: boolean }[]> {
  const groups = await Promise.all(
    commands.map(async (command) => {
      const subcommands = await command.subcommands?.()
      return subcommands === undefined
        ? [{ command, name: command.name }]
        : subcommands.map((each) => ({ command: each, name: `${command.name} ${each.name}` }))
    }),
  )
  const shown = groups.flat().filter(({ command }) => !command.isInternal)
  return shown.map(({ command, name }) => ({
    name,
    hasJson: command.options.some((option) => option.name === 'json'),
  }))
}
