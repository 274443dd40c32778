import { LANGUAGE_NAMES } from '../../git/contracts/model.ts'
import type { OptionSpec } from '../args.ts'
import type { CommandSpec } from '../command.ts'
import { HOOK_TYPE, repeated, RUNNING, SELECTING, SHARED, STAGE } from './options.ts'
import { UPDATING } from './update-options.ts'

/** What prek answers to a command line it cannot read. */
const EXITS = '0 done, 1 a hook failed or a problem, 2 not run or a bad command line, 130 interrupted'
const USAGE = { usageExit: 2, exits: EXITS } as const
const MANY = { positionals: Number.POSITIVE_INFINITY } as const
const HOOKS = { ...MANY, completes: 'git-hooks' } as const
const NONE = { positionals: 0 } as const

const json: OptionSpec = { name: 'json', help: 'print JSON for programs' }
const gitDir: OptionSpec = { name: 'git-dir', value: 'DIR', help: 'the hooks of this repository folder' }
const skip = repeated('skip', 'HOOK|PROJECT', 'never run these')

const INSTALLING: readonly OptionSpec[] = [
  HOOK_TYPE,
  { name: 'force', short: 'f', aliases: ['overwrite'], help: 'delete hooks that are there already' },
  {
    name: 'prepare-hooks',
    aliases: ['install-hooks'],
    help: 'also build the environments of all hooks',
  },
  { name: 'allow-missing-config', help: 'the hooks let git go on where there is no config' },
  gitDir,
  skip,
  json,
]

const LISTING: readonly OptionSpec[] = [
  ...SELECTING,
  { ...STAGE, help: 'only hooks of this stage' },
  {
    name: 'language',
    value: 'LANGUAGE',
    choices: [...LANGUAGE_NAMES, 'docker-image'],
    help: 'only hooks of this language',
  },
  { name: 'output-format', value: 'FORMAT', choices: ['text', 'json'], help: 'default: text' },
  json,
]

/** Given by the files that `install` writes. */
const CALLED: readonly OptionSpec[] = [
  { ...HOOK_TYPE, repeatable: false },
  { name: 'hook-dir', value: 'DIR', help: 'where the hook is that git started' },
  { name: 'script-version', value: 'N', help: 'of that hook' },
  { name: 'skip-on-missing-config', help: 'without a config there is nothing to do' },
  { name: 'select', value: 'HOOK|PROJECT', repeatable: true, help: 'only these' },
  skip,
]

const autoupdate: CommandSpec = {
  name: 'autoupdate',
  usage: 'git autoupdate',
  summary: 'set every `rev` to the newest release',
  options: [...UPDATING, ...SHARED],
  ...NONE,
  ...USAGE,
  load: async () => (await import('./autoupdate.ts')).autoupdate,
}

const prepareHooks: CommandSpec = {
  name: 'prepare-hooks',
  usage: 'git prepare-hooks [HOOK|PROJECT]…',
  summary: 'build the environments of hooks without running them',
  options: [...SELECTING, json, ...SHARED],
  ...HOOKS,
  ...USAGE,
  load: async () => (await import('./prepare.ts')).prepare,
}

/** The same command by a name that prek or pre-commit has for it. */
const alias = (name: string, command: CommandSpec): CommandSpec => ({ ...command, name, isInternal: true })

/** Everything below `hookwright git`. */
export const gitCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    usage: 'git run [HOOK|PROJECT]…',
    summary: 'run the hooks of .pre-commit-config.yaml or prek.toml',
    options: [...SELECTING, ...RUNNING, ...SHARED],
    ...HOOKS,
    ...USAGE,
    load: async () => (await import('./run.ts')).run,
  },
  {
    name: 'install',
    usage: 'git install [-t TYPE]… [HOOK|PROJECT]…',
    summary: 'let git run them at every commit, push and the like',
    options: [...INSTALLING, ...SHARED],
    ...HOOKS,
    ...USAGE,
    load: async () => (await import('./install.ts')).install,
  },
  {
    name: 'uninstall',
    usage: 'git uninstall [-t TYPE]… [--all]',
    summary: 'undo that; hooks that were there before come back',
    options: [
      HOOK_TYPE,
      { name: 'all', help: 'every hook that hookwright installed' },
      gitDir,
      json,
      ...SHARED,
    ],
    ...NONE,
    ...USAGE,
    load: async () => (await import('./uninstall.ts')).uninstall,
  },
  {
    name: 'list',
    usage: 'git list [HOOK|PROJECT]…',
    summary: 'the hooks there are',
    options: [...LISTING, ...SHARED],
    ...HOOKS,
    ...USAGE,
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'validate-config',
    usage: 'git validate-config [FILE]…',
    summary: 'everything that is wrong with config files',
    options: [json, ...SHARED],
    ...MANY,
    ...USAGE,
    load: async () => (await import('./validate.ts')).validateConfig,
  },
  {
    name: 'validate-manifest',
    usage: 'git validate-manifest [FILE]…',
    summary: 'the same for .pre-commit-hooks.yaml',
    options: [json, ...SHARED],
    ...MANY,
    ...USAGE,
    load: async () => (await import('./validate.ts')).validateManifest,
  },
  autoupdate,
  alias('update', autoupdate),
  alias('auto-update', autoupdate),
  prepareHooks,
  alias('install-hooks', prepareHooks),
  {
    name: 'gc',
    usage: 'git gc',
    summary: 'remove clones and environments that no config uses',
    options: [{ name: 'dry-run', help: 'remove nothing, only show it' }, json, ...SHARED],
    ...NONE,
    ...USAGE,
    load: async () => (await import('./gc.ts')).gc,
  },
  {
    name: 'hook-impl',
    usage: 'git hook-impl --hook-type=TYPE -- ARGUMENTS',
    summary: 'what installed hooks start',
    isInternal: true,
    options: [...CALLED, ...SHARED],
    ...MANY,
    ...USAGE,
    load: async () => (await import('./hook-impl.ts')).hookImpl,
  },
  {
    name: 'trust',
    usage: 'git trust [show | add | revoke]',
    summary: 'approve hooks one by one, where a policy asks for it',
    options: [
      {
        name: 'digest',
        value: 'DIGEST',
        help: 'with add: only if the hooks are still those that show printed',
      },
      { name: 'json', help: 'print JSON for programs' },
      ...SHARED,
    ],
    positionals: 1,
    actions: ['show', 'add', 'revoke'],
    completes: 'nothing',
    ...USAGE,
    load: async () => (await import('./trust.ts')).trust,
  },
]
