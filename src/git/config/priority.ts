import { didYouMean } from '../../core/suggest.ts'
import { map, mustBe, whole, wholeOf, type Kind } from './kinds.ts'
import { wordProblem } from './option-kinds.ts'
import { refuse, type Value } from './reading.ts'

const MAX = 2 ** 32 - 1
const SAYS = `a whole number from 0 to ${MAX} or a name from \`priorities\``

/** A number, or a name that stands for one. */
export const priority: Kind<number> = {
  says: SAYS,
  schema: { anyOf: [{ type: 'integer', minimum: 0, maximum: MAX }, { type: 'string' }] },
  read(value) {
    const { tree } = value
    const number = wholeOf(value)
    if (number !== undefined && number <= MAX) return number
    if (tree.kind !== 'scalar' || typeof tree.value !== 'string') return mustBe(value, SAYS)
    return aliased(value, tree.value)
  },
}

function aliased(value: Value, alias: string): number | undefined {
  const problem = wordProblem('priority alias', alias)
  if (problem !== undefined) return refuse(value, problem)
  const { priorities } = value.reading
  // A manifest cannot know the names of a project; its priorities are not used.
  if (priorities === undefined) return 0
  return Object.hasOwn(priorities, alias) ? priorities[alias] : refuse(value, undeclared(alias, priorities))
}

function undeclared(alias: string, priorities: Readonly<Record<string, number>>) {
  return {
    code: 'config.priority',
    message: `Priority alias \`${alias}\` is not declared in \`priorities\`.`,
    hint:
      didYouMean(alias, Object.keys(priorities)) ?? `Add \`${alias}\` to \`priorities\`, or write a number.`,
  }
}

/** Names for numbers. */
export const priorities: Kind<Readonly<Record<string, number>>> = {
  ...map(whole(MAX)),
  read(value) {
    if (value.tree.kind === 'map') {
      for (const [name, { key }] of value.tree.entries) refuseName(value, name, key)
    }
    return map(whole(MAX)).read(value)
  },
}

function refuseName(
  value: Value,
  name: string,
  span: { readonly start: number; readonly end: number },
): void {
  const problem = wordProblem('priority alias', name)
  if (problem !== undefined) refuse(value, { ...problem, span })
}
