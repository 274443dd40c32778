import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/helpers/dialects.ts'
import { isIssue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { parseArgs, UsageError } from './args.ts'
import { commands } from './commands.ts'
import { makePayload } from './made-payload.ts'

const specs = commands.find(({ name }) => name === 'run')?.options ?? []
const cwd = '/home/dev/app'
const make = (dialect: Dialect, ...words: string[]) => makePayload(parseArgs(words, specs), dialect, cwd)

async function made(dialect: Dialect, ...words: string[]) {
  const { bytes, event } = await make(dialect, ...words)
  const decoded = dialect.decodeEvent({ bytes, event, startDir: cwd, projectDir: cwd, at: 0 })
  if (isIssue(decoded)) throw new Error(decoded.message)
  return { decoded, text: new TextDecoder().decode(bytes) }
}

const has = ({ events }: Dialect, name: string): boolean =>
  Object.values(events).some(({ event }) => event === name)
const hosts = [...dialects.values()].filter((dialect) => has(dialect, 'PreToolUse'))

describe.for(hosts.map((dialect) => [dialect.name, dialect] as const))('%s', ([, dialect]) => {
  test('a command is a call of its own shell tool', async () =>
    expect((await made(dialect, '--command', 'git push')).decoded).toMatchObject({
      name: 'PreToolUse',
      tool: { name: 'Bash', input: { command: 'git push' } },
    }))

  test.for(['write', 'read', 'edit'])(
    '--%s is a call about the file, or is said to be impossible',
    async (option) => {
      const call = await made(dialect, `--${option}`, 'src/a.ts').catch((error: unknown) => error)
      const isRefused = call instanceof UsageError && call.message.includes(dialect.title)
      const wanted = { decoded: { tool: { input: { file_path: `${cwd}/src/a.ts` } } } }
      expect(call).toMatchObject(isRefused ? {} : wanted)
    },
  )

  test.skipIf(!has(dialect, 'UserPromptSubmit'))('a prompt is an event of its own', async () =>
    expect((await made(dialect, '--prompt', 'hello')).decoded).toMatchObject({
      name: 'UserPromptSubmit',
      prompt: 'hello',
    }),
  )

  test.skipIf(!has(dialect, 'PostToolUse'))('--event chooses the end of the call', async () =>
    expect((await made(dialect, '--command', 'ls', '--event', 'PostToolUse')).decoded.name).toBe(
      'PostToolUse',
    ),
  )
})

test("the payload has the host's own names", async () => {
  const gemini = dialects.get('gemini-cli')
  if (gemini === undefined) throw new Error('no such dialect')
  expect(JSON.parse((await made(gemini, '--command', 'ls')).text)).toMatchObject({
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
  })
})

test.for([
  [['--command', 'a', '--edit', 'b'], '--command and --edit are two calls; give one.'],
  [['--prompt', 'a', '--tool', 'Bash'], '--prompt and --tool are two events; give one.'],
  [['--command', 'a', '--event', 'Nonsense'], 'has no event "Nonsense"'],
] as const)('%j is refused', async ([words, message]) => {
  const [dialect] = hosts
  if (dialect === undefined) throw new Error('no dialect')
  await expect(make(dialect, ...words)).rejects.toThrow(message)
})
