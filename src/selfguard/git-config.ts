import type { Dissected } from '../conditions/bash.ts'
import type { Finding } from './finding.ts'
import type { Program } from './line.ts'
import { gitCommand } from './readers.ts'

const FINDING: Finding = { what: 'change where git looks for its hooks (core.hooksPath)' }
/** A file of settings that another one takes in may set it too. */
const NAMED = /(?:core\.hookspath|include(?:if\..*)?\.path)/i
const GIVEN = new RegExp(`^(?:-c|--config-env=)?${NAMED.source}(?:=|$)`, 'i')

/** Where git looks for its hooks, set for good or for one command. */
export function hooksPath(
  { name, args }: Program,
  { variables }: Pick<Dissected, 'variables'>,
): Finding | undefined {
  const isForGit = name === 'git' || args.some((arg) => arg.startsWith('GIT_CONFIG'))
  if (isForGit && variables.some(([, value]) => NAMED.test(value))) return FINDING
  if (name !== 'git')
    return args.some((arg) => arg.startsWith('GIT_CONFIG') && NAMED.test(arg)) ? FINDING : undefined
  const isConfig = gitCommand(args) === 'config'
  const section = args.findIndex((arg) => /^(?:--)?(?:remove|rename)-section$/.test(arg))
  if (isConfig && section !== -1) return /^core$/i.test(args[section + 1] ?? '') ? FINDING : undefined
  const at = args.findIndex((arg) => GIVEN.test(arg))
  if (at === -1) return undefined
  return !isConfig || isSet(args, at) ? FINDING : undefined
}

/** `git config NAME` reads, and so do its `get` forms. */
function isSet(args: readonly string[], at: number): boolean {
  if (args.some((arg) => /^(?:--get(?:-all|-regexp)?|get|--list|-l|list)$/.test(arg))) return false
  return args.slice(at + 1).some((arg) => !arg.startsWith('-')) || args.some((arg) => /unset|edit/.test(arg))
}
