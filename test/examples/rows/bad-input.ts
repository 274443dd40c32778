import { afterAll, describe, expect, test } from 'vitest'
import { createProject, PACKAGES, removeTemplates, type Project, type Runner } from '../project.ts'

/** What every script does with a payload that it cannot use. */
export function badInput(runner: Runner): void {
  afterAll(removeTemplates)
  // Nested: `skipIf` in front of `describe.for` skips nothing.
  describe.skipIf(runner.isMissing)('on bad input', () => {
    describe.for(PACKAGES)('%s', (name) => {
      const create = (): Project => createProject(name, runner)

      test.for([
        ['nothing', ''],
        ['no JSON', 'not json'],
        ['half a payload', '{"toolName":"bash"'],
        ['a list', '[]'],
        ['two payloads', '{} {}'],
      ] as const)('%s fails clearly', async ([, payload]) => {
        const stderr = `${name}: the payload on stdin is not a JSON object.\n`
        expect(await create().run(payload)).toEqual({ exit: 1, stdout: '', stderr })
      })

      test.for([
        ['an empty object', {}],
        ['toolArgs without a field of theirs', { toolName: 'bash', toolArgs: {} }],
        ['toolArgs that is no JSON', { toolName: 'bash', toolArgs: '*** Begin Patch' }],
        [
          'toolArgs that is a list',
          { toolName: 'edit', toolArgs: [1], toolResult: { resultType: 'success' } },
        ],
        ['a result that is text', { toolName: 'edit', toolArgs: { path: 'a' }, toolResult: 'success' }],
        ['fields of wrong types', { toolName: { a: 1 }, toolArgs: 4, cwd: 5 }],
      ] as const)('%s is no call of theirs', async ([, payload]) => {
        expect(await create().run(payload)).toEqual({ exit: 0, stdout: '', stderr: '' })
      })

      test('a byte order mark before the payload is passed over', async () => {
        const payload = '\ufeff{"toolName":"bash","toolArgs":{"command":"ls"}}'
        expect(await create().run(payload)).toEqual({ exit: 0, stdout: '', stderr: '' })
      })

      test('10 MB of toolArgs are read', async () => {
        const toolArgs = JSON.stringify({ command: 'ls', file_text: 'x'.repeat(10_000_000) })
        const ran = await create().run({ toolName: 'bash', toolArgs })
        expect(ran).toEqual({ exit: 0, stdout: '', stderr: '' })
      })
    })
  })
}
