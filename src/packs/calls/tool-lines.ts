import type { CallPart } from '../../core/event.ts'
import { quotedWords } from './quote.ts'
import { isDatabase, wordsOf } from './tool-kinds.ts'

/** Programs that tools of servers stand for, by what is in the name of the tool or its server. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/kubectl|kubernetes|k8s|(?:^|_)eks/i, 'kubectl'],
  [/helm/i, 'helm'],
  [/terraform|tofu/i, 'terraform'],
  [/pulumi/i, 'pulumi'],
  [/docker|podman/i, 'docker'],
  [/(?:^|[_-])git(?:[_-]|$)/i, 'git'],
  [/(?:^|[_-])aws(?:[_-]|$)/i, 'aws'],
  [/gcloud/i, 'gcloud'],
  [/heroku/i, 'heroku'],
  [/vercel/i, 'vercel'],
]

/** Words of names that say nothing of what is done. */
const FILLERS = /^(?:execute|exec|run|call|command|commands|tool|mcp|cli|do|invoke|api|the|a)$/i
/** Arguments that people read, and folders. */
const SKIPPED = /message|body|title|description|content|comment|reason|path|directory|dir$|cwd|workdir/i

/**
 * Returns a line that does what a tool of a server says it does, by its name and plain arguments: `git_push` with
 * `force: true` is `git push --force`. Undefined: the name stands for no program that is known.
 */
export function toolLine({ name, input }: CallPart): string | undefined {
  if (!name.startsWith('mcp__')) return undefined
  if (isDatabase(name) && DROPS.test(wordsOf(name)))
    return quotedWords(['psql', '-c', `DROP DATABASE ${firstText(input)}`])
  const program = PROGRAMS.find(([pattern]) => pattern.test(name.slice(5)))
  if (program === undefined) return undefined
  const [pattern, command] = program
  const verbs = wordsOf(name)
    .split(/[_-]+/)
    .filter((word) => !FILLERS.test(word) && !pattern.test(word))
  return quotedWords([
    command,
    ...verbs.map((word) => word.toLowerCase()),
    ...Object.entries(input).flatMap(wordsOfArgument),
  ])
}

const DROPS = /(?:^|_)(?:drop|truncate|flush|wipe)(?:_|-|$)/i

function firstText(input: CallPart['input']): string {
  const text = Object.values(input).find((value) => typeof value === 'string')
  return typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? text : 'x'
}

function wordsOfArgument([key, value]: readonly [string, unknown]): readonly string[] {
  if (value === true) return [`--${key}`]
  if (SKIPPED.test(key) || typeof value !== 'string' || /\s/.test(value)) return []
  return /^(?:mode|type|kind)$/i.test(key) ? [`--${value}`, value] : [value]
}
