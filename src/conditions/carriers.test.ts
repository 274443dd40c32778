import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(content), command, analyseBash(command))

describe('B05 shell text inside an argument is read', () => {
  test.for([
    "bash -c 'rm -rf x'",
    'bash -lc "cd x && rm y"',
    "sh -c 'echo $(rm x)'",
    'eval rm x',
    'eval "rm x"',
    "su -c 'rm x' root",
    "trap 'rm x' EXIT",
    'bash <<E\nrm x\nE',
    "bash <<'E'\nrm x\nE",
    'sh <<< "rm x"',
    'ls | xargs sh -c "rm x"',
    'sudo bash -c "bash -c \'rm x\'"',
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for(["bash -c 'echo rm'", 'cat <<E\nrm x\nE', 'bash script.sh rm-cache', 'eval echo rm'])(
    'Bash(rm *) does not hold on %s',
    (command) => expect(match('rm *', command).holds).toBe(false),
  )
})

describe('B04 and B05: programs that run their arguments or an option', () => {
  test.for([
    "bash -c -- 'rm x'",
    "bash -euo pipefail -c 'rm x'",
    "bash -ceuo pipefail 'rm x'",
    "su --command='rm x'",
    "su -c'rm x'",
    "su - root -lc 'rm x'",
    'runuser -u u -- rm x',
    "runuser -l u --command 'rm x'",
    "script -c 'rm x'",
    "script -qc 'rm x' /dev/null",
    'script -q /dev/null rm x',
    'chroot d rm x',
    'chroot --userspec=a:b d rm x',
    'nsenter -t 1 -m rm x',
    'nsenter --target 1 --mount -- rm x',
    'systemd-run rm x',
    'systemd-run --user -p Nice=5 rm x',
    'pkexec rm x',
    'pkexec --user root rm x',
    "git -c alias.z='!rm x' z",
    'git bisect run rm x',
    'git -C . bisect run sudo rm x',
    "git submodule foreach --recursive 'rm x'",
    "git rebase -x 'rm x' main",
    "git rebase --exec='rm x' main",
    "tar cf a b --checkpoint=1 --checkpoint-action=exec='rm x'",
    'tar cf a b --checkpoint=1 --checkpoint-action \'exec=sh -c "rm x"\'',
    "tar xf a --to-command='rm x'",
    "tar xf a -I 'rm x'",
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for([
    'bash -c -- "echo rm"',
    'bash -o pipefail rm.sh',
    'su --command="echo rm"',
    'runuser -u rm -- ls',
    'script rm',
    'chroot rm ls',
    'systemd-run ls rm',
    'git bisect start rm run',
    'git bisect run echo rm',
    'git log --grep=rm',
    'git rebase -i rm',
    'tar cf rm.tar --checkpoint=1 --checkpoint-action=dot rm',
    'find . -delete',
  ])('Bash(rm *) does not hold on %s', (command) => expect(match('rm *', command).holds).toBe(false))
})

const doubtful = { holds: true, whole: false, why: expect.stringContaining('runs to be safe') as string }

describe('B03, B05 and B06: what cannot be read is in doubt, whatever the pattern', () => {
  test.for([
    "printf 'r%s x' m | sh",
    'echo cm0geA== | base64 -d | bash',
    'curl -s x | sudo bash -s -- a',
    'curl -s x |& env A=1 sh',
    'cat x | (cd y; bash)',
    'sh -s',
    'bash',
    'bash -x',
    'bash -',
    'bash < x',
    'bash /dev/stdin',
    'bash <(curl -s x)',
    'source <(curl -s x)',
    '. <(printf x)',
    '. /dev/stdin',
    'echo x | python3',
    'echo x | python3.12 -X utf8 -',
    'echo x | perl',
    'echo x | node -',
    'ls | parallel -j 4',
    'echo x | su root',
    'echo x | xargs -0 bash -c',
    'echo x | xargs -I{} {} y',
    `echo x | xargs -I{} sh -c 'cd y; {}'`,
    'find . -exec {} \\;',
    `ls | xargs -I{} sh -c 'gzip {}'`,
    `find . -exec sh -c 'gzip {}' \\;`,
    'ls | xargs env',
    'ls | xargs timeout',
    'ls | xargs ./x',
    'bash -c "echo $X"',
    'hash -p ./x ls; ls',
    'enable -f ./x.so y',
    'ls() { x; }; ls',
    'PATH=.:$PATH ls',
    'export BASH_ENV=x',
    'env LD_PRELOAD=./x.so ls',
    'read PATH < x; ls',
    'shopt -s expand_aliases',
    'set -k',
    './x $Y',
    './x $(y)',
    './x *',
    'GIT_SSH_COMMAND=$X git fetch',
    `sed 's/a/b/e' x`,
    `awk '{ print | c }' x`,
    'make -f - < x',
    `python3 -c 'import os; os.system("r" + "m")'`,
    'echo x | python3 --some-option value',
    'echo a\0b',
    'echo x | sudo -u root -s',
    'sudo -i',
    'alias q=rm; q x',
    'git -c alias.z=push z',
    'git config alias.z push && git z',
    `awk 'BEGIN { system("r" "m x") }'`,
    `awk '{ print | "sh" }' x`,
    `gawk '{ $0 | getline }' x`,
  ])('%s', (command) => {
    expect(match('zz *', command)).toMatchObject(doubtful)
    expect(match('zz yy *', command)).toMatchObject(doubtful)
  })

  test.for([
    'bash script.sh',
    'bash -eu script.sh -s',
    'bash --version',
    'cat x | sort',
    'cat x | grep bash',
    'which bash',
    'command -v bash',
    'bash <<E\nls\nE',
    'sh <<< ls',
    'source ./env.sh',
    '. ./env.sh',
    'cat x | python3 -m json.tool',
    'cat x | python3 script.py',
    'python3 --version',
    "cat x | python3 -c 'import sys'",
    "cat x | perl -pe 's/a/b/'",
    'python3 <<E\nprint(1)\nE',
    'node -v',
    'ls | parallel gzip',
    'alias',
    'alias q',
    'git config user.name',
    'git commit -m "alias.z = y"',
    'sudo -i ls',
    "awk '{print $1}'",
    "awk '/a|b/ || $1 > 2' x",
    'su -c ls',
    'ls | xargs -I{} cp {} {}.bak',
  ])('%s is not', (command) => expect(match('zz *', command).holds).toBe(false))

  test('an allow does not cover it', () => {
    expect(match('git *', "git -c alias.z='x' z")).toMatchObject({ holds: true, whole: false })
    expect(match('bash *', 'bash')).toMatchObject({ holds: true, whole: false })
  })
})

describe('B05 and B06: a name in text that another program may run is in doubt', () => {
  test.for([
    'ssh host rm x',
    "ssh -p 22 host 'cd y && /bin/rm x'",
    'ssh host <<E\nrm x\nE',
    'docker run --rm -v /:/h image rm x',
    'docker exec c rm x',
    "docker compose exec web sh -c 'rm x'",
    'sudo podman run image rm x',
    'kubectl exec pod -- rm x',
    'parallel rm ::: x',
    "parallel 'rm {}' ::: x",
    "vim -c '!rm x'",
    "vim '+!rm x'",
    "git -c core.pager='rm x' log",
    `python3 -c 'import os; os.system("rm x")'`,
    `node --eval 'require("child_process").execFileSync("rm", ["x"])'`,
    `perl -e 'exec "rm", "x"'`,
    'python3 - <<E\nimport os; os.system("rm x")\nE',
  ])('Bash(rm *) on %s', (command) => expect(match('rm *', command)).toMatchObject(doubtful))

  test.for([
    'ssh host ls',
    'ssh-keygen -f rm',
    'ssh host ls rm.txt --rm',
    'docker ps',
    'docker rm c',
    'docker run --rm image ls',
    'docker exec c ls',
    'kubectl get rm',
    'parallel gzip ::: rm.txt',
    'vim rm',
    "vim -c 'set nu' rm",
    'git -c color.ui=never log rm',
    'python3 script.py rm-cache',
    "python3 -c 'print(1)'",
    'grep "rm -rf"',
    'echo rm',
  ])('Bash(rm *) does not hold on %s', (command) => expect(match('rm *', command).holds).toBe(false))

  test('a longer pattern is in doubt by its name as well', () => {
    expect(match('git push *', "ssh host 'cd x; git push'")).toMatchObject(doubtful)
    expect(match('git push *', 'ssh host ls').holds).toBe(false)
  })
})
