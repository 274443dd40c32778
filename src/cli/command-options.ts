import { dialectNames, findEntry, profileNames } from '../dialects/registry.ts'
import { suggestHost } from '../dialects/suggest-host.ts'
import type { OptionSpec } from './args.ts'

/** Options that several commands take. */
export const json: OptionSpec = { name: 'json', help: 'print JSON for programs' }
export const cwd: OptionSpec = { name: 'cwd', value: 'DIR', help: 'the directory the session runs in' }
export const aHost = { value: 'HOST', choices: dialectNames, hint: meantHost } satisfies Partial<OptionSpec>
export const host: OptionSpec = {
  name: 'host',
  ...aHost,
  help: 'the program that calls',
}
const event: OptionSpec = { name: 'event', value: 'EVENT', help: "the event, in the host's own spelling" }
const source: OptionSpec = {
  name: 'source',
  value: 'SOURCE',
  repeatable: true,
  help: 'where hooks come from: hookwright, a host as `--host` of run names it, or a file (default: hookwright)',
}
const plugin: OptionSpec = {
  name: 'plugin',
  value: 'DIR',
  repeatable: true,
  help: 'a plugin whose hooks run too: its folder, or NAME@MARKETPLACE=DIR',
}
export const profile: OptionSpec = {
  name: 'profile',
  aliases: ['surface'],
  value: 'PROFILE',
  choices: profileNames,
  help: 'which of the hosts that share their files',
}
const headless: OptionSpec = { name: 'headless', help: 'nobody can answer: ask becomes deny' }
const trustProject: OptionSpec = {
  name: 'trust-project',
  value: 'DIGEST',
  optional: true,
  help: "approve the project's hooks for this call (with CI set: only by digest)",
}
const deadline: OptionSpec = { name: 'deadline', value: 'SECONDS', help: 'longest time for the whole run' }
export const onError: OptionSpec = {
  name: 'on-error',
  value: 'POLICY',
  choices: ['ignore', 'deny'],
  help: 'what a failure of hookwright itself becomes (default: ignore)',
}

export const DECISIONS = ['allow', 'ask', 'deny', 'defer', 'none']
export const yes: OptionSpec = { name: 'yes', help: 'answer yes to the question' }
export const dryRun: OptionSpec = {
  name: 'dry-run',
  help: 'print what would change as a diff and write nothing',
}
export const project: OptionSpec = {
  name: 'project',
  help: "the repository's own files (default: those of the user)",
}

/** Describe an event, so that nobody writes a payload by hand. */
export const making: readonly OptionSpec[] = [
  { name: 'tool', value: 'TOOL', help: 'make the payload of a call of this tool, such as Bash' },
  { name: 'command', value: 'TEXT', help: 'make the payload of this shell command' },
  { name: 'edit', value: 'FILE', help: 'make the payload of an edit of this file' },
  { name: 'write', value: 'FILE', help: 'make the payload of writing this file' },
  { name: 'read', value: 'FILE', help: 'make the payload of reading this file' },
  { name: 'prompt', value: 'TEXT', help: 'make the payload of this prompt' },
]
export const calling = [
  host,
  profile,
  event,
  cwd,
  source,
  plugin,
  deadline,
  onError,
  headless,
  trustProject,
  json,
]
export const reading = [cwd, source, profile, plugin, json]

export function meantHost(word: string): string | undefined {
  const meant = suggestHost(word, dialectNames)
  return (
    meant &&
    `Did you mean "${meant.name}"${meant.profile === undefined ? '' : ` with --profile ${meant.profile}`}?`
  )
}

/** A host whose files cannot be written can still call the bridge. */
export function unwrittenHost(word: string): string | undefined {
  const entry = findEntry(word)
  if (entry === undefined) return meantHost(word)
  return `Files of ${entry.title} cannot be written; convert to hookwright, and let ${entry.title} call \`hookwright run --host ${word}\`.`
}
