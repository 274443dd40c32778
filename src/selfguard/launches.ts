import { footprints } from '../dialects/footprints.ts'
import { findEntry } from '../dialects/registry.ts'

/** What would weaken hooks when a host is started like this; undefined for other programs and plain starts. */
export function weakLaunch(
  program: string,
  args: readonly string[],
  set: readonly string[],
): string | undefined {
  for (const [name, { launch }] of Object.entries(footprints)) {
    if (launch?.programs.includes(program) !== true) continue
    const title = findEntry(name)?.title ?? name
    const option = launch.options.find((each) =>
      args.some((arg) => arg === each || arg.startsWith(`${each}=`)),
    )
    if (option !== undefined) return `start ${title} with \`${option}\`, where hooks may not act`
    const variable = launch.variables?.find((each) => set.includes(each))
    if (variable !== undefined) return `start ${title} with ${variable}, which may leave hooks out`
    const value = args.find((arg) => /(?:^|\.)(?:codex_)?hooks\s*=\s*["']?(?:false|off|0|\{\s*\})/.test(arg))
    if (value !== undefined) return `start ${title} with hooks switched off (\`${value}\`)`
  }
  return undefined
}
