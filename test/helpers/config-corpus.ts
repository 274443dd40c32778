/** Config files as people have them, for edits that must leave every other byte alone. */
export type CorpusFile = {
  readonly name: string
  readonly text: string
  /** Reached through a link. */
  readonly isLinked?: true
}

/** Where an installation puts its entries, so that some files have entries of others there. */
export type CorpusPlace = {
  /** Keys that lead to one of the lists, such as `['hooks', 'Stop']`. */
  readonly list: readonly string[]
  /** An item of somebody else; an object. */
  readonly item: Readonly<Record<string, unknown>>
}

export type CorpusFormat = 'json' | 'jsonc' | 'yaml' | 'toml'

/** At least 40 files of a format. Deterministic. */
export function configCorpus(format: CorpusFormat, place: CorpusPlace): readonly CorpusFile[] {
  const base = BASES[format](place)
  return [...base, ...base.flatMap(variants), { name: 'linked', text: base[1]?.text ?? '', isLinked: true }]
}

/** The same file with other bytes around the same content. */
function variants({ name, text }: CorpusFile): readonly CorpusFile[] {
  const windows = text.replaceAll('\n', '\r\n')
  const isLong = text.length > 100_000
  const all = [
    { name: `${name}, CRLF`, text: windows },
    { name: `${name}, byte order mark`, text: `\uFEFF${text}` },
    { name: `${name}, no final line end`, text: text.replace(/\n+$/, '') },
    { name: `${name}, mixed line ends`, text: mixedEnds(text) },
    { name: `${name}, empty lines at the end`, text: `${text}\n\n` },
  ]
  return isLong ? [] : all.filter((each) => each.text !== text)
}

function mixedEnds(text: string): string {
  let count = 0
  return text.replaceAll('\n', () => (count++ % 2 === 0 ? '\n' : '\r\n'))
}

type Bases = (place: CorpusPlace) => readonly CorpusFile[]

function nested(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

/** Strict JSON. */
function jsonBases({ list, item }: CorpusPlace): readonly CorpusFile[] {
  const [first = '', ...rest] = list
  const top = JSON.stringify(first)
  const foreign = nested(list, [item, { ...item, extra: '\u{1F984} ünïcode \\" \t' }]) as object
  const spaced = (value: unknown, unit: string | number): string =>
    `${JSON.stringify(value, undefined, unit)}\n`
  const empty = nested(list, []) as object
  return [
    { name: 'empty object', text: '{}\n' },
    { name: 'unknown keys', text: spaced({ model: 'x', permissions: { allow: ['a', 'b'] }, n: 1.5e10 }, 2) },
    { name: 'open empty object', text: '{\n}\n' },
    { name: 'spaced empty object', text: '{ }\n' },
    { name: 'one line', text: '{"a":1,"b":[1,2]}\n' },
    { name: 'one spaced line', text: `{ "a": 1, ${top}: ${JSON.stringify(nested(rest, [item]))} }\n` },
    { name: 'entries of others', text: spaced({ a: 1, ...foreign, z: null }, 2) },
    { name: 'entries of others with tabs', text: spaced({ a: 1, ...foreign, z: [] }, '\t') },
    { name: 'entries of others with four spaces', text: spaced({ ...foreign, z: {} }, 4) },
    { name: 'empty list', text: spaced({ z: 1, ...empty }, 2) },
    { name: 'open empty list', text: spaced({ ...empty, z: 1 }, 2).replace('[]', '[\n\n  ]') },
    { name: 'empty hooks', text: `{\n  ${top}: ${rest.length === 0 ? '[]' : '{}'},\n  "z": true\n}\n` },
    { name: 'repeated unknown key', text: `{\n  "a": 1,\n  "a": 2,\n  "b": {"a": 1, "a": [ ]}\n}\n` },
    { name: 'strange spaces', text: `{"a" :1 ,\n\n   "b":\t[ 1 ,2 ]\n , "c":3}` },
    {
      name: 'bracket on the line of the item',
      text: `{ "a": 1,\n  ${top}: ${JSON.stringify(nested(rest, [item]))} }\n`,
    },
    { name: 'deep', text: `{"a": ${'{"b": ['.repeat(100)}1${']}'.repeat(100)}\n}\n` },
    {
      name: 'huge',
      text: spaced(
        { ...foreign, big: Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'x'.repeat(30) })) },
        2,
      ),
    },
    { name: '__proto__', text: '{\n  "__proto__": {"x": 1},\n  "constructor": 2\n}\n' },
  ]
}

