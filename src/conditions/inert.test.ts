import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(content), command, analyseBash(command))

describe('a program may run its words unless it is known not to', () => {
  test.for([
    'eval -- "rm x"',
    "trap -- 'rm x' EXIT",
    "bash +c 'rm x'",
    "rbash -c 'rm x'",
    'bash <<E\n\\\\rm x\nE',
    'bash <<E\nr\\\nm x\nE',
    "awk -f p x <<< 'rm x'",
    'node --title x -e \'require("y")("rm")\'',
    'ruby --encoding utf8 -e \'print "rm x"\'',
    'echo rm x | xargs env',
    "echo x | xargs -I% sh -c 'rm %'",
    'xargs -adata rm',
    "test -v 'x[$(rm x)]'",
    "[[ -v 'x[$(rm x)]' ]]",
    "unset 'x[$(rm x)]'",
    "printf -v 'x[$(rm x)]' 1",
    "let 'x[$(rm x)]=1'",
    "(( 'x[$(rm x)]' ))",
    "declare -a 'x=($(rm x))'",
    'tar cf a b --checkpoint=1 --checkpoint-action=exec=rm',
    "view -c '!rm x'",
    'npx rm x',
    "npx -c 'rm x'",
    "npm exec -c 'rm x'",
    'setpriv --reuid 1 rm x',
    'prlimit --nofile=5 rm x',
    'fakeroot rm x',
    'setarch x86_64 rm x',
    "tmux new -d 'rm x'",
    "git fetch --upload-pack='rm x' y",
    "git difftool --extcmd='rm x'",
    'git grep -Orm x',
    "scp -o ProxyCommand='rm x' a b:c",
    "sqlite3 :memory: '.shell rm x'",
    "gdb -ex 'shell rm x'",
    'hash -p /bin/rm ls; ls x',
    "busybox sh -c 'rm x'",
    "env -S'rm x'",
    "env -S'\rrm x'",
    "man -P 'rm x' ls",
    "less '+!rm x' y",
    "make SHELL='rm x'",
    "make -f- <<< 'a: ; rm x'",
    'socat - EXEC:rm',
    "rsync -e 'rm x' a b:c",
    "zip -TT 'rm x' -T a b",
    'sort --compress-program=rm x',
    "split --filter='rm x' y",
    "mapfile -C 'rm x' -c 1 y < z",
    "complete -C 'rm x' y",
    "compgen -W '$(rm x)'",
    "compgen -W '<(r{m,}) )'",
    "compgen -W '$(r{m,}) )'",
    "compgen -W '$(r${x}m) )'",
    "compgen -W '$(r$(true)m y) )'",
    "PROMPT_COMMAND='rm x' bash -i",
    "PS4='$(rm x)'; set -x; ls",
    'bind -x \'"a": rm x\'',
    'coproc rm x',
    'exec -a y rm x',
    'command -p rm x',
    'v=\'$(rm x)\'; echo "${v@P}"',
    "GIT_SSH_COMMAND='rm x' git fetch",
    'PAGER=\'r""m x\' git log',
    "echo 'rm x' > y; sh y",
    'cat > y <<E; ./y\nrm x\nE',
    "printf '\\162m x' | tclsh y",
    'cp /bin/rm y; ./y x',
    'f() { sort "$@"; }; f --compress-program=rm x',
    "./x 'r$(true)m y'",
    './x --cmd=\'r""m y\'',
    './x -crm',
    'start-stop-daemon --exec /bin/rm -- x',
    'echo x \r# ; rm x',
    "parallel ::: 'rm x'",
    "nvim -l - <<< 'rm x'",
    "RSYNC_CONNECT_PROG='rm x' rsync localhost::a .",
    'eval $\'#\\\nbash -c "<data rm"\'',
    "Y['`n;r{m,}\n`']=",
  ])('Bash(rm *) holds on %j, and nothing else is allowed by it', (command) => {
    expect(match('rm *', command).holds).toBe(true)
    const allowed = ['echo', 'test', 'sort', 'printf', 'find'].filter(
      (name) => match(`${name} *`, command).whole,
    )
    expect(allowed).toEqual([])
  })

  // The words of a script in a file are what the script makes of them.
  test.for(['bash x.sh rm-cache', 'npm run rm', 'docker rm x', 'aws s3 rm x', 'X=rm', 'export X=rm'])(
    'Bash(rm *) does not hold on %s',
    (command) => expect(match('rm *', command).holds).toBe(false),
  )
})
