// Times the analysis of ordinary lines: those of class B18 of the corpus. `node bench/analyze.mjs` prints the median and
// the 95th percentile of one line after a warm-up, and both as a multiple of one parse of the same line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsdown'
import { parse } from 'unbash'
import { parse as parseYaml } from 'yaml'

const ROUNDS = 40
const WARM_UP = 10

const corpus = parseYaml(readFileSync(new URL('../test/packs/corpus/b18.yaml', import.meta.url), 'utf8'))
const lines = corpus.entries.flatMap(({ line, language = 'bash' }) =>
  line !== undefined && language === 'bash' ? [line] : [],
)

const { analyze } = await bundled('../src/analyze/analyze.ts')
const ours = timesOf((line) => analyze(line))
const parsing = timesOf((line) => parse(line))
const [median, high] = [at(ours, 0.5), at(ours, 0.95)]
console.log(`${lines.length} lines, ${ROUNDS} rounds`)
console.log(`median ${median.toFixed(1)} µs, p95 ${high.toFixed(1)} µs, bar for the median 150 µs`)
console.log(`${(median / at(parsing, 0.5)).toFixed(1)} times the parse of the line alone`)
process.exitCode = median <= 150 ? 0 : 1

/** Of every round, in order of length. */
function timesOf(run) {
  const times = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    for (const line of lines) {
      const start = performance.now()
      run(line)
      if (round >= WARM_UP) times.push((performance.now() - start) * 1000)
    }
  return times.toSorted((a, b) => a - b)
}

function at(sorted, part) {
  return sorted[Math.floor(sorted.length * part)]
}

/** The sources as they are, whether the package was built or not. */
async function bundled(source) {
  const outDir = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  try {
    const entry = { analyze: new URL(source, import.meta.url).pathname }
    await build({
      entry,
      outDir,
      config: false,
      dts: false,
      platform: 'node',
      logLevel: 'silent',
      deps: { alwaysBundle: [/./] },
    })
    return await import(join(outDir, 'analyze.mjs'))
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
