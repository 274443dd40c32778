import { describe, expect, test } from 'vitest'
import { bashLine, callPack, packPlace, type PackPlace } from '../../../test/helpers/pack-context.ts'
import { protectPaths as code } from './code.ts'
import { protectPaths as manifest } from './manifest.ts'

const FILES = {
  '.env': 'A=1',
  'a.ts': 'x',
  'src/b.ts': 'x',
  'keys/server.pem': 'k',
  'node_modules/x/test.pem': 'k',
}

async function judge(line: string, place: PackPlace) {
  return callPack({ manifest, code }, bashLine(line, place), { place })
}

describe('a program that takes a folder as a whole uses the protected files in it', () => {
  test.for([
    'grep -rn x .',
    'grep -rn x',
    'grep -rn x keys',
    'grep -rn x --include="*.pem"',
    'rg --hidden x',
    'rg -uuu x',
    'cp -r . /tmp/x',
    'cp -a keys /tmp/x',
    'tar czf /tmp/x.tgz .',
    'zip -r /tmp/x.zip .',
    'rsync -a ./ host:/x',
    'scp -r . host:/x',
    'find . -type f -exec cat {} +',
    'find . -type f | xargs cat',
    'find . -name src -prune -o -type f -exec cat {} +',
    'find . ! -name a.ts -exec cat {} +',
    'find . -type f -exec sed -i s/a/b/ {} +',
    'ls -A | xargs cat',
    'git ls-files --others | xargs cat',
  ])('%s', async (line) => {
    expect((await judge(line, packPlace(FILES)))?.decision).toBe('ask')
  })

  test.for([
    'grep -rn x src',
    'grep -rn x --include="*.ts" .',
    'grep -rn x --exclude=.env --exclude-dir=keys .',
    'grep -rn x --exclude=".env*" --exclude="*.pem" .',
    'rg x',
    'rg --hidden -g "*.ts" x',
    'rg --hidden -g "!.env" -g "!*.pem" x',
    'cp -r src /tmp/x',
    'cp a.ts b.ts',
    'tar czf /tmp/x.tgz --exclude=.env --exclude=keys .',
    'tar tzf x.tgz',
    'rsync -a --exclude .env --exclude keys ./ host:/x',
    'find src -type f -exec cat {} +',
    'find . -name "*.ts" -exec cat {} +',
    'find . \\( -name "*.ts" -o -name "*.js" \\) -not -path "./x/*" | xargs cat',
    'find . -type f | wc -l',
    'ls | xargs cat',
    'git ls-files | xargs wc -l',
  ])('but not where it takes others: %s', async (line) => {
    expect((await judge(line, packPlace(FILES)))?.decision).toBeUndefined()
  })

  test.for(['grep -rn x .', 'cp -r . /tmp/x', 'find . -type f -exec cat {} +'])(
    'and not where there is none: %s',
    async (line) => {
      const place = packPlace({ 'a.ts': 'x', '.env.example': '', 'node_modules/x/test.pem': 'k' })
      expect((await judge(line, place))?.decision).toBeUndefined()
    },
  )

  test('the reason names the file', async () => {
    expect((await judge('cp -r keys /tmp/x', packPlace(FILES)))?.reason).toContain(
      'cp may read keys/server.pem, which the pattern "*.pem" protects',
    )
  })

  test('a very large folder takes bounded time', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`d${at % 30}/${at}.ts`, '']))
    const place = packPlace(many)
    const start = performance.now()
    expect((await judge('grep -rn x .', place))?.decision).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
