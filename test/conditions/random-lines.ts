/** Numbers from a seed, so that a failing run can be repeated (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Pick = <T>(from: readonly T[]) => T

/** Whole names are rare, so that many lines run the marker only by what stands around the pieces. */
const NAMES = [
  'qmark', 'qmark', 'qmark', 'bin/qmark', 'bin/q*', 'bin/qm?rk', "q'm'ark", 'q"m"ark', 'q\\mark', 'qm\\\nark', "$'\\x71mark'", "$'q\\155ark'", 'q${e}mark', 'q$(:)mark', 'q`:`mark', '$X', '"$X"', '${X}', '$1', '"$@"',
  '${X:-qmark}', '${e:-qmark}', '{qmark,--flag}', 'q{m,}ark', '$(echo qmark)', '`echo qmark`', 'q$"m"ark', 'qmar\rk', 'qmark\r', '\rqmark', 'q\x01mark', 'q\x7fmark', '\x0bqmark', 'q""mark', "''qmark", '~+/bin/qmark', '$PWD/bin/qmark', '${Y[0]}', '${!Z}', '$_', 'b*/qmark', 'q$@mark', '\\qmark', 'f', '${Y[@]}', '${X-qmark}', '${e-q}mark', '${PWD+qmark}', 'qm{a,b}rk', 'q${Z:+}mark', '$"qmark"', "$'q'mark", 'qma\\\nrk', 'q$IFS', 'qmark$IFS', '${X%z}', '${X@P}', '${X^}', '$e', '$e qmark', 'echo', 'echo', ':', 'printf', 'true', 'cat', 'test',
] as const
const ARGUMENTS = [
  '--flag', '--flag x', 'x', 'a b', '-n', '"a b"', "'a b'", '$X', '$(echo x)', 'qmark', "'qmark --flag x'", '"qmark --flag x"', '"$(qmark x)"', '`qmark x`', "'x[$(qmark x)]'", '-v', '-eq 0', '$((1+1))', '$((x))', '$((Y[0]))', '{a,b}', '*', 'b*', '~', '#', '#x', 'x#', '\\#', '"#"', '\r', 'x\r', '\r#', '\\\n', '\\\r', '\t', '\v#', '\f', '\x01', '\x7f', '\b', '\x1b[A', '>o', '2>&1', '<data', '<<<x', '<<<"$(qmark x)"', '>$(echo o)', '\\;', ';', '!', '[', ']', '=', 'A=1', '$', '"', "'", '`', '\\', '(', ')', '{', '}', '$(', '$((', '))', '${', '<(', '>(', '\u00a0', '\u2028', '\u0085', '&', '|', "'$(qmark x)'", "'${X-$(qmark x)}'", '"${X-`qmark x`}"', "'`qmark x`'", '${X:-`qmark`}', "'Y[$(qmark)]'", '-n1', '-I{}', '{}', '-c', '-exec', '%s', '-S', '-i', '--', '-', '+c', '"${Y[@]}"', "$'\\nqmark x'", '"\nqmark x"', '\\\\', '\\$X', '\\`', '2>o', '>&2', '<&-', '{x}>o', '@', '!(x)', '+(a)', '[a-z]', '$[1]', '$[x]', '"$[x]"',
] as const
const SEPARATORS = [';', '; ', ' ; ', '&&', ' && ', '||', ' || ', '|', ' | ', '|&', '&', ' & ', '\n', '\n', '\r\n', '\n\n', ' \\\n', '#\n', ' # c\n', " # it's\n", ' # \\\n', '\r', ' \r# ; ', ' # \r', ';\r', '\\\r\n', '\v', ' \\\n# ', '\n#\r'] as const
const LEADING = ['A=1 ', 'A=$(qmark x) ', 'X=qmark ', 'X=qmark; ', "X='qmark --flag x'; ", 'Z=X; X=qmark; ', 'Y=(qmark --flag x); ', 'set -- qmark x; ', ': qmark; ', '>o ', '<data ', '2>&1 ', '! ', 'time ', 'command ', 'builtin ', 'exec ', 'eval ', 'eval -- ', 'env ', 'nohup ', 'nice -n 5 ', 'timeout 5 ', 'coproc ', 'exec -a z ', 'command -v ', 'command -p ', 'f() { qmark x; }; ', 'f() { "$@"; }; ', 'alias f=qmark; ', 'shopt -s expand_aliases\nalias f=qmark\n', 'hash -p bin/qmark f; ', 'PATH=bin ', "PS4='$(qmark x)'; set -x; ", 'e=; ', 'x=1; ', "x='Y[$(qmark x)]'; ", 'declare -i x; x=', "trap 'qmark x' EXIT; ", 'IFS=k; ', 'cd bin; ', 'set -f; ', 'BASH_CMDS[f]=bin/qmark; ', 'echo() { qmark x; }; ', "printf -v X '%s' qmark; ", 'read X <<< qmark; ', 'declare -n Z=X; ', 'declare -i X; ', 'declare -A Y; ', 'shopt -s extglob\n', 'set -k; ', 'X+=qmark ', 'Y[0]=qmark; ', 'Y=([0]=qmark); ', 'export X=qmark; ', 'f() { $1 $2; }; f ', 'xargs -a data ', 'bash -c ', 'sh -c ', 'env -S ', 'env A=1 ', 'env -u A ', 'exec 3<data; ', 'trap ', 'let ', 'test -v ', 'unset ', 'read ', 'printf -v ', 'mapfile -C ', 'compgen -W ', 'declare ', 'local ', 'source ', 'cat ', 'find data -exec ', 'awk ', 'sed ', "X='x[$(qmark)]' ", '\r', '\t', '\n', '\\\n', '# \r\n', '#\\\n', ' ', ''] as const
/** `@` stands for a line inside. */
const FRAMES = ['{ @\n}', '( @ )', '(@)', '((@))', '( (@) )', 'if @\nthen :; fi', 'if :; then @\nfi', 'if false; then :; else @\nfi', 'while @\ndo break; done', 'for i in 1; do @\ndone', 'for i in @; do :; done', 'case a in a) @\nesac', 'case @ in *) :;; esac', 'g() { @\n}; g', 'g() { @\n}', '$(@)', '"$(@)"', 'echo $(@)', 'echo "$(@)"', 'echo `@`', 'echo "`@`"', ': $((@))', ': $(( $(@) ))', '(( $(@) ))', '[[ @ ]]', '[[ -n $(@) ]]', '[ @ ]', 'test @', 'X=$(@)', 'Y=($(@))', 'Y=(@)', 'Y[$(@)]=1', ': ${X:-$(@)}', ': "${X:-@}"', ': ${X:-@}', ': ${PWD:@}', 'cat <(@)', 'echo a > >(@)', 'cat <<< @', 'cat <<< "$(@)"', 'cat <<E\n@\nE', "cat <<'E'\n@\nE", 'cat <<-E\n\t@\n\tE', 'cat <<E\n$(@)\nE', 'cat <<E\\\nF\n@\nEF', 'cat <<E\r\n@\nE\r\n', 'cat <<E\n@\nE\r\nE', 'cat <<"E "\n@\nE \n', 'bash <<E\n@\nE', "bash <<'E'\n@\nE", 'bash <<< "@"', "bash <<< '@'", "bash -c '@'", 'bash -c "@"', "bash +c '@'", "sh -c '@'", "bash -c '@' qmark x", "eval '@'", 'eval "@"', 'eval @', "trap '@' EXIT", "trap -- '@' EXIT", 'echo "@" | bash', "echo '@'", 'echo "@"', "printf %s '@'", 'echo @', ': @', "X='@'; eval \"$X\"", "X='@'; $X", "echo x | xargs @", "echo x | xargs -I{} @", "echo qmark x | xargs @", "let '@'", 'let @', "test -v '@'", "printf -v '@' x", "declare '@'", 'declare @', 'export @', "compgen -W '@'", "[[ '@' -eq 0 ]]", "X='@'; : $((X))", "X='@'; : ${X@P}", "mapfile -c1 -C '@' Y <data", 'source <(@)', "source /dev/stdin <<< '@'", '@ # c', '# @', 'echo a # @', "echo 'a' @", '"@"', "'@'", '\\@', '$@', '{@,}', "$'@'", '${X/@/}', '[@]', 'env -S "@"', "env -S '@'", 'awk "BEGIN{@}"', "awk 'BEGIN{system(\"@\")}'", "sed '1e @' data", "find data -exec @ \\;", '(( @ ))', '((@)) ', ": $((\'@\'))", ': $[@]', "Y[\'@\']=1", ': ${Y[@]}', ": ${X:\'@\'}", ': "${X:-\'@\'}"', ': "${X#@}"', ": \"${X/\'@\'/}\"", "env -S \'@\' x", "env -S\'A=1 @\'", "env \'-S@\'", 'bash -c "$(echo @)"', "bash -c \'@\' -- qmark", "bash -ec \'@\'", "bash -O extglob -c \'@\'", "echo \'@\' | sh", "bash < <(echo \'@\')", "xargs -I% sh -c \'@ %\' < data", "echo \'@\' | xargs -I% sh -c %", "find data -exec sh -c \'@\' x {} +", "awk \'{print | \"@\"}\' data", "sed \'s/.*/@/e\' data", 'if ! @\nthen :; fi', 'case $(@) in a) ;; esac', 'case a in $(@)) ;; esac', 'echo $(case a in a) @;; esac)', 'echo $( # )\n@)', 'echo "$( # ")\n@)"', 'echo `# \n@`', 'echo $((@); :)', '((@); :)', '( (@); : )', 'for ((i=0; i<1; i++)); do @\ndone', 'for ((@;0;)); do :; done', 'g() ( @ ); g', 'g() { @\n} >o; g', 'X=@', 'export X=@', 'X="@"', "Y=(\'@\'); \"${Y[@]}\"", "set -- \'@\'; eval \"$1\"", "set -- @; \"$@\"", "read -r X <<< \'@\'; eval \"$X\"", "read X <<< \'@\'; $X", "printf -v X %s \'@\'; eval \"$X\"", "declare -i X=\'@\'", "declare -n Z=\'@\'; : $Z", ": ${!X}@", "PS4=\'@\'; set -x; :", "BASH_ENV=\'@\' bash -c :", '@ 2>&1', '@ | cat', '@ && :', '! @', '@ <(echo qmark)', '@ $(echo qmark)', '@ <<-E\n\tqmark x\n\tE', '@ <<"E"\nqmark x\nE', '@ < <(echo qmark x)', 'cat <<E | bash\n@\nE', 'cat <<E | bash\n\\@\nE', 'bash <<E\n\\\n@\nE', 'bash <<E\n"\\@"\nE', 'eval "\\@"', 'bash -c "\\@"', 'eval $\'@\'', 'select i in a; do @\nbreak; done <<< 1', 'until @\n:; do break; done', 'function g { @\n}; g', 'time { @\n}', '! { @\n}', 'coproc { @\n}; wait', '{ @\n} 2>&1 | cat', '@ <<E\nqmark x\nE', "@ <<'E'\n$(qmark x)\nE", '@ <<E\n$(qmark x)\nE', '@ <<E\n`echo \\`qmark x\\``\nE', '@ <<< qmark'] as const

