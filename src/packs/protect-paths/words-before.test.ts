import { describe, expect, test } from 'vitest'
import { judgedLine } from '../../../test/helpers/judged-line.ts'
import { protectPaths as code } from './code.ts'
import { protectPaths as manifest } from './manifest.ts'

const guard = { manifest, code }

describe('an option without a value does not hide the file behind it', () => {
  test.for(
    (
      'cat -n|cat -A|cat -s|cat -t|cat -An|less -N|less -f|zcat -f|xxd -r|cmp -l|cmp -s|diff -N|diff -w|sum -r|fold -s|' +
      'pr -n|pr -t|paste -s|tac -r|bat -n|bat -A|strings -f|md5sum -t|sha256sum -c|cut -s|iconv -c|od -c|column -t|' +
      'head -q|tail -v|sort -u|wc -l|base64 -d|grep -T .|grep -o .|jq -r .|gpg -e|gpg -d|openssl enc -e -in|scp -p'
    ).split('|'),
  )('%s', async (start) => {
    const line = start.startsWith('scp') ? `${start} .env host:` : `${start} .env`
    expect((await judgedLine(guard, line))?.decision).toBe('deny')
  })

  test.for(['cp -Z .env x', 'mv -Z .env x', 'xargs -a .env echo', 'curl file:///home/dev/project/.env'])(
    '%s',
    async (line) => expect((await judgedLine(guard, line))?.decision).toBe('deny'),
  )

  test.for(['chmod -x', 'chmod -w', 'chmod -rw', 'chmod -R -x', 'ssh-keygen -f'])('%s', async (start) => {
    expect((await judgedLine(guard, `${start} server.pem`))?.decision).toBe('deny')
  })

  test.for([
    'head -n "$N" a.ts',
    'cut -d "$D" -f 1 a.csv',
    'fold -w "$COLUMNS" a.md',
    'grep -e .env .gitignore',
    'chmod -x a.sh',
    'curl https://example.org/.env',
  ])('and a value is not a file: %s', async (line) => {
    expect((await judgedLine(guard, line))?.decision).toBeUndefined()
  })
})

describe('git shows a file', () => {
  test.for([
    'git show HEAD:.env',
    'git show :.env',
    'git cat-file blob :0:.env',
    'git show HEAD -- .env',
    'git show HEAD~1 .env',
    'git annotate .env',
    'git whatchanged -p .env',
    'git format-patch -1 --stdout -- .env',
    'git difftool .env',
    'git checkout-index --prefix=/tmp/x/ .env',
    'git commit -F .env',
    'git tag -F .env v1',
    'git notes add -F .env',
    'git send-email .env',
  ])('%s', async (line) => expect((await judgedLine(guard, line))?.decision).toBe('deny'))

  test.for(['git show HEAD', 'git show v1.2.3', 'git show HEAD:src/a.ts', 'git commit -F message.txt'])(
    'or another one: %s',
    async (line) => expect((await judgedLine(guard, line))?.decision).toBeUndefined(),
  )
})
