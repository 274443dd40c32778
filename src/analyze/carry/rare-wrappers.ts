import { startsWords, type Carrier, type CarrierRows } from './carrier.ts'
import { readArguments, type OptionRules } from './options.ts'

const ARCHITECTURE = /^(?:x86_64|i[3-6]86|linux(?:32|64)|uname26|(?:arm|aarch|ppc|s390|mips|sparc|riscv)\w*)$/

/** Wrappers of which conditions know nothing: to them every word of such a program may be run. */
export const RARE_WRAPPER_ROWS: CarrierRows = {
  setarch: ({ args }) => {
    const isGiven = ARCHITECTURE.test(args[0]?.text ?? '')
    return startsWords(readArguments(isGiven ? args.slice(1) : args).operands)
  },
  'linux32 linux64 x86_64 i386 i486 i586 i686 uname26': starts({}),
  choom: starts({ valued: 'np', long: 'adjust pid' }),
  uclampset: starts({ valued: 'mMp', long: 'util-min util-max pid' }),
  cpulimit: starts({ valued: 'lpeP', long: 'limit pid exe path' }),
  'systemd-inhibit': starts({ long: 'what who why mode' }),
  'chronic sem dbus-launch': starts({ valued: 'j', long: 'jobs id' }),
  'dbus-run-session': starts({ long: 'config-file dbus-daemon' }),
  'ssh-agent': starts({ valued: 'aEtOP' }),
  'logsave s6-setuidgid s6-envuidgid': starts({}, 1),
}

/** Starts the words behind the options and so many operands. */
function starts(rules: OptionRules, skipped = 0): Carrier {
  return ({ args }) => startsWords(readArguments(args, rules).operands.slice(skipped))
}
