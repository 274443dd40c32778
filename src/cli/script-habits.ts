import type { Call, CallWord, ShellScript, Span } from '../covers/calls.ts'
import { nameOf, startedBy } from './call-program.ts'
import { isShell } from './script-operand.ts'

/** Commands that go on after the script: jobs that nobody waits for, and those that are cut loose. */
export function leftBehind({ calls }: ShellScript): readonly Span[] {
  const waits = calls.some(({ words }) => words[0]?.text === 'wait')
  return calls.filter((call) => {
    const { starters = [], program } = startedBy(call) ?? {}
    if (starters.includes('setsid') || program?.text === 'disown') return true
    return call.isBackground && !waits
  })
}

/** Variables that hold what came with the call: arguments, the payload, and what was taken out of it. */
export function taintedNames({ calls }: ShellScript): ReadonlySet<string> {
  const tainted = new Set<string>()
  for (let pass = 0; pass < 3; pass++)
    for (const { words, assigned, readsOther, hasDocument } of calls) {
      const [name, ...args] = words
      for (const { name: variable, written } of assigned)
        if (isTainted(written, tainted)) tainted.add(variable)
      for (const { text, written } of args) {
        const [, variable] = /^(\w+)=/.exec(text) ?? []
        if (variable !== undefined && isTainted(written, tainted)) tainted.add(variable)
      }
      if (name?.text === 'read' && !readsOther && !hasDocument)
        for (const { text } of args) if (/^[A-Za-z_]\w*$/.test(text)) tainted.add(text)
    }
  return tainted
}

const PAYLOAD = /\$(?:\(|\{?[@*1-9])|`/
/** Substitutions that read the input of the hook, or look into it. */
const READS_INPUT = /(?:\$\(|`)\s*(?:cat\b(?!\s+[^\s)|-])|<\s*\/dev\/stdin|jq\b)|\|\s*jq\b/

function isTainted(written: string, tainted: ReadonlySet<string>): boolean {
  if (/\$\{?[@*1-9]/.test(written) || READS_INPUT.test(written)) return true
  return variablesIn(written).some((name) => tainted.has(name))
}

function variablesIn(written: string): readonly string[] {
  return [...written.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
}

/** `eval "$1"`, `bash -c "$command"`: text from outside becomes a command. */
export function evaluated(script: ShellScript): readonly Span[] {
  const tainted = taintedNames(script)
  return script.calls.filter((call) => {
    const started = startedBy(call)
    if (started === undefined) return false
    const { program, args } = started
    const isFilled = ({ written }: CallWord): boolean =>
      !/^'[^']*'$/.test(written) && PAYLOAD_OR_NAME.test(written) && isTainted(written, tainted)
    if (program.text === 'eval') return args.some(isFilled)
    if (!isShell(program.text)) return false
    const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c$/.test(text))
    const text = at === -1 ? undefined : args[at + 1]
    return text !== undefined && isFilled(text)
  })
}

const PAYLOAD_OR_NAME = new RegExp(`${PAYLOAD.source}|\\$\\{?[A-Za-z_]`)

/** The whole payload goes into a file: `cat >> log`, `tee -a log`, `echo "$INPUT" >> log`. */
export function payloadLogs(script: ShellScript): readonly Span[] {
  const whole = wholePayloads(script)
  return script.calls.filter((call) => {
    const [program, ...args] = call.words
    const name = nameOf(program?.text ?? '')
    const isInput =
      !call.readsOther &&
      !call.hasDocument &&
      !call.redirects.some(({ operator }) => operator.startsWith('<'))
    const files = args.filter(({ text }) => !text.startsWith('-'))
    if (name === 'cat' && files.length === 0) return isInput && keepsLog(call)
    if (name === 'tee') return isInput && files.some(({ text, written }) => isLog(text, written))
    if (name !== 'echo' && name !== 'printf') return false
    return keepsLog(call) && args.some(({ written }) => isWhole(written, whole))
  })
}

function keepsLog({ redirects }: Call): boolean {
  return redirects.some(({ operator, target }) => {
    if (target === undefined || target.text.startsWith('/dev/')) return false
    return operator === '>>'
      ? !isTemporary(target.written)
      : operator === '>' && isLog(target.text, target.written)
  })
}

function isLog(text: string, written: string): boolean {
  return /\.(?:log|jsonl|ndjson)$|(?:^|[/_.-])logs?(?:[/_.-]|$)/i.test(text) && !isTemporary(written)
}

/** A file that the script makes for itself, to read the payload twice. */
function isTemporary(written: string): boolean {
  return /mktemp|\$\{?te?mp/i.test(written)
}

/** Variables that hold the payload as it came. */
function wholePayloads({ calls }: ShellScript): ReadonlySet<string> {
  return new Set(
    calls.flatMap(({ assigned }) =>
      assigned
        .filter(({ written }) =>
          /^\w+="?(?:\$\(\s*(?:cat|<\s*\/dev\/stdin)\s*-?\s*\)|`cat`)"?$/.test(written),
        )
        .map(({ name }) => name),
    ),
  )
}

function isWhole(written: string, whole: ReadonlySet<string>): boolean {
  const [, name] = /^"?\$\{?(\w+)\}?"?$/.exec(written) ?? []
  return name !== undefined && whole.has(name)
}

/** The script stops at a command that fails, at least. */
export function hasStrictMode(text: string, { calls }: ShellScript): boolean {
  if (/^#!.*\bsh\s+-[a-z]*e/.test(text)) return true
  return calls.some(
    ({ words: [program, ...args] }) =>
      program?.text === 'set' && args.some(({ text: arg }) => /^-[a-zA-Z]*e|^errexit$/.test(arg)),
  )
}
