import { CONFIG_VARIABLE } from '../ports/env.ts'
import { quoteWord } from '../shells/argv.ts'
import { daemonText, type DaemonCall } from './launcher-daemon.ts'

/** Oldest Node that the program runs on: `engines` of package.json. */
export const OLDEST_NODE = { major: 20, minor: 19 } as const

export type Launched = {
  /** Absolute path of the Node that installs. */
  readonly node: string
  /** Absolute path of the copied program. */
  readonly script: string
  /** Folder of the user's config, whatever variables a host sets later. */
  readonly configHome: string
  /** How to reach the daemon. Absent: each call starts Node. */
  readonly daemon?: DaemonCall | undefined
}

/** First line of the files that `install` makes. */
export const MADE = 'Made by `hookwright install`; `hookwright uninstall` removes it.'
/** What a person is told when the program cannot be started. */
export const NO_NODE = `hookwright cannot run, and no hook of it did: no Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer was found. Install Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, then run: npx hookwright install`
const NO_PROGRAM =
  'hookwright cannot run, and no hook of it did: its program is gone. Run: npx hookwright install'

/** A program for the candidate itself; its exit code is the answer. */
const VERSION_TEST = `const [a,b]=process.versions.node.split('.').map(Number);process.exit(a>${OLDEST_NODE.major}||a===${OLDEST_NODE.major}&&b>=${OLDEST_NODE.minor}?0:1)`

/** Folder beside the launcher with a file for each host, see failure-replies.ts. */
export const REPLIES = 'replies'

/**
 * The file that hosts start. As long as Node is where it was, this is one `exec`. After that it looks for another Node,
 * never in the directory of the session, in its repository, or in a folder that PATH names by a relative path: those may
 * be an agent's or a stranger's (faults S39, S40).
 */
export function launcherText({ node, script, configHome, daemon }: Launched): string {
  return `#!${daemon === undefined ? '/bin/sh' : `${daemon.bash} -p`}
# ${MADE}
export ${CONFIG_VARIABLE}=${quoteWord(configHome)}
node=${quoteWord(node)}
script=${quoteWord(script)}
${daemon === undefined ? '' : daemonText(daemon)}[ -f "$node" ] && [ -x "$node" ] && [ -f "$script" ] && exec "$node" "$script" "$@"

# Replies as the host understands them, from the file of the host beside this one.
say() {
  printf '%s\\n' "hookwright: $1" >&2
  shift
  # A commit must not pass because nobody looked at it.
  [ "\${1-}" != git ] || exit 1
  policy=ignore host='' event=''
  case " $* " in
    *' --on-error deny '* | *' --on-error=deny '*) policy=deny ;;
  esac
  while [ $# -gt 1 ]; do
    case $1 in
      --host) host=$2 ;;
      --event) event=$2 ;;
    esac
    shift
  done
  case $host in
    '' | *[!a-z0-9-]*) ;;
    *)
      [ "$event" = '' ] && event=$(cat) || event="\\"$event\\""
      replies=\${0%/*}/${REPLIES}/$host
      [ -f "$replies" ] && set -- "$policy:$event" && . "$replies"
      ;;
  esac
  [ $policy = ignore ] || exit 2
  exit 0
}
[ -f "$script" ] || say ${quoteWord(NO_PROGRAM)} "$@"

here=$(pwd -P) || here=/
top=$here
while [ "$top" != / ] && [ "$top" != '' ] && ! [ -e "$top/.git" ]; do top=\${top%/*}; done
[ "$top" = '' ] && top=$here
# The home directory, also as a repository of dotfiles, holds the user's own programs.
home=$(cd -P "$HOME" 2>/dev/null && pwd -P)
[ "$here" = "$home" ] && here=/dev/null
[ "$top" = "$home" ] && top=$here

try() {
  each=$1
  shift
  case $each in
    /*) ;;
    *) return ;;
  esac
  [ -f "$each" ] && [ -x "$each" ] || return
  folder=$(cd -P "\${each%/*}" 2>/dev/null && pwd -P) || return
  case $folder/ in
    "$here"/* | "$top"/* | */node_modules/*) return ;;
  esac
  "$each" -e ${quoteWord(VERSION_TEST)} </dev/null >/dev/null 2>&1 || return
  exec "$each" "$script" "$@"
}
find_node() {
  rest=$PATH:
  while [ "$rest" != '' ]; do
    try "\${rest%%:*}/node" "$@"
    rest=\${rest#*:}
  done
  for known in /usr/local/bin/node /usr/bin/node /opt/homebrew/bin/node /snap/bin/node \\
    "$HOME/.volta/bin/node" "$HOME/.local/share/mise/shims/node" "$HOME/.asdf/shims/node" \\
    "$HOME"/.nvm/versions/node/*/bin/node "$HOME"/.local/share/fnm/node-versions/*/installation/bin/node \\
    "$HOME"/.local/share/mise/installs/node/*/bin/node '/c/Program Files/nodejs/node.exe'; do
    try "$known" "$@"
  done
}
find_node "$@"
say ${quoteWord(NO_NODE)} "$@"
`
}

/** The same for PowerShell and cmd. */
export function launcherCmdText({ node, script, configHome }: Launched): string {
  const [program, file] = [percent(node), percent(script)]
  const lines = [
    '@echo off',
    `rem ${MADE}`,
    'setlocal',
    'set "NoDefaultCurrentDirectoryInExePath=1"',
    `set "${CONFIG_VARIABLE}=${percent(configHome)}"`,
    `if not exist "${file}" goto gone`,
    `if not exist "${program}" goto other`,
    `"${program}" "${file}" %*`,
    'exit /b %ERRORLEVEL%',
    ':other',
    'for %%n in ("%ProgramFiles%\\nodejs\\node.exe" "%LOCALAPPDATA%\\Programs\\nodejs\\node.exe") do (',
    `  if exist %%n %%n -e "${VERSION_TEST}" <nul >nul 2>nul && (`,
    `    %%n "${file}" %*`,
    '    goto done',
    '  )',
    ')',
    `echo hookwright: ${NO_NODE} 1>&2`,
    'goto failed',
    ':gone',
    `echo hookwright: ${NO_PROGRAM} 1>&2`,
    ':failed',
    'echo " %* " | findstr /c:"--on-error deny" /c:"--on-error=deny" >nul && exit /b 2',
    'exit /b 0',
    ':done',
    'exit /b %ERRORLEVEL%',
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** cmd fills in variables also between quotes. */
function percent(path: string): string {
  return path.replaceAll('%', '%%')
}

/** A program of its own for one event, for hosts that start a path without arguments. */
export function eventProgramText(command: string): string {
  return `#!/bin/sh\n# ${MADE}\n${command}\n`
}
