import { mayBecome } from '../touches/pattern.ts'
import { absolutePath } from '../../conditions/paths.ts'
import type { Roots } from './roots.ts'
import { withoutDots, type Spot } from './spot.ts'

/**
 * What a path is, from harmless to harmful. `inside`: in the project. `temporary`: in a folder for temporary files or
 * caches. `git`: the project's history. `project`: the project itself or a folder around it. `home`: the same for the
 * home folder. `top`: the whole system.
 */
export const PLACES = [
  'inside',
  'temporary',
  'outside',
  'unknown',
  'system',
  'git',
  'project',
  'home',
  'device',
  'top',
] as const
/** See `PLACES`. */
export type Place = (typeof PLACES)[number]

/** Returns the worst of the places that a word may lead to. `further`: folders that count as temporary ones. */
export function placeOf(spot: Spot, roots: Roots, further: readonly string[] = []): Place {
  if (spot.kind === 'unknown') return isBuildFolder(spot.rest) ? 'inside' : 'unknown'
  const places = spot.paths.map((path) =>
    spot.kind === 'known' ? placeOfPath(path, roots, further) : placeOfPattern(path, spot, roots, further),
  )
  return worst(places)
}

function worst(places: readonly Place[]): Place {
  return PLACES.findLast((place) => places.includes(place)) ?? 'unknown'
}

type Rest = { readonly rest: string; readonly isGlob: boolean }

/** Everything in a folder is the folder; a part of it is below it. */
function placeOfPattern(
  folder: string,
  { rest, isGlob }: Rest,
  roots: Roots,
  further: readonly string[],
): Place {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(rest)) return isGlob ? 'project' : 'unknown'
  const [first = '', ...deeper] = rest.split('/').filter((name) => name !== '')
  const below = placeOfPath(withoutDots(`${folder}/x`), roots, further)
  if (deeper.length > 0) return below
  const isAll = /^[*?]+$/.test(first) || first === '.*'
  const here = placeOfPath(folder, roots, further)
  if (isAll && isGlob && (here === 'home' || here === 'top')) return here
  const takes = (path: string): boolean => {
    const [name] = namesTo(folder, path)
    return name !== undefined && mayBecome(first, name)
  }
  if (takes(roots.home)) return 'home'
  if (takes(roots.projectDir)) return 'project'
  if (!isProject(folder, roots)) return below
  if (!isGlob) return isAll ? 'unknown' : below
  if (first.startsWith('.') && mayBecome(first, '.git')) return 'git'
  return isAll ? here : below
}

function namesTo(folder: string, path: string): readonly string[] {
  const [from, to] = [`${folder === '/' ? '' : folder}/`, withoutDots(absolutePath(path, '/'))]
  return to.startsWith(from) ? to.slice(from.length).split('/') : []
}

function isProject(path: string, roots: Roots): boolean {
  return both(roots.projectDir, roots).some((project) => same(path, project, roots))
}

const DEVICES =
  /^\/dev\/(?!null$|zero$|stdout$|stderr$|stdin$|tty|fd\/|shm(?:\/|$)|u?random$|full$|pts\/|tcp\/|udp\/)/
const SYSTEM =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|boot|sys|proc|root|opt|var|run|srv|System|Library|Applications|private\/etc|c\/(?:windows|program files[^/]*|programdata))(?:\/|$)/i
const STARTED_BY_SHELLS =
  /^\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|inputrc|pam_environment|xinitrc|xprofile|config\/(?:fish|autostart|systemd|environment\.d)\/.+|ssh(?:\/.+)?|gnupg(?:\/.+)?|aws(?:\/.+)?|kube\/config|netrc|local\/bin\/.+|Library\/LaunchAgents\/.+|Documents\/(?:Windows)?PowerShell\/.+)$/i
