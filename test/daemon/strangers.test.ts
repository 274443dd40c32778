import { chmodSync, chownSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLAUDE } from '../helpers/daemon.ts'
import { expectOwn, guarded, INPUT, play, TOKENS } from '../helpers/played-daemon.ts'

const LONG = { timeout: 60_000 }

test('S41: evaluates for itself when the endpoint is not what a daemon wrote', LONG, async () => {
  const installed = await guarded()
  const asked: string[] = []
  await play(installed, (socket, said) => {
    asked.push(said)
    socket.destroy()
  })
  const good = readFileSync(installed.endpoint, 'utf8')
  const fresh = (text: string): void => {
    installed.box.write(`${installed.endpoint}.new`, text)
    renameSync(`${installed.endpoint}.new`, installed.endpoint)
  }
  fresh(good.replace(installed.program, '0.0.1-other'))
  await expectOwn(installed, 'another program')
  for (const text of ['', 'garbage\n', '99999 a b c d\n', '\0\0\0', good.replace(/^\d+/, '1')]) {
    fresh(text)
    await expectOwn(installed, JSON.stringify(text))
  }
  const elsewhere = installed.box.write('~/elsewhere', good)
  const before = asked.length
  await installed.box.shell(`ln -sfn '${elsewhere}' '${installed.endpoint}'`)
  await expectOwn(installed, 'a link')
  await installed.box.shell(`rm '${installed.endpoint}'; mkfifo '${installed.endpoint}'`)
  await expectOwn(installed, 'a pipe')
  await installed.box.shell(`rm '${installed.endpoint}'; mkdir '${installed.endpoint}'`)
  await expectOwn(installed, 'a folder')
  await installed.box.shell(`rmdir '${installed.endpoint}'`)
  if (process.getuid?.() === 0) {
    fresh(good)
    chownSync(installed.endpoint, 65_534, 65_534)
    await expectOwn(installed, 'a file of somebody else')
    chownSync(installed.endpoint, 0, 0)
    chownSync(installed.folder, 65_534, 65_534)
    await expectOwn(installed, 'a folder of somebody else')
    chownSync(installed.folder, 0, 0)
  }
  const moved = join(installed.box.root, 'moved')
  renameSync(installed.folder, moved)
  symlinkSync(moved, installed.folder)
  await expectOwn(installed, 'the folder as a link')
  expect(asked.length).toBe(before)
})

test(
  'S41, S42: no daemon starts in a folder that others can write to, or writes through a link',
  LONG,
  async () => {
    const installed = await guarded()
    const victim = installed.box.write('~/victim', 'mine')
    symlinkSync(victim, join(installed.folder, 'log'))
    expect((await installed.daemon('start')).code).not.toBe(0)
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    await installed.box.shell(`rm '${installed.folder}/log'`)
    chmodSync(installed.folder, 0o777)
    const { code, stderr } = await installed.daemon('start')
    expect(code).not.toBe(0)
    expect(stderr).toContain('other users can write to it')
    await installed.call(CLAUDE, { input: INPUT })
    chmodSync(installed.folder, 0o700)
    expect((await installed.status()).running).toBe(false)
  },
)

test('a variable that changes bash does not take the verdict away', LONG, async () => {
  const installed = await guarded()
  writeFileSync(installed.endpoint, `1 ${TOKENS.caller} ${TOKENS.daemon} ${installed.program} 1\n`)
  const { stdout } = await installed.alone(CLAUDE, { input: INPUT })
  const bad = installed.box.write('~/bad.sh', 'exit 0\n')
  for (const variable of [
    'POSIXLY_CORRECT=1',
    'FUNCNEST=1',
    'TMOUT=1',
    'EXECIGNORE=*',
    'BASH_COMPAT=3.2',
    'SHELLOPTS=errexit:noexec:nounset',
    'BASHOPTS=extdebug',
    `BASH_ENV=${bad}`,
    `ENV=${bad}`,
    'BASH_FUNC_read%%=() { exit 0; }',
    'BASH_FUNC_[%%=() { exit 0; }',
    'IFS=n',
    'LC_ALL=nowhere',
    'PATH=/nowhere:/bin:/usr/bin',
    'GLOBIGNORE=*',
  ]) {
    const through = ['env', variable]
    const gone = await installed.call(CLAUDE, { input: INPUT, through, env: { CI: '1' } })
    expect({ variable, stdout: gone.stdout }).toEqual({ variable, stdout })
  }
})

test('only who knows the token is answered, and a browser is not', LONG, async () => {
  const installed = await guarded()
  await installed.startDaemon()
  const [port = '', caller = ''] = readFileSync(installed.endpoint, 'utf8').split(' ')
  const get = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://evil\r\n\r\n`
  const post = `POST /${caller} HTTP/1.1\r\nContent-Length: 1\r\n\r\nx`
  for (const text of [
    get,
    post,
    `${'0'.repeat(32)} 1\n`,
    `${caller}\n`,
    `${caller} -1\n`,
    'x'.repeat(500),
    '\n',
  ])
    expect({ text, said: await heardFrom(Number(port), text) }).toEqual({ text, said: '' })
  expect(await heardFrom(Number(port), '')).toBe('')
  expect((await installed.status()).running).toBe(true)
})

test('a request of somebody who is not the process it says is not answered', LONG, async () => {
  const installed = await guarded()
  await installed.startDaemon()
  const [port = '', caller = ''] = readFileSync(installed.endpoint, 'utf8').split(' ')
  const answer = await heardFrom(Number(port), `${caller} ${process.pid}\n`, (text) =>
    ['', '3', ...CLAUDE, 'bytes', INPUT, text.slice(47, 63), ''].join('\0'),
  )
  expect(answer.slice(64).trimEnd()).toBe('decline')
})

test('2,000 connections that say nothing hold up no call', LONG, async () => {
  const installed = await guarded()
  await installed.startDaemon()
  const port = Number(readFileSync(installed.endpoint, 'utf8').split(' ')[0])
  const sockets = Array.from({ length: 2_000 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const { stdout } = await installed.alone(CLAUDE, { input: INPUT })
  expect((await installed.call(CLAUDE, { input: INPUT })).stdout).toBe(stdout)
  sockets.forEach((socket) => socket.destroy())
  expect((await installed.status()).running).toBe(true)
})

/** What the port answers until it closes the connection. */
function heardFrom(port: number, text: string, next?: (greeting: string) => string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(text))
    socket.on('data', (chunk: Buffer) => {
      if (answer === '' && next) socket.write(next(chunk.toString('latin1')))
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
