import type { Carried } from '../carried.ts'
import { runsText, runsTexts, startsWords, type Carrier, type CarrierRows, type Command } from './carrier.ts'
import { readArguments, valuesOf, type OptionRules } from './options.ts'
import { joinWords, knownWord, withoutStart } from './words.ts'

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
  'faketime datefudge': starts({ valued: 'f', long: 'date-of' }, 1),
  'flatpak-spawn host-spawn distrobox-host-exec': starts({}),
  watchexec: starts({
    valued: 'wWefisdoEp',
    long: 'watch exts filter ignore signal debounce on-busy-update env project-origin workdir shell stop-signal delay-run',
  }),
  retry: starts({ valued: 'tdsmix', long: 'times delay until while message' }, 0),
  ip: ({ args }) => {
    const [object, act, ...rest] = readArguments(args, { valued: 'bnf' }).operands
    const runs = /^(?:netns|vrf)$/.test(object?.text ?? '') && act?.text === 'exec'
    return runs ? startsWords(readArguments(rest).operands.slice(1)) : []
  },
  'start-stop-daemon': ({ args }) => {
    const given = readArguments(args, {
      valued: 'xanpugrcsRkdNPI',
      flags:
        'start stop status help version test oknodo quiet verbose background make-pidfile remove-pidfile no-close',
      anywhere: true,
    })
    const program = valuesOf(given, '-a', '--startas', '-x', '--exec').slice(0, 1)
    return startsWords([...program, ...(program.length > 0 ? given.operands : [])])
  },
  cmake: carriedByCmake,
  'go tinygo': ({ args }) =>
    runsTexts([
      ...valuesOf(readArguments(args, GO), '-exec', '-toolexec'),
      ...args.flatMap((word) => {
        const [start] = /^--?(?:tool)?exec=/.exec(word.text) ?? []
        return start === undefined ? [] : [withoutStart(word, start.length)]
      }),
    ]),
  mvn: ({ args }) => {
    const program = args.find(({ text }) => text.startsWith('-Dexec.executable='))
    const given = args.filter(({ text }) => text.startsWith('-Dexec.args='))
    return program === undefined
      ? []
      : runsText(joinWords([program, ...given].map((word) => withoutStart(word, word.text.indexOf('=') + 1))))
  },
}

const GO: OptionRules = { single: 'exec toolexec', anywhere: true }

/** Tools of `cmake -E`, which are the same on every system, and programs that do as they do. */
const CMAKE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  rm: ['rm'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
  copy: ['cp'],
  copy_directory: ['cp'],
  copy_if_different: ['cp'],
  env: ['env'],
  time: ['env'],
}

function carriedByCmake({ args }: Command): readonly Carried[] {
  const at = args.findIndex(({ text }) => text === '-E')
  const [tool = '', ...rest] = at === -1 ? [] : args.slice(at + 1).map(({ text }) => text)
  const words = args.slice(args.length - rest.length)
  if (tool === 'chdir') return startsWords(words.slice(1), { folder: { kind: 'unknown' } })
  return Object.hasOwn(CMAKE_TOOLS, tool)
    ? startsWords([...(CMAKE_TOOLS[tool] ?? []).map(knownWord), ...words])
    : []
}

/** Starts the words behind the options and so many operands. */
function starts(rules: OptionRules, skipped = 0): Carrier {
  return ({ args }) => startsWords(readArguments(args, rules).operands.slice(skipped))
}
