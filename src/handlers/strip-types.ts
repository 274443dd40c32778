import { pathToFileURL } from 'node:url'
import type { ThreadSource } from '../process/thread-main.ts'

const TYPESCRIPT = /\.[cm]?ts$/

/** True where Node itself loads TypeScript: 22.18 and later. */
export function loadsTypeScript(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown }
  return typeof typescript === 'string'
}

/** The TypeScript among these files as JavaScript, by URL. Undefined: there is none. Throws where the syntax is wrong. */
export async function stripTypes(
  bytes: ReadonlyMap<string, Uint8Array>,
): Promise<Readonly<Record<string, ThreadSource>> | undefined> {
  const files = [...bytes].filter(([file]) => TYPESCRIPT.test(file))
  if (files.length === 0) return undefined
  const { transform } = await import('sucrase')
  return Object.fromEntries(
    files.map(([file, content]) => {
      const text = new TextDecoder().decode(content)
      const { code } = transform(text, {
        transforms: ['typescript'],
        disableESTransforms: true,
        // As Node does it: what is not marked with `type` is imported.
        keepUnusedImports: true,
        filePath: file,
      })
      return [pathToFileURL(file).href, { format: formatOf(file, text), source: code }]
    }),
  )
}

/** Node decides the same way where `package.json` does not say. */
function formatOf(file: string, text: string): ThreadSource['format'] {
  if (file.endsWith('.mts')) return 'module'
  if (file.endsWith('.cts')) return 'commonjs'
  return /^\s*(?:import|export)\b/m.test(text) ? 'module' : 'commonjs'
}
