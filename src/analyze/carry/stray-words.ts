import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { isListed } from '../programs/inert.ts'
import { isShell } from '../programs/interpreters.ts'
import { programName } from '../programs/names.ts'
import { isRunner } from '../programs/runners.ts'
import { startsWords, type Command } from './carrier.ts'
import { codeProgram } from './interpreters/programs.ts'

const GIT =
  /^(?:push|reset|clean|checkout|restore|stash|branch|filter-branch|update-ref|reflog|rebase|gc|switch|-C|-c)$/
const NEEDS_OPTIONS = /^(?:rm|shred|chmod|chown|wipefs|dd|find|mkfs(?:\.\w+)?)$/

/**
 * A program that is not known may run its words, as wrappers do. Only words that read like a command with its options
 * count: many programs have a subcommand `rm`, and `git` may be a word like any other.
 */
export function carriedByStrayWords({ name, args, program }: Command): readonly Carried[] {
  if (name === '' || program.via?.how === 'code' || isKnown(name)) return []
  const at = args.findIndex((word, index) => readsLikeCommand(word, args.slice(index + 1)))
  return at === -1 ? [] : startsWords(args.slice(at), { certain: false })
}

function isKnown(name: string): boolean {
  return isListed(name) || isRunner(name) || isShell(name) || codeProgram(name) !== undefined
}

function readsLikeCommand({ text, known }: Word, [next, ...rest]: readonly Word[]): boolean {
  if (!known || next === undefined || text.startsWith('-')) return false
  const first = programName(text)
  if (isShell(first)) return /^-\w*c$/.test(next.text)
  if (first === 'sudo' || first === 'doas') return true
  if (first === 'git') return GIT.test(next.text)
  return NEEDS_OPTIONS.test(first) && [next, ...rest].some(({ text: each }) => /^-|^of=|^\/dev\//.test(each))
}
