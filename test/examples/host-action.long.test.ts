import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { callHost, type Called } from '../helpers/host.ts'
import { isRunning } from '../helpers/processes.ts'
import { ALL, type Call } from './payloads.ts'
import { createProject, hooksOf, noJq, pathWith, removeTemplates, type Project } from './project.ts'

afterAll(removeTemplates)

/** Each surface sends what it sends: the guide's time knew arguments as text, VS Code has a form of its own. */
const SURFACES = {
  cli: ALL['toolArgs as an object'],
  cloud: ALL['toolArgs as an object'],
  guide: ALL['toolArgs as a JSON string'],
  vscode: ALL["VS Code's own payload"],
} as const
type Surface = keyof typeof SURFACES
const NAMES = Object.keys(SURFACES) as Surface[]

type Action = Partial<Call> & { readonly env?: Readonly<Record<string, string>> }

/** One tool call of Copilot, with the hooks of the repository. */
function act(project: Project, surface: Surface, { env, ...call }: Action): Promise<Called> {
  return callHost({
    host: 'copilot',
    profile: surface,
    event: call.result === undefined ? 'preToolUse' : 'postToolUse',
    payload: SURFACES[surface]?.({ tool: 'bash', args: {}, cwd: project.dir, ...call }) ?? {},
    cwd: project.dir,
    sources: ['copilot'],
    variables: { ...project.env, ...env },
  })
}

const SILENT = { stdout: '', stderr: '', exitCode: 0 }
const COMMIT = { args: { command: 'git commit -m x' } }
const PUSH = { args: { command: 'git push --force' } }

/** The reply's own words for a no, on whichever surface. */
function reasonIn({ reply }: Called): string | undefined {
  const said = JSON.parse(reply.stdout) as Denial & { hookSpecificOutput?: Denial }
  const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput ?? said
  return permissionDecision === 'deny' ? permissionDecisionReason : undefined
}

type Denial = { readonly permissionDecision?: string; readonly permissionDecisionReason?: string }

describe.skipIf(noJq)('the actions of Copilot', () => {
  describe.for(NAMES)('on the surface %s', (surface) => {
    test('commit gate: other tools and other commands proceed', async () => {
      const project = createProject('commit-gate')
      for (const action of [{ tool: 'view', args: { path: 'a' } }, { args: { command: 'git status' } }])
        expect((await act(project, surface, action)).reply).toEqual(SILENT)
    })

    test('commit gate: a failing lint blocks the commit, and the model reads why', async () => {
      const project = createProject('commit-gate')
      project.write('package.json', '{"scripts":{"lint":"echo no semicolons; exit 1"}}')
      const reason = reasonIn(await act(project, surface, COMMIT))
      expect(reason).toMatch(/^Cannot commit — .*=== Lint Errors ===\nno semicolons$/s)
    })

    test('format after edit: the file is formatted and the result unchanged', async () => {
      const project = createProject('format-after-edit')
      project.write('package.json', '{}')
      const path = project.write('src/app.ts', 'ugly')
      project.write('../bin/npx', '#!/bin/sh\necho "$3"; printf pretty > "$3"\n')
      const { reply } = await act(project, surface, { tool: 'edit', args: { path }, result: 'success' })
      expect([reply, project.read('src/app.ts')]).toEqual([SILENT, 'pretty'])
    })

    test('block dangerous commands: the mode of hooks.json denies, whatever was inherited', async () => {
      const done = await act(createProject('block-dangerous-commands'), surface, {
        ...PUSH,
        env: { BLOCK_MODE: 'log' },
      })
      expect(reasonIn(done)).toBe('Destructive command blocked: git push --force...')
    })

    test('block dangerous commands: in the mode "log" the command proceeds', async () => {
      const project = createProject('block-dangerous-commands')
      const file = '.github/hooks/block-dangerous-commands.json'
      project.write(file, project.read(file).replace('"deny"', '"log"'))
      const { reply, results } = await act(project, surface, PUSH)
      expect(reply).toEqual(SILENT)
      expect(results).toMatchObject([{ outcome: { stderr: { text: 'Would block: git push --force...\n' } } }])
    })
  })
})

describe('commit gate without jq', () => {
  test.for([
    ['cli', /\/\.github\/hooks\/commit-gate\.json" \(hook errored\)$/],
    ['cloud', /\(hook errored\)$/],
    ['guide', /^commit-gate: jq was not found on PATH/],
  ] as const)('%s: the call is denied', async ([surface, reason]) => {
    const project = createProject('commit-gate')
    const env = { PATH: pathWith(project, ['bash', 'cat', 'env']) }
    expect(reasonIn(await act(project, surface, { ...COMMIT, env }))).toMatch(reason)
  })

  test('vscode: a warning, and the commit proceeds', async () => {
    const project = createProject('commit-gate')
    const env = { PATH: pathWith(project, ['bash', 'cat', 'env']) }
    const { reply, verdict } = await act(project, 'vscode', { ...COMMIT, env })
    expect(verdict.decision).toBe('none')
    expect(reply.stdout).toContain('jq was not found on PATH')
  })
})

test.skipIf(noJq)('commit gate: checks beyond the timeout are ended and the commit proceeds', async () => {
  const project = createProject('commit-gate')
  const file = '.github/hooks/commit-gate.json'
  expect(hooksOf('commit-gate')['preToolUse']?.[0]?.timeoutSec).toBe(120)
  project.write(file, project.read(file).replace('120', '5'))
  project.write('package.json', '{"scripts":{"lint":"x"}}')
  project.write('../bin/npm', '#!/bin/sh\necho $$ > pid\nwhile :; do sleep 0.1; done\n')
  const { reply, results } = await act(project, 'cli', COMMIT)
  expect(results).toMatchObject([{ outcome: { kind: 'timed-out' } }])
  expect(JSON.stringify(reply)).not.toContain('"deny"')
  expect(isRunning(Number(readFileSync(`${project.dir}/pid`, 'utf8')))).toBe(false)
})
