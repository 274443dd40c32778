import { expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

/** Daily lines whose words look like the options or scripts with which their programs start others. */
const DAILY = [
  "sed -e 's/a/b/' x",
  "sed -i -e 's/a/b/' -e 's/c/d/' x",
  "sed -n -e '/foo/p' x",
  "sed -n '5,10p' file.e",
  "sed 's/a e /b/' x",
  "sed -i '' 's/[^/]*$//' x",
  'sed -n "${A},${B}p" x',
  'ENV=production npm start',
  'ENV=test make',
  'export ENV=dev',
  'vi Makefile',
  'vim run.sh',
  'vim author.ts',
  'vim +10 src/shell.ts',
  'vim *.ts',
  'ls | xargs -0 -I{} cp {} {}.bak',
  'wget -q -O a.tgz http://localhost/a.tgz',
  'apt-get -qq update',
  'rsync -avz --delete a b',
  'dotnet build -c Release',
  'go test -run=TestX ./...',
  "pytest -k 'a and b'",
]

test.for(DAILY)('%j is not taken for a program it does not name', (command) => {
  const analysis = analyseBash(command)
  const rules = ['rm *', 'curl *', 'sudo *']
  expect(rules.filter((rule) => matchCommand(compileShellPattern(rule), command, analysis).holds)).toEqual([])
})
