import type { PackHook, PackManifest } from '../manifest.ts'

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'SessionEnd',
]

/** The pack `hookwright/audit`. */
export const audit: PackManifest = {
  name: 'audit',
  summary: 'Writes one line per event into a file in which later changes can be seen.',
  options: {
    file: {
      summary:
        'The file: below the folder `audit` of the state folder, or an absolute path, which a project may not name.',
      type: 'text',
      default: 'audit.jsonl',
    },
    content: {
      summary: 'Whether prompts, arguments and results are written too, with secrets hidden.',
      type: 'flag',
      default: false,
    },
    rotate: {
      summary: 'Megabytes after which the file is set aside and a new one begun.',
      type: 'number',
      least: 1,
      most: 1024,
      default: 16,
    },
  },
  hooks: EVENTS.map((event): PackHook => ({ event, onFailure: 'ignore', timeout: 10, decides: false })),
}
