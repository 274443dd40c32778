import { footprints, type Launch } from '../dialects/footprints.ts'
import { findEntry } from '../dialects/registry.ts'

/** Programs that start one of a package. */
const RUNNERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun)$/
/** Where a host looks for its settings, and we for ours. */
const HOMES = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME']

/** What would weaken hooks when a host is started like this; undefined for other programs and plain starts. */
export function weakLaunch(
  program: string,
  args: readonly string[],
  set: readonly string[],
): string | undefined {
  for (const [name, { launch }] of Object.entries(footprints)) {
    if (launch === undefined) continue
    const words = wordsOf(launch, program, args)
    const how = words && weakness(launch, words, set)
    if (how !== undefined) return how.replace('HOST', findEntry(name)?.title ?? name)
  }
  return undefined
}

/** The words behind the host's name. Undefined: another program. */
function wordsOf(
  { programs }: Launch,
  program: string,
  args: readonly string[],
): readonly string[] | undefined {
  if (programs.includes(program)) return args
  if (!RUNNERS.test(program)) return undefined
  const at = args.findIndex((arg) => programs.includes(arg.replace(/(?<=.)@[\w.-]+$/, '')))
  return at === -1 ? undefined : args.slice(at + 1)
}

function weakness(launch: Launch, args: readonly string[], set: readonly string[]): string | undefined {
  const option = launch.options.find((each) => args.some((arg) => arg === each || arg.startsWith(`${each}=`)))
  if (option !== undefined) return `start HOST with \`${option}\`, where hooks may not act`
  const variable = [...HOMES, ...(launch.variables ?? [])].find((each) => set.includes(each))
  if (variable !== undefined) return `start HOST with ${variable}, which may leave hooks out`
  const value = args.find((arg) =>
    /\bdisableAllHooks\b|(?:^|[.{,\s]|-c)(?:codex_)?hooks["']?\s*[=:]\s*["']?(?:false|off|0|\{\s*\})/.test(
      arg,
    ),
  )
  if (value !== undefined) return `start HOST with hooks switched off (\`${value}\`)`
  const words = args.filter((arg) => !arg.startsWith('-')).join(' ')
  const command = launch.commands?.find((each) => words === each || words.startsWith(`${each} `))
  return command === undefined ? undefined : `change hooks of HOST (\`${command}\`)`
}
