import { createPlacer } from '../../config/locate.ts'
import type { Place } from '../../core/issue.ts'
import { warning } from '../../core/issue.ts'
import type { Hook } from '../../core/hook.ts'
import { OWN_DIALECT } from '../../dialects/registry.ts'
import { oneLine, placeText } from '../render/issue-line.ts'
import { shortPath, type Conversion, type Request } from './convert-files.ts'
import { isWeakened, type Translated } from './translation.ts'

/** Returns lines for people: every loss, then how many hooks there are. No value of a variable or header is in them. */
export function reportLines(
  { sources, hooks, losesComments }: Conversion,
  request: Request,
): readonly string[] {
  const placeOf = placer(sources)
  const losses = hooks.flatMap((one) =>
    one.losses.map(({ effect, part, why }) => {
      const { file, ...place } = placeOf(one.hook)
      const where = placeText({ ...place, file: shortPath(file ?? '', request.places) })
      const isBlocking = one.canBlock && effect !== 'note' ? ' This hook can block.' : ''
      return oneLine(`${effect}: hook ${one.hook.id} (${where}): ${part}: ${why}.${isBlocking}`)
    }),
  )
  return [
    ...losses,
    ...besidesLines(sources.besides, request),
    ...(losesComments ? ['note: comments are not kept, because the new format has none.'] : []),
    summary(hooks, request),
    ...advice(hooks, request),
  ]
}

/** Returns where a hook stands in its file, with line and column. */
export function placer({ files }: Conversion['sources']): (hook: Hook) => Place {
  const place = createPlacer((file) => files.find((each) => each.path === file)?.format)
  const texts = new Map(files.map((file) => [file.path, file.text]))
  return ({ source: { file, pointer } }) =>
    place(warning('', { file, pointer }, ''), texts.get(file) ?? '').place
}

function besidesLines(besides: readonly string[], { places }: Request): readonly string[] {
  if (besides.length === 0) return []
  const names = besides.map((file) => shortPath(file, places)).join(', ')
  return [oneLine(`note: not read, because they are not the project's: ${names}. Name a file to convert it.`)]
}

function summary(hooks: readonly Translated[], { source, target }: Request): string {
  const kept = hooks.filter(({ written }) => written !== undefined).length
  const weakened = hooks.filter(isWeakened).length
  const count = `${kept} of ${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}`
  const outcome =
    weakened === 0
      ? 'nothing that can block was lost or changed'
      : `${weakened} that can block ${weakened === 1 ? 'was' : 'were'} lost or changed`
  return `${count} of ${source.name} written for ${target.name}: ${outcome}.`
}

/** A script that reads one host's payloads runs on all of them behind a bridge. */
function advice(hooks: readonly Translated[], { source, writer }: Request): readonly string[] {
  const hasOther = hooks.some(({ losses }) => losses.some(({ part }) => part === 'payload'))
  if (!hasOther || writer.runsEveryWire) return []
  const bridge = 'let each host call `hookwright run --host HOST`'
  const move = source.name === OWN_DIALECT ? '' : `run \`hookwright convert --from ${source.name}\` and `
  return [`To keep what the hooks read and answer, ${move}${bridge}.`]
}
