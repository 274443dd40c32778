import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** One of our modules with all it imports, as a file that a plain Node process can load. */
export async function bundled(source: string, folder: string): Promise<string> {
  const bundle = await rolldown({ input: source, platform: 'node', logLevel: 'silent' })
  const file = join(folder, 'bundled.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}
