import type { Wrapper } from './wrapper.ts'

/** Wrappers that run what stands behind their options as it is. */
const PLAIN =
  'firejail catchsegv unbuffer dbus-run-session dumb-init tini rlwrap pkgx ccache distcc ' +
  'torsocks proxychains proxychains4 eatmydata nocache choom uclampset cross-env'

/** Wrappers beside those in daily use. */
export const MORE_WRAPPERS: Readonly<Record<string, Wrapper>> = {
  ...Object.fromEntries(PLAIN.split(' ').map((name) => [name, { long: '' }])),
  ionice: { valued: 'cnpPu', long: 'class classdata pid pgid uid' },
  toybox: { long: '' },
  taskset: { operands: 1, long: '' },
  chrt: { operands: 1, valued: 'TPD', long: 'sched-runtime sched-period sched-deadline' },
  unshare: {
    valued: 'SGRwl',
    long: 'setuid setgid root wd map-user map-group map-users map-groups load-interp',
  },
  nsenter: { valued: 'tSG', attached: 'muinpCUTrw', long: 'target setuid setgid' },
  strace: {
    valued: 'abeEIoOpPsSuUX',
    long: 'trace signal status attach env output string-limit columns trace-path user summary-sort-by summary-columns',
  },
  ltrace: { valued: 'aAdeFlnopsuxX', long: 'align config debug indent library output' },
  valgrind: { long: '' },
  'xvfb-run': {
    valued: 'enpfsw',
    long: 'error-file server-num xauth-protocol auth-file server-args wait',
  },
  caffeinate: { valued: 'tw' },
  proot: { valued: 'rbqkwmpSR', long: 'rootfs bind mount qemu kernel-release cwd pwd' },
  fakeroot: { valued: 'lifsb', long: 'lib faked' },
  numactl: {
    valued: 'NmCpiwcP',
    long: 'cpunodebind membind physcpubind preferred interleave weighted-interleave localalloc',
  },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  setpriv: {
    long: 'clear-groups groups init-groups ambient-caps inh-caps bounding-set ruid euid rgid egid reuid regid pdeathsig',
  },
  arch: { valued: 'ed' },
  prlimit: { valued: 'po', attached: 'cdefilmnqrstuvxy', long: 'pid output' },
  cgexec: { valued: 'g' },
  'aa-exec': { valued: 'pn', long: 'profile namespace' },
  softlimit: { valued: 'acdflmoprst' },
  setuidgid: { operands: 1 },
  chpst: { valued: 'uUbeoncdmfp/lLtr' },
  gtime: { valued: 'fo', long: 'format output' },
  gtimeout: { operands: 1, valued: 'ks', long: 'kill-after signal' },
  genv: { valued: 'uCSa', long: 'unset chdir split-string argv0' },
}
