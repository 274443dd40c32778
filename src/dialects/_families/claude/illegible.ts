import { describeHandler, type Hook } from '../../../core/hook.ts'
import { issue, type Issue } from '../../../core/issue.ts'
import { escapeAsJson } from '../../../core/unseen.ts'
import { MAX_DEPTH } from './depth.ts'
import { parseProblem } from './shape.ts'
import { head } from './text.ts'

const EXCERPT_CHARACTERS = 500

export function badEncoding(text: string, hook: Hook): Issue {
  const isWide = text.includes('\0')
  const problem = `Output of hook "${describeHandler(hook.handler)}" is not valid UTF-8.`
  const hint = isWide
    ? 'It looks like UTF-16; in PowerShell set [Console]::OutputEncoding to UTF-8.'
    : 'Let the hook write UTF-8.'
  return { ...issue('output.encoding', { hook: hook.id }, problem, hint), detail: escaped(text) }
}

export function notJson(text: string, error: unknown, hook: Hook): Issue {
  const problem = `Output of hook "${describeHandler(hook.handler)}" starts like JSON but is not: ${parseProblem(error)}.`
  return { ...issue('output.json', { hook: hook.id }, problem), detail: escaped(text) }
}

export function tooDeep(hook: Hook): Issue {
  const problem = `Output of hook "${describeHandler(hook.handler)}" is nested deeper than ${MAX_DEPTH} levels.`
  return issue('output.depth', { hook: hook.id }, problem)
}

/** Which of two values counts is the parser's whim. */
export function repeated(key: string, text: string, hook: Hook): Issue {
  const problem = `Output of hook "${describeHandler(hook.handler)}" says "${key}" twice.`
  return { ...issue('output.repeated', { hook: hook.id }, problem, 'Say it once.'), detail: escaped(text) }
}

export function echoed(hook: Hook): Issue {
  const problem = `Hook "${describeHandler(hook.handler)}" wrote its own input to stdout; that is no answer.`
  return issue('output.echo', { hook: hook.id }, problem, 'Send it elsewhere, e.g. `>/dev/null`.')
}

export function onStderr(text: string, hook: Hook): Issue {
  const problem = `Hook "${describeHandler(hook.handler)}" wrote its answer to stderr, where nobody reads it.`
  const found = issue('output.stderr', { hook: hook.id }, problem, 'Write the JSON to stdout.')
  return { ...found, detail: escaped(text) }
}

/** An excerpt in which nothing can hide. */
export function escaped(text: string, characters = EXCERPT_CHARACTERS): string {
  const shown = text.length > characters ? `${head(text, characters)}…` : text
  return escapeAsJson(shown)
    .replaceAll('\t', String.raw`\u0009`)
    .replaceAll('\uFFFD', String.raw`\ufffd`)
}