/** Folders below the home with caches of many programs: what is in them is a cache, they themselves are not only one. */
const SHARED_CACHES = /^(?:\.cache|Library\/Caches|AppData\/Local\/Temp)\/[^/]/i
/** Caches of one program, which it fills again. */
const OWN_CACHES =
  /^(?:\.npm\/_(?:cacache|npx|logs)|\.gradle\/(?:caches|daemon)|\.cargo\/(?:registry|git\/(?:db|checkouts))|\.m2\/repository|\.nuget\/packages|\.(?:local\/share\/)?pnpm(?:-store|\/store)|\.yarn\/(?:berry\/)?cache|\.bun\/install\/cache|\.composer\/cache|\.ivy2\/cache|\.terraform\.d\/plugin-cache|\.expo\/cache|\.android\/cache|Library\/pnpm\/store|Library\/Developer\/Xcode\/DerivedData|AppData\/Local\/(?:npm-cache|pip\/cache|Yarn\/Cache|NuGet\/v3-cache|pnpm-cache)|go\/pkg\/mod)(?:\/|$)/i

function placeOfPath(path: string, roots: Roots, further: readonly string[]): Place {
  if (path === '/' || /^\/[a-z]$/.test(path)) return 'top'
  if (DEVICES.test(path)) return 'device'
  const { home, projectDir } = roots
  if (both(home, roots).some((one) => isAtOrBelow(one, path, roots))) return 'home'
  if (both(projectDir, roots).some((one) => isAtOrBelow(one, path, roots))) return 'project'
  if (/(?:^|\/)(?:\.git|git~\d)(?:\/|$)/i.test(path)) return 'git'
  const own = longest(path, roots, further)
  if (own !== undefined) return own
  return SYSTEM.test(path) ? 'system' : 'outside'
}

/** The innermost of the known folders that the path is in decides. */
function longest(path: string, roots: Roots, further: readonly string[]): Place | undefined {
  const { home, projectDir, temporary } = roots
  const isOwnHome = both(projectDir, roots).some((project) => isAtOrBelow(posix(home), project, roots))
  const found: { readonly length: number; readonly place: Place }[] = []
  const add = (folders: readonly string[], place: (rest: string) => Place): void => {
    for (const folder of folders)
      if (isAtOrBelow(path, folder, roots))
        found.push({ length: folder.length, place: place(path.slice(folder.length + 1)) })
  }
  add(temporary.map(posix), (rest) => (rest === '' ? 'outside' : 'temporary'))
  add(both(home, roots), homePlace)
  if (!isOwnHome) add(both(projectDir, roots), () => 'inside')
  add(
    further.flatMap((folder) => both(expanded(folder, roots), roots)),
    () => 'temporary',
  )
  return found.toSorted((a, b) => b.length - a.length)[0]?.place
}

function homePlace(rest: string): Place {
  if (SHARED_CACHES.test(rest) || OWN_CACHES.test(rest)) return 'temporary'
  return STARTED_BY_SHELLS.test(rest) ? 'system' : 'outside'
}

function expanded(folder: string, { home, projectDir }: Roots): string {
  return absolutePath(
    folder.replace(/^~(?=\/|$)/, () => home),
    projectDir,
  )
}

/** A folder as it is written and with links followed. */
function both(folder: string, { realPath }: Roots): readonly string[] {
  const real = realPath(folder)
  return [...new Set([folder, ...(real === undefined ? [] : [real])].map(posix))]
}

function posix(path: string): string {
  return withoutDots(absolutePath(path, '/'))
}

function same(one: string, other: string, roots: Roots): boolean {
  return fold(one, roots) === fold(other, roots)
}

function isAtOrBelow(path: string, folder: string, roots: Roots): boolean {
  const [below, above] = [fold(path, roots), fold(folder, roots)]
  return below === above || below.startsWith(above === '/' ? above : `${above}/`)
}

function fold(path: string, { ignoreCase }: Roots): string {
  return ignoreCase ? path.normalize('NFC').toLowerCase() : path
}

/** Folders that tools make and fill again, by their own names, whatever folder they are in. */
const BUILD =
  /^(?:\.\/)?(?:[\w@.*-]{1,255}\/){0,6}(?:node_modules|dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.vite|\.svelte-kit|\.output|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|venv|__pycache__|obj|\.gradle|\.nyc_output|\.eggs|htmlcov|storybook-static|\.terraform|vendor|Pods|DerivedData|_build)\/?$/

function isBuildFolder(path: string): boolean {
  return BUILD.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path)
}
