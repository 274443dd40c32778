import type { PackManifest } from '../manifest.ts'
import { CATEGORIES } from './finding.ts'

/** What may be done with a finding. */
export const LEVELS = ['observe', 'ask', 'deny'] as const

/** The pack `hookwright/dangerous-commands`. */
export const dangerousCommands: PackManifest = {
  name: 'dangerous-commands',
  summary:
    'Asks before a command that destroys work, sends secrets away or breaks the machine, however it is written; or denies it.',
  options: {
    level: {
      summary: 'What is done with a dangerous command: only noted in the log, asked about, or denied.',
      type: 'choice',
      values: LEVELS,
      default: 'ask',
    },
    categories: {
      summary: 'Levels of single categories, for those that differ from `level`.',
      type: 'choices',
      keys: CATEGORIES,
      values: ['off', ...LEVELS],
      default: {},
    },
    unanalysable: {
      summary: 'What is done with a command of which cannot be known what it would run.',
      type: 'choice',
      values: ['off', ...LEVELS],
      default: 'ask',
    },
    allow: {
      summary:
        'Commands that are fine, as patterns of whole commands; they count only for a line that is one command.',
      type: 'texts',
      default: [],
    },
    folders: {
      summary: 'Folders in which deletes are fine too, absolute, below `~` or relative to the project.',
      type: 'texts',
      default: [],
    },
  },
  hooks: [{ event: 'PreToolUse', guard: true, onFailure: 'ask', timeout: 10 }],
}
