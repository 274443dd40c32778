import type { Call, CallWord } from '../covers/calls.ts'

/** What a command really starts: the program behind `env`, `exec`, `timeout` and the like, and its arguments. */
export type Started = {
  readonly program: CallWord
  readonly args: readonly CallWord[]
  /** Programs before it that start others, such as `env` and `nohup`. */
  readonly starters: readonly string[]
}

/** Programs that start the program named after their options, with those options that take a value. */
const STARTERS: Readonly<Record<string, RegExp>> = {
  env: /^(?:-u|-C|--unset|--chdir)$/,
  command: /^$/,
  exec: /^-a$/,
  builtin: /^$/,
  nohup: /^$/,
  setsid: /^$/,
  time: /^$/,
  nice: /^(?:-n|--adjustment)$/,
  ionice: /^-[cn]$/,
  stdbuf: /^-[ioe]$/,
  timeout: /^(?:-s|-k|--signal|--kill-after)$/,
  sudo: /^-[ugCDhprtT]$/,
  doas: /^-[uC]$/,
  xargs: /^-[IdEnLPsa]$/,
}

/** Returns undefined for a command without a program, such as `X=1`, and for one that only asks about programs. */
export function startedBy({ words }: Pick<Call, 'words'>): Started | undefined {
  if (!known.has(words)) known.set(words, behindStarters(words))
  return known.get(words)
}

/** Every check asks about every command. */
const known = new WeakMap<readonly CallWord[], Started | undefined>()

function behindStarters(words: readonly CallWord[]): Started | undefined {
  let rest = words
  const starters: string[] = []
  for (let depth = 0; depth < MOST_STARTERS; depth++) {
    const [program, ...args] = rest
    if (program === undefined) return undefined
    const name = nameOf(program.text)
    const valued = Object.hasOwn(STARTERS, name) && program.isKnown ? STARTERS[name] : undefined
    if (valued === undefined) return { program, args, starters }
    if (name === 'command' && args.some(({ text }) => /^-[vV]$/.test(text))) return undefined
    const inner = behindOptions(name, args, valued)
    if (inner.length === 0) return { program, args, starters }
    starters.push(name)
    rest = inner
  }
  return undefined
}

const MOST_STARTERS = 8

function behindOptions(name: string, args: readonly CallWord[], valued: RegExp): readonly CallWord[] {
  let at = 0
  while (at < args.length) {
    const { text = '', isKnown = false } = args[at] ?? {}
    const isSetting = name === 'env' && /^[A-Za-z_]\w*=/.test(text)
    if (!isSetting && !(isKnown && text.startsWith('-'))) break
    at += valued.test(text) ? 2 : 1
    if (text === '--') break
  }
  // `timeout 5 x`: the time comes first.
  return args.slice(name === 'timeout' ? at + 1 : at)
}

/** The last part of a path, without the ending of a Windows program. */
export function nameOf(program: string): string {
  return program.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '')
}

/** Names of programs that a script asks for before it uses them: `command -v jq`, `which jq`, `type jq`, `hash jq`. */
export function askedFor(calls: readonly Call[]): ReadonlySet<string> {
  return new Set(
    calls.flatMap(({ words: [program, ...args] }) => {
      const name = program?.text ?? ''
      const asks =
        /^(?:which|type|hash|has)$/.test(name) ||
        (name === 'command' && args.some(({ text }) => /^-[vV]$/.test(text)))
      return asks ? args.map(({ text }) => text).filter((text) => !text.startsWith('-')) : []
    }),
  )
}
