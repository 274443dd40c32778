import fc from 'fast-check'

const WORDS =
  `a x y src /tmp/a ~ ~/.ssh / . .. * -- - -c -e -f -i -n -o -r -x -rf -exec -execdir -ok -ic --eval --command=x --to-command=x --checkpoint-action=exec=x -I{} {} \\; + = A=1 PATH=.:$PATH LC_ALL=C a=(x y) a[1]=x a+=x $a $1 $@ $# \${a} "\${a[@]}" \${!a} \${a:-x} \${a//x/y} \${a:1:2} \${#a} "$a" '$a' $'\\x72' $"x" \\r {a,b} {1..3} @(a|b) [ab]? 'rm -rf ~' "rm -rf ~" 's/x/y/e' '{print}' 'system("x")' "import os" 'os.system("x")' HEAD origin main 0 1 5 100000000000000000000 -1 %PATH% $env:A %a% ^& 2 https://example.com/x user@host`.split(
    ' ',
  )

const PROGRAMS =
  `rm cat echo printf sh bash eval source . exec command builtin env sudo doas nice nohup timeout time xargs find git docker kubectl ssh scp rsync tar zip awk sed grep python3 node perl ruby php make npm npx yarn pnpm cargo go curl wget nc socat tee dd cp mv ln install chmod chown kill pkill crontab at systemctl su runuser chroot unshare nsenter flock watch parallel entr script expect vim ed less man ftp mysql psql sqlite3 redis-cli mongosh aws gcloud az terraform helm declare export local readonly typeset unset alias unalias trap set shift read mapfile getopts let test [ cd pushd popd hash enable complete compgen shopt printf true false : return break wait jobs bg disown coproc base64 xxd openssl gzip tr rev cut sort head tail yes seq jq yq powershell pwsh cmd Remove-Item iex Invoke-Expression Get-ChildItem ForEach-Object del rd reg start call for if set setx msiexec`.split(
    ' ',
  )

const MARKS =
  `; ; & && || | |& \n \n \r\n \r ( ) { } (( )) [[ ]] ! > >> < <> >| &> >& <& 2>&1 2> {fd}> <<< <<E <<-'E' \nE\n $( \${ \` ) } " ' \\ $(( )) <( >( # $ ? if then elif else fi for in do done while until case esac select function f() \u200b \u0440 \uff52 \ud800 \0 \x01 \x7f @{ $_ %% | % ; ? { -replace & .`.split(
    / (?=.|\n|\r)/s,
  )

/** Commands that read well enough to reach what is known of programs. */
const FRAMES: readonly ((inner: string, more: string) => string)[] = [
  (inner, more) => `${inner} | ${more}`,
  (inner, more) => `${inner} $(${more})`,
  (inner, more) => `${inner} "$(${more})"`,
  (inner, more) => `${inner} \`${more}\``,
  (inner, more) => `${inner} <(${more})`,
  (inner, more) => `${inner} > >(${more})`,
  (inner, more) => `a=$(${inner}); ${more} $a`,
  (inner, more) => `for a in $(${inner}); do ${more} $a; done`,
  (inner, more) => `${inner} | while read a; do ${more} "$a"; done`,
  (inner, more) => `if ${inner}; then a=x; else ${more}; fi; $a`,
  (inner, more) => `f() { ${inner}; }; ${more}; f x`,
  (inner, more) => `case $a in x) ${inner};; *) ${more};; esac`,
  (inner, more) => `${inner} <<E\n${more}\nE`,
  (inner, more) => `${inner} <<< "${more}"`,
  (inner, more) => `alias a='${inner}'; a ${more}`,
  (inner, more) => `${inner} > a; ${more} a; sh a`,
  (inner, more) => `{ ${inner} & ${more}; } 2>&1`,
  (inner, more) => `(${inner}) && (${more})`,
  (inner, more) => `sh -c '${inner}' ${more}`,
  (inner, more) => `export A=$(${inner} | ${more})`,
  (inner, more) => `trap "${inner}" EXIT; ${more}`,
]

const anyWord = fc.constantFrom(...WORDS)
const command = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.array(anyWord, { maxLength: 5 }))
  .map(([program, args]) => [program, ...args].join(' '))
const anyToken = fc.oneof(anyWord, fc.constantFrom(...PROGRAMS), fc.constantFrom(...MARKS))

const framed = fc
  .tuple(command, fc.array(fc.tuple(fc.constantFrom(...FRAMES), command, fc.boolean()), { maxLength: 4 }))
  .map(([first, frames]) =>
    frames.reduce(
      (line, [frame, other, isInner]) => (isInner ? frame(line, other) : frame(other, line)),
      first,
    ),
  )

const mixed = fc
  .array(fc.tuple(anyToken, fc.constantFrom(' ', ' ', ' ', '')), { maxLength: 24 })
  .map((tokens) => tokens.map((pair) => pair.join('')).join(''))

/** Lines of real words: some that a shell would read, some that none would. */
export const soup: fc.Arbitrary<string> = fc.oneof(framed, mixed)

type Change = {
  readonly kind: 'cut' | 'double' | 'swap' | 'insert' | 'frame'
  readonly from: number
  readonly length: number
  readonly token: string
  readonly other: string
  readonly frame: (typeof FRAMES)[number]
}

/** Each of some lines with a few changes: pieces are cut out, doubled, replaced by those of another line, or put in. */
export function mutations(lines: readonly string[]): fc.Arbitrary<string> {
  const line = fc.constantFrom(...lines)
  const change: fc.Arbitrary<Change> = fc.record({
    kind: fc.constantFrom('cut', 'double', 'swap', 'insert', 'frame'),
    from: fc.nat(200),
    length: fc.nat(12),
    token: anyToken,
    other: line,
    frame: fc.constantFrom(...FRAMES),
  })
  return fc
    .tuple(line, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([first, changes]) => changes.reduce(changed, first))
}

function changed(line: string, { kind, from, length, token, other, frame }: Change): string {
  const at = line.length === 0 ? 0 : from % line.length
  const [before, piece, after] = [line.slice(0, at), line.slice(at, at + length), line.slice(at + length)]
  switch (kind) {
    case 'cut':
      return before + after
    case 'double':
      return before + piece.repeat(3) + after
    case 'swap':
      return before + other.slice(at, at + length) + after
    case 'insert':
      return `${before} ${token} ${piece}${after}`
    case 'frame':
      return frame(line, other)
  }
}
