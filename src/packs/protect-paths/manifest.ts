import type { PackManifest } from '../manifest.ts'

/** Files with keys and logins. */
const KEYS = [
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.kdbx',
  '~/.ssh/**',
  '~/.aws/**',
  '~/.gnupg/**',
  '~/.kube/**',
  '~/.docker/config.json',
  '~/.config/gh/**',
  '~/.config/gcloud/**',
  '~/.azure/**',
  '~/.netrc',
  '~/.npmrc',
  '~/.pypirc',
  '~/.pgpass',
  '~/.git-credentials',
]

/** Files whose content is worth most to somebody else. */
const SECRETS = ['.env', '.env.*', ...KEYS]

/** Files that run by themselves, or hold what git has. */
const STARTED = [
  '.git/**',
  '~/.bashrc',
  '~/.bash_profile',
  '~/.profile',
  '~/.zshrc',
  '~/.zprofile',
  '~/.zshenv',
  '~/.gitconfig',
  '~/.config/git/**',
  '~/.config/fish/**',
  '~/.config/autostart/**',
  '~/.local/bin/**',
]

/** The pack `hookwright/protect-paths`. */
export const protectPaths: PackManifest = {
  name: 'protect-paths',
  summary: 'Keeps files from being written or read, by any tool and by any command that names them.',
  options: {
    write: {
      summary: 'Files that may not be written, deleted, moved, linked or given other rights, as patterns.',
      type: 'texts',
      default: [...KEYS, ...STARTED],
    },
    read: {
      summary: 'Files that may not be read, as patterns.',
      type: 'texts',
      default: SECRETS,
    },
    except: {
      summary: 'Files that are fine although a pattern of the other two fits.',
      type: 'texts',
      default: [
        '.env.example',
        '.env.sample',
        '.env.template',
        '.env.dist',
        '~/.ssh/*.pub',
        '~/.ssh/known_hosts',
        '.git/COMMIT_EDITMSG',
        '.git/info/exclude',
      ],
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
