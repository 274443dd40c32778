import type { Wrapper } from './wrapper.ts'

/** A program that runs the words behind one of its subcommands. */
export type Runner = Wrapper & {
  /** True: the subcommand may be missing, as in `dotenv -e .env make`. */
  readonly optional?: true
  /** Options whose value is text for a shell. */
  readonly texts?: readonly string[]
  /** Only behind `--` is there a command. */
  readonly dashes?: true
}

const RUN: Runner = { long: '' }
/** `npm exec` and its kin name a package, maybe with its version. */
const PACKAGES: Runner = {
  valued: 'pcwC',
  long: 'package call workspace prefix filter cwd dir',
  texts: ['-c', '--call'],
}

const SECRETS_LONG =
  'env-file account project config name-transformer mount scope token command env path projectId environment profile ' +
  'duration region session-ttl backend file'

/** Each row by program and subcommand. `*` stands for any subcommand. */
const ROWS: Readonly<Record<string, Runner>> = {
  'npm exec': PACKAGES,
  'npm x': PACKAGES,
  'pnpm dlx': PACKAGES,
  'pnpm exec': PACKAGES,
  'yarn dlx': PACKAGES,
  'yarn exec': PACKAGES,
  'bun x': PACKAGES,
  'pipx run': { long: 'spec python pip-args index-url' },
  'uv run': {
    valued: 'pmwi',
    long:
      'with with-editable with-requirements python extra group only-group no-group env-file directory project package ' +
      'index index-url default-index cache-dir refresh-package find-links exclude-newer',
  },
  'uv tool': { operands: 1, valued: 'p', long: 'from with python index index-url' },
  'poetry run': RUN,
  'pdm run': { valued: 'p', long: 'project site-packages' },
  'hatch run': { long: '' },
  'rye run': { long: 'pyproject' },
  'pixi run': { valued: 'e', long: 'environment manifest-path' },
  'pipenv run': { long: '' },
  'bundle exec': { long: 'gemfile' },
  'bundler exec': { long: 'gemfile' },
  'rbenv exec': RUN,
  'pyenv exec': RUN,
  'nodenv exec': RUN,
  'asdf exec': RUN,
  'mise exec': { valued: 'cC', long: 'command cd jobs env', texts: ['-c', '--command'], dashes: true },
  'mise x': { valued: 'cC', long: 'command cd jobs env', texts: ['-c', '--command'], dashes: true },
  'direnv exec': { operands: 1 },
  'nvm exec': { operands: 1 },
  'fnm exec': { long: 'using' },
  'volta run': { long: 'node npm pnpm yarn' },
  'conda run': { valued: 'np', long: 'name prefix cwd' },
  'mamba run': { valued: 'np', long: 'name prefix cwd' },
  'micromamba run': { valued: 'nprae', long: 'name prefix cwd attach' },
  'aws-vault exec': { operands: 1, valued: 'd', long: 'duration region mfa-token' },
  'op run': { long: SECRETS_LONG },
  'doppler run': { valued: 'pct', long: SECRETS_LONG, texts: ['--command'] },
  'infisical run': { long: SECRETS_LONG, texts: ['--command'] },
  'chamber exec': { dashes: true },
  'sops exec-env': { operands: 1 },
  'dotenv *': { valued: 'efvc', long: 'file', optional: true },
  'dotenvx run': { valued: 'fe', long: 'env-file env' },
  'env-cmd *': { valued: 'ferx', long: 'file environments rc-file', optional: true },
  'foreman run': { valued: 'efd', long: 'env procfile root' },
  'honcho run': { valued: 'efd', long: 'env procfile' },
  'lerna exec': { long: 'scope ignore concurrency since' },
  'pnpm recursive': { operands: 1 },
  'nix develop': { valued: 'c', long: 'command', dashes: true },
  'nix shell': { valued: 'c', long: 'command', dashes: true },
  'devbox run': { long: 'config' },
  'heroku run': { valued: 'ares', long: 'app remote env size' },
  'fly ssh': { valued: 'Cas', long: 'command app', texts: ['-C', '--command'] },
  'rustup run': { operands: 1 },
  'opam exec': { long: 'switch' },
  'spack *': { optional: true, dashes: true },
  'toolbox run': { valued: 'cdr', long: 'container distro release' },
  'distrobox enter': { valued: 'nH', long: 'name', dashes: true },
  'limactl shell': { operands: 1, long: 'workdir shell' },
  'multipass exec': { operands: 1, long: 'working-directory' },
  'vagrant ssh': { valued: 'c', long: 'command', texts: ['-c', '--command'], dashes: true },
  'ddev exec': { valued: 'sd', long: 'service dir' },
  'lando ssh': { valued: 'csu', long: 'command service user', texts: ['-c', '--command'], dashes: true },
  'git-annex *': { dashes: true },
}

const PROGRAMS: ReadonlySet<string> = new Set(Object.keys(ROWS).map((key) => key.split(' ')[0] ?? ''))

/** True for a program that runs words behind one of its subcommands. */
export function isRunner(name: string): boolean {
  return PROGRAMS.has(name)
}

/** The row of a program and its subcommand; undefined when it runs no words behind it. */
export function runnerOf(name: string, subcommand: string): Runner | undefined {
  if (!PROGRAMS.has(name)) return undefined
  const row = `${name} ${subcommand}`
  return Object.hasOwn(ROWS, row)
    ? ROWS[row]
    : Object.hasOwn(ROWS, `${name} *`)
      ? ROWS[`${name} *`]
      : undefined
}
