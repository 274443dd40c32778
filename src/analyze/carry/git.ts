import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { gitSubcommand } from '../programs/git.ts'
import { runsText, runsTexts, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { carriedBySetting } from './git-settings.ts'
import { readArguments, valuesOf, type OptionRules } from './options.ts'
import { reports } from './reports.ts'
import { joinWords, withoutStart } from './words.ts'

export const GIT_ROWS: CarrierRows = { git: carriedByGit }

/** Options of subcommands whose value is text for a shell. */
const TEXT_OPTIONS: Readonly<Record<string, OptionRules>> = {
  rebase: { valued: 'xsXCS', long: 'exec onto strategy strategy-option' },
  clone: {
    valued: 'ubocj',
    long: 'upload-pack branch origin config reference depth template separate-git-dir',
  },
  fetch: { long: 'upload-pack depth deepen shallow-since refmap server-option' },
  pull: { long: 'upload-pack depth deepen strategy' },
  push: { valued: 'o', long: 'receive-pack exec push-option repo' },
  'fetch-pack': { long: 'upload-pack exec' },
  'send-pack': { long: 'receive-pack exec' },
  'ls-remote': { valued: 'o', long: 'upload-pack exec server-option' },
  archive: { valued: 'o', long: 'exec remote output format prefix' },
  difftool: { valued: 'xt', long: 'extcmd tool' },
  grep: { attached: 'O', valued: 'efABCm', long: 'open-files-in-pager' },
  'filter-branch': {
    valued: 'd',
    long:
      'env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter subdirectory-filter ' +
      'setup state-branch original',
  },
  'send-email': { long: 'to-cmd cc-cmd header-cmd sendmail-cmd smtp-server' },
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  rebase: ['-x', '--exec'],
  clone: ['-u', '--upload-pack'],
  difftool: ['-x', '--extcmd'],
  grep: ['-O', '--open-files-in-pager'],
  'filter-branch': [
    '--env-filter',
    '--tree-filter',
    '--index-filter',
    '--parent-filter',
    '--msg-filter',
    '--commit-filter',
    '--tag-name-filter',
    '--setup',
  ],
}
const TRANSFER = [
  '--upload-pack',
  '--receive-pack',
  '--exec',
  '--to-cmd',
  '--cc-cmd',
  '--header-cmd',
  '--sendmail-cmd',
]

function carriedByGit(command: Command): readonly Carried[] {
  const at = gitSubcommand(
    command.program.words.map(({ text }) => text),
    0,
  )
  const before = command.program.words.slice(1, at)
  const subcommand = command.program.words[at]?.text ?? ''
  const rest = command.program.words.slice(at + 1)
  return [
    ...settingsBefore(before).flatMap(({ key, value }) =>
      carriedBySetting(key, value, [subcommand, ...rest.map(({ text }) => text)]),
    ),
    ...(before.some(({ text }) => text.startsWith('--exec-path=')) ? reports('loaded-code') : []),
    ...runByOptions(subcommand, rest),
    ...runBySubcommand(command, subcommand, rest),
    ...rest.flatMap((word) => (word.text.startsWith('ext::') ? runsText(withoutStart(word, 5)) : [])),
  ]
}

type Setting = { readonly key: string; readonly value: Word | undefined }

/** `-c key=value`, `-ckey=value`; of `--config-env=key=NAME` the value is only known at run time. */
function settingsBefore(words: readonly Word[]): readonly Setting[] {
  const given = readArguments(words, {
    valued: 'cC',
    long: 'config-env git-dir work-tree namespace super-prefix attr-source',
    anywhere: true,
  })
  return [
    ...valuesOf(given, '-c').map((word) => {
      const at = word.text.indexOf('=')
      return at === -1
        ? { key: word.text, value: undefined }
        : { key: word.text.slice(0, at), value: withoutStart(word, at + 1) }
    }),
    ...valuesOf(given, '--config-env').map(({ text }) => ({
      key: text.split('=')[0] ?? '',
      value: undefined,
    })),
  ]
}

function runByOptions(subcommand: string, rest: readonly Word[]): readonly Carried[] {
  if (!Object.hasOwn(TEXT_OPTIONS, subcommand)) return []
  const given = readArguments(rest, { ...TEXT_OPTIONS[subcommand], anywhere: true })
  const names = NAMES[subcommand] ?? []
  return [
    ...runsTexts(valuesOf(given, ...names, ...TRANSFER.filter((name) => !names.includes(name)))),
    ...valuesOf(given, '-c', '--config').flatMap((word) => {
      const at = word.text.indexOf('=')
      return at === -1
        ? []
        : carriedBySetting(word.text.slice(0, at), withoutStart(word, at + 1), [subcommand])
    }),
    ...(given.options.some(({ name }) => name === '--template') ? reports('loaded-code') : []),
  ]
}

function runBySubcommand(command: Command, subcommand: string, rest: readonly Word[]): readonly Carried[] {
  const [first = '', second = ''] = rest.map(({ text }) => text)
  if (subcommand === 'bisect' && first === 'run') return startsWords(rest.slice(1))
  if (subcommand === 'config') return carriedByConfig(command, rest)
  if (subcommand === 'for-each-repo') return []
  if (subcommand !== 'submodule') return []
  const at = rest.findIndex(({ text }) => text === 'foreach')
  if (at === -1 || (first !== 'foreach' && second !== 'foreach' && at > 2)) return []
  return runsText(joinWords(readArguments(rest.slice(at + 1)).operands))
}

/** `git config KEY VALUE` keeps a setting; it runs when git is called again. */
function carriedByConfig({ program, around }: Command, rest: readonly Word[]): readonly Carried[] {
  const { operands } = readArguments(rest, { valued: 'ft', long: 'file blob type default', anywhere: true })
  const [key, value] = operands[0]?.text === 'set' ? operands.slice(1) : operands
  if (key === undefined || value === undefined || /^(?:get|unset|list|edit)$/.test(key.text)) return []
  const later = around.programs.filter(({ name, id }) => name === 'git' && id > program.id)
  const words = later.flatMap(({ words: each }) => each.slice(1).map(({ text }) => text))
  const carried = carriedBySetting(key.text, value, words)
  return later.length > 0
    ? carried
    : carried.map((each) => ('certain' in each ? { ...each, certain: false } : each))
}
