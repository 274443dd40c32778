import type { Carried } from '../carried.ts'
import type { Folder, Variable, Word } from '../line.ts'
import { assignmentIn } from '../programs/variables.ts'
import { startsWrapped, wrapperOf } from '../programs/wrappers.ts'
import { runsText, runsTexts, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { folderAt } from './folders.ts'
import { hasOption, readArguments, valuesOf, type Arguments, type OptionRules } from './options.ts'
import { joinWords, knownWord, withoutStart } from './words.ts'

/** Returns what a wrapper such as `sudo` or `timeout` starts: the command behind its options and operands. */
export function startsWrappedCommand(command: Command): readonly Carried[] {
  const rules = wrapperOf(command.name)
  if (rules === undefined) return []
  return startsOf(command).flatMap((at) =>
    startsWords(command.args.slice(at), withVariables(assignments(command.args.slice(0, at)))),
  )
}

/** Wrappers that do more than to start the words behind their options. */
export const WRAPPER_ROWS: CarrierRows = {
  'env genv': carriedByEnv,
  'sudo doas': carriedBySudo,
  command: (command) => (/^-\w*[vV]/.test(command.args[0]?.text ?? '') ? [] : startsWrappedCommand(command)),
  flock: (command) => {
    const { operands } = readArguments(command.args, {
      valued: 'wE',
      long: 'timeout wait conflict-exit-code',
    })
    const behind = readArguments(operands.slice(1), { valued: 'c', long: 'command' })
    const texts = valuesOf(behind, '-c', '--command')
    return texts.length > 0 ? runsTexts(texts) : startsWrappedCommand(command)
  },
  'npx bunx pnpx': carriedByNpx,
  uvx: ({ args }) => startsPackage(readArguments(args, wrapperOf('uvx')).operands),
  chroot: (command) => startsWrappedCommand(command).map((each) => inFolder(each, { kind: 'unknown' })),
  watch: ({ args }) => {
    const given = readArguments(args, { valued: 'nq', attached: 'd', long: 'interval equexit' })
    return hasOption(given, '-x', '--exec')
      ? startsWords(given.operands)
      : runsText(joinWords(given.operands))
  },
  script: ({ args }) => {
    const given = readArguments(args, {
      valued: 'cEIBOomTt',
      long: 'command echo log-in log-io log-out log-timing output-limit logging-format',
      anywhere: true,
    })
    const texts = valuesOf(given, '-c', '--command')
    // On BSD the command stands behind the file.
    return texts.length > 0 ? runsTexts(texts) : startsWords(given.operands.slice(1))
  },
  entr: ({ args }) => {
    const given = readArguments(args, { valued: '' })
    return hasOption(given, '-s') ? runsText(given.operands[0]) : startsWords(given.operands)
  },
  // A context stands in front of the command, unless options say what it is made of.
  runcon: ({ args }) => {
    const { operands, options } = readArguments(args, { valued: 'turl', long: 'type user role range' })
    return startsWords(options.length > 0 ? operands : operands.slice(1))
  },
  bwrap: ({ args }) => startsWords(args.slice(endOfBubblewrap(args))),
  perf: ({ args }) =>
    /^(?:record|stat|trace|mem|kmem|sched|c2c)$/.test(args[0]?.text ?? '')
      ? startsWords(
          readArguments(args.slice(1), { valued: 'eFcopmCtuDdgGIxr', long: 'event output' }).operands,
        )
      : [],
  nodemon: ({ args }) => {
    const given = readArguments(args, {
      valued: 'xewids',
      long: 'exec ext watch ignore delay signal config cwd',
      anywhere: true,
    })
    const texts = valuesOf(given, '-x', '--exec')
    return texts.length > 0 ? runsTexts(texts) : startsWords(nodeScript(given.operands))
  },
  'cross-env-shell': ({ args }) => runsText(joinWords(withoutAssignments(args))),
  capsh: ({ args }) => {
    const at = args.findIndex(({ text }) => text === '--' || text === '==')
    return at === -1 ? [] : startsWords([knownWord('bash'), ...args.slice(at + 1)])
  },
  'runuser su': carriedBySu,
  'sg newgrp': ({ args }) => {
    const rest = args.slice(1)
    return runsText(rest[0]?.text === '-c' ? rest[1] : rest[0])
  },
  'concurrently hyperfine': ({ args }) =>
    runsTexts(
      readArguments(args, {
        valued: 'ncpwrmMSPLDNk',
        long:
          'names prefix-colors prefix max-processes restart-tries restart-after success kill-signal warmup runs ' +
          'min-runs max-runs shell export-json export-csv export-markdown parameter-scan parameter-list style name time-unit',
        anywhere: true,
      }).operands.map(withScriptName),
    ),
}

/** `npm:dev` runs the script of that name. */
function withScriptName(word: Word): Word {
  const [, manager, script] = /^(npm|yarn|pnpm|bun|node|deno):([\w:.@*-]+)$/.exec(word.text) ?? []
  return word.known && manager !== undefined && script !== undefined
    ? knownWord(
        `${manager} ${manager === 'deno' ? 'task' : manager === 'node' ? '--run' : 'run'} '${script}'`,
      )
    : word
}

/** Of two rows of a wrapper for one word, the one that stands first counts; the others may run. */
function startsOf({ args, program, name }: Command): readonly number[] {
  const texts = program.words.map(({ text, known }) => (known || !text.startsWith('-') ? text : '-'))
  return startsWrapped(texts, wrapperOf(name) ?? {})
    .map((at) => at - 1)
    .filter((at) => at < args.length)
}

function withVariables(variables: readonly Variable[]): { readonly variables?: readonly Variable[] } {
  return variables.length === 0 ? {} : { variables }
}

/** Reads `NAME=value` words, as `env` and `sudo` take them. */
function assignments(words: readonly Word[]): readonly Variable[] {
  return words.flatMap((word) => {
    const found = assignmentIn(word.text)
    if (found === undefined) return []
    return [{ name: found.name, value: withoutStart(word, word.text.length - found.value.length) }]
  })
}

function withoutAssignments(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ text }) => !/^\w+=/.test(text))
  return at === -1 ? [] : words.slice(at)
}

