/*
 * Leaves something behind as a call may do that has returned, ends the call, and prints what is left. The argument says
 * what is left behind.
 */
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endCall, resourcesBefore } from '../../src/cli/between-calls.ts'
import { limits } from '../../src/engine/limits.ts'
import { createScratchFile, createScratchFolder, createSpareScratchFile } from '../../src/ports/scratch.ts'
import { runsFolders } from '../../src/process/run-folder.ts'
import { launch, openRunRecords } from '../../src/process/spawn.ts'
import { startThread } from '../../src/process/thread.ts'

type Left = () => unknown

const [, , what = '', folder = tmpdir()] = process.argv

/** Each returns what tells what is left of it. */
const LEAVES: Readonly<Record<string, () => Left | Promise<Left>>> = {
  nothing: () => () => [],
  async hook() {
    const pid = join(folder, 'pid')
    void launch({
      file: '/bin/sh',
      args: ['-c', `echo $$ > ${pid}; sleep 30`],
      cwd: folder,
      env: {},
      input: '',
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      leftovers: 'terminate',
      records: openRunRecords('00000000'),
      limits,
    })
    while (!existsSync(pid)) await sleep(10)
    await sleep(50)
    return recordsOfOurs
  },
  async thread() {
    const url = `data:text/javascript,${encodeURIComponent('export default () => { for (;;); }')}`
    const thread = startThread({ url, answerLength: 1_000, env: {}, heapMb: 64, stderrBytes: 100 })
    void thread.call({}, {})
    await sleep(300)
    return () => thread.isAlive
  },
  scratch() {
    createScratchFile(join(folder, 'root'), 'entry.sh', 'text')
    createScratchFolder(join(folder, 'root'), 'files')
    createSpareScratchFile([folder], 'entry.sh', 'text')
    return () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)))
  },
  given() {
    const file = createScratchFile(join(folder, 'root'), 'entry.sh', 'text')
    file.give(process.pid)
    return () => existsSync(file.path)
  },
  async server() {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return () => server.listening
  },
  timer() {
    const timer = setTimeout(() => {}, 60_000)
    return () => timer.hasRef()
  },
}

function recordsOfOurs(): readonly string[] {
  const names = runsFolders().flatMap((each) => (existsSync(each) ? readdirSync(each) : []))
  return names.filter((name) => name.startsWith(`${process.pid}.`))
}

const baseline = resourcesBefore()
const left = await LEAVES[what]?.()
const before = left?.()
const end = await endCall(baseline)
process.stdout.write(JSON.stringify({ before, end, after: left?.() }))
process.exit()
