import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../../src/cli/commands/check.ts'
import { systemEnv } from '../../src/ports/env.ts'
import { callHost, type Called } from '../helpers/host.ts'
import { ALL, type Call } from './payloads.ts'
import {
  createProject,
  noJq,
  PACKAGES,
  pathWith,
  removeTemplates,
  ROOT,
  type Package,
  type Project,
} from './project.ts'

afterAll(removeTemplates)

const yaml = (name: Package): string => join(ROOT, 'examples/hooks', name, 'hookwright.yaml')

/** The scripts of a package, and its entry in `hookwright.yaml` instead of Copilot's own. */
function createNative(name: Package): Project {
  const project = createProject(name)
  copyFileSync(yaml(name), join(project.dir, 'hookwright.yaml'))
  return project
}

/** The same call from two hosts: the first speaks Copilot's form, the second Claude Code's. */
const HOSTS: Readonly<Record<string, (call: Call) => object>> = {
  copilot: ALL['toolArgs as an object'] as (call: Call) => object,
  'claude-code': ({ args: { path, ...args }, ...call }) => ({
    ...ALL['a PascalCase event']?.({ ...call, args }),
    tool_input: { ...args, ...(path !== undefined && { file_path: path }) },
    ...(call.result !== undefined && { tool_response: { filePath: path } }),
  }),
}

type Action = Omit<Call, 'cwd'> & { readonly env?: Readonly<Record<string, string>> }

function act(project: Project, host: string, { env, ...call }: Action): Promise<Called> {
  const post = call.result !== undefined
  const names = host === 'copilot' ? ['preToolUse', 'postToolUse'] : ['PreToolUse', 'PostToolUse']
  return callHost({
    host,
    event: names[post ? 1 : 0] ?? '',
    payload: HOSTS[host]?.({ ...call, cwd: project.dir }) ?? {},
    cwd: project.dir,
    sources: ['hookwright'],
    variables: { ...project.env, ...env },
  })
}

/** `hookwright check` in a folder. */
async function runCheck(cwd: string, sources: readonly string[]): Promise<readonly [number, string]> {
  const told: string[] = []
  const io = {
    colour: false,
    watched: false,
    shown: false,
    out: (text: string) => void told.push(text),
    err: () => {},
  }
  const args = { positionals: [], options: new Map([['source', [...sources]]]) }
  const variables = { PATH: process.env['PATH'] ?? '' }
  const env = { ...systemEnv(), cwd, home: '/no/home', variables }
  const code = await check({ args, env, io: { ...io, readInput: () => new Uint8Array() } })
  return [code, told.join('')]
}

describe.for(PACKAGES)('hookwright.yaml of %s', (name) => {
  test('passes `hookwright check` where it is installed; where it lies, its script is elsewhere', async () => {
    const [code, told] = await runCheck(createNative(name).dir, ['hookwright'])
    expect([code, told.split('\n')[0]]).toEqual([0, '1 file, 1 hook: 0 errors, 0 warnings.'])
    const [, here] = await runCheck(join(ROOT, 'examples/hooks', name), ['hookwright'])
    expect(here.match(/^(?:error|warning) .*/gm)).toEqual([expect.stringMatching(/ script\.missing$/)])
  })

  test("and Copilot's own file passes it too", async () => {
    const [code, told] = await runCheck(createProject(name).dir, ['copilot'])
    expect([code, told.split('\n')[0]]).toEqual([0, '1 file, 1 hook: 0 errors, 0 warnings.'])
  })

  test('and warns there when the script for the other system is missing', async () => {
    const project = createProject(name)
    const other = `.github/hooks/scripts/${name}.${process.platform === 'win32' ? 'sh' : 'ps1'}`
    rmSync(join(project.dir, other))
    const [code, told] = await runCheck(project.dir, ['copilot'])
    expect([code, told]).toEqual([0, expect.stringContaining('1 file, 1 hook: 0 errors, 1 warning.')])
    expect(told).toContain(other)
  })
})

describe.skipIf(noJq)('the hooks of hookwright.yaml', () => {
  describe.for(Object.keys(HOSTS))('called by %s', (host) => {
    test('the commit gate denies a commit whose lint fails', async () => {
      const project = createNative('commit-gate')
      project.write('package.json', '{"scripts":{"lint":"echo no semicolons; exit 1"}}')
      const commit = { tool: 'bash', args: { command: 'cd . && git commit -m x' } }
      const { verdict, issues } = await act(project, host, commit)
      expect(verdict).toMatchObject({ decision: 'deny', reason: expect.stringMatching(/no semicolons$/) })
      expect(issues).toEqual([])
    })

    test('the commit gate starts no process for other commands', async () => {
      const other = { tool: 'bash', args: { command: 'git status' } }
      expect((await act(createNative('commit-gate'), host, other)).results).toEqual([])
    })

    test.for([
      ['echo "git commit"', 'none', 0],
      ['git -C . commit -m x', 'none', 1],
      ['git commit -m x', 'deny', 1],
    ] as const)('the commit gate does with %s what its README says', async ([command, decision, started]) => {
      const project = createNative('commit-gate')
      project.write('package.json', '{"scripts":{"lint":"exit 1"}}')
      const { verdict, results } = await act(project, host, { tool: 'bash', args: { command } })
      expect([verdict.decision, results.length]).toEqual([decision, started])
      const readme = readFileSync(join(ROOT, 'examples/hooks/commit-gate/README.md'), 'utf8')
      expect(readme).toContain('`git -C DIR commit` passes')
    })

    test('without jq the commit gate denies commits and nothing else', async () => {
      const project = createNative('commit-gate')
      const env = { PATH: pathWith(project, ['bash', 'cat', 'env']) }
      const decide = async (command: string): Promise<string> =>
        (await act(project, host, { tool: 'bash', args: { command }, env })).verdict.decision
      expect([await decide('git commit'), await decide('ls')]).toEqual(['deny', 'none'])
    })

    test('an edited file is formatted', async () => {
      const project = createNative('format-after-edit')
      project.write('package.json', '{}')
      const path = project.write('app.ts', 'ugly')
      project.write('../bin/npx', '#!/bin/sh\nprintf pretty > "$3"\n')
      const { reply, issues } = await act(project, host, { tool: 'edit', args: { path }, result: 'success' })
      expect([reply.stdout, issues, project.read('app.ts')]).toEqual(['', [], 'pretty'])
    })

    test('a dangerous command is denied', async () => {
      const push = { tool: 'bash', args: { command: 'git push --force' } }
      const { verdict, issues } = await act(createNative('block-dangerous-commands'), host, push)
      expect(verdict).toMatchObject({
        decision: 'deny',
        reason: 'Destructive command blocked: git push --force...',
      })
      expect(issues).toEqual([])
    })
  })
})
