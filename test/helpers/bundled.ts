import { basename, join } from 'node:path'
import { build } from 'tsdown'

/** One of our modules with all it imports, as a file that a plain Node process can load. */
export async function bundled(source: string, outDir: string): Promise<string> {
  await build({
    config: false,
    entry: source,
    outDir,
    format: 'esm',
    platform: 'node',
    dts: false,
    clean: false,
    logLevel: 'silent',
  })
  return join(outDir, basename(source).replace(/\.ts$/, '.mjs'))
}
