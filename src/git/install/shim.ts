import type { HookType } from '../contracts/model.ts'

/** The files that run a config at one of git's hooks, and whose they are. */
export type Runner = 'hookwright' | 'prek' | 'pre-commit'

const IDS: Readonly<Record<Runner, string>> = {
  hookwright: '74d4115cf038f869e5da6c2fbd97bcfa',
  prek: '182c10f181da4464a3eec51b83331688',
  'pre-commit': '138fd403232d2ddd5efb44317e38bf03',
}

/** Raised when an installed file no longer fits `hook-impl`. */
export const SHIM_VERSION = 1

export type Shim = {
  readonly type: HookType
  /** What starts this program: the runtime and its script. */
  readonly program: ShimProgram
  /** Words between `hook-impl` and git's own arguments. */
  readonly options: readonly string[]
}

export type ShimProgram = {
  readonly runtime: string
  readonly script: string
  /** The launcher of `hookwright install`, which asks the daemon. Absent: there is none of this version. */
  readonly launcher?: string | undefined
}

/** Whose file this is; prek and pre-commit run the same config that we do. */
export function runnerOf(text: string): Runner | undefined {
  return (Object.keys(IDS) as Runner[]).find((runner) => text.includes(IDS[runner]))
}

/**
 * The file git starts. Its own folder is taken from the path, so that no line end in it is lost. A program that PATH
 * finds by a relative folder may belong to the repository, and is not started.
 */
export function shimText({ type, program, options }: Shim): string {
  const [runtime, script] = [shellQuote(program.runtime), shellQuote(program.script)]
  const { launcher } = program
  const asking =
    launcher === undefined ? '' : `[ ! -x ${shellQuote(launcher)} ] || exec ${shellQuote(launcher)} "$@"\n`
  const words = [`--script-version=${SHIM_VERSION}`, `--hook-type=${type}`, ...options.map(shellQuote)]
  return `#!/bin/sh
# Made by \`hookwright git install\`; \`hookwright git uninstall\` removes it.
# ID: ${IDS.hookwright}

case $0 in
  */*) here=\${0%/*}/ ;;
  *) here=./ ;;
esac
set -- git hook-impl --hook-dir="$here" ${words.join(' ')} -- "$@"

${asking}if [ -x ${runtime} ] && [ -f ${script} ]; then
  exec ${runtime} ${script} "$@"
fi
found=$(command -v hookwright) || found=
case $found in
  /* | [A-Za-z]:[/\\\\]*) exec "$found" "$@" ;;
esac
printf '%s\\n' 'hookwright: the ${type} hook of this repository cannot run: hookwright is no longer at' ${script} >&2
printf '%s\\n' 'hint: Install it again and run "hookwright git install", or delete this file:' "$0" >&2
exit 1
`
}

/** One word of a POSIX shell, whatever it holds. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
