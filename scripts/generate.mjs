// Writes the files that follow from the source, or with --check names those that differ.
// The source is bundled in memory because Node 20 does not run TypeScript.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'oxfmt'
import { Rolldown } from 'tsdown'

const root = new URL('../', import.meta.url)
const at = (path) => new URL(path, root)
const read = (path) => readFileSync(at(path), 'utf8')
const check = process.argv.includes('--check')

const drifted = new Set()
// What is written into the source may change other files that follow from it.
for (let wroteSource = true; wroteSource;) {
  const found = await findDrifted()
  for (const [path, text] of check ? [] : found) writeFileSync(at(path), text)
  for (const [path] of found) drifted.add(path)
  wroteSource = !check && found.some(([path]) => path.startsWith('src/'))
}

for (const path of drifted) console.log(`${path} ${check ? 'differs; run: npm run generate' : 'written'}`)
if (check && drifted.size > 0) process.exitCode = 1

async function findDrifted() {
  const options = JSON.parse(read('.oxfmtrc.json'))
  const { generated } = await bundleSource()
  const found = []
  for (const [path, text] of generated(read)) {
    const { code, errors } = await format(path, text, options)
    if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`)
    if (code !== committed(path)) found.push([path, code])
  }
  return found
}

async function bundleSource() {
  const input = fileURLToPath(at('scripts/generated.ts'))
  const bundle = await Rolldown.rolldown({ input, platform: 'node' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return importText(output[0].code)
}

/** From a file, not a data URL: a stack trace would print the whole bundle. */
async function importText(code) {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-generate-'))
  try {
    const file = join(folder, 'generated.mjs')
    writeFileSync(file, code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function committed(path) {
  try {
    return read(path)
  } catch {
    return undefined
  }
}
