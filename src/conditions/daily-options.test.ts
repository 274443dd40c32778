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
  "find . -name '*.ts' -exec sed -n 1p {} \\;",
  "find src test -name '*.ts' -exec sed -i 's/a/b/' {} +",
  "find . -name '*.ts' -exec awk '{print}' {} +",
  "find . -name '*.ts' -exec npx prettier --check {} +",
  "find . -name '*.sh' -exec bash -n {} \\;",
  "ls | xargs awk '{print $1}'",
  "ls | xargs awk -F: -v x=1 '{print $1}'",
  'ls | xargs sed -n -e 1p --',
  "java -cp 'lib/*' Main",
  'gh pr create --title x --body "$(cat <<\'EOF\'\nUse curl with care, and rm\nEOF\n)"',
  "python3 -c 'import platform; print(platform.system())'",
  "mocha --grep 'curl (x)'",
]

/** The same lines with one thing changed that makes them doubtful. */
const DOUBTFUL = [
  "find $X -name '*.ts' -exec sed -n 1p {} \\;",
  "find . -name '*.ts' -execdir sed -n 1p {} \\;",
  'find . -exec sed -f {} \\; -exec rm {} +',
  'find . -exec awk {} x \\;',
  'find . -exec bash {} \\;',
  'find . -exec bash -n -i {} \\;',
  'ls | xargs bash -n',
  'ls | xargs sed -n 1p',
  'ls | xargs awk',
  'ls | xargs awk -F:',
  'ls | xargs awk -v',
  "java -XX:OnError='rm x' Main",
  'gh pr create --web "$(cat <<\'EOF\'\nrm\nEOF\n)"',
  "python3 -c 'import platform as os; os.system(chr(114))'",
  "mocha --require 'rm (x)'",
]

test.for(DOUBTFUL)('%j is in doubt for a rule on rm', (command) => {
  expect(matchCommand(compileShellPattern('rm *'), command, analyseBash(command)).holds).toBe(true)
})

test.for(DAILY)('%j is not taken for a program it does not name', (command) => {
  const analysis = analyseBash(command)
  const rules = ['rm *', 'curl *', 'sudo *']
  expect(rules.filter((rule) => matchCommand(compileShellPattern(rule), command, analysis).holds)).toEqual([])
})
