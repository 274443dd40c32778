/** Folders of a case that its texts may name. */
export type CaseFolders = { readonly project: string; readonly home: string }

/** Fills `{{project}}` and `{{home}}` into every text of a value. */
export function fillIn<T>(value: T, folders: CaseFolders): T {
  return filled(value, folders) as T
}

function filled(value: unknown, folders: CaseFolders): unknown {
  if (typeof value === 'string')
    return value.replaceAll('{{project}}', () => folders.project).replaceAll('{{home}}', () => folders.home)
  if (Array.isArray(value)) return value.map((each) => filled(each, folders))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, folders)]))
}
