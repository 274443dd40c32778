import { dialectNames, loadDialects, profileNames, type Dialects } from '../../src/dialects/registry.ts'

/** Every dialect there is. */
export const dialects: Dialects = await loadDialects(dialectNames, undefined)

const byProfile = new Map(
  await Promise.all(
    profileNames.map(async (name) => [name as string, await loadDialects(dialectNames, name)] as const),
  ),
)

/** Every dialect, as it is for this profile. */
export function dialectsAs(profile: string | undefined): Dialects {
  if (profile === undefined) return dialects
  const found = byProfile.get(profile)
  if (found === undefined) throw new Error(`no profile "${profile}"`)
  return found
}
