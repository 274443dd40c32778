import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const RIGHT = 'version: 1\nhooks:\n  Stop:\n    - id: end\n      command: sh ./end.sh\n'

/** Each call resolves when the process says once more that it watches. */
function watching(stderr: Readable): () => Promise<void> {
  const rounds: (() => void)[] = []
  const ended: Promise<void>[] = []
  let count = 0
  const round = (index: number): Promise<void> =>
    (ended[index] ??= new Promise((resolve) => (rounds[index] = resolve)))
  stderr.on('data', (chunk: Buffer) => {
    for (const _ of chunk.toString().matchAll(/Watching /g)) {
      void round(count)
      rounds[count]?.()
      count += 1
    }
  })
  let taken = 0
  return () => round(taken++)
}

test('check --watch checks again when a script it looked at, or its config, changes, and ends cleanly', async () => {
  const box = createSandbox()
  box.write('hookwright.yaml', RIGHT)
  box.write('end.sh', 'true\n')
  const { child, done } = box.start(['check', '--watch', '--quiet'])
  const next = watching(child.stderr as Readable)
  await next()
  box.write('end.sh', 'git push\n')
  await next()
  box.write('hookwright.yaml', RIGHT.replace('end.sh', 'gone.sh'))
  await next()
  child.kill('SIGINT')
  const { code, stdout } = await done
  expect(code).toBe(0)
  expect(stdout.match(/\b(?:habit|script)\.[a-z]+/g)).toEqual(['habit.git', 'script.missing'])
})

test.for([
  ['errors', 'sh ./gone.sh', [], 1],
  ['warnings', 'git push', [], 0],
  ['warnings, with --strict', 'git push', ['--strict'], 1],
  ['nothing', 'sh -c true', ['--strict'], 0],
] as const)('the exit code for %s', async ([, command, args, expected]) => {
  const box = createSandbox()
  box.write('hookwright.yaml', RIGHT.replace('sh ./end.sh', command))
  const { code, stdout } = await box.cli(['check', '--quiet', ...args])
  expect(code).toBe(expected)
  expect(stdout === '').toBe(command === 'sh -c true')
})