/** One line: a few commands, in frames, and now and then with a few of its characters moved. */
export function randomLine(random: () => number): string {
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number]
  const line = script(random, pick, 0)
  return random() < 0.25 ? disturbed(line, random, pick) : line
}

function script(random: () => number, pick: Pick, depth: number): string {
  const parts = [part(random, pick, depth)]
  while (random() < 0.3 && parts.length < 4) parts.push(pick(SEPARATORS), part(random, pick, depth))
  return parts.join('')
}

function part(random: () => number, pick: Pick, depth: number): string {
  if (depth < 3 && random() < 0.4) return pick(FRAMES).replaceAll('@', () => script(random, pick, depth + 1))
  const words: string[] = [pick(NAMES)]
  while (random() < 0.55 && words.length < 4) words.push(pick(ARGUMENTS))
  return `${random() < 0.35 ? pick(LEADING) : ''}${words.join(random() < 0.9 ? ' ' : '')}`
}

const LOOSE = [...ARGUMENTS, ...SEPARATORS, 'if ', 'then ', 'fi', 'do ', 'done', 'case ', ' in ', 'esac', '<<E\n', '\nE\n', '<<-E\n', "<<'E'\n", '$IFS', '[[', ']]', '=(', '+=', ' '] as const

/** Puts a token somewhere, takes a stretch away, or does both. */
function disturbed(line: string, random: () => number, pick: Pick): string {
  const at = Math.floor(random() * (line.length + 1))
  const until = random() < 0.5 ? at : Math.min(line.length, at + 1 + Math.floor(random() * 4))
  return line.slice(0, at) + (random() < 0.7 ? pick(LOOSE) : '') + line.slice(until)
}
