import { constants } from 'node:os'
import { GREETING, HEAD } from '../daemon/wire.ts'
import { CONFIG_VARIABLE, WANTS_DAEMON } from '../ports/env.ts'
import { quoteWord } from '../shells/argv.ts'

export type DaemonCall = {
  /** Absolute path of bash, which can connect without a program of its own. */
  readonly bash: string
  /** Folder of the daemon. */
  readonly folder: string
  /** Name of the copy of the program, which the daemon must have too. */
  readonly program: string
}

/** Bytes of stdin that are kept in a variable: bash reads them one by one, so that it sees a NUL. */
const KEPT_BYTES = 2_048
/** More than any payload that is taken. */
const MOST_BYTES = 64 * 1_048_576
/** How long the daemon may take to greet. */
const GREETING_S = 3
/** The daemon says every second that it is at work. */
const BEAT_S = 10

/** What a run in a process of its own takes as a reason to end, see src/cli/signals.ts. */
const SIGNALS = ['INT', 'TERM', 'HUP', 'QUIT', 'ALRM', 'USR2', 'XCPU'] as const

/**
 * The part of the launcher that asks the daemon (docs/decisions/0053-daemon.md). Nothing is written before the whole
 * reply is here, so that whatever goes wrong until then, Node evaluates the same payload. `bash -p` does not read
 * BASH_ENV and takes no functions from the environment.
 */
export function daemonText({ folder, program }: DaemonCall): string {
  const traps = SIGNALS.map(
    (name) => `  trap 'pass_on ${name} ${128 + constants.signals[`SIG${name}`]}' ${name}`,
  )
  return `daemon=${quoteWord(folder)}
take() {
  text=
  [ "$1" = 0 ] || { IFS= read -r -t ${BEAT_S} -N "$1" text <&9 && [ "\${#text}" = "$1" ]; }
}
pass_on() {
  [ "$1$signalled" != INT130 ] || exit 130
  signalled=$2
  printf 'SIG%s\\n' "$1" >&9
}
spool() {
  held=$daemon/payload.$$.$RANDOM
  trap '' XFSZ
  set -C
  if printf %s "$content" >"$held"; then
    set +C
    { [ "$nul" = '' ] || printf '\\0'; command -p head -c ${MOST_BYTES}; } >>"$held"
  else
    set +C
    command -p rm -f "$held"
    held=
  fi
  trap - XFSZ
  [ "$held" != '' ]
}
ask_daemon() {
  local LC_ALL=C IFS=' ' port caller said name pid word kind=bytes sent head text out err
  wanted=1
  read -r port caller said name pid <"$daemon/endpoint" || return
  [ "$name" = ${quoteWord(program)} ] && [ -O "$daemon/endpoint" ] || return
  exec 9<>"/dev/tcp/127.0.0.1/$port" || return
  trap '' PIPE
  printf '%s %s\\n' "$caller" "$$" >&9 || return
  IFS= read -r -t ${GREETING_S} -N ${GREETING} head <&9 && [ "\${head:0:32}" = "$said" ] || return
  wanted=
  printf %s "\${head:32:15}" >/proc/self/comm || return
  word=\${head:47:16}
  if [ -t 0 ]; then
    kind=terminal
  elif IFS= read -r -d '' -n ${KEPT_BYTES} content; then
    more=1
    [ "\${#content}" = ${KEPT_BYTES} ] || nul=1
    spool || return
    kind=file sent=$held
  else
    sent=$content
  fi
${traps.join('\n')}
  printf '%s\\0' "$${CONFIG_VARIABLE}" "$#" "$@" $kind "$sent" "$word" >&9 || return
  while IFS= read -r -t ${BEAT_S} -N ${HEAD} head <&9; do
    head=($head)
    case $head in
      beat) ;;
      out | err)
        began=1
        take "\${head[1]}" || return
        if [ $head = out ]; then printf %s "$text"; else printf %s "$text" >&8; fi
        ;;
      nul) if [ "\${head[1]}" = out ]; then printf '\\0'; else printf '\\0' >&8; fi ;;
      end)
        take "\${head[2]}" && out=$text && take "\${head[3]}" && err=$text && take "\${head[5]}" || return
        if [ "$out" != '' ] && ! printf %s "$out"; then head[1]=\${head[4]} err=$text; fi
        [ "$err" = '' ] || printf %s "$err" >&8
        exit "\${head[1]}"
        ;;
      *) return ;;
    esac
  done
}
asks() {
  [ "\${HOOKWRIGHT_DAEMON-}" != off ] || return
  case "\${1-} \${2-}" in
    # A person at a terminal sees more than a host.
    'run '*) ! [ -t 0 ] && ! [ -t 1 ] && ! [ -t 2 ] ;;
    'git hook-impl') ;;
    *) return 1 ;;
  esac
}
if asks "$@"; then
  content='' nul='' more='' held='' began='' wanted='' signalled=''
  ask_daemon "$@" 8>&2 2>/dev/null
  [ "$signalled" = '' ] || exit "$signalled"
  [ "$began" = '' ] || exit 1
  exec 9>&-
  trap - PIPE ${SIGNALS.join(' ')}
  [ "$wanted" = '' ] || export ${WANTS_DAEMON}=1
  if [ "$held" != '' ]; then
    exec <"$held"
    command -p rm -f "$held"
  elif [ "$content$more" != '' ]; then
    exec < <(printf %s "$content"; [ "$nul" = '' ] || printf '\\0'; [ "$more" = '' ] || exec command -p cat)
  fi
fi
`
}
