// Node 20 does not run TypeScript, so scripts written in it are bundled and imported from a temporary file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Rolldown } from 'tsdown'

/** Returns the exports of a TypeScript module, by its path from the root of the repository. */
export async function importSource(path) {
  const input = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const bundle = await Rolldown.rolldown({ input, platform: 'node' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return importText(output[0].code)
}

/** From a file, not a data URL: a stack trace would print the whole bundle. */
async function importText(code) {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bundle-'))
  try {
    const file = join(folder, 'bundle.mjs')
    writeFileSync(file, code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
