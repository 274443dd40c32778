// Writes the table and the plot of docs/performance.md: node bench/plot.mjs FILE… with what `--json` of the benches printed.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../docs/performance.md', import.meta.url)
const PLOT = new URL('../docs/performance.svg', import.meta.url)
const MARK = '<!-- written by bench/plot.mjs: do not edit below -->'

const figures = process.argv.slice(2).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
const barred = figures.filter(({ bar }) => bar !== undefined && bar > 0)
writeFileSync(PLOT, plot(barred))
const page = readFileSync(PAGE, 'utf8')
writeFileSync(PAGE, `${page.slice(0, page.indexOf(MARK))}${MARK}\n\n${table(figures)}`)
execFileSync('npx', ['oxfmt', PAGE.pathname])

function table(rows) {
  const lines = rows.map(({ name, value, bar, unit, detail }) => {
    const verdict = bar === undefined ? '' : value <= bar ? 'yes' : '**no**'
    return `| ${name} | ${value.toFixed(2)} ${unit} | ${bar ?? ''} | ${verdict} | ${detail} |`
  })
  return [
    '| figure | measured | bar | met | measurement |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
}

/** Each figure as a part of its bar: what ends left of the line meets it. */
function plot(rows) {
  const [left, width, row, most] = [430, 330, 22, 2]
  const height = 40 + rows.length * row
  const at = (part) => left + (Math.min(part, most) / most) * width
  const bars = rows.map(({ name, value, bar }, index) => {
    const y = 30 + index * row
    const part = value / bar
    return `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${escape(name)}</text>
<rect class="${part <= 1 ? 'ok' : 'over'}" x="${left}" y="${y + 2}" width="${(at(part) - left).toFixed(1)}" height="14"/>
<text x="${(at(part) + 6).toFixed(1)}" y="${y + 12}">${value.toFixed(2)} of ${bar}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 110} ${height}" role="img" aria-label="Each figure beside its bar">
<style>text{font:11px system-ui,sans-serif;fill:#333}.ok{fill:#3a7d44}.over{fill:#b3402a}line{stroke:#333}@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#ddd}.ok{fill:#6fbf7c}.over{fill:#e5806b}}</style>
<text x="${at(1)}" y="16" text-anchor="middle">its bar</text>
<line x1="${at(1)}" y1="22" x2="${at(1)}" y2="${height - 6}" stroke-dasharray="3 3"/>
${bars.join('\n')}
</svg>
`
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
