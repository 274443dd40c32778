type Input = Readonly<Record<string, unknown>>

/** The files or folders a call names. `doubt`: it may reach others. */
export type ToolFiles = {
  readonly files: readonly string[]
  readonly doubt?: string
  readonly isSearch: boolean
}

const FILE_FIELDS: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}

const SEARCHES: ReadonlySet<string> = new Set(['Glob', 'Grep'])

export function isFileTool(name: string): boolean {
  return Object.hasOwn(FILE_FIELDS, name) || SEARCHES.has(name)
}

/** The files in a call of a tool that `isFileTool` knows; `undefined` when it names none that can be read. */
export function filesOf(name: string, input: Input, cwd: string): ToolFiles | undefined {
  if (SEARCHES.has(name)) return searched(name, input, cwd)
  const file = input[FILE_FIELDS[name] ?? '']
  return typeof file === 'string' ? { files: [file], isSearch: false } : undefined
}

/** Without a path these tools look in the working directory. Some hosts send a list of paths. */
function searched(name: string, input: Input, cwd: string): ToolFiles | undefined {
  const given = [input['path'], input['paths']]
    .filter((value) => value !== undefined && value !== null)
    .flat()
  if (!given.every((value) => typeof value === 'string')) return undefined
  const folders = given.length === 0 ? [cwd] : given
  const pattern = input['pattern']
  if (name !== 'Glob' || typeof pattern !== 'string') return { files: folders, isSearch: true }
  return globbed(folders, pattern)
}

/** The part of a glob before its first wildcard is a path, and may lead out of the folder. */
function globbed(folders: readonly string[], pattern: string): ToolFiles {
  const [start = ''] = /^(?:[^*?[\]{}()!]*(?:[\\/]|$))?/.exec(pattern) ?? []
  const rest = pattern.slice(start.length)
  const files = isRooted(start)
    ? [start]
    : folders.map((folder) => (start === '' ? folder : `${folder}/${start}`))
  const leadsElsewhere =
    /(?:^|[\\/{,(|])\.\.(?:[\\/},)|]|$)/.test(rest) ||
    /[{,(|][\\/~$%]/.test(rest) ||
    rest.split(/[\\/]/).some(mayBeParent)
  return {
    files,
    isSearch: true,
    ...(leadsElsewhere && { doubt: 'the pattern of the search leads out of its folder' }),
  }
}

/** `.{.,x}` and `[.][.]` may be `..`. */
function mayBeParent(segment: string): boolean {
  return (
    segment.includes('.') && /^[.?[\]{},()|!@+]+$/.test(segment.replace(/(?<=[{,(|])\w+|\w+(?=[},)|])/g, ''))
  )
}

function isRooted(path: string): boolean {
  return /^(?:[\\/~$%]|[a-z][a-z\d+.-]*:)/i.test(path.trimStart())
}
