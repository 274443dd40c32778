import type { Carried } from '../../carried.ts'
import type { Folder, Word } from '../../line.ts'
import { runsText, startsWords, type CarrierRows, type Command } from '../carrier.ts'
import { knownText } from '../flows/flow.ts'
import { fileText } from '../flows/pipes.ts'
import { folderAt } from '../folders.ts'
import { readArguments, valuesOf, type Arguments } from '../options.ts'
import { reports } from '../reports.ts'
import { joinWords, knownWord, quoted, withoutStart } from '../words.ts'

export const PACKAGE_SCRIPT_ROWS: CarrierRows = {
  'npm pnpm yarn bun cnpm': carriedByManager,
  'npm-run-all npm-run-all2 run-s run-p': (command) =>
    readArguments(command.args, { valued: '' }).operands.flatMap((name) => runsScript(command, name, [], {})),
  composer: (command) => {
    const [subcommand, name, ...rest] = readArguments(command.args, { valued: 'd', anywhere: true }).operands
    if (!/^run(?:-script)?$/.test(subcommand?.text ?? '') || name === undefined) return []
    return runsScript(command, name, rest, { file: 'composer.json' })
  },
}

/** Subcommands that run the script of the same name. */
const NAMED: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}
/** Scripts that run with an installation. */
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepare']
const INSTALLS = /^(?:i|install|ci|add|clean-install|it|install-test|update|up)$/
/** Subcommands of package managers themselves. */
const OWN =
  /^(?:i|install|ci|add|rm|r|un|uninstall|remove|up|update|upgrade|outdated|ls|list|ll|la|view|info|show|v|search|audit|fund|pack|publish|unpublish|version|whoami|login|logout|ping|prune|dedupe|doctor|root|prefix|bin|config|c|get|set|cache|init|create|link|unlink|docs|home|repo|exec|x|dlx|help|why|store|import|rebuild|patch|patch-commit|deploy|pm|workspaces|policies|plugin|node|set-version|self-update|completion|env|setup|build-wasm|licenses|approve-builds|global|dist-tag|owner|access|token|profile|org|team|hook|star|stars|deprecate|edit|explain|explore|find-dupes|pkg|query|sbom|shrinkwrap|stage|constraints|autoclean|check|generate-lock-entry|tag|versions|import|server)$/

function carriedByManager(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'wCF',
    long: 'prefix workspace cwd dir filter reporter loglevel registry',
  })
  const at = given.operands[0]?.text === 'workspace' ? 2 : 0
  const [subcommand, ...rest] = given.operands.slice(at)
  if (subcommand === undefined) return command.name === 'yarn' ? installs(command, given) : []
  const where = { folder: folderOf(command, given) }
  const inner = readArguments(rest, { valued: 'wCF', long: 'prefix workspace cwd dir filter' })
  if (/^(?:run|run-script|rum|urn)$/.test(subcommand.text)) {
    const [name, ...args] = inner.operands
    return name === undefined ? [] : runsScript(command, name, withoutDashes(args), where)
  }
  if (command.name !== 'bun' && Object.hasOwn(NAMED, subcommand.text))
    return runsScript(command, knownWord(NAMED[subcommand.text] ?? ''), withoutDashes(rest), where)
  if (INSTALLS.test(subcommand.text)) return installs(command, given)
  if (subcommand.text === 'test') return reports('project-code')
  if (/^(?:pkg|set-script)$/.test(subcommand.text)) return setScripts(rest)
  if (command.name === 'yarn' && subcommand.text === 'exec') return runsText(joinWords(withoutDashes(rest)))
  if (command.name === 'npm' || OWN.test(subcommand.text) || /[./]/.test(subcommand.text)) return []
  return runsScript(command, subcommand, rest, { ...where, orProgram: true })
}

/** `npm pkg set scripts.x='…'`, `npm set-script x '…'`: the text runs with the script. */
function setScripts(words: readonly Word[]): readonly Carried[] {
  const [, name, value] = words[0]?.text === 'set' ? words : [undefined, ...words]
  if (words[0]?.text !== 'set') return name === undefined ? [] : runsText(value, { certain: false })
  return words.slice(1).flatMap((word) => {
    const [start] = /^scripts\.[\w:.-]+=/.exec(word.text) ?? []
    return start === undefined ? [] : runsText(withoutStart(word, start.length), { certain: false })
  })
}

function withoutDashes(words: readonly Word[]): readonly Word[] {
  return words[0]?.text === '--' ? words.slice(1) : words
}

function folderOf({ program }: Command, given: Arguments): Folder {
  const [value] = valuesOf(given, '-C', '--prefix', '--cwd', '--dir')
  return value === undefined ? program.folder : folderAt(program.folder, value)
}

function installs(command: Command, given: Arguments): readonly Carried[] {
  const folder = folderOf(command, given)
  const scripts = scriptsOf(command, folder, 'package.json') ?? {}
  return LIFECYCLE.flatMap((name) => textOf(scripts, name, [], folder))
}

type Where = {
  readonly folder?: Folder
  readonly file?: string
  /** True: the name may be that of a program. */
  readonly orProgram?: true
}

/** Runs the script, and those in front of and behind it. */
function runsScript(command: Command, name: Word, args: readonly Word[], where: Where): readonly Carried[] {
  const { folder = command.program.folder, file = 'package.json', orProgram } = where
  const scripts = scriptsOf(command, folder, file)
  if (scripts === undefined || !name.known) return reports('project-code')
  if (!Object.hasOwn(scripts, name.text)) return orProgram ? startsWords([name, ...args]) : []
  return [
    ...textOf(scripts, `pre${name.text}`, [], folder),
    ...textOf(scripts, name.text, args, folder),
    ...textOf(scripts, `post${name.text}`, [], folder),
  ]
}

type Scripts = Readonly<Record<string, readonly string[]>>

function textOf(scripts: Scripts, name: string, args: readonly Word[], folder: Folder): readonly Carried[] {
  const texts = Object.hasOwn(scripts, name) ? (scripts[name] ?? []) : []
  return texts.flatMap((text) =>
    runsText(joinWords([knownWord(text), ...args.map(quoted)]), { how: 'file', folder }),
  )
}

/** Undefined: the file cannot be read, or is none that is understood. */
function scriptsOf({ program, around }: Command, folder: Folder, file: string): Scripts | undefined {
  const text = knownText(fileText({ id: program.id, folder }, knownWord(file), around))
  if (text === undefined) return undefined
  try {
    const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, unknown>> }
    return Object.fromEntries(
      Object.entries(scripts).map(([name, value]) => [
        name,
        [value].flat().filter((each) => typeof each === 'string'),
      ]),
    )
  } catch {
    return undefined
  }
}
