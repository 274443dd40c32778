/** Patterns of files that may not be written, of files that may not be read, and of files that are fine. */
export type Patterns = {
  readonly write: readonly string[]
  readonly read: readonly string[]
  readonly except: readonly string[]
}

/** Files with keys and logins. */
const SECRETS = [
  '.env',
  '.env.*',
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

/** Files that are fine although one of the patterns fits. */
const HARMLESS = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.*.example',
  '.env.*.sample',
  '.env.*.template',
  '~/.ssh/*.pub',
  '~/.ssh/known_hosts',
  '.git/COMMIT_EDITMSG',
  '.git/info/exclude',
]

/** The patterns that count unless `wellKnown` is false. */
export const wellKnown: Patterns = { write: [...SECRETS, ...STARTED], read: SECRETS, except: HARMLESS }
