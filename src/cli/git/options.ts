import { STAGES, HOOK_TYPES } from '../../git/contracts/model.ts'
import type { OptionSpec } from '../args.ts'

/** Options every git command takes. */
export const SHARED: readonly OptionSpec[] = [
  { name: 'config', short: 'c', value: 'FILE', help: 'only this config file, for the whole repository' },
  { name: 'cd', short: 'C', value: 'DIR', help: 'go there first' },
  {
    name: 'color',
    aliases: ['colour'],
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    help: 'colours (default: auto)',
  },
  { name: 'quiet', short: 'q', repeatable: true, help: 'say less; twice: only by the exit code' },
  { name: 'verbose', short: 'v', repeatable: true, help: 'details and output of every hook' },
  { name: 'no-progress', help: 'no progress on the terminal' },
  { name: 'refresh', isHidden: true, help: 'accepted: projects are always looked for anew' },
  { name: 'log-file', value: 'FILE', isHidden: true, help: 'accepted: see hookwright log' },
]

export const repeated = (name: string, value: string, help: string): OptionSpec => ({
  name,
  value,
  repeatable: true,
  help,
})

/** Which of the hooks. */
export const SELECTING: readonly OptionSpec[] = [
  repeated('skip', 'HOOK|PROJECT', 'not these (also SKIP=ID,ID in the environment)'),
  repeated('group', 'GROUP', 'only hooks of one of these groups'),
  repeated('require-group', 'GROUP', 'only hooks of all these groups'),
  repeated('no-group', 'GROUP', 'no hooks of these groups'),
]

export const STAGE: OptionSpec = {
  name: 'stage',
  aliases: ['hook-stage'],
  value: 'STAGE',
  choices: STAGES,
  help: 'at which stage (default: pre-commit)',
}

const hidden = (name: string): OptionSpec => ({ name, value: 'VALUE', isHidden: true, help: 'given by git' })

/** Which files, and how. */
export const RUNNING: readonly OptionSpec[] = [
  STAGE,
  { name: 'all-files', short: 'a', help: 'all tracked files (default: the staged ones)' },
  { name: 'files', value: 'FILE', many: true, help: 'these files' },
  repeated('glob', 'PATTERN', 'tracked files that match'),
  { ...repeated('directory', 'DIR', 'tracked files below it'), short: 'd' },
  {
    name: 'from-ref',
    short: 's',
    aliases: ['source'],
    value: 'REF',
    help: 'files changed since REF',
  },
  { name: 'to-ref', short: 'o', aliases: ['origin'], value: 'REF', help: 'until REF (default: HEAD)' },
  { name: 'last-commit', help: 'files of the last commit' },
  { name: 'show-diff-on-failure', help: 'show what hooks changed' },
  { name: 'fail-fast', help: 'stop after the first group that failed' },
  { name: 'no-fail-fast', isHidden: true, help: 'go on, whatever the config says' },
  { name: 'dry-run', help: 'show what would run' },
  {
    name: 'hide-status',
    value: 'STATUS',
    repeatable: true,
    choices: ['passed', 'failed', 'skipped'],
    help: 'leave these out',
  },
  {
    name: 'trust-project',
    value: 'DIGEST',
    optional: true,
    isHidden: true,
    help: 'accepted: to run this command is consent',
  },
  { name: 'json', help: 'print JSON for programs' },
  ...[
    'commit-msg-filename',
    'prepare-commit-message-source',
    'commit-object-name',
    'remote-name',
    'remote-url',
    'remote-branch',
    'local-branch',
    'checkout-type',
    'rewrite-command',
    'pre-rebase-upstream',
    'pre-rebase-branch',
  ].map(hidden),
  { name: 'is-squash-merge', isHidden: true, help: 'given by git' },
]

export const HOOK_TYPE: OptionSpec = {
  name: 'hook-type',
  short: 't',
  value: 'TYPE',
  repeatable: true,
  choices: HOOK_TYPES,
  help: 'which of git’s hooks',
}
