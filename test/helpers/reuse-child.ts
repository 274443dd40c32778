/*
 * Serves calls of `run` one after the other, as a worker of a daemon does. One line of JSON for each call, and one for
 * its reply.
 */
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs, UsageError } from '../../src/cli/args.ts'
import { endCall, resourcesBefore } from '../../src/cli/between-calls.ts'
import { commands } from '../../src/cli/commands.ts'
import { commonTo } from '../../src/cli/common-options.ts'
import type { Io } from '../../src/cli/io.ts'
import { carryWarnings } from '../../src/cli/node-warnings.ts'
import { clockSince, systemClock } from '../../src/ports/clock.ts'
import { systemEnv } from '../../src/ports/env.ts'

/** What the caller of a process gives to it. `program`: the file that the process would have run. */
export type Call = {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly umask: number
  readonly input: string
}

export type Said = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly end: 'clean' | 'unclean'
  readonly descriptors: number
  readonly heap: number
}

async function serve(call: Call): Promise<Said> {
  const baseline = resourcesBefore()
  const said = { stdout: '', stderr: '' }
  const { [0]: node = '' } = process.argv
  process.argv = [node, call.program, ...call.args]
  process.execArgv = []
  process.env = { ...call.env }
  process.chdir(call.cwd)
  process.umask(call.umask)
  const stop = carryWarnings(call.env, (text) => void (said.stderr += text))
  const code = await run(call, ioOf(call, said))
  const end = await endCall(baseline)
  stop()
  process.chdir('/')
  globalThis.gc?.()
  const descriptors = readdirSync('/proc/self/fd').length
  return { code, ...said, end, descriptors, heap: process.memoryUsage().heapUsed }
}

async function run({ args: [name = '', ...words] }: Call, io: Io): Promise<number> {
  const clock = clockSince(systemClock.elapsed())
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  try {
    const args = parseArgs(words, [...command.options, ...commonTo(command)])
    const start = await command.load()
    return await start({ args, io, env: systemEnv(), clock })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    io.err(`hookwright: ${error.message}\n`)
    return command.usageExit ?? 64
  }
}

function ioOf({ input }: Call, said: { stdout: string; stderr: string }): Io {
  const bytes = Buffer.from(input)
  return {
    colour: false,
    watched: false,
    shown: false,
    out(text) {
      said.stdout += text
      return undefined
    },
    err: (text) => void (said.stderr += text),
    readInput: (most) => (bytes.length > most ? 'too-large' : bytes),
    holdsInput: () => bytes.length > 0,
  }
}

const lines = createInterface({ input: process.stdin })
let last: Promise<void> = Promise.resolve()
lines.on('line', (line) => {
  last = last.then(async () => {
    process.stdout.write(`${JSON.stringify(await serve(JSON.parse(line) as Call))}\n`)
  })
})
