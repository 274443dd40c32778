import { mayWrite, namedIn } from './code.ts'
import type { Finding } from './finding.ts'
import { first, type Line, type Program } from './line.ts'
import { actInText } from './own-commands.ts'

/** Code in another language that stands in the line. */
export function codeChange({ name, args }: Program, { dissected, guarded, cwds }: Line): Finding | undefined {
  const { analysis } = dissected
  const texts = [args.join(' '), ...(analysis.kind === 'commands' ? analysis.mentions : [])]
  return first(texts, (text) => {
    const act = actInText(text)
    if (act !== undefined) return { what: `run \`${act}\` from code for ${name}` }
    const kind = namedIn(text, guarded, cwds)
    return kind === undefined || !mayWrite(text)
      ? undefined
      : { what: `change ${kind} with code for ${name}` }
  })
}
