import { gitSubcommand } from './git.ts'

/** Programs that run the command given as their arguments: operands before it, and short options that take a value. */
type Wrapper = { readonly operands?: number; readonly valued?: string }

/** More nested wrappers than this are not a command line anybody writes. */
const MAX_STARTS = 32

/**
 * The first row is what Claude Code strips for permission rules (2.1.325). The others are ours: a guard on `rm`
 * that does not see `sudo rm` is worse than a hook that runs once too often.
 */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    timeout: { operands: 1, valued: 'ks' },
    time: { valued: 'fo' },
    nice: { valued: 'n' },
    nohup: {},
    stdbuf: { valued: 'ioe' },
    command: {},
    builtin: {},
    noglob: {},
    xargs: { valued: 'adEILnPs' },

    sudo: { valued: 'CDghpRrTtUu' },
    doas: { valued: 'Cu' },
    env: { valued: 'uCS' },
    exec: { valued: 'a' },
    setsid: {},
    ionice: { valued: 'cnpPu' },
    taskset: { operands: 1 },
    chrt: { operands: 1, valued: 'TPD' },
    flock: { operands: 1, valued: 'wE' },
    unshare: { valued: 'SGRw' },
    busybox: {},
    nocorrect: {},
    watch: { valued: 'nq' },
    caffeinate: { valued: 'tw' },
    runuser: { valued: 'ugGscwT' },
    script: { operands: 1, valued: 'cEIBOomTt' },
    chroot: { operands: 1 },
    nsenter: { valued: 'tSGN' },
    'systemd-run': { valued: 'puEMHC' },
    pkexec: {},
    strace: { valued: 'abeEIoOpPsSuUX' },
  } satisfies Record<string, Wrapper>),
)

/** Indexes of `words` at which a command starts: the first word, and what each wrapper wraps. Undefined: too many. */
export function commandStarts(words: readonly string[]): readonly number[] | undefined {
  const starts = [0]
  for (const at of starts) {
    starts.push(...wrappedBy(words, at).filter((next) => !starts.includes(next)))
    if (starts.length > MAX_STARTS) return undefined
  }
  return starts
}

export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

function wrappedBy(words: readonly string[], at: number): readonly number[] {
  const name = programName(words[at] ?? '')
  if (name === 'find') return executedByFind(words, at)
  if (name === 'git') return executedByBisect(words, gitSubcommand(words, at))
  const wrapper = WRAPPERS.get(name)
  if (wrapper === undefined || (name === 'command' && /^-[vV]/.test(words[at + 1] ?? ''))) return []
  return afterOptions(words, at + 1, wrapper)
}

/** A long option may or may not take the next word, so one more word counts as a possible start for each. */
function afterOptions(words: readonly string[], from: number, wrapper: Wrapper): readonly number[] {
  const found: number[] = []
  let operands = wrapper.operands ?? 0
  let doubtful = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    if (takesNextWord(word, wrapper)) at++
    else if (isLongOption(word)) doubtful++
    else if (!/^-|^\w+=/.test(word)) {
      if (operands <= 0 || doubtful > 0) found.push(at)
      if (operands-- <= 0 && doubtful-- <= 0) return found
    }
  }
  return found
}

function takesNextWord(word: string, { valued = '' }: Wrapper): boolean {
  return /^-[^-]/.test(word) && valued.includes(word.slice(-1))
}

function isLongOption(word: string): boolean {
  return /^--\w[^=]*$/.test(word)
}

function executedByFind(words: readonly string[], at: number): readonly number[] {
  return words.flatMap((word, index) =>
    index > at && /^-(?:exec|execdir|ok|okdir)$/.test(word) && index + 1 < words.length ? [index + 1] : [],
  )
}

function executedByBisect(words: readonly string[], at: number): readonly number[] {
  return words[at] === 'bisect' && words[at + 1] === 'run' && at + 2 < words.length ? [at + 2] : []
}
