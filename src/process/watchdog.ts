import { spawn } from 'node:child_process'

/**
 * Ends hooks at their deadlines after their owner was killed. A shell, because Node would need forty megabytes and
 * fifty times as long to start.
 *
 * $1 folder of the records, $2 first part of their names, $3 `watch` or `sweep`. It waits for the end of stdin, which
 * its owner's end brings about, and then looks at the records that are left. A line on stdin ends it: its owner lives. A group is signalled only while its leader
 * is the process of the record, by its start time. When the leader has ended, `watch` still takes the group for the
 * hook's, because the number is not given away while a group has it, and it has looked every second; `sweep` comes
 * later and does not. A record without a process is left to the next call.
 */
const SCRIPT = `
cd "$1" || exit
prefix=$2 mode=$3
read -r _ && exit
identify() {
  state= start=
  { read -r line < "/proc/$1/stat"; } 2>/dev/null || return
  set -- \${line##*) }
  state=$1
  shift 19
  start=$1
}
hundredths() {
  read -r up _ < /proc/uptime
  now=\${up%.*}\${up#*.}
}
is_there() {
  kill -0 "-$pid" 2>/dev/null || return 1
  identify "$pid"
  case $start in
    "$began") [ "$state" != Z ] || [ "$mode" = watch ] ;;
    '') [ "$mode" = watch ] ;;
    *) return 1 ;;
  esac
}
close() {
  if [ "$mode" = watch ]; then mv -- "$record" "$1-$record"; else rm -f -- "$record"; fi 2>/dev/null
}
tend() {
  record=$1
  deadline=\${record##*-}
  rest=\${record%-*}
  rest=\${rest##*-}
  case $rest in *.*) ;; *) return ;; esac
  pid=\${rest%.*} began=\${rest#*.}
  while hundredths; left=$((deadline - now)); [ "$left" -gt 0 ]; do
    is_there || { close gone; return; }
    if [ "$left" -ge 100 ]; then sleep 1; elif [ "$left" -ge 10 ]; then sleep "0.$left"; else sleep 0.1; fi
  done
  is_there || { close gone; return; }
  kill -TERM "-$pid" 2>/dev/null
  kill -CONT "-$pid" 2>/dev/null
  mode_before=$mode mode=watch
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    is_there || break
    sleep 0.1
  done
  is_there && kill -KILL "-$pid" 2>/dev/null
  mode=$mode_before
  close ended
}
for each in "$prefix"*; do
  [ -e "$each" ] && tend "$each" &
done
wait
`

/** A project's own PATH is not asked. The last folder is where NixOS has them. */
const ENV = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' }

export type Watchdog = {
  /** Nothing is left to watch. */
  release(): void
}

/**
 * Starts a process that ends the hooks whose records are in `folder` and begin with `prefix`. `watch`: when this process
 * has ended, however. `sweep`: now; their owner was killed. Linux only.
 */
export function startWatchdog(folder: string, prefix: string, mode: 'watch' | 'sweep'): Watchdog {
  try {
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'hookwright-watchdog', folder, prefix, mode], {
      cwd: '/',
      env: ENV,
      detached: true,
      stdio: [mode === 'watch' ? 'pipe' : 'ignore', 'ignore', 'ignore'],
    })
    // Without it the next call does the same.
    child.on('error', () => {})
    child.stdin?.on('error', () => {})
    child.unref()
    return { release: () => void child.stdin?.end('released\n') }
  } catch {
    return { release: () => {} }
  }
}