const ENV: OptionRules = { valued: 'uCSaP', long: 'unset chdir split-string argv0' }

function carriedByEnv(command: Command): readonly Carried[] {
  const given = readArguments(command.args, ENV)
  const [text] = valuesOf(given, '-S', '--split-string')
  const variables = withVariables(assignments(command.args))
  const folder = folderOption(command, given, '-C', '--chdir')
  if (text !== undefined) return runsText(joinWords([text, ...given.operands]), folder)
  return startsWords(withoutAssignments(given.operands), { ...variables, ...folder })
}

/** With `-s` and `-i` a shell reads the words; without words it reads its standard input. */
function carriedBySudo(command: Command): readonly Carried[] {
  const given = readArguments(command.args, wrapperOf(command.name))
  if (hasOption(given, '-e', '--edit', '-l', '--list', '-v', '--validate')) return []
  if (!hasOption(given, '-s', '-i', '--shell', '--login')) return startsWrappedCommand(command)
  const words = withoutAssignments(given.operands)
  return words.length > 0
    ? startsWords([knownWord('sh'), knownWord('-c'), joinWords(words)])
    : startsWords([knownWord('sh')])
}

const SU: OptionRules = {
  valued: 'cgGsuwT',
  long: 'command session-command group supp-group shell user whitelist-environment',
  anywhere: true,
}

/** `runuser -u USER` starts the words behind it; otherwise a shell reads the value of `-c`, or the input. */
function carriedBySu(command: Command): readonly Carried[] {
  if (command.name === 'runuser' && command.args.some(({ text }) => /^(?:-u|--user)/.test(text)))
    return startsWrappedCommand(command)
  const given = readArguments(command.args, SU)
  const texts = valuesOf(given, '-c', '--command', '--session-command')
  return texts.length > 0 ? runsTexts(texts) : startsWords([knownWord('sh')])
}

const NPX: OptionRules = { valued: 'pc', long: 'package call cache userconfig workspace prefix' }

function carriedByNpx({ args }: Command): readonly Carried[] {
  const given = readArguments(args, NPX)
  const texts = valuesOf(given, '-c', '--call')
  return texts.length > 0 ? runsTexts(texts) : startsPackage(given.operands)
}

/** Starts a program that may be named with a version: `rimraf@5`, `@scope/tool`. */
export function startsPackage(words: readonly Word[]): readonly Carried[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  const [name = first.text] = first.text.slice(1).split('@')
  return startsWords([first.known ? knownWord(first.text.slice(0, 1) + name) : first, ...rest])
}

function nodeScript(operands: readonly Word[]): readonly Word[] {
  return operands.length === 0 ? [] : [knownWord('node'), ...operands]
}

function folderOption(
  command: Command,
  given: Arguments,
  ...names: readonly string[]
): { readonly folder?: Folder } {
  const [value] = valuesOf(given, ...names)
  return value === undefined ? {} : { folder: folderAt(command.program.folder, value) }
}

function inFolder(carried: Carried, folder: Folder): Carried {
  return carried.kind === 'words' ? { ...carried, folder } : carried
}

const BUBBLEWRAP_TWO =
  /^--(?:(?:ro-|dev-)?bind(?:-try|-data|-fd)?|ro-bind-data|symlink|file|setenv|chmod|overlay)$/
const BUBBLEWRAP_ONE =
  /^--(?:args|argv0|userns2?|pidns|uid|gid|hostname|chdir|unsetenv|lock-file|sync-fd|dev|proc|tmpfs|mqueue|dir|seccomp|add-seccomp-fd|block-fd|userns-block-fd|info-fd|json-status-fd|cap-add|cap-drop|perms|size|exec-label|file-label|remount-ro)$/

function endOfBubblewrap(args: readonly Word[]): number {
  let at = 0
  for (; args[at]?.text.startsWith('--') === true; at++) {
    const { text = '' } = args[at] ?? {}
    if (text === '--') return at + 1
    if (BUBBLEWRAP_TWO.test(text)) at += 2
    else if (BUBBLEWRAP_ONE.test(text)) at += 1
  }
  return at
}
