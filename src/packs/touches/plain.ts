import type { Word } from '../../analyze/line.ts'
import { has, takeOptions, valuesOf, type OptionStyle } from './options.ts'
import { each, type How, type Touch } from './touch.ts'

/** A program whose operands are all used alike. */
export type PlainUse = OptionStyle & {
  /** What it does with its operands. Absent: they are no files. */
  readonly operands?: How
  /** Operands in front that are no files, such as the pattern of grep, unless one of `unlessGiven` is there. */
  readonly skip?: number
  readonly unlessGiven?: string
  /** Options that make another use of the operands. */
  readonly changed?: { readonly by: string; readonly how: How }
  /** Options whose value is a file, with what is done with it. */
  readonly files?: Readonly<Record<string, How>>
}

/** Returns what a program of a row touches. */
export function plainTouches(use: PlainUse, args: readonly Word[]): readonly Touch[] {
  const named = Object.keys(use.files ?? {}).filter((name) => !use.valued?.split(' ').includes(name))
  const taken = takeOptions(args, { ...use, valued: [use.valued ?? '', ...named].join(' ') })
  const isGiven = use.unlessGiven !== undefined && has(taken, ...use.unlessGiven.split(' '))
  const operands = taken.operands.slice(isGiven ? 0 : (use.skip ?? 0))
  const { changed } = use
  const done = changed !== undefined && has(taken, ...changed.by.split(' ')) ? changed.how : use.operands
  return [
    ...(done === undefined ? [] : each(done, operands)),
    ...Object.entries(use.files ?? {}).flatMap(([name, how]) => each(how, valuesOf(taken, name))),
  ]
}

const READ: PlainUse = { operands: 'read' }
const MODE: PlainUse = {
  operands: 'mode',
  skip: 1,
  unlessGiven: '--reference',
  changed: { by: '-R --recursive', how: 'mode-tree' },
}
const EDITS: PlainUse = { operands: 'any', valued: '-c -S -s -u -T -i --cmd' }
const COMPRESSES: PlainUse = { operands: 'any', valued: '-S -T --suffix' }
const SEARCHES: PlainUse = {
  operands: 'read',
  skip: 1,
  unlessGiven: '-e -f --regexp --file --files',
  valued:
    '-e --regexp -m --max-count -A -B -C --after-context --before-context --context --include --exclude --exclude-dir -g --glob -t --type -T --type-not -r --replace -d -D --color -M --max-columns --sort -j',
  files: { '-f': 'read', '--file': 'read' },
}

/** Names with blanks between them, and how they use their words. */
const ROWS: readonly (readonly [string, PlainUse])[] = [
  [
    'cat tac less more most bat batcat nl od xxd hexdump hd strings rev fold fmt column cmp diff sdiff colordiff delta comm paste ' +
      'pr expand unexpand md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum zcat bzcat xzcat zless ' +
      'iconv look uuencode cut tsort ptx glow mdcat view vipe highlight pygmentize',
    {
      operands: 'read',
      valued:
        '-n -c -w -d -f -s -l -L -N -j -A -t --bytes --lines --delimiter --fields --width -H -r --line-range --language',
    },
  ],
  ['head tail', { operands: 'read', valued: '-n -c -s --lines --bytes --pid --sleep-interval' }],
  [
    'base64 base32 basenc',
    { operands: 'read', valued: '-w -b --wrap', files: { '-i': 'read', '-o': 'write' } },
  ],
  ['wc', { operands: 'read', files: { '--files0-from': 'read' } }],
  [
    'sort',
    {
      operands: 'read',
      valued: '-k -t -S -T --key --field-separator --buffer-size --parallel',
      files: { '-o': 'write', '--output': 'write' },
    },
  ],
  ['grep egrep fgrep zgrep rg ag ack ugrep pcregrep', SEARCHES],
  [
    'jq yq gojq jaq dasel xmllint xmlstarlet',
    {
      operands: 'read',
      skip: 1,
      unlessGiven: '-f --from-file',
      valued: '--arg --argjson --indent -o -p --output-format',
      files: { '-f': 'read', '--from-file': 'read', '--slurpfile': 'read', '--rawfile': 'read' },
      changed: { by: '-i --inplace --in-place', how: 'change' },
    },
  ],
  [
    'awk gawk mawk nawk',
    {
      operands: 'read',
      skip: 1,
      unlessGiven: '-f --file',
      valued: '-F -v --assign --field-separator',
      files: { '-f': 'read', '--file': 'read' },
    },
  ],
  ['source . sh bash zsh dash ksh', { operands: 'load', valued: '-c -o -O' }],
  [
    'gpg gpg2 age openssl',
    {
      operands: 'read',
      valued: '-r -k -pass -passin -passout -e -subj -days -newkey -aes256',
      single: true,
      files: {
        '-in': 'read',
        '-out': 'write',
        '-o': 'write',
        '--output': 'write',
        '-inkey': 'load',
        '-key': 'load',
        '-cert': 'load',
      },
    },
  ],
  ['rm', { operands: 'delete', changed: { by: '-r -R --recursive', how: 'delete-tree' } }],
  ['rmdir unlink', { operands: 'delete' }],
  ['trash trash-put gio rimraf del-cli', { operands: 'delete-tree' }],
  [
    'shred srm wipe',
    {
      operands: 'empty',
      valued: '-n -s --iterations --size',
      changed: { by: '-r -R --recursive', how: 'delete-tree' },
    },
  ],
  ['truncate', { operands: 'empty', valued: '-s -r --size --reference' }],
  ['touch', { operands: 'change', valued: '-d -t -r --date --reference' }],
  ['mkdir mkfifo mknod fallocate', { operands: 'change', valued: '-m -l -o --mode --length' }],
  ['tee', { operands: 'write', changed: { by: '-a --append', how: 'change' } }],
  ['sponge', { operands: 'write' }],
  ['chmod chown chgrp chattr', MODE],
  ['setfacl', { ...MODE, skip: 0, valued: '-m -x -M -X --modify --remove' }],
  ['vi vim nvim nano emacs ed ex micro code subl gedit kate mate', EDITS],
  ['split csplit', { operands: 'read', valued: '-n -l -b -a -C --lines --bytes' }],
  ['gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 compress uncompress', COMPRESSES],
  ['unzip', { operands: 'read', valued: '-x', files: { '-d': 'change' } }],
  ['7z 7za 7zz', { operands: 'any', skip: 1 }],
  ['patch gpatch', { operands: 'change', valued: '-p -d -F', files: { '-i': 'read', '-o': 'write' } }],
  ['nc ncat netcat socat telnet', { valued: '-p -s -w -q -X -x -e -c' }],
  [
    'ssh',
    { valued: '-p -l -o -L -R -D -J -b -c -m -W', files: { '-i': 'load', '-F': 'load', '-E': 'write' } },
  ],
  ['dotenv direnv env-cmd', { files: { '-f': 'load', '-e': 'load' } }],
  ['docker podman nerdctl', { valued: '-e --env', files: { '--env-file': 'load' } }],
  ['node nodejs deno bun tsx', { files: { '--env-file': 'load' } }],
  ['pandoc', { operands: 'read', valued: '-f -t', files: { '-o': 'write' } }],
  ['prettier biome black isort gofmt rustfmt clang-format shfmt autopep8 yapf standard', { operands: 'any' }],
  ['open xdg-open start', READ],
  ['dos2unix unix2dos ex-inplace rename prename', { operands: 'change' }],
]

/** The rows by the name of the program. */
export const PLAIN_USES: ReadonlyMap<string, PlainUse> = new Map(
  ROWS.flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
)
