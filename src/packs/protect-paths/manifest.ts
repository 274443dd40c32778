import type { PackManifest } from '../manifest.ts'

/** The pack `hookwright/protect-paths`. */
export const protectPaths: PackManifest = {
  name: 'protect-paths',
  summary: 'Keeps files from being written or read, by any tool and by any command that names them.',
  options: {
    write: {
      summary: 'Files that may not be written, deleted, moved, linked or given other rights, as patterns.',
      type: 'texts',
      default: [],
    },
    read: {
      summary: 'Files that may not be read, as patterns.',
      type: 'texts',
      default: [],
    },
    except: {
      summary: 'Files that are fine although a pattern fits, well-known ones too.',
      type: 'texts',
      default: [],
    },
    wellKnown: {
      summary:
        'Protect .env files, keys, logins, what git has and start-up files as well, which docs/packs/protect-paths.md lists.',
      type: 'flag',
      default: true,
    },
    level: {
      summary: 'What is done with a call that certainly does it; where it only may, a person is asked.',
      type: 'choice',
      values: ['ask', 'deny'],
      default: 'deny',
    },
  },
  hooks: [{ event: 'PreToolUse', guard: true, onFailure: 'ask', timeout: 10 }],
}
