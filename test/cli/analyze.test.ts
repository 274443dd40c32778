import { describe, expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

describe('hookwright analyze', () => {
  test('a file of the folder that the line runs is read, and one outside is not', async () => {
    const sandbox = createSandbox()
    sandbox.write('clean.sh', 'rm -rf build\n')
    const inside = await sandbox.cli(['analyze', 'sh clean.sh'])
    expect(inside).toMatchObject({ code: 0, stderr: '' })
    expect(inside.stdout).toContain('in a file: rm -rf build')
    const outside = await sandbox.cli(['analyze', 'sh ../clean.sh'])
    expect(outside).toMatchObject({ code: 1 })
    expect(outside.stdout).toContain('(unseen-script)')
  })

  test('a line that begins with a dash stands behind --', async () => {
    const { code, stdout } = await createSandbox().cli(['analyze', '--', '-x y'])
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: '-x y' })
  })

  test('characters that steer a terminal are shown', async () => {
    const { stdout } = await createSandbox().cli(['analyze', "echo 'a\u001B[31mb'"])
    expect(stdout).not.toContain('\u001B')
  })

  test.for<[string, readonly string[], RegExp]>([
    ['no line', [], /needs a command line/],
    ['another language', ['--language', 'fish', 'x'], /accepted: bash, powershell, cmd/],
    ['two lines', ['a', 'b'], /./],
  ])('%s is a bad command line', async ([, args, message]) => {
    const { code, stderr } = await createSandbox().cli(['analyze', ...args])
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })
})
