import type { Finding } from './finding.ts'
import { hooksPath } from './git-config.ts'
import { weakLaunch } from './launches.ts'
import type { Line, Program } from './line.ts'
import { actIn, actInText, isOwnProgram } from './own-commands.ts'

/** What a program does that only a person should, whatever files its words name. */
export function personsAct(program: Program, { dissected, programs }: Line): Finding | undefined {
  const { name, args, words } = program
  const act = actIn(words)
  if (act !== undefined) return { what: `run \`${act}\`` }
  if (endsUs(program, programs)) return { what: 'end a process of Hookwright' }
  if (isRemoval(name, args))
    return { what: `remove the program of Hookwright (\`${name} ${args.join(' ')}\`)` }
  const set = dissected.variables.map(([variable]) => variable)
  const launch = weakLaunch(name, args, set)
  if (launch !== undefined) return { what: launch }
  const alias =
    name === 'git'
      ? args
          .filter((arg) => /(?:^|=)!/.test(arg))
          .map(actInText)
          .find(isText)
      : undefined
  if (alias !== undefined) return { what: `run \`${alias}\`` }
  return /^(?:git|export|declare|env)$/.test(name) ? hooksPath(program, dissected) : undefined
}

const ENDS = /^(?:kill|pkill|killall|skill|xkill)$/
const FINDS = /^(?:pgrep|pidof|ps|lsof|fuser|grep|egrep|rg|awk)$/
const OURS = /hookwright|\bcli\.[cm]?js\b/i

/** By its name, or by what another program of the line finds for it. */
function endsUs({ name, args, words }: Program, programs: readonly Program[]): boolean {
  const isService = /^(?:systemctl|launchctl|service|schtasks)$/.test(name)
  if (isService) return args.some((arg) => OURS.test(arg)) && args.some((arg) => SERVICE_ENDS.test(arg))
  const ends = ENDS.test(name) || words.some((word) => ENDS.test(word) && name === 'xargs')
  if (!ends) return false
  if (args.some((arg) => OURS.test(arg) || isOwnProgram(arg))) return true
  return programs.some((other) => FINDS.test(other.name) && other.args.some((arg) => OURS.test(arg)))
}

const SERVICE_ENDS = /^(?:stop|disable|mask|kill|unload|bootout|remove|delete)$/

function isRemoval(name: string, args: readonly string[]): boolean {
  const isPackager = /^(?:npm|pnpm|yarn|bun|brew|volta|mise|asdf)$/.test(name)
  const removes = args.some((arg) => /^(?:uninstall|un|unlink|remove|rm|r)$/.test(arg))
  return isPackager && removes && args.some((arg) => /^(?:@[\w.-]+\/)?hookwright(?:@|$)/.test(arg))
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}
