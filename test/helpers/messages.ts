import { excerpt, placeIssue } from '../../src/config/locate.ts'
import { parseConfig } from '../../src/config/parse.ts'
import { read } from '../../src/dialects/hookwright/config.ts'

/** What a person sees, in the form of `check` and without colour. */
export function messages(text: string, file = 'hookwright.yaml'): string {
  const parsed = parseConfig(text, file)
  const issues =
    parsed.issues.length > 0
      ? parsed.issues
      : read({ file, scope: 'project', value: parsed.value }, { startDir: '/p' }).issues
  const shown = issues
    .map((problem) => placeIssue(problem, text))
    .map(({ place, message, hint, detail }) => {
      const { line = 0, column = 0, length } = place
      const source = excerpt(text, { line, column, ...(length !== undefined && { length }) })
      return [
        `${file}:${line}:${column} ${message}`,
        ...source,
        ...(detail?.split('\n') ?? []),
        ...(hint === undefined ? [] : [hint]),
      ].join('\n')
    })
  return `\n${shown.join('\n\n')}\n`
}

/** One entry under PreToolUse. */
export const entry = (keys: string): string => messages(`hooks:\n  PreToolUse:\n    - ${keys}\n`)
