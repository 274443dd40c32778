import type { Program, Redirection, Word } from '../../analyze/line.ts'
import { tar, unzip, zip } from './archives.ts'
import { codeCall } from './code-calls.ts'
import { cp, dd, install, ln, mv, rsync, scp } from './copies.ts'
import { find, inPlace, sed } from './editing.ts'
import { git } from './git.ts'
import { curl, dockerCopies, mounted, wget } from './network.ts'
import { isPatch, patchedFiles } from './patched-files.ts'
import { plainTouches, PLAIN_USES } from './plain.ts'
import { literal, type How, type Touch, type Toucher } from './touch.ts'
import { isWindowsCommand, windowsTouches } from './windows.ts'

const docker: Toucher = (args, program) => [...mounted(args, program), ...dockerCopies(args, program)]

const TOUCHERS: Readonly<Record<string, Toucher>> = {
  cp,
  gcp: cp,
  ditto: cp,
  mv,
  gmv: mv,
  ln,
  link: ln,
  install,
  ginstall: install,
  rsync,
  scp,
  dd,
  sed,
  gsed: sed,
  perl: inPlace,
  ruby: inPlace,
  find,
  git,
  curl,
  wget,
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip,
  zip,
  docker,
  podman: docker,
  nerdctl: docker,
}

/** True when it is known what a program does with the files that its words name. */
export function isKnownProgram({ name, via }: Program): boolean {
  return (
    via?.how === 'code' || Object.hasOwn(TOUCHERS, name) || PLAIN_USES.has(name) || isWindowsCommand(name)
  )
}

/** Returns the files that a program touches by its arguments and redirections, as far as its words tell. */
export function touchesOf(program: Program): readonly Touch[] {
  return [
    ...byArguments(program),
    ...program.redirections.map(redirected),
    ...fromInput(program),
    ...patched(program),
  ]
}

const PATCHERS: ReadonlySet<string> = new Set(['apply_patch', 'applypatch', 'patch', 'gpatch', 'git'])

/** What a patch in the line changes. */
function patched({ name, words, input }: Program): readonly Touch[] {
  if (!PATCHERS.has(name)) return []
  const texts = [...words.slice(1), ...(input.from === 'text' ? [input.text] : [])].map(({ text }) => text)
  return texts
    .filter(isPatch)
    .flatMap(patchedFiles)
    .map((path) => ({ how: 'change', file: literal(path) }))
}

const WINDOWS_OPTION =
  /^-(?:rec\w*|force|path|literalpath|destination|confirm|whatif|value|erroraction|include|exclude)$|^\/[sqfe]$/i

function byArguments(program: Program): readonly Touch[] {
  const { name, words } = program
  const args = words.slice(1)
  if (program.via?.how === 'code' && (/[.:]/.test(name) || name === 'open')) return codeCall(args, program)
  const toucher = Object.hasOwn(TOUCHERS, name) ? TOUCHERS[name] : undefined
  if (toucher !== undefined) return toucher(args, program)
  // Both have commands of this name, with options of their own.
  if (isWindowsCommand(name) && (!PLAIN_USES.has(name) || args.some(({ text }) => WINDOWS_OPTION.test(text))))
    return windowsTouches(name, args)
  const use = PLAIN_USES.get(name)
  if (use !== undefined) return plainTouches(use, args)
  return /[.:]/.test(name) || program.via?.how === 'code' ? codeCall(args, program) : []
}

const MODES: Readonly<Record<Redirection['mode'], How>> = {
  read: 'read',
  write: 'write',
  append: 'change',
  'read-write': 'change',
}

function redirected({ mode, target }: Redirection): Touch {
  return { how: MODES[mode], file: target }
}

/** The shell may give the input without a redirection in the list. */
function fromInput({ input, redirections }: Program): readonly Touch[] {
  if (input.from !== 'file') return []
  const file: Word = input.file
  return redirections.some(({ target }) => target.text === file.text) ? [] : [{ how: 'read', file }]
}
