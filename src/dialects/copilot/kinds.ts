import type { ConfigFile, Places } from '../dialect.ts'

/** What a file is to the host: hooks alone, hooks inside settings of two formats, or the manifest of a plugin. */
export type FileKind = 'hooks' | 'settings' | 'claude' | 'manifest'

export function fileKind({ file, owner }: Pick<ConfigFile, 'file' | 'owner'>): FileKind {
  const written = file.replaceAll('\\', '/')
  if (owner?.kind === 'plugin') return written.endsWith('/plugin.json') ? 'manifest' : 'hooks'
  if (/\/\.claude\/settings(?:\.local)?\.json$/.test(written)) return 'claude'
  const isSettings = /\/(?:\.github\/copilot\/settings(?:\.local)?|settings)\.json$/.test(written)
  return isSettings ? 'settings' : 'hooks'
}

/** Middle part of the hooks' ids: short, and different for every file the host reads. */
export function labelOf(config: ConfigFile, { projectDir }: Places): string {
  const { file, scope, owner } = config
  const written = file.replaceAll('\\', '/')
  const name = (written.split('/').at(-1) ?? '').replace(/\.json$/, '')
  if (owner !== undefined) return `${owner.kind}/${owner.name ?? ''}${name === 'hooks' ? '' : `/${name}`}`
  const kind = fileKind(config)
  if (kind === 'claude') return scope === 'user' ? 'user/claude' : name.replace('settings', 'claude')
  if (kind === 'settings') return scope === 'user' ? 'user/settings' : name
  const below =
    /\/(?:\.github|\.copilot)\/hooks\/(.+)\.json$/.exec(written)?.[1] ?? insideOf(written, projectDir)
  return scope === 'project' ? (below ?? name) : `${scope === 'managed' ? 'policy' : scope}/${below ?? name}`
}

function insideOf(written: string, projectDir: string): string | undefined {
  const root = `${projectDir.replaceAll('\\', '/')}/`
  return written.startsWith(root) ? written.slice(root.length).replace(/\.json$/, '') : undefined
}
