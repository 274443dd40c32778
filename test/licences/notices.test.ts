import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thirdPartyNotices } from '../../scripts/licences/plugin.ts'
import { built, installed, PAGE, pageOf, project } from './project.ts'

const MIT = { license: 'MIT', author: 'Ann' }
const LICENSE = { LICENSE: 'Copyright (c) 2020 Ann\r\n\r\nPermission is hereby ```granted```\n' }

test('the page has name, version, licence, copyright and texts of what is in the output, and of nothing else', async () => {
  const dir = project({
    'main.ts': `import { unused } from 'unused'\nconst { used } = await import('barrel')\nused('x')\n`,
    ...installed('used', MIT, { ...LICENSE, 'NOTICE.txt': 'Ann wrote this.\n', 'license.js': 'no text' }),
    'node_modules/used/index.js': `/*!\n * used\n * Copyright 2019 Bob\n */\nexport const used = (text) => console.log(text)\n`,
    ...installed('unused', { license: 'GPL-3.0-only', sideEffects: false }),
    ...installed('barrel', { license: 'GPL-3.0-only' }),
    'node_modules/barrel/index.js': `export { used } from 'used'\n`,
  })
  await built(dir, thirdPartyNotices(dir, PAGE).part())
  expect(pageOf(dir)).toBe(`# Third-party notices

The files of product in this folder contain code of the packages below, each under its own licence.

| package | version | licence |
| --- | --- | --- |
| used | 1.2.3 | MIT |

## used 1.2.3

- Licence: MIT
- Copyright (c) 2020 Ann
- Copyright 2019 Bob
- Author: Ann

\`\`\`\`text
Copyright (c) 2020 Ann

Permission is hereby \`\`\`granted\`\`\`
\`\`\`\`

Its notices:

\`\`\`text
Ann wrote this.
\`\`\`

Comments in its files:

\`\`\`text
used
Copyright 2019 Bob
\`\`\`
`)
})

test('a package of which only declarations are published is on the page', async () => {
  const dir = project({
    'main.ts': `import type { Shape } from 'typed'\nexport const shape: Shape = { sides: 3 }\n`,
    'tsconfig.json': { compilerOptions: { module: 'nodenext', strict: true } },
    ...installed('typed', { ...MIT, types: 'index.d.ts' }, LICENSE),
    'node_modules/typed/index.d.ts': 'export interface Shape { sides: number }\n',
  })
  await built(dir, thirdPartyNotices(dir, PAGE).part(), { dts: true })
  expect(pageOf(dir)).toContain('\n| typed | 1.2.3 | MIT |\n')
})

const COPIES = `//#region ../../node_modules/.pnpm/@in+ner@4.5.6_x@1.0.0/node_modules/@in/ner/lib/a.js
export const outer = (text) => console.log(text)
//#endregion
`

test('a package inside the files of another one is on the page with the text that is kept for it', async () => {
  const dir = project({
    'main.ts': `import { outer } from 'outer'\nouter('x')\n`,
    ...installed('outer', MIT, LICENSE),
    'node_modules/outer/index.js': COPIES,
    'scripts/licences/vendored/@in/ner@4.5.6/package.json': {
      name: '@in/ner',
      version: '4.5.6',
      license: 'ISC',
    },
    'scripts/licences/vendored/@in/ner@4.5.6/LICENSE': 'Copyright Cid',
  })
  await built(dir, thirdPartyNotices(dir, PAGE).part())
  expect(pageOf(dir)).toContain(
    '## @in/ner 4.5.6\n\n- Licence: ISC\n- Copyright Cid\n- Part of the files of outer 1.2.3\n\n```text\nCopyright Cid\n```\n',
  )
})

test.for([
  ['a licence that is not accepted', { license: 'GPL-3.0-only' }, 'dep@1.2.3 has the licence "GPL-3.0-only"'],
  ['no licence', {}, 'dep@1.2.3 has no SPDX "license" in its package.json'],
  ['a licence in a form npm gave up', { license: { type: 'MIT' } }, 'dep@1.2.3 has no SPDX "license"'],
  ['a licence that is not free', { license: 'UNLICENSED' }, 'dep@1.2.3 has the licence "UNLICENSED"'],
] as const)('a package with %s fails the build', async ([, manifest, fault]) => {
  const dir = project({ 'main.ts': IMPORTS_DEP, ...installed('dep', manifest, LICENSE) })
  const building = built(dir, thirdPartyNotices(dir, PAGE).part())
  await expect(building).rejects.toThrow(
    new RegExp(
      `${fault}.*; accepted are 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT. Replace the package, or decide`,
    ),
  )
  expect(existsSync(join(dir, 'dist'))).toBe(false)
})

