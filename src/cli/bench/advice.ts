/** What is known of one measured hook. */
export type Facts = {
  readonly id: string
  readonly event: string
  /** What it does, as its file has it. */
  readonly does: string
  readonly isCommand: boolean
  readonly isWaitedFor: boolean
  /** A no on its event prevents something. */
  readonly isGate: boolean
  readonly isOfOwnFile: boolean
  readonly hasMatcher: boolean
  readonly p50Ms: number
  /** Milliseconds of an empty program that is started the same way. */
  readonly spawnMs: number
  /** Percent of its time. */
  readonly spawnShare: number
  /** In no run it decided or said anything, and no run failed. */
  readonly isSilent: boolean
  /** Its interpreter, such as `node`. */
  readonly interpreter?: string
  /** It starts programs that only look into a text. */
  readonly onlySearches: boolean
  /** Tools that its text names. */
  readonly names: readonly string[]
  /** Tools of the samples that it ran for. */
  readonly tools: readonly string[]
}

export type Advice = {
  readonly id: string
  readonly event: string
  readonly kind: 'rule' | 'module' | 'async' | 'matcher' | 'duplicate'
  readonly text: string
}

/** Below this nobody notices, whatever the shares are. */
const LEAST_MS = 5
/** What a person feels when it is added to every call. */
const LONG_MS = 100
const MOST_SPAWN = 50
const SCRIPTED = /^(?:.*[/\\])?(?:node|nodejs|bun|python[\d.]*)(?:\.exe)?$/

/** Returns what makes these hooks cheaper; each line only where the figures say so. */
export function adviseAll(hooks: readonly Facts[]): readonly Advice[] {
  return [...hooks.flatMap(adviseOne), ...duplicates(hooks)]
}

function adviseOne(facts: Facts): readonly Advice[] {
  if (!facts.isCommand || facts.p50Ms < LEAST_MS) return []
  const { id, event, isOfOwnFile } = facts
  const where = isOfOwnFile ? '' : ' (a key of hookwright.yaml; `hookwright convert` moves the entry there)'
  const found = [withoutProcess(facts), withoutWaiting(facts), forFewerTools(facts)]
  return found.flatMap((one) =>
    one === undefined
      ? []
      : { id, event, kind: one.kind, text: `${one.text}${one.kind === 'matcher' ? '' : where}` },
  )
}

type Found = Pick<Advice, 'kind' | 'text'> | undefined

/** A rule is cheaper than a module, so only one of them is told. */
function withoutProcess({ onlySearches, isGate, interpreter, spawnShare, spawnMs, p50Ms }: Facts): Found {
  if (onlySearches && isGate)
    return {
      kind: 'rule',
      text: `it starts programs only to look for a text in the payload, ${shown(p50Ms)} each time; a rule (\`if: Bash(…)\` with \`deny:\` or \`ask:\`) needs no process, if the text matters only in the command`,
    }
  if (interpreter === undefined || !SCRIPTED.test(interpreter) || spawnShare <= MOST_SPAWN) return undefined
  return {
    kind: 'module',
    text: `${shown(spawnMs)} of its ${shown(p50Ms)} are the start of ${interpreter}; \`type: module\` with \`module: ./FILE.ts\` (JavaScript or TypeScript) needs no process of its own`,
  }
}

function withoutWaiting({ isWaitedFor, isGate, isSilent, p50Ms, event }: Facts): Found {
  if (!isWaitedFor || isGate || !isSilent || p50Ms < LONG_MS) return undefined
  return {
    kind: 'async',
    text: `the agent waits ${shown(p50Ms)} at ${event} and was told nothing in any run; \`async: true\` lets it go on, if nothing that follows needs the result`,
  }
}

function forFewerTools({ hasMatcher, names, tools }: Facts): Found {
  const needed = tools.filter((tool) => names.includes(tool))
  if (hasMatcher || needed.length === 0 || needed.length === tools.length) return undefined
  return {
    kind: 'matcher',
    text: `it ran for ${tools.join(', ')}, and its text names only ${needed.join(' and ')}; \`matcher: ${needed.join('|')}\` spares the other calls, if it decides nothing about them`,
  }
}

function duplicates(hooks: readonly Facts[]): readonly Advice[] {
  return hooks.flatMap((hook, at) => {
    const first = hooks
      .slice(0, at)
      .find(({ id, event, does }) => id !== hook.id && event === hook.event && does === hook.does)
    if (first === undefined || !hook.isCommand) return []
    const text = `it does the same as ${first.id}, and both run; remove one of them`
    return [{ id: hook.id, event: hook.event, kind: 'duplicate', text } as const]
  })
}

export function shown(ms: number): string {
  return ms >= 10_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : ms >= 100
      ? `${Math.round(ms)} ms`
      : `${ms.toFixed(1)} ms`
}
