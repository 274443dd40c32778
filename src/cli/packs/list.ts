import { contentFolder, differs } from '../../config/npm-packs.ts'
import { readPackTree } from '../../config/pack-tree.ts'
import { systemFiles } from '../../ports/files.ts'
import { UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { confirm } from '../person.ts'
import { createStyle } from '../render/style.ts'
import { table } from '../render/table.ts'
import { fail } from './fail.ts'
import { openLock, type LockPlace } from './lock-place.ts'

/** The packs of the lock, and whether their content is here and whole. */
export async function listPacks(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const place = openLock(invocation)
  if (typeof place === 'string') return fail(invocation, place)
  const locked = Object.keys(place.packs).map((key) => ({ use: `npm:${key}`, state: stateOf(key, place) }))
  if (args.options.has('json')) io.out(jsonText({ locked, lock: place.file }))
  else if (locked.length === 0) io.err(`hookwright: ${place.file} names no packs.\n`)
  else {
    const rows = locked.map(({ use, state }) => [use, state])
    io.out(`${table(['PACK', 'CONTENT'], rows, createStyle(io.colour), io.columns).join('\n')}\n`)
  }
  return EXIT.ok
}

function stateOf(key: string, { packs, stateDir }: LockPlace): 'here' | 'missing' | 'changed' {
  const locked = packs[key]
  if (locked === undefined) return 'missing'
  const tree = readPackTree(contentFolder(stateDir, locked.integrity), systemFiles)
  if (tree === 'is not there') return 'missing'
  return differs(tree, locked) === undefined ? 'here' : 'changed'
}

/** Takes a pack out of the lock. Its content stays: configs of other projects may use it. */
export async function removePack(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const [, use = ''] = args.positionals
  const place = openLock(invocation)
  if (typeof place === 'string') return fail(invocation, place)
  const key = use.replace(/^npm:/, '')
  const { [key]: gone, ...rest } = place.packs
  if (gone === undefined) {
    const known = Object.keys(place.packs).map((each) => `npm:${each}`)
    throw new UsageError(
      `"${use}" is not in ${place.file}${known.length === 0 ? '' : `; there are: ${known.join(', ')}`}.`,
    )
  }
  const no = confirm(invocation, {
    question: `Take npm:${key} out of ${place.file}?`,
    command: 'hookwright packs remove',
  })
  if (no !== undefined) return fail(invocation, no)
  const unwritten = place.write(rest)
  if (unwritten !== undefined) return fail(invocation, unwritten.message)
  if (args.options.has('json')) io.out(jsonText({ removed: { use: `npm:${key}`, lock: place.file } }))
  else io.out(`Removed npm:${key} from ${place.file}. A config that still uses it is refused.\n`)
  return EXIT.ok
}
