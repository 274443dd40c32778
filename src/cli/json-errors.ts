import type { CommandRun, Invocation } from './command.ts'
import { jsonText } from './json.ts'

/** A command that fails before it has a result says so on stdout too, so that a program always has an object to read. */
export async function alwaysJson(run: CommandRun, invocation: Invocation): Promise<number> {
  const { io } = invocation
  const said: string[] = []
  let isSilent = true
  const code = await run({
    ...invocation,
    io: {
      ...io,
      out(text, patienceMs) {
        isSilent &&= text === ''
        return io.out(text, patienceMs)
      },
      err(text, patienceMs) {
        said.push(text)
        io.err(text, patienceMs)
      },
    },
  })
  if (code !== 0 && isSilent) io.out(errorText(said.join(''), code))
  return code
}

/** Why there is no result; `text` is what people are told. */
export function errorText(text: string, exitCode: number): string {
  const lines = text.split('\n').map((line) => line.replace(/^(?:hookwright|error): /, ''))
  return jsonText({ error: { message: lines.join('\n').trim(), exitCode } })
}
