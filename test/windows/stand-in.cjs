// Loaded into every Windows Node of a test by NODE_OPTIONS. A copy of node.exe under another name then stands in for a
// program that wine lacks: taskkill with /T (wine 8 does not know it), and Git Bash, which here runs nothing: it writes
// down what it was given, and denies.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const table = path.join(process.env.STAND_IN_FOLDER, 'processes')
const name = path.basename(process.execPath).toLowerCase()

if (name === 'taskkill.exe') {
  // Node makes a whole path of the first word, which is /PID.
  const asked = process.argv.slice(1).map((word) => path.win32.basename(word).toUpperCase())
  const pids = asked.filter((word, at) => asked[at - 1] === 'PID').map(Number)
  if (asked.includes('T') && asked.includes('F')) pids.forEach(endTree)
  process.exit()
} else if (name === 'node.exe') {
  fs.appendFileSync(table, `${process.pid} ${process.ppid}\n`)
} else {
  const { CLAUDE_PROJECT_DIR } = process.env
  const told = { execArgv: process.execArgv, argv: process.argv.slice(1), CLAUDE_PROJECT_DIR }
  fs.writeFileSync(path.join(process.env.STAND_IN_FOLDER, 'told.json'), JSON.stringify(told))
  fs.writeSync(2, `denied by ${name}`)
  process.exit(2)
}

function endTree(pid) {
  const rows = fs.readFileSync(table, 'utf8').trim().split('\n')
  const pairs = rows.map((row) => row.split(' ').map(Number))
  for (const [child, parent] of pairs) if (parent === pid) endTree(child)
  try {
    process.kill(pid)
  } catch {
    // It is gone.
  }
}
