import { GREETING, HEAD, STDERR, STDOUT } from '../daemon/wire.ts'
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

/** Bytes of stdin that bash reads itself, one by one, so that it sees a NUL. */
const KEPT_BYTES = 2_048
/** What follows them is kept in base64; of what is longer, the daemon is not asked. */
const MORE_BYTES = 1_310_720
/** Length of so many bytes in base64. */
const MORE_TEXT = Math.ceil(MORE_BYTES / 3) * 4
/** How long the daemon may take to greet. */
const GREETING_S = 3
/** The daemon says every second that it is at work. */
const BEAT_S = 10

/** What a run in a process of its own takes as a reason to end, see src/cli/signals.ts. */
const SIGNALS = ['INT', 'TERM', 'HUP', 'QUIT', 'ALRM', 'USR2', 'XCPU'] as const

/**
 * The part of the launcher that asks the daemon (docs/decisions/0053-daemon.md). No answer is written before the whole
 * reply is here, so that whatever goes wrong until then, Node evaluates the same payload. Variables can be set by a
 * project's settings (fault S47): `bash -p` does not read BASH_ENV and takes no functions from the environment, and
 * those that change its builtins are without effect here. All of ours are local, so that hooks get the host's.
 */
export function daemonText({ folder, program }: DaemonCall): string {
  const traps = SIGNALS.map((name) => `  trap 'pass_on ${name}' ${name}`).join('\n')
  return `hookwright_posix=\${POSIXLY_CORRECT-}
set +o posix
take() {
  text=
  [ "$1" = 0 ] || { IFS= read -r -t ${BEAT_S} -N "$1" text <&9 && [ "\${#text}" = "$1" ]; }
}
pass_on() {
  # The second Ctrl-C waits for nothing.
  [ "$got$1" != INTINT ] || exit 130
  got=$1
  printf 'SIG%s\\n' "$1" >&9
}
tell() {
  printf %s "$errs" >&${STDERR}
  for text in "\${errs[@]:1}"; do printf '\\0%s' "$text" >&${STDERR}; done
  errs=('')
}
ask_daemon() {
  local port caller said name pid word kind=bytes head text out err errs=('')
  wanted=1
  [[ -O $daemon && -d $daemon && ! -h $daemon ]] || return
  [[ -O $daemon/endpoint && -f $daemon/endpoint && ! -h $daemon/endpoint ]] || return
  read -r port caller said name pid <"$daemon/endpoint" || return
  [ "$name" = ${quoteWord(program)} ] || return
  exec 9<>"/dev/tcp/127.0.0.1/$port" || return
  printf '%s %s\\n' "$caller" "$$" >&9 || return
  wanted=
  if [ -t 0 ]; then
    set -- "$@" terminal ''
  elif IFS= read -r -d '' -n ${KEPT_BYTES} content; then
    kind=more
    more=1
    [ "\${#content}" = ${KEPT_BYTES} ] || nul=1 kind=nul
    command -pv head >/dev/null && command -pv base64 >/dev/null || return
    rest=$(command -p head -c ${MORE_BYTES} | command -p base64 -w 0)
    [ "\${#rest}" -lt ${MORE_TEXT} ] || return
    set -- "$@" $kind "$content" "$rest"
  else
    set -- "$@" $kind "$content"
  fi
  # Asked for before stdin was read, so that it is mostly there by now.
  if ! IFS= read -r -t ${GREETING_S} -N ${GREETING} head <&9 || [ "\${head:0:32}" != "$said" ]; then
    wanted=1
    return
  fi
  printf %s "\${head:32:15}" >/proc/self/comm || return
  word=\${head:47:16}
${traps}
  printf '%s\\0' "$${CONFIG_VARIABLE}" "$count" "$@" "$word" >&9 || return
  while IFS= read -r -t ${BEAT_S} -N ${HEAD} head <&9; do
    head=($head)
    case $head in
      beat) ;;
      out)
        take "\${head[1]}" || return
        began=1
        tell
        printf %s "$text"
        ;;
      err)
        take "\${head[1]}" || return
        errs[-1]+=$text
        [ "$live" = '' ] || { began=1 && tell; }
        ;;
      nul) if [ "\${head[1]}" = out ]; then printf '\\0'; else errs+=(''); fi ;;
      end)
        [[ "\${head[2]}\${head[3]}\${errs[*]}" != 00 ]] || exit "\${head[1]}"
        take "\${head[2]}" && out=$text && take "\${head[3]}" && err=$text && take "\${head[5]}" || return
        tell
        if [ "$out" != '' ] && ! printf %s "$out"; then head[1]=\${head[4]} err=$text; fi
        [ "$err" = '' ] || printf %s "$err" >&${STDERR}
        exit "\${head[1]}"
        ;;
      *) return ;;
    esac
  done
}
try_daemon() {
  local LC_ALL=C IFS=' ' TMOUT=0 FUNCNEST=0 EXECIGNORE= BASH_COMPAT=
  local daemon=${quoteWord(folder)} count=$# content= nul= more= rest= began= wanted= got=
  local +x content rest
  trap '' PIPE
  ask_daemon "$@" ${STDOUT}>&1 ${STDERR}>&2 2>/dev/null
  [ "$began" = '' ] || exit 1
  exec 9>&-
  trap - PIPE ${SIGNALS.join(' ')}
  [ "$got" = '' ] || kill -s $got $$
  [ "$wanted" = '' ] || export ${WANTS_DAEMON}=1
  [ "$content$more" = '' ] || exec < <(
    printf %s "$content"
    [ "$nul" = '' ] || printf '\\0'
    [ "$rest" = '' ] || printf '%s\\n' "$rest" | command -p base64 -d
    [ "$more" = '' ] || command -p cat
  )
}
live=
case "\${HOOKWRIGHT_DAEMON-} \${1-} \${2-}" in
  'off '*) ;;
  # A person at a terminal sees more of an event than a host.
  *' run '*) [ -t 0 ] || [ -t 1 ] || [ -t 2 ] || try_daemon "$@" ;;
  *' git hook-impl' | *' git run')
    live=1
    try_daemon "$@"
    ;;
esac
[ "$hookwright_posix" = '' ] || export POSIXLY_CORRECT=$hookwright_posix
`
}
