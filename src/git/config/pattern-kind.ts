import type { Pattern } from '../contracts/model.ts'
import { readClosed } from './key-table.ts'
import { list, mustBe, text, type Kind } from './kinds.ts'
import { compilePattern, isPatternProblem, type PatternValue } from '../patterns/pattern.ts'
import type { PatternProblem } from '../patterns/problem.ts'
import { childOf, refuse, type Value } from './reading.ts'
import { offsetInText } from './scalar-offset.ts'

const SAYS = 'a regex or `{glob: …}`'

/** A regex, or a mapping with nothing but `glob`. */
export const pattern: Kind<Pattern> = {
  says: SAYS,
  schema: { $ref: '#/definitions/pattern' },
  read(value) {
    const { tree } = value
    if (tree.kind === 'map') return globPattern(value)
    if (tree.kind !== 'scalar' || typeof tree.value !== 'string') return mustBe(value, SAYS)
    return compiled(value, tree.value)
  },
}

/** One glob or several; of several, any may match. */
export const globs: Kind<readonly string[]> = {
  says: 'a glob or a list of globs',
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  takesNull: true,
  read(value) {
    const { tree } = value
    if (tree.kind === 'list') return list(text).read(value)
    if (tree.kind === 'scalar' && typeof tree.value === 'string') return [tree.value]
    return mustBe(value, 'a glob or a list of globs')
  },
}

const KEYS = { glob: { name: 'glob', kind: globs, about: 'Globs on the whole path.' } }

export const PATTERN_SCHEMA = {
  description: 'A regex that is searched for in the path, or globs of which any may match the whole path.',
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { glob: globs.schema },
      required: ['glob'],
      additionalProperties: false,
    },
  ],
}

function globPattern(value: Value): Pattern | undefined {
  const tree = value.tree.kind === 'map' ? value.tree.entries.get('glob')?.tree : undefined
  const { glob } = readClosed(value, KEYS)
  if (tree === undefined)
    return refuse(value, { code: 'config.missing-key', message: 'missing field `glob`' })
  return glob === undefined ? undefined : compiled(childOf(value, 'glob', tree), { glob })
}

function compiled(value: Value, from: PatternValue): Pattern | undefined {
  const made = compilePattern(from)
  return isPatternProblem(made) ? refuse(value, invalid(value, made)) : made
}

function invalid({ tree, reading }: Value, { message, hint, offset }: PatternProblem) {
  const at = offset === undefined ? undefined : offsetInText(tree, offset, reading.source.text)
  const span = at === undefined ? undefined : { start: at, end: Math.min(at + 1, tree.end) }
  return { code: 'pattern.invalid', message, hint, ...(span !== undefined && { span }) }
}
