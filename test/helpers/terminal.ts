import { spawn } from 'node:child_process'
import { CLI, type Sandbox } from './cli.ts'

/** What a person types, and when: `answer` is typed each time the question is on the screen once more. */
type Person = { readonly question: RegExp; readonly answer: () => string }

type Seen = { readonly code: number | null; readonly screen: string }

/** Runs the command line on a pseudo terminal of its own. */
export function onTerminal(sandbox: Sandbox, args: readonly string[], person: Person): Promise<Seen> {
  const words = [process.execPath, CLI, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
  return shellOnTerminal(sandbox, words.join(' '), person)
}

/** Runs a line of sh on a pseudo terminal of its own. */
export function shellOnTerminal(
  sandbox: Sandbox,
  line: string,
  { question, answer, env = {} }: Person & { readonly env?: Readonly<Record<string, string>> },
): Promise<Seen> {
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: sandbox.project,
    env: { ...sandbox.env, ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const asked = new RegExp(question, 'g')
  let screen = ''
  let answered = 0
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    for (const { length } = screen.match(asked) ?? []; answered < length; answered += 1)
      child.stdin.write(answer())
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, screen }))
  })
}
