import { describe, expect, test } from 'vitest'
import { digestOf, told } from '../../test/helpers/digest-of.ts'

describe('S04 code that may load files by names it makes up is told', () => {
  test.for<[string, string]>([
    [`node -e 'require("./" + x)'`, 'node'],
    ["node -e 'require(`./${x}`)'", 'node'],
    [`node -e 'const r = require; r("./x")'`, 'node'],
    [`node -e 'eval(x)'`, 'node'],
    [`node -p 'process["binding"]'`, 'node'],
    [`node -e 'import(x)'`, 'node'],
    [`node -e 'require("child_process").execSync("./" + x)'`, 'node'],
    [`node -e 'require("child_process").spawn("bash", [x])'`, 'node'],
    [`node -e 'child_process.execSync(x)'`, 'node'],
    [`node -e 'const {execSync: e} = require("child_process"); e(x)'`, 'node'],
    [`node -e 'require("fs").readFileSync(x)'`, 'node'],
    [`node --import 'data:text/javascript,import(x)' g.js`, 'node --import'],
    [`node <<'EOF'\nrequire(x)\nEOF`, 'node'],
    [`timeout 5 node -e 'require(x)'`, 'node'],
    [`python3 -Ic 'exec(open(x).read())'`, 'python3'],
    [`python3 -Ic 'exec("import guard")'`, 'python3'],
    [`python3 -Ic '__import__(x)'`, 'python3'],
    [`python3 -Ic 'import importlib as i; i.import_module(x)'`, 'python3'],
    [`python3 -Ic 'from os import system as s; s(x)'`, 'python3'],
    [`python3 -Ic 'import subprocess; subprocess.run([x])'`, 'python3'],
    [`python3 -Ic 'import sys; sys.path.insert(0, x); import y'`, 'python3'],
    ['python3 -I - <<EOF\nimport $MODULE\nEOF', 'python3'],
    [`perl -e 'do "./$x"'`, 'perl'],
    [`perl -ne 'system $_'`, 'perl'],
    ["perl -e 'print `$x`'", 'perl'],
    [`perl -pe 's/x/$y/ee'`, 'perl'],
    [`ruby -e 'load ARGV[0]'`, 'ruby'],
    [`php -r 'include $argv[1];'`, 'php'],
    [`lua -e 'dofile(x)'`, 'lua'],
    [`awk '{ system($1) }'`, 'awk'],
    [`awk '{ print | $2 }'`, 'awk'],
    [`gawk -F: '{ "sh " $1 | getline x }'`, 'gawk'],
    [`sed '1e'`, 'sed'],
    [`sed 's/a/b/e'`, 'sed'],
  ])('%s', async ([text, program]) =>
    expect(told(await digestOf(text, { 'g.js': '' }))).toContain(`code: ${program}`),
  )

  test.for([
    `node -e 'process.exit(0)'`,
    `node -e 'const s = require("fs").readFileSync(0, "utf8"); console.log(JSON.parse(s).a["b"] + "c")'`,
    `node -p 'require("./x").y'`,
    `node -e 'require("child_process").execFileSync("./x.js", ["-q"], { stdio: "inherit" })'`,
    `node -e 'console.log(/x/.exec("y"))'`,
    `python3 -Ic 'import json, sys; print(json.load(sys.stdin)["tool_name"])'`,
    `python3 -Ic 'from json import load as l; import sys; code = l(sys.stdin)'`,
    `python3 -Ic 'import subprocess; subprocess.run(["./x.js", "-q"], check=True)'`,
    `perl -ne 'print if $a && $b < $c'`,
    `perl -Mstrict -pe 's/free/seen/g'`,
    `awk -F: '$1 ~ /x/ || /y/ { print $2 }'`,
    `sed -e 's/the/be/' -e '/e/d'`,
    `grep -q 'node -e require(x)' x.js`,
  ])('plain code is not: %s', async (text) => expect(told(await digestOf(text, { 'x.js': '' }))).toEqual([]))

  test('in bounded time, whatever the code is', async () => {
    const pieces = [
      'import ',
      'f(" ',
      '[ "a" , ',
      '{a:1 ',
      '" | ',
      "f('a'  ",
      'a(  ',
      'from ',
      'ee',
      '`',
      'a:bbbb',
    ]
    const started = performance.now()
    for (const piece of pieces) {
      const code = `f({${piece.repeat(Math.floor(15_000 / piece.length))}`
      await digestOf(`node -e '${code.replaceAll("'", '"')}'; python3 -c '${code.replaceAll("'", '"')}'`, {})
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('S04 code in node_modules is told, once', () => {
  test.for([
    'npx eslint .',
    'npx eslint . && ./node_modules/.bin/lint && npm exec lint',
    './node_modules/.bin/lint',
    'node node_modules/lint/cli.js',
    'pnpm dlx lint',
    'npm test',
    'node --require dotenv/config x.js',
    'node --import=tsx x.js',
    `node -e 'require("lodash")'`,
    `node --input-type=module -e 'import x from "@a/b"'`,
  ])('%s', async (text) => {
    const content = {
      'x.js': '',
      'package.json': JSON.stringify({ scripts: { test: 'lint .' } }),
      'node_modules/.bin/lint': '',
      'node_modules/lint/cli.js': '',
    }
    const lines = told(await digestOf(text, content)).filter((line) => line.startsWith('packages'))
    expect(lines).toEqual(['packages: node_modules'])
  })

  test.for(['npm test', 'node x.js', `node -e 'require("node:fs"); require("path")'`, 'grep npx exec x.js'])(
    'none is used by %s',
    async (text) => {
      const content = { 'x.js': '', 'package.json': JSON.stringify({ scripts: { test: 'node x.js' } }) }
      expect(told(await digestOf(text, content))).toEqual([])
    },
  )
})

test('S04 tests that node searches for are told', async () => {
  const what = 'run-time: test files that node --test finds'
  expect(told(await digestOf('node --test', {}))).toContain(what)
  expect(told(await digestOf('node --test --watch', {}))).toContain(what)
  expect(told(await digestOf('node --test a.test.js', { 'a.test.js': '' }))).toEqual([])
  expect(told(await digestOf('node --test test/', { 'test/a.js': '' }))).toContain(
    'run-time: the files in test',
  )
})

test('S04 text that npx gives to a shell is read as such', async () => {
  expect(told(await digestOf("npx -c '$GUARD'", {}))).toContain('run-time: $GUARD')
  expect(told(await digestOf("npm exec --call='. ~/x.sh'", {}))).toContain('outside: ~/x.sh')
})
