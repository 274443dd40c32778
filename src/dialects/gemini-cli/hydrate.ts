import type { ConfigFile, Places } from '../dialect.ts'

/** What placeholders in the files of an extension stand for; settings have none. */
export type Hydration = { readonly values?: Readonly<Record<string, string>> }

/** Returns the values for a file: those of its extension, or none. */
export function hydrationOf({ owner }: Pick<ConfigFile, 'owner'>, { platform, startDir }: Places): Hydration {
  if (owner?.kind !== 'plugin') return {}
  const separator = platform === 'win32' ? '\\' : '/'
  return {
    values: {
      extensionPath: owner.root,
      workspacePath: startDir,
      '/': separator,
      pathSeparator: separator,
    },
  }
}

/** Puts the values of placeholders into a text that no shell reads. */
export function hydrateText(text: string, { values = {} }: Hydration): string {
  return text.replace(PLACEHOLDER, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  )
}

const PLACEHOLDER = /\$\{([\w/]+)\}/g

/** Characters that mean nothing to a shell, and the separators of paths. */
const INERT = /^[\p{L}\p{N}_./\\:@%+,= -]*$/u

/**
 * Puts the values of placeholders into a command. A path that a shell would act on stays a variable, which hooks of
 * extensions have in their environment: it means the same, and `$(…)` in it is never run.
 */
export function hydrate(text: string, { values = {} }: Hydration): string {
  return text.replace(PLACEHOLDER, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? written) : written
    return INERT.test(value) ? value : written
  })
}
