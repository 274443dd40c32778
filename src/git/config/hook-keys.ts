import { flag, list, map, text } from './kinds.ts'
import type { Key, Options } from './key-table.ts'
import { group, language, passFilenames, shell, stage, tag } from './option-kinds.ts'
import { pattern } from './pattern-kind.ts'
import { priority } from './priority.ts'
import { versionRequest } from './version-request.ts'
import { minimumVersion } from './version.ts'

/** Every key of a hook, in the order of the documentation. */
export const HOOK_KEYS = {
  id: { name: 'id', kind: text, about: 'Name for selection and reports.' },
  name: { name: 'name', kind: text, about: 'Label in the output.' },
  entry: { name: 'entry', kind: text, about: 'The command line; with `shell`, a script.' },
  language: { name: 'language', kind: language, about: 'How the entry is installed and run.' },
  shell: {
    name: 'shell',
    kind: shell,
    about: 'Runs the entry as a script of this shell. Without it no shell is involved.',
    prekOnly: true,
  },
  alias: { name: 'alias', kind: text, about: 'A second name for selection and skipping.' },
  files: { name: 'files', kind: pattern, about: 'Only files whose path matches.' },
  exclude: { name: 'exclude', kind: pattern, about: 'No files whose path matches.' },
  types: { name: 'types', kind: list(tag), about: 'Only files that have all of these tags.' },
  typesOr: { name: 'types_or', kind: list(tag), about: 'Only files that have one of these tags.' },
  excludeTypes: { name: 'exclude_types', kind: list(tag), about: 'No files that have one of these tags.' },
  args: { name: 'args', kind: list(text), about: 'Arguments after the entry, before the file names.' },
  env: {
    name: 'env',
    kind: map(text),
    about: 'Variables over those of the process.',
    prekOnly: true,
  },
  additionalDependencies: {
    name: 'additional_dependencies',
    kind: list(text),
    about: 'Packages to install beside the hook.',
  },
  languageVersion: {
    name: 'language_version',
    kind: versionRequest,
    about: 'The release of the language; `default` takes what is there.',
  },
  alwaysRun: { name: 'always_run', kind: flag, about: 'Runs even when no file matches.' },
  passFilenames: {
    name: 'pass_filenames',
    kind: passFilenames,
    about: 'Whether names are passed; a number is the most per process.',
  },
  requireSerial: { name: 'require_serial', kind: flag, about: 'Never two processes of this hook at once.' },
  priority: {
    name: 'priority',
    kind: priority,
    about: 'Lower runs first, equal ones side by side. Default: the position in the file.',
    prekOnly: true,
  },
  groups: {
    name: 'groups',
    kind: list(group),
    about: 'Names to select several hooks by.',
    prekOnly: true,
  },
  failFast: { name: 'fail_fast', kind: flag, about: 'Nothing runs after this hook if it fails.' },
  verbose: { name: 'verbose', kind: flag, about: 'Shows the output of a success, too.' },
  logFile: { name: 'log_file', kind: text, about: 'A file that gets the output instead.' },
  description: { name: 'description', kind: text, about: 'What the hook is for.' },
  stages: { name: 'stages', kind: list(stage), about: 'When it runs. Default: always.' },
  minimumPrekVersion: {
    name: 'minimum_prek_version',
    kind: minimumVersion,
    about: 'The oldest release of prek that can run this hook.',
    prekOnly: true,
  },
} satisfies Record<string, Key<unknown>>

export type HookOptions = Options<typeof HOOK_KEYS> & { readonly id: string }
