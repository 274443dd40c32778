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
  /** Options with which files that it may change are only read. */
  readonly onlyReads?: string
}

/** Returns what a program of a row touches. */
export function plainTouches(use: PlainUse, args: readonly Word[]): readonly Touch[] {
  const named = Object.keys(use.files ?? {}).filter((name) => !use.valued?.split(' ').includes(name))
  const taken = takeOptions(args, { ...use, valued: [use.valued ?? '', ...named].join(' ') })
  const isGiven = use.unlessGiven !== undefined && has(taken, ...use.unlessGiven.split(' '))
  const operands = taken.operands.slice(isGiven ? 0 : (use.skip ?? 0))
  const { changed } = use
  const done = changed !== undefined && has(taken, ...changed.by.split(' ')) ? changed.how : use.operands
  const isRead = use.onlyReads !== undefined && has(taken, ...use.onlyReads.split(' '))
  return [
    ...(done === undefined ? [] : each(done, operands)),
    ...Object.entries(use.files ?? {}).flatMap(([name, how]) =>
      each(isRead && how === 'change' ? 'read' : how, valuesOf(taken, name)),
    ),
  ]
}

const READ: PlainUse = { operands: 'read' }
const MODE: PlainUse = {
  operands: 'mode',
  skip: 1,
  // `chmod -x` has the mode as an option.
  unlessGiven: '--reference -r -w -x -X -s -t',
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

const GREP: PlainUse = {
  ...SEARCHES,
  valued:
    '-e --regexp -m --max-count -A -B -C --after-context --before-context --context --include --exclude --exclude-dir -d ' +
    '--directories -D --devices --label',
}

/**
 * Names with blanks between them, and how they use their words. An option that takes no value must not stand under
 * `valued`: it would hide the file behind it.
 */
const ROWS: readonly (readonly [string, PlainUse])[] = [
  [
    'cat less more most hd rev zcat bzcat xzcat zless tsort comm sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum ' +
      'delta ptx glow mdcat view vipe highlight pygmentize uuencode look',
    READ,
  ],
  ['tac', { operands: 'read', valued: '-s --separator' }],
  [
    'bat batcat',
    {
      operands: 'read',
      valued: '-r --line-range -l --language -H --highlight-line -m --map-syntax --theme --style --tabs',
    },
  ],
  ['nl', { operands: 'read', valued: '-b -d -f -h -i -l -n -s -v -w' }],
  ['od', { operands: 'read', valued: '-A -j -N -S -t' }],
  ['xxd', { operands: 'read', valued: '-c -g -l -n -o -s' }],
  ['hexdump', { operands: 'read', valued: '-e -n -s', files: { '-f': 'read' } }],
  ['strings', { operands: 'read', valued: '-n -t -e --bytes --radix' }],
  ['fold fmt', { operands: 'read', valued: '-w --width' }],
  ['column', { operands: 'read', valued: '-c -s -o -N -R -H -E -W -O -T -m' }],
  ['diff colordiff', { operands: 'read', valued: '-U -C -W -I -x -F -L --label', files: { '-X': 'read' } }],
  ['sdiff', { operands: 'read', valued: '-w -I', files: { '-o': 'write' } }],
  ['cmp', { operands: 'read', valued: '-n -i --bytes --ignore-initial' }],
  ['paste', { operands: 'read', valued: '-d --delimiters' }],
  ['pr', { operands: 'read', valued: '-D -h -l -N -o -w -W' }],
  ['expand unexpand', { operands: 'read', valued: '-t --tabs' }],
  ['shasum', { operands: 'read', valued: '-a --algorithm' }],
  ['b2sum cksum', { operands: 'read', valued: '-a -l --algorithm --length' }],
  [
    'iconv',
    {
      operands: 'read',
      valued: '-f -t --from-code --to-code',
      files: { '-o': 'write', '--output': 'write' },
    },
  ],
  [
    'cut',
    {
      operands: 'read',
      valued: '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter',
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
  ['grep egrep fgrep zgrep pcregrep', GREP],
  ['rg ag ack ugrep', SEARCHES],
  [
    'jq gojq jaq',
    {
      operands: 'read',
      skip: 1,
      unlessGiven: '-f --from-file',
      valued: '--arg --argjson --indent',
      files: { '-f': 'read', '--from-file': 'read', '--slurpfile': 'read', '--rawfile': 'read' },
    },
  ],
  [
    'yq dasel xmllint xmlstarlet',
    {
      operands: 'read',
      skip: 1,
      unlessGiven: '-f --from-file',
      valued: '--arg --argjson --indent -o -p --output-format',
      files: { '-f': 'read', '--from-file': 'read' },
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
      valued: '-r -k -pass -passin -passout -subj -days -newkey',
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
  ['chmod chown chgrp', MODE],
  ['chattr', { ...MODE, skip: 0, valued: '-v -p' }],
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
  ['xargs', { early: true, valued: '-I -n -P -d -L -E -s', files: { '-a': 'read', '--arg-file': 'read' } }],
  [
    'ssh-keygen',
    { valued: '-t -b -C -N -P -m -O -I -n', files: { '-f': 'change' }, onlyReads: '-l -y -B -F' },
  ],
  ['pandoc', { operands: 'read', valued: '-f -t', files: { '-o': 'write' } }],
  ['prettier biome black isort gofmt rustfmt clang-format shfmt autopep8 yapf standard', { operands: 'any' }],
  ['open xdg-open start', READ],
  ['dos2unix unix2dos ex-inplace rename prename', { operands: 'change' }],
]

/** The rows by the name of the program. */
export const PLAIN_USES: ReadonlyMap<string, PlainUse> = new Map(
  ROWS.flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
)