function jsoncBases(place: CorpusPlace): readonly CorpusFile[] {
  const { list, item } = place
  const [first = '', ...rest] = list
  const written = JSON.stringify(item)
  const wrap = (body: string): string => {
    const open = rest.map((key) => `{ ${JSON.stringify(key)}: `).join('')
    return `${JSON.stringify(first)}: ${open}${body}${' }'.repeat(rest.length)}`
  }
  return [
    ...jsonBases(place),
    { name: 'nothing', text: '' },
    { name: 'only comments', text: '// settings\n/* none yet */\n' },
    {
      name: 'comments everywhere',
      text: `// head\n{ // open\n  "a": 1, // one\n  /* b */ "b": 2 // two\n  // end\n}\n// tail\n`,
    },
    { name: 'comment in the empty list', text: `{\n  ${wrap('[\n    // put entries here\n  ]')}\n}\n` },
    { name: 'block comment in the empty list', text: `{\n  ${wrap('[ /* none */ ]')}\n}\n` },
    {
      name: 'trailing commas',
      text: `{\n  "a": [1, 2,],\n  ${wrap(`[\n    ${written}, // theirs\n  ]`)},\n}\n`,
    },
    {
      name: 'comment behind the last item',
      text: `{\n  ${wrap(`[\n    ${written} // theirs\n    // end\n  ]`)}\n}\n`,
    },
    { name: 'comment of two lines', text: `{\n  "a": 1 /* one\n  two */\n}\n` },
    { name: 'comma on its own line', text: `{\n  "a": 1\n  , "b": 2\n  , ${wrap(`[${written}]`)}\n}\n` },
    {
      name: 'similar words in comments',
      text: `{\n  // ${wrap('[]')}\n  "url": "http://x/*y*/" // "z": [\n}\n`,
    },
  ]
}

function yamlBases({ list, item }: CorpusPlace): readonly CorpusFile[] {
  const [first = '', ...rest] = list
  const written = JSON.stringify(item)
  const keys = (indent: string, tail: string): string =>
    list.map((key, depth) => `${indent.repeat(depth)}${key}:`).join('\n') + tail
  const deep = '  '.repeat(list.length)
  const tight = '  '.repeat(list.length - 1)
  return [
    { name: 'nothing', text: '' },
    { name: 'unknown keys', text: 'model: x\nlist:\n  - 1\n  - two\nnested:\n  a: {b: [1, 2]}\n' },
    { name: 'only comments', text: '# settings\n# none yet\n' },
    { name: 'document start', text: '---\n# c\nmodel: x\n' },
    { name: 'directive and end', text: '%YAML 1.2\n---\nmodel: x\n...\n' },
    { name: 'key without value', text: `a: 1\n${first}:\nb: 2\n` },
    { name: 'key without value and a comment', text: `${first}: # put them here\n  # below\nb: 2\n` },
    { name: 'list without value', text: `${keys('  ', '')}\n` },
    { name: 'empty flow', text: `${first}: ${rest.length === 0 ? '[]' : '{}'} # none\nb: 2\n` },
    { name: 'empty flow list', text: `${keys('  ', ' []')}\nb: 2\n` },
    {
      name: 'entries of others',
      text: `a: 1\n${keys('  ', '')}\n${deep}- ${written} # theirs\n${deep}# end\nb: 2\n`,
    },
    {
      name: 'entries without indentation',
      text: `${keys('  ', '')}\n${tight}- ${written}\n${tight}- ${written}\n\n# end\n`,
    },
    {
      name: 'four spaces',
      text: `${keys('    ', '')}\n${'    '.repeat(list.length)}- ${written}\nz:\n    y: 1\n`,
    },
    { name: 'flow entries', text: `${keys('  ', ` [${written}, ${written}]`)}\n` },
    {
      name: 'flow over lines',
      text: `${keys('  ', ` [\n${deep}  ${written}, # one\n${deep}  ${written}\n${deep}]`)}\nb: 1\n`,
    },
    {
      name: 'block scalars',
      text: 'a: |\n  text\n  more\nb: >-\n  folded\n  text\nc: |+\n  kept\n\n\nd: 1\n',
    },
    { name: 'block scalar at the end', text: 'd: 1\na: |\n  text\n\n  more\n' },
    { name: 'anchors elsewhere', text: 'base: &b\n  x: 1\nuse: *b\nlist: [*b, *b]\n' },
    { name: 'alias at the end', text: 'base: &b {x: 1}\nlist:\n  - *b\n' },
    { name: 'unicode', text: 'ключ: "значение \u{1F984}"\n"quoted: key": \'it\'\'s\'\n' },
    { name: 'repeated unknown key', text: 'a: 1\nb: 2\na: 3\n' },
    {
      name: 'deep',
      text: `${Array.from({ length: 60 }, (_, n) => `${' '.repeat(n)}k${n}:`).join('\n')} 1\n`,
    },
    {
      name: 'huge',
      text: `a: 1\n${Array.from({ length: 3_000 }, (_, n) => `k${n}: ${'x'.repeat(350)}`).join('\n')}\n`,
    },
    { name: 'one line', text: '{a: 1, b: [1, 2]}\n' },
    {
      name: 'comments everywhere',
      text: '# head\n\na: 1   # one\n\n  # odd indentation\nb:    # two\n    c: 3\n# tail\n',
    },
    { name: 'strings of several lines', text: 'a: "one\n  two"\nb: plain\n  text\nc: 1\n' },
  ]
}

function tomlBases({ list, item }: CorpusPlace): readonly CorpusFile[] {
  const path = list.join('.')
  const pairs = Object.entries(item).filter(([, value]) => typeof value !== 'object')
  const lines = pairs.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join('\n')
  const inline = `{ ${pairs.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join(', ')} }`
  const [first = '', ...rest] = list
  const listIn = (body: string): string =>
    rest.length === 0 ? `${first} = ${body}` : `[${list.slice(0, -1).join('.')}]\n${list.at(-1)} = ${body}`
  return [
    { name: 'nothing', text: '' },
    {
      name: 'unknown keys',
      text: 'model = "x"\nlist = [1, 2]\n\n[nested]\na.b = 1\nwhen = 2026-11-18T05:48:09Z\n',
    },
    { name: 'only comments', text: '# settings\n# none yet\n' },
    { name: 'only a table', text: '# about x\n[x]\n# c\ny = 1\n' },
    { name: 'entries of others', text: `a = 1\n\n[[${path}]]\n${lines} # theirs\n\n# about x\n[x]\ny = 2\n` },
    { name: 'two entries of others', text: `[[${path}]]\n${lines}\n[[${path}]] # second\n${lines}\n` },
    { name: 'entries apart', text: `[[${path}]]\n${lines}\n\n[x]\ny = 1\n\n[[${path}]]\n${lines}\n# end\n` },
    { name: 'entries with a table below', text: `[[${path}]]\n${lines}\n[${path}.env]\nA = "b"\n\n[z]\n` },
    { name: 'indented', text: `[[${path}]]\n\t${lines.replaceAll('\n', '\n\t')}\n` },
    { name: 'empty list', text: `${listIn('[]')}\n` },
    { name: 'spaced empty list', text: `${listIn('[ ] # none')}\n\n[z]\nb = 1\n` },
    { name: 'comment in the empty list', text: `${listIn('[\n  # put entries here\n]')}\n` },
    { name: 'inline entries', text: `${listIn(`[${inline}, ${inline}]`)}\n` },
    {
      name: 'inline entries over lines',
      text: `${listIn(`[\n  ${inline}, # one\n  ${inline}, # two\n]`)}\n\n[z]\n`,
    },
    {
      name: 'strings of several lines',
      text: 'a = """\n[[hooks]]\n# no comment\n"""\nb = \'\'\'\n[x]\n\'\'\'\n',
    },
    { name: 'quoted keys', text: '"a b" = 1\n\'c\' = 2\n["x.y".z]\n"ключ" = "\u{1F984}"\n' },
    { name: 'no space', text: 'a=1\n[b]\nc=2\n' },
    { name: 'comment behind a header', text: '[b] # c\n\n\n\nc = 2 # d\n\n\n# tail\n' },
    { name: 'deep', text: `[${Array.from({ length: 50 }, (_, n) => `k${n}`).join('.')}]\na = 1\n` },
    {
      name: 'huge',
      text: `a = 1\n${Array.from({ length: 9_000 }, (_, n) => `k${n} = "${'x'.repeat(110)}"`).join('\n')}\n`,
    },
    { name: 'one line', text: 'a = { b = 1, c = [1, 2] }\n' },
  ]
}

const BASES: Readonly<Record<CorpusFormat, Bases>> = {
  json: jsonBases,
  jsonc: jsoncBases,
  yaml: yamlBases,
  toml: tomlBases,
}
