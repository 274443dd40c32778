import { afterAll, describe, expect, test } from 'vitest'
import { ALL, CAMEL, type Shape } from '../payloads.ts'
import { createProject, denial, removeTemplates, type Project, type Ran, type Runner } from '../project.ts'

const NOTHING = { exit: 0, stdout: '', stderr: '' }
const MODES = { deny: { BLOCK_MODE: 'deny' }, log: { BLOCK_MODE: 'log' }, unset: {} } as const

/** The guard against dangerous commands, as written for one shell. */
export function blockDangerousCommands(runner: Runner): void {
  afterAll(removeTemplates)
  const create = (): Project => createProject('block-dangerous-commands', runner)

  function run(
    shape: Shape,
    command: unknown,
    env: Readonly<Record<string, string>> = MODES.deny,
  ): Promise<Ran> {
    const project = create()
    return project.run(shape({ tool: 'bash', args: { command }, cwd: project.dir }), env)
  }

  describe.skipIf(runner.isMissing)('block dangerous commands', () => {
    for (const [name, shape] of Object.entries(ALL)) {
      for (const [mode, env] of Object.entries(MODES)) {
        test(`${name}, BLOCK_MODE ${mode}: a safe command goes through without a word`, async () =>
          expect(await run(shape, 'git push origin main', env)).toEqual(NOTHING))

        test(`${name}, BLOCK_MODE ${mode}: a tool that is not the shell is not looked at`, async () => {
          const project = create()
          const args = { path: 'notes.md', command: 'git push --force' }
          expect(await project.run(shape({ tool: 'create', args, cwd: project.dir }), env)).toEqual(NOTHING)
        })
      }

      test(`${name}, BLOCK_MODE deny: a forced push is denied with a reason`, async () => {
        const { exit, stdout, stderr } = await run(shape, 'git push --force')
        expect([exit, stderr, JSON.parse(stdout)]).toEqual([
          0,
          '',
          denial(shape, 'Destructive command blocked: git push --force...'),
        ])
      })

      test.for([
        ['log', MODES.log],
        ['unset', MODES.unset],
        ['of another value', { BLOCK_MODE: 'DENY' }],
      ] as const)(`${name}, BLOCK_MODE %s: a forced push is only told of`, async ([, env]) =>
        expect(await run(shape, 'git push --force', env)).toEqual({
          exit: 0,
          stdout: '',
          stderr: 'Would block: git push --force...\n',
        }),
      )
    }

    const shape = CAMEL['toolArgs as an object'] as Shape

    test.for([
      'rm -rf /',
      'sudo rm -rf /var/lib',
      'git reset --hard HEAD~3',
      'git clean -fdx',
      'git push origin main --force-with-lease',
      'cd app && git push -u origin main --force',
      'git push \\\n  --force',
      'rm -rf \\\n/',
      `echo ${'x'.repeat(100_000)}; git push --force`,
    ])('%j is denied', async (command) => {
      const { stdout } = await run(shape, command)
      expect(JSON.parse(stdout)).toMatchObject({ permissionDecision: 'deny' })
    })

    test.for(['rm -rf build', 'git reset --soft HEAD~1', 'git clean -n', 'git push\necho --force', ''])(
      '%j goes through',
      async (command) => expect(await run(shape, command)).toEqual(NOTHING),
    )

    test.for([
      [
        'cut after 80 characters',
        `git push --force ${'é'.repeat(100)}SECRET`,
        `git push --force ${'é'.repeat(63)}...`,
      ],
      ['one line', 'git push --force\nrm x', 'git push --force rm x...'],
      ['no terminal escapes', 'git push --force \u001b[31m', 'git push --force  [31m...'],
    ])('the command is shown %s', async ([, command, shown]) => {
      const { stdout } = await run(shape, command)
      expect(JSON.parse(stdout)).toEqual(denial(shape, `Destructive command blocked: ${shown}`))
      expect((await run(shape, command, MODES.log)).stderr).toBe(`Would block: ${shown}\n`)
    })

    test.for([{ not: 'text' }, 7, null])('a command that is %j is no reason to fail', async (command) =>
      expect(await run(shape, command)).toEqual(NOTHING),
    )
  })
}
