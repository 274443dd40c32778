import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rmSync } from 'node:fs'
import { buildEngine, inEngine } from './engine.ts'
import { fixture, numbers, run, runTo, sh } from './run.ts'

const isLinux = process.platform === 'linux'
const MIB = 1024 * 1024

/** On other systems `/dev/stdin` is a copy of the descriptor, so there is nothing to test. */
describe.runIf(isLinux)('the streams can be opened by their names', () => {
  test.for<readonly [string, string, string, string]>([
    ['echo to /dev/stderr', 'echo x > /dev/stderr', '', 'x\n'],
    ['append to /dev/stderr', 'echo x >> /dev/stderr; echo y >&2', '', 'x\ny\n'],
    ['exec 2> /dev/stderr', 'exec 2> /dev/stderr; echo x >&2', '', 'x\n'],
    ['echo to /dev/stdout', 'echo x > /dev/stdout', 'x\n', ''],
    ['cat /dev/stdin', 'cat /dev/stdin', 'one\ntwo\n', ''],
    ['two lines of /dev/stdin', 'read a < /dev/stdin; read b < /dev/stdin; echo $b-$a', 'two-one\n', ''],
    ['/dev/stdin after its end', 'cat; cat /dev/stdin; cat < /dev/stdin; echo end', 'one\ntwo\nend\n', ''],
    ['/dev/fd/0', 'cat /dev/fd/0', 'one\ntwo\n', ''],
    ['tee /dev/stderr', 'tee /dev/stderr', 'one\ntwo\n', 'one\ntwo\n'],
    [
      '[ -p /dev/stdin ]',
      '[ -p /dev/stdin ] && [ -p /dev/stdout ] && [ -p /dev/stderr ] && cat',
      'one\ntwo\n',
      '',
    ],
  ])('%s', async ([, script, stdout, stderr]) => {
    const outcome = await runTo('exited', '/bin/sh', {
      ...sh(`set -e; ${script}`),
      input: 'one\ntwo\n',
      timeoutMs: 10_000,
    })
    expect(outcome).toMatchObject({ code: 0, stdout: { text: stdout }, stderr: { text: stderr } })
  })

  test('bash process substitution', async () => {
    const script = 'diff <(cat /dev/stdin) <(printf "a\\n") > >(cat > /dev/stderr) && echo same'
    const outcome = await runTo('exited', '/bin/bash', { args: ['-ec', script], input: 'a\n' })
    expect(outcome).toMatchObject({ code: 0, stdout: { text: 'same\n' } })
  })

  test('Node reads the file /dev/stdin', async () => {
    const script = `process.stdout.write(require('fs').readFileSync('/dev/stdin'))`
    const outcome = await runTo('exited', process.execPath, { args: ['-e', script], input: 'payload' })
    expect(outcome).toMatchObject({ code: 0, stdout: { text: 'payload' } })
  })

  test('a payload larger than a pipe comes whole through /dev/stdin', async () => {
    const outcome = await runTo('exited', '/bin/sh', {
      ...sh('sleep 0.1; cat /dev/stdin | wc -c; cat /dev/stdin'),
      input: Buffer.alloc(5 * MIB, 'x'),
      timeoutMs: 10_000,
    })
    expect(outcome).toMatchObject({ code: 0, stdout: { text: `${5 * MIB}\n` } })
  })
})

describe('a hook that does not read', () => {
  test.for([
    ['exits at once', 'exit 3'],
    ['closes stdin and goes on', 'exec 0<&-; sleep 0.2; exit 3'],
    ['sleeps and exits', 'sleep 0.2; exit 3'],
  ] as const)('5 MB for one that %s', async ([, script]) => {
    const outcome = await runTo('exited', '/bin/sh', { ...sh(script), input: Buffer.alloc(5 * MIB, 'x') })
    expect(outcome).toMatchObject({ code: 3 })
    expect(outcome).not.toHaveProperty('leftovers')
  })
})

describe('many at once', () => {
  test('60 hooks each read their own payload to its end, and answer on their own streams', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        runTo('exited', '/bin/sh', {
          ...sh('cat /dev/stdin; cat; echo "e$1" > /dev/stderr', String(n)),
          input: `p${n}`,
        }),
      ),
    )
    expect(all.map(({ code, stdout, stderr }) => [code, stdout.text, stderr.text])).toEqual(
      Array.from({ length: 60 }, (_, n) => [0, `p${n}`, `e${n}\n`]),
    )
  })

  test('one that sleeps does not keep the payload of another from ending', async () => {
    const sleeper = run('/bin/sleep', { args: ['1'] })
    const outcome = await runTo('exited', '/bin/cat', { input: 'x' })
    expect(outcome.ms).toBeLessThan(900)
    await sleeper
  })
})

test('a grandchild that holds all three streams delays the outcome by the settle time only', async () => {
  const outcome = await runTo('exited', fixture('holds-pipe.sh'), { input: Buffer.alloc(MIB, 'x') })
  const [, , exitedAt = 0] = numbers(outcome.stdout.text)
  expect(outcome).toMatchObject({ code: 0, leftovers: 'terminated' })
  expect(Date.now() - exitedAt).toBeLessThan(600)
})

describe.runIf(isLinux)('where no pipes can be made', () => {
  let engine: string
  beforeAll(() => {
    engine = buildEngine()
  })
  afterAll(() => rmSync(engine, { recursive: true }))

  const body = (input: string) => `
    const outcome = await launch(launchOf('/bin/sh', { args: ['-c', 'cat; echo e >&2; [ -S /dev/stdin ] && exit 7'], input: ${input} }))
    print({ code: outcome.code, bytes: outcome.stdout.text.length, err: outcome.stderr.text })`

  // Nobody's files may grow, and no name may be made: the mount is read-only for the whole namespace.
  const readOnly =
    'mount -t tmpfs -o ro none /dev/shm && mount --bind -o ro /tmp /tmp && mount -o remount,ro,bind /tmp'
  test.runIf(process.getuid?.() === 0).for(['"abc"', '"x".repeat(300000)'])(
    'a hook has sockets and runs all the same: %s',
    async (input) => {
      const node = process.execPath
      const limit = `exec unshare -m sh -c '${readOnly} && exec "$@"' sh ${node} "$1"`
      const seen = await inEngine(engine, body(input), { limit })
      expect(seen).toEqual({ code: 7, bytes: input.length > 10 ? 300_000 : 3, err: 'e\n' })
    },
  )
})
