import type { Io } from '../io.ts'
import { oneLine } from '../render/issue-line.ts'
import { STARTERS, type Starter } from './starter.ts'

/** What `init` is to do, as far as the command line has said it; absent: ask, or take the default. */
export type Wishes = {
  readonly hosts?: readonly string[]
  readonly starters?: readonly Starter[]
  readonly imports?: boolean
}

/** What there is to choose from. */
export type Choices = {
  /** Agents on this machine that can call us, by dialect and title. */
  readonly agents: readonly { readonly name: string; readonly title: string }[]
  /** Hosts with hooks in files of their own, and how many. */
  readonly importable: readonly { readonly name: string; readonly hooks: number }[]
  /** The project has a hookwright file, which stays as it is. */
  readonly hasFile: boolean
  /** Programs that a group of hooks needs and that are not here. */
  readonly lacks: (starter: Starter) => readonly string[]
}

export type Plan = {
  readonly hosts: readonly string[]
  readonly starters: readonly Starter[]
  readonly imports: readonly string[]
}

/** Asks what the command line leaves open. Without a terminal, and on an empty line, the default is taken. */
export function askPlan(io: Pick<Io, 'err' | 'readLine'>, wishes: Wishes, choices: Choices): Plan {
  let asked = 0
  const say = (text: string): string => {
    if (io.readLine === undefined) return ''
    io.err(`${text}\n> `)
    return (io.readLine() ?? '').trim()
  }
  const ask: Asking = { first: (text) => say(`${(asked += 1)}. ${text}`), again: say }
  return {
    hosts: wishes.hosts ?? askHosts(ask, choices),
    starters: choices.hasFile ? [] : (wishes.starters ?? askStarters(ask, choices)),
    imports: choices.hasFile ? [] : askImports(ask, wishes, choices),
  }
}

type Ask = (text: string) => string
type Asking = { readonly first: Ask; readonly again: Ask }

function askHosts(ask: Asking, { agents }: Choices): readonly string[] {
  const names = agents.map(({ name }) => name)
  if (agents.length === 0) return []
  const lines = agents.map(({ title, name }) => `  ${name} (${title})`)
  const question = ['Which agents should call your hooks? Enter for all, names, or none.', ...lines]
  return pick(ask, question.join('\n'), { accepted: names, byDefault: names })
}

function askStarters(ask: Asking, { lacks }: Choices): readonly Starter[] {
  const lines = STARTERS.map((starter) => {
    const missing = lacks(starter).join(' and ')
    return `  ${starter.name.padEnd(10)} ${starter.summary}${missing && `; not now: ${missing} is not on PATH`}`
  })
  const question = 'Which hooks to begin with? Enter for push, names, all or none.'
  const accepted = STARTERS.filter((starter) => lacks(starter).length === 0).map(({ name }) => name)
  const names = pick(ask, [question, ...lines].join('\n'), { accepted, byDefault: DEFAULT_STARTERS })
  return STARTERS.filter(({ name }) => names.includes(name))
}

const DEFAULT_STARTERS: readonly string[] = ['push']

function askImports(ask: Asking, { imports }: Wishes, { importable }: Choices): readonly string[] {
  const names = importable.map(({ name }) => name)
  if (names.length === 0 || imports === false) return []
  if (imports === true) return names
  const which = importable.map(({ name, hooks }) => `${name} (${hooks})`).join(', ')
  let answer = ask.first(`There are hooks in files of ${which}. Run them on the other agents too? [Y/n]`)
  while (!/^(?:y(?:es)?|no?)?$/i.test(answer)) answer = ask.again('Yes or no?')
  return /^n/i.test(answer) ? [] : names
}

/** Asks until every word is one of those accepted. Nothing typed means the default. */
function pick(ask: Asking, question: string, { accepted, byDefault }: List): readonly string[] {
  let answer = ask.first(question)
  for (;;) {
    const words = answer.split(/[\s,]+/).filter((word) => word !== '')
    if (words.length === 0) return byDefault
    const unknown = words.find((word) => !['all', 'none', ...accepted].includes(word))
    if (unknown === undefined) return chosenBy(words, accepted)
    answer = ask.again(oneLine(`"${unknown}" is not one of ${accepted.join(', ')}, all, none. Again:`))
  }
}

type List = { readonly accepted: readonly string[]; readonly byDefault: readonly string[] }

function chosenBy(words: readonly string[], accepted: readonly string[]): readonly string[] {
  if (words.includes('none')) return []
  return words.includes('all') ? accepted : accepted.filter((name) => words.includes(name))
}
