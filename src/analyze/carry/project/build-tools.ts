import type { Carried } from '../../carried.ts'
import type { Folder, Word } from '../../line.ts'
import { assignmentIn } from '../../programs/variables.ts'
import { runsText, type CarrierRows, type Command } from '../carrier.ts'
import { knownText } from '../flows/flow.ts'
import { fileText, inputOf } from '../flows/pipes.ts'
import { folderAt } from '../folders.ts'
import { readArguments, valuesOf, type OptionRules } from '../options.ts'
import { reports } from '../reports.ts'
import { joinWords, knownWord } from '../words.ts'
import { expandMake, linesOf, readJustfile, readMakefile, type Makefile } from './makefile.ts'

/** Tools that run code of the project which is not read here. */
const PROJECT =
  'gradle gradlew mvn mvnw ant sbt bazel bazelisk ninja rake tox nox invoke task mage cargo go dotnet swift mix rebar3 ' +
  'stack cabal dune lein pytest py.test jest vitest mocha ava playwright cypress karma rspec phpunit ctest meson scons ' +
  'pre-commit lefthook husky lint-staged turbo nx lerna rush gulp grunt earthly skaffold vite webpack rollup next nuxt ' +
  'astro ng flutter dart xcodebuild bundle rails unittest'

/** What these tools are told to do by words that run nothing of the project. */
const RUNS_NOTHING =
  /^(?:fmt|clean|update|add|remove|rm|tree|metadata|search|new|init|fetch|vendor|version|get|mod|list|env|doc|login|help|--version|-v|-V|--help|-h|-version|vet|uninstall|info|outdated|deps|show|sln|nuget|--list|-l|why|work|config|ls)$/

export const BUILD_ROWS: CarrierRows = {
  'make gmake': (command) => carriedByMake(command),
  just: carriedByJust,
  [PROJECT]: ({ args }) => (RUNS_NOTHING.test(args[0]?.text ?? '') ? [] : reports('project-code')),
}

const MAKE: OptionRules = {
  valued: 'fCIoW',
  attached: 'jlO',
  long: 'file makefile directory include-dir old-file what-if new-file eval assume-old assume-new',
  anywhere: true,
}
const NAMES = ['GNUmakefile', 'makefile', 'Makefile']

function carriedByMake(command: Command): readonly Carried[] {
  const given = readArguments(command.args, MAKE)
  const folder = folderOf(command.program.folder, valuesOf(given, '-C', '--directory')[0])
  const files = valuesOf(given, '-f', '--file', '--makefile')
  const evaluated = valuesOf(given, '--eval')
  const text = textOf(command, folder, files.length > 0 ? files : NAMES.map(knownWord), files.length > 0)
  const targets = given.operands.filter(({ text: word }) => assignmentIn(word) === undefined)
  const set = [
    ...command.program.variables.map(({ name, value }) => [name, value.text] as const),
    ...given.operands.flatMap(assigned),
  ]
  const texts = [...evaluated.map((word) => word.text), ...(text === undefined ? [] : [text])]
  return [
    ...texts.flatMap((each) => runsTargets(readMakefile(each), targets, set, folder)),
    ...(text === undefined ? reports('project-code') : []),
    ...set.flatMap(([name, value]) => (name === 'SHELL' ? runsText(knownWord(value)) : [])),
  ]
}

function assigned({ text }: Word): readonly (readonly [string, string])[] {
  const found = assignmentIn(text.replace(/(?<!:):+=/, '='))
  return found === undefined ? [] : [[found.name, found.value]]
}

function folderOf(folder: Folder, option: Word | undefined): Folder {
  return option === undefined ? folder : folderAt(folder, option)
}

/** All files that were named, or the first one that there is. */
function textOf(command: Command, folder: Folder, files: readonly Word[], all: boolean): string | undefined {
  const texts = files.flatMap((file) => {
    const text = file.text === '-' ? fromInput(command) : readFile(command, folder, file)
    return text === undefined ? [] : [text]
  })
  return texts.length === 0 ? undefined : all ? texts.join('\n') : texts[0]
}

function fromInput({ program, around }: Command): string | undefined {
  return knownText(inputOf(program, around))
}

function readFile({ program, around }: Command, folder: Folder, file: Word): string | undefined {
  return knownText(fileText({ id: program.id, folder }, file, around))
}

function runsTargets(
  makefile: Makefile,
  targets: readonly Word[],
  set: readonly (readonly [string, string])[],
  folder: Folder,
): readonly Carried[] {
  const variables = new Map([...makefile.variables, ...set])
  const lines = linesOf(
    makefile,
    targets.map(({ text }) => text),
  ).map((line) => expandMake(line.replace(/^[@+-]+/, ''), variables))
  const shells = [...makefile.variables].flatMap(([, value]) => {
    const [, text] = /^\$\(shell (.*)\)$/.exec(value) ?? []
    return text === undefined ? [] : [text]
  })
  return [...shells, ...lines].flatMap((line) => runsText(knownWord(line), { how: 'file', folder }))
}

function carriedByJust(command: Command): readonly Carried[] {
  const given = readArguments(command.args, {
    valued: 'fd',
    long: 'justfile working-directory set shell shell-arg chooser dotenv-path',
  })
  if (command.args.some(({ text }) => /^(?:-c|--command)$/.test(text)))
    return runsText(joinWords(given.operands))
  if (command.args.some(({ text }) => /^(?:-l|--list|--show|--summary|--version|--fmt)$/.test(text)))
    return []
  const { folder } = command.program
  const named = valuesOf(given, '-f', '--justfile')
  const text = textOf(
    command,
    folder,
    named.length > 0 ? named : ['justfile', 'Justfile', '.justfile'].map(knownWord),
    true,
  )
  if (text === undefined) return reports('project-code')
  const justfile = readJustfile(text)
  const names = given.operands.map((word) => word.text).filter((name) => justfile.rules.has(name))
  const lines = linesOf(justfile, names).map((line) => expandJust(line, justfile.variables))
  return lines.flatMap((line) => runsText(knownWord(line), { how: 'file', folder }))
}

/** `{{ name }}` stands for a value. */
function expandJust(line: string, variables: ReadonlyMap<string, string>): string {
  return line
    .replace(/^[@-]+/, '')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => variables.get(name.trim()) ?? '$VALUE')
}
