/** One command and all that it must print. */
export type Step = { readonly command: string; readonly output: readonly string[] }

/** A claim, commands with their whole output, and the files they need. */
export type Scenario = {
  readonly claim: string
  /** Lines for readers, kept when a scenario is rewritten. */
  readonly steps: readonly Step[]
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

const FILE_HEAD = /^-- (.+) --$/

/**
 *     # claim
 *     $ command            run by sh in the project folder, with `hookwright` on PATH
 *     > a line of stdout
 *     ! a line of stderr
 *     = 2                  exit code, when it is not 0
 *     -- path --           a file in the project, or in the home when it begins with ~/
 */
export function parseScenario(text: string): Scenario {
  const lines = text.split('\n')
  const firstFile = lines.findIndex((line) => FILE_HEAD.test(line))
  const top = firstFile < 0 ? lines : lines.slice(0, firstFile)
  return {
    claim: top
      .filter((line) => line.startsWith('#'))
      .map((line) => line.slice(2))
      .join(' '),
    steps: parseSteps(top),
    files: firstFile < 0 ? [] : parseFiles(lines.slice(firstFile)),
  }
}

export function formatScenario(text: string, steps: readonly Step[]): string {
  const lines = text.split('\n')
  const firstFile = lines.findIndex((line) => FILE_HEAD.test(line))
  const head = lines.filter((line, index) => line.startsWith('#') && (firstFile < 0 || index < firstFile))
  const body = steps.flatMap(({ command, output }) => ['', `$ ${command}`, ...output])
  const files = firstFile < 0 ? [] : ['', ...lines.slice(firstFile)]
  return `${[...head, ...body, ...files].join('\n').trimEnd()}\n`
}

/** What a command printed, in the form a scenario states it. */
export function outputLines(done: {
  stdout: string
  stderr: string
  code: number | null
}): readonly string[] {
  const marked = (mark: string, text: string): string[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${mark} ${line}`.trimEnd())
  return [
    ...marked('>', done.stdout),
    ...marked('!', done.stderr),
    ...(done.code === 0 ? [] : [`= ${done.code}`]),
  ]
}

function parseSteps(lines: readonly string[]): readonly Step[] {
  const steps: { command: string; output: string[] }[] = []
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] })
    else if (/^[>!=]( |$)/.test(line)) steps.at(-1)?.output.push(line.trimEnd())
    else if (line !== '' && !line.startsWith('#')) throw new Error(`a scenario line needs a mark: "${line}"`)
  }
  return steps
}

function parseFiles(lines: readonly string[]): Scenario['files'] {
  const files: { path: string; lines: string[] }[] = []
  for (const line of lines) {
    const [, path] = FILE_HEAD.exec(line) ?? []
    if (path !== undefined) files.push({ path, lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.map(({ path, lines: own }) => ({ path, text: `${own.join('\n').trimEnd()}\n` }))
}
