import type { Call } from '../covers/calls.ts'
import { nameOf, startedBy, type Started } from './call-program.ts'

/** What a command does that a hook should not, with the sentence and the advice for it. */
export type Habit = {
  readonly code: string
  /** Goes on the sentence "Hook ID …". */
  readonly says: string
  readonly hint: string
  /** Tells whether one command has the habit. */
  readonly has: (call: Call, started: Started) => boolean
}

/** Habits that one command shows by itself. */
export const HABITS: readonly Habit[] = [
  {
    code: 'habit.watch',
    says: 'starts a program that watches and does not end by itself',
    hint: 'Run it once, without the watch option.',
    has: (_call, started) => isWatch(started),
  },
  {
    code: 'habit.install',
    says: 'installs software while the agent waits',
    hint: 'Install it when the project is set up, and let the hook say what is missing.',
    has: (_call, started) => isInstall(started),
  },
  {
    code: 'habit.upload',
    says: 'sends data to another machine',
    hint: 'Use a hook of type `http`, whose address can be seen and allowed, or keep the data here.',
    has: (_call, started) => isUpload(started),
  },
  {
    code: 'habit.git',
    says: 'changes the repository while the agent works in it',
    hint: 'Let the hook look and decide; leave changes of the repository to the person or the agent.',
    has: (_call, started) => isGitChange(started),
  },
  {
    code: 'habit.terminal',
    says: 'waits for a person at a terminal, which a hook does not have',
    hint: 'Answer `ask`, so that the host asks the person.',
    has: asksTerminal,
  },
]

const texts = ({ args }: Started): readonly string[] => args.map(({ text }) => text)

function isWatch(started: Started): boolean {
  const name = nameOf(started.program.text)
  const args = texts(started)
  if (/^(?:watch|nodemon|watchexec|entr|fswatch|chokidar)$/.test(name)) return true
  if (name === 'tail') return args.some((arg) => /^(?:-[a-zA-Z0-9]*[fF]|--follow(?:=.*)?)$/.test(arg))
  if (name === 'inotifywait') return args.some((arg) => /^(?:-[a-zA-Z]*m[a-zA-Z]*|--monitor)$/.test(arg))
  if (/^(?:git|grep|rg|echo|printf|jq|sed|awk)$/.test(name)) return false
  return (
    args.some((arg) => /^--watch(?:All)?(?:=true)?$/.test(arg)) ||
    (/^tsc$/.test(programBehind(started)) && args.includes('-w'))
  )
}

/** The program that `npx` starts. */
function programBehind(started: Started): string {
  const name = nameOf(started.program.text)
  return /^(?:npx|bunx)$/.test(name) ? (texts(started).find((arg) => !arg.startsWith('-')) ?? '') : name
}

const INSTALLERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:npm|pnpm)$/, /^(?:install|i|ci|add|update|up)$/],
  [/^(?:yarn|bun)$/, /^(?:install|add|upgrade)$/],
  [/^pip[\d.]*$/, /^install$/],
  [/^(?:apt|apt-get|dnf|yum|zypper|brew|port|choco|winget|scoop)$/, /^(?:install|upgrade|update|reinstall)$/],
  [/^apk$/, /^add$/],
  [/^pacman$/, /^-S[yu]*$/],
  [/^(?:gem|cargo|go|pipx|conda|mamba|composer|dotnet)$/, /^(?:install|require)$/],
  [/^uv$/, /^(?:add|sync)$/],
]

function isInstall(started: Started): boolean {
  const name = nameOf(started.program.text)
  const args = texts(started)
  if (args.some((arg) => /^--(?:dry-run|help|version)$/.test(arg))) return false
  const words = args.filter((arg) => !arg.startsWith('-') || arg.startsWith('-S'))
  if (/^python[\d.]*$/.test(name)) return args[0] === '-m' && args[1] === 'pip' && args.includes('install')
  if (name === 'uv' && words[0] === 'pip') return words[1] === 'install'
  return INSTALLERS.some(([program, verb]) => program.test(name) && verb.test(words[0] ?? ''))
}

const LOCAL = /^(?:https?:\/\/)?(?:[^/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1|0\.0\.0\.0)(?:[:/]|$)/

function isUpload(started: Started): boolean {
  const name = nameOf(started.program.text)
  const args = texts(started)
  const isLocal = args.some((arg) => LOCAL.test(arg))
  if (isLocal) return false
  if (name === 'curl') return args.some((arg, at) => CURL_SENDS.test(arg) || isSending(arg, args[at + 1]))
  if (name === 'wget')
    return args.some((arg) =>
      /^--(?:post-data|post-file|body-data|body-file)\b|^--method=(?:POST|PUT|PATCH)$/i.test(arg),
    )
  if (/^(?:https?|xh)$/.test(name)) return args.some((arg) => /^(?:POST|PUT|PATCH)$/.test(arg))
  if (/^(?:scp|rsync)$/.test(name))
    return /^(?!\w:[\\/])[\w.@-]+:/.test(args.findLast((arg) => !arg.startsWith('-')) ?? '')
  if (/^(?:sftp|ftp|lftp)$/.test(name)) return true
  if (/^(?:nc|ncat|netcat)$/.test(name)) return !args.some((arg) => /^-[a-zA-Z]*[lzU]/.test(arg))
  if (name === 'aws')
    return args[0] === 's3' && (args.findLast((arg) => !arg.startsWith('-')) ?? '').startsWith('s3:')
  return name === 'gh' && args[0] === 'gist' && args[1] === 'create'
}

const CURL_SENDS = /^(?:-[a-zA-Z]*[dFT]|-[dFT].+|--(?:data(?:-\w+)*|form(?:-\w+)?|upload-file|json)(?:=.*)?)$/

/** `-X POST` and `--request=PUT`. */
function isSending(arg: string, next: string | undefined): boolean {
  const method = /^(?:-X|--request)$/.test(arg) ? next : /^(?:-X|--request=)(\w+)$/.exec(arg)?.[1]
  return method !== undefined && /^(?:POST|PUT|PATCH)$/i.test(method)
}

const GIT_VALUED = /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/

function isGitChange(started: Started): boolean {
  if (nameOf(started.program.text) !== 'git') return false
  const args = texts(started)
  let at = 0
  while ((args[at] ?? '').startsWith('-')) at += GIT_VALUED.test(args[at] ?? '') ? 2 : 1
  const [verb = '', ...rest] = args.slice(at)
  if (rest.some((arg) => /^(?:--dry-run|-n|--help|-h)$/.test(arg)) && verb !== 'reset') return false
  if (verb === 'stash') return !/^(?:list|show)$/.test(rest[0] ?? '')
  return /^(?:reset|commit|push|rebase|clean)$/.test(verb)
}

function asksTerminal({ redirects, readsOther, hasDocument }: Call, started: Started): boolean {
  const name = nameOf(started.program.text)
  if (redirects.some(({ operator, target }) => /^<>?$/.test(operator) && target?.text === '/dev/tty'))
    return true
  if (/^(?:whiptail|dialog|zenity|fzf|gum)$/.test(name))
    return name !== 'fzf' || !texts(started).some((arg) => /^(?:-f|--filter)/.test(arg))
  const asks = name === 'read' && texts(started).some((arg) => /^-[a-zA-Z]*[ps]/.test(arg))
  return asks && !readsOther && !hasDocument
}

/** Returns what one command shows. */
export function habitsOf(call: Call): readonly Habit[] {
  const started = startedBy(call)
  return started === undefined ? [] : HABITS.filter(({ has }) => has(call, started))
}
