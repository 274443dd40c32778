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

/** Each runs in a mount namespace of its own, which takes root. */
describe.runIf(isLinux && process.getuid?.() === 0)('the folder of FIFOs', () => {
  let engine: string
  beforeAll(() => {
    engine = buildEngine()
  })
  afterAll(() => rmSync(engine, { recursive: true }))

  const inNamespace = (prepare: string, body: string) =>
    inEngine(engine, body, {
      limit: `exec unshare -m sh -c '${prepare} && exec "$@"' sh ${process.execPath} "$1"`,
    })
  const readOnly =
    'mount -t tmpfs -o ro none /dev/shm && mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp'

  test.for([
    ['a payload', '"abc"', 3],
    ['a payload larger than a pipe', '"x".repeat(300000)', 300_000],
  ] as const)('cannot be made: the hook has sockets and gets %s', async ([, input, bytes]) => {
    const body = `
      const script = 'cat; echo e >&2; [ -S /dev/stdin ] && exit 7'
      const outcome = await launch(launchOf('/bin/sh', { args: ['-c', script], input: ${input} }))
      print({ code: outcome.code, bytes: outcome.stdout.text.length, err: outcome.stderr.text })`
    expect(await inNamespace(readOnly, body)).toEqual({ code: 7, bytes, err: 'e\n' })
  })

  test('with links, files and devices in it: they are neither followed nor waited for', async () => {
    const prepare =
      'mount -t tmpfs none /dev/shm && mkdir -m 700 /dev/shm/hookwright-pipes-0 && cd /dev/shm/hookwright-pipes-0 && ' +
      'ln -s /dev/shm/target 0000000000000000 && touch 0000000000000001 && mknod 0000000000000002 c 1 7 && ' +
      'mkdir 0000000000000003 && mkfifo 0000000000000004'
    const body = `
      const texts = new Set()
      for (let turn = 0; turn < 8; turn++) {
        const outcome = await launch(launchOf('/bin/sh', { args: ['-c', 'cat /dev/stdin; echo e > /dev/stderr'], input: 'abc' }))
        texts.add(outcome.code + outcome.stdout.text + outcome.stderr.text)
      }
      print({ texts: [...texts], target: fs.existsSync('/dev/shm/target') })`
    expect(await inNamespace(prepare, body)).toEqual({ texts: ['0abce\n'], target: false })
  })

  test('keeps what killed processes left for the next ones, and does not grow', async () => {
    const body = `
      const { spawnSync } = await import('node:child_process')
      if (process.argv[2] === 'child') {
        await launch(launchOf('/bin/true'))
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500)
        await launch(launchOf('/bin/sleep', { args: ['1'] }))
      }
      const counts = []
      for (let turn = 0; turn < 3; turn++) {
        spawnSync(process.execPath, [process.argv[1], 'child'])
        counts.push(fs.readdirSync('/dev/shm/hookwright-pipes-0').length)
      }
      print(counts)`
    expect(await inNamespace('mount -t tmpfs none /dev/shm', body)).toEqual([210, 204, 198])
  })
})