test.for([
  [
    'without a licence text',
    installed('dep', MIT),
    'dep@1.2.3 (MIT) has no file LICENSE, LICENCE or COPYING, and its text has to be published with its code. ' +
      'Take it from the sources of that release to scripts/licences/vendored/dep@1.2.3/LICENSE.',
  ],
  [
    'that contains another one nobody looked at',
    { ...installed('dep', MIT, LICENSE), 'node_modules/dep/index.js': COPIES.replace('outer', 'dep') },
    'dep 1.2.3 contains the code of @in/ner@4.5.6 in its own files, and nothing here says under which licence. ' +
      'Take package.json (name, version, license, author) and LICENSE from that release of it to ' +
      'scripts/licences/vendored/@in/ner@4.5.6.',
  ],
  [
    'without a version',
    installed('dep', { ...MIT, version: undefined }, LICENSE),
    '"node_modules/dep/index.js" belongs to no package with a name and a version.',
  ],
] as const)('a package %s fails the build', async ([, files, fault]) => {
  const dir = project({ 'main.ts': IMPORTS_DEP, ...files })
  await expect(built(dir, thirdPartyNotices(dir, PAGE).part())).rejects.toThrow(fault)
})

test('the text of a package that brings none is taken from where it is kept', async () => {
  const dir = project({
    'main.ts': IMPORTS_DEP,
    ...installed('dep', MIT),
    'scripts/licences/vendored/dep@1.2.3/LICENSE': 'Copyright Dee',
  })
  await built(dir, thirdPartyNotices(dir, PAGE).part())
  expect(pageOf(dir)).toContain('- Copyright Dee\n')
})

test('code that a tool brings into the output fails the build when nobody said whose it is', async () => {
  const dir = project({ 'main.ts': `import { help } from 'helper'\nhelp()\n` })
  const notices = thirdPartyNotices(dir, PAGE).part()
  const plugin = {
    ...notices,
    resolveId: (id: string) => (id === 'helper' ? '\0tool/helper.js' : null),
    load: (id: string) => (id === '\0tool/helper.js' ? 'export const help = () => console.log(1)' : null),
  }
  await expect(built(dir, plugin)).rejects.toThrow('"\\u0000tool/helper.js" belongs to no package')
})

test('two builds share one page, the same in every folder and order, written when both are done', async () => {
  const files = {
    'one.ts': `import { zeta } from 'zeta'\nzeta('x')\n`,
    'two.ts': `import { alpha } from 'alpha'\nimport { zeta } from 'zeta'\nalpha(zeta)\n`,
    ...installed('zeta', MIT, LICENSE),
    ...installed('alpha', MIT, LICENSE),
  }
  const pages: string[] = []
  for (const order of [['one.ts', 'two.ts'] as const, ['two.ts', 'one.ts'] as const]) {
    const dir = project(files)
    const notices = thirdPartyNotices(dir, PAGE)
    const [first, second] = [notices.part(), notices.part()]
    await built(dir, first, { entry: order[0] })
    expect(existsSync(join(dir, PAGE))).toBe(false)
    await built(dir, second, { entry: order[1] })
    pages.push(pageOf(dir))
  }
  expect(pages[0]).toBe(pages[1])
  expect(pages[0]?.match(/^## .*/gm)).toEqual(['## alpha 1.2.3', '## zeta 1.2.3'])
})

test('the own code of a project is not a package of others when the project is built by a link to it', async () => {
  const dir = project({ 'main.ts': `console.log('ours')\n` })
  const link = join(project({}), 'link')
  symlinkSync(dir, link)
  await built(dir, thirdPartyNotices(link, PAGE).part())
  expect(pageOf(dir)).not.toContain('## ')
})

const IMPORTS_DEP = `import { dep } from 'dep'\ndep('x')\n`
