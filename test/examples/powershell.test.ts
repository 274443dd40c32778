import { describe, expect, test } from 'vitest'
import { ALL } from './payloads.ts'
import { createProject, denial, onPath, start, type Package, type Project, type Ran } from './project.ts'

const SHELLS = ['pwsh', 'powershell'] as const

function isMissing(shell: string): boolean {
  if ((onPath(shell) ?? onPath(`${shell}.exe`)) !== undefined) return false
  console.log(`not run: ${shell} is not on PATH, so it does not run the .ps1 scripts here`)
  return true
}

const NOTHING = { exit: 0, stdout: '', stderr: '' }

/** A script as Copilot starts it: text for the shell, no profile, nobody to ask. */
async function run(shell: string, project: Project, call: { name: Package; payload: object; env?: object }) {
  const command = `./.github/hooks/scripts/${call.name}.ps1`
  const args = ['-NoProfile', '-NonInteractive', '-Command', command]
  const input = JSON.stringify(call.payload)
  const { exit, stdout, stderr }: Ran = await start(onPath(shell) ?? shell, args, {
    cwd: project.dir,
    env: { ...project.env, ...call.env },
    input,
  })
  return { exit, stdout, stderr: stderr.replaceAll('\r\n', '\n') }
}

const SHAPES = Object.entries(ALL)

for (const shell of SHELLS)
  describe.skipIf(isMissing(shell))(`in ${shell}`, () => {
    test.for(SHAPES)('%s: a dangerous command is denied, logged, or let through', async ([, shape]) => {
      const name = 'block-dangerous-commands'
      const project = createProject(name)
      const call = (command: string, env: object): ReturnType<typeof run> =>
        run(shell, project, {
          name,
          env,
          payload: shape({ tool: 'bash', args: { command }, cwd: project.dir }),
        })
      const denied = await call('git push --force', { BLOCK_MODE: 'deny' })
      expect(JSON.parse(denied.stdout)).toEqual(
        denial(shape, 'Destructive command blocked: git push --force...'),
      )
      expect((await call('git push --force', {})).stderr).toBe('Would block: git push --force...\n')
      expect(await call('git push', { BLOCK_MODE: 'deny' })).toEqual(NOTHING)
    })

    test.for(SHAPES)(
      '%s: a commit is denied while lint fails, and proceeds when it passes',
      async ([, shape]) => {
        const name = 'commit-gate'
        const project = createProject(name)
        const payload = shape({ tool: 'bash', args: { command: 'git commit -m x' }, cwd: project.dir })
        project.write('package.json', '{"scripts":{"lint":"echo no semicolons&& exit 1"}}')
        const denied = await run(shell, project, { name, payload })
        const reason = 'Cannot commit — fix these issues first:\n\n=== Lint Errors ===\nno semicolons'
        expect(JSON.parse(denied.stdout)).toEqual(denial(shape, reason))
        project.write('package.json', '{"scripts":{"lint":"exit 0"}}')
        expect(await run(shell, project, { name, payload })).toEqual(NOTHING)
      },
    )

    test.for(SHAPES)('%s: an edited file is formatted', async ([, shape]) => {
      const name = 'format-after-edit'
      const project = createProject(name)
      project.write('package.json', '{}')
      const path = project.write('app ü.ts', 'ugly')
      const writes = "require('fs').writeFileSync(process.argv[3], 'pretty')"
      project.write('node_modules/.bin/prettier', `#!/usr/bin/env node\n${writes}\n`)
      const payload = shape({ tool: 'edit', args: { path }, cwd: project.dir, result: 'success' })
      expect(await run(shell, project, { name, payload })).toEqual(NOTHING)
      expect(project.read('app ü.ts')).toBe('pretty')
    })

    test('a payload that is no JSON object fails clearly', async () => {
      const name = 'commit-gate'
      const ran = await run(shell, createProject(name), { name, payload: [] })
      const stderr = 'commit-gate: the payload on stdin is not a JSON object.\n'
      expect(ran).toEqual({ exit: 1, stdout: '', stderr })
    })
  })
