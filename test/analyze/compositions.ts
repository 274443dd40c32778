import fc from 'fast-check'

/** A line, and the program with its arguments that stands in it. */
export type Composition = { readonly line: string; readonly words: readonly string[] }

/** One way to write a word, with what has to stand in front of the command. */
type Written = { readonly word: string; readonly before: string }

const QUOTED: readonly ((word: string) => Written)[] = [
  (word) => plain(word),
  (word) => plain(`'${word}'`),
  (word) => plain(`"${word}"`),
  (word) => plain(`$'${Array.from(word, hexadecimal).join('')}'`),
  (word) => plain(`${word.slice(0, 1)}''${word.slice(1)}`),
  (word) => plain(`"${word.slice(0, 1)}"'${word.slice(1)}'`),
  (word) => plain(Array.from(word, (character) => `\\${character}`).join('')),
  (word) => plain(`${word.slice(0, 1)}$(true)${word.slice(1)}`),
  // A line that ends in a backslash would go on with the next one.
  (word) => plain(word.length > 1 ? `${word.slice(0, 1)}\\\n${word.slice(1)}` : word),
  (word) => plain(`$(echo ${word})`),
  (word) => plain(`"$(printf %s '${word}')"`),
  (word) => plain(`\`echo ${word}\``),
  (word) => ({ word: '$v', before: `v=${word}; ` }),
  (word) => ({ word: '"${w}"', before: `w='${word}'; ` }),
  (word) => ({ word: '${p}${q}', before: `p='${word.slice(0, 1)}'; q='${word.slice(1)}'; ` }),
  (word) => ({ word: '${l#x}', before: `l=x${word}; ` }),
  (word) => ({ word: '${r%.y}', before: `r=${word}.y; ` }),
  (word) => ({ word: '"${a[1]}"', before: `a=(x ${word}); ` }),
  (word) => ({ word: '${!n}', before: `m=${word}; n=m; ` }),
]

/** Programs that run the command behind them. */
const WRAPPERS = [
  'sudo ',
  'sudo -u root ',
  'env ',
  'env -i A=1 ',
  'nice -n 5 ',
  'nohup ',
  'timeout 5 ',
  'timeout -k 1 5s ',
  'command ',
  'exec ',
  'time ',
  'setsid ',
  'stdbuf -oL ',
  'A=1 ',
  'LC_ALL=C B=2 ',
  '! ',
  '2>/dev/null ',
] as const

type Frame = (text: string) => string

/** What stands around a list of commands. The commands run whatever the frame is. */
const FRAMES: readonly Frame[] = [
  (text) => `( ${text} )`,
  (text) => `{ ${text}; }`,
  (text) => `if true; then ${text}; fi`,
  (text) => `if false; then :; else ${text}; fi`,
  (text) => `for i in 1; do ${text}; done`,
  (text) => `while true; do ${text}; break; done`,
  (text) => `case x in x) ${text};; esac`,
  (text) => `f() { ${text}; }; f`,
  (text) => `function ls { ${text}; }; ls`,
  (text) => `true && { ${text}; }`,
  (text) => `false || { ${text}; }`,
  (text) => `echo start; ${text}`,
  (text) => `echo start\n${text}\necho end`,
  (text) => `echo start & ${text}`,
  (text) => `echo y | { ${text}; }`,
  (text) => `echo "$( ${text})"`,
  (text) => `x=$( ${text})`,
  (text) => `cat <(${text})`,
  (text) => `cd sub; ${text}`,
  (text) => `sh -c ${singleQuoted(text)}`,
  (text) => `bash -c ${ansiQuoted(text)}`,
  (text) => `eval ${singleQuoted(text)}`,
  (text) => `eval "$(printf %s ${singleQuoted(text)})"`,
  (text) => `trap ${singleQuoted(text)} EXIT`,
  (text) => `echo ${singleQuoted(text)} | sh`,
  (text) => `printf '%s\\n' ${singleQuoted(text)} | bash`,
  (text) => `bash <<< ${singleQuoted(text)}`,
  (text) => `bash <<'EOF'\n${text}\nEOF\n`,
  (text) => `cat <<'TEXT' | sh\n${text}\nTEXT\n`,
  (text) => `source /dev/stdin <<< ${singleQuoted(text)}`,
  (text) => `s=${singleQuoted(text)}; eval "$s"`,
  (text) => `s=${singleQuoted(text)}; sh -c "$s"`,
  (text) => `set -- ${singleQuoted(text)}; eval "$1"`,
]

/** Commands in random dress: quotes around words, wrappers around the command, frames around the line. */
export function compositions(commands: readonly (readonly string[])[]): fc.Arbitrary<Composition> {
  const style = fc.nat(QUOTED.length - 1)
  return fc
    .record({
      words: fc.constantFrom(...commands),
      styles: fc.array(style, { minLength: 5, maxLength: 5 }),
      wrappers: fc.array(fc.constantFrom(...WRAPPERS), { maxLength: 2 }),
      frames: fc.array(fc.constantFrom(...FRAMES), { maxLength: 4 }),
    })
    .map(({ words, styles, wrappers, frames }) => {
      const written = words.map((word, at) => dress(word, styles[at] ?? 0))
      const before = written.map((each) => each.before).join('')
      const command = written.map(({ word }) => word).join(' ')
      const inner = `${before}${wrappers.filter(isFirst).join('')}${command}`
      return { words, line: frames.reduce((text, frame) => frame(text), inner) }
    })
}

/** `!` and `time` are no programs: the shell knows them in front of a pipeline only. */
function isFirst(wrapper: string, at: number): boolean {
  return at === 0 || !/^(?:!|time|[A-Z]|2)/.test(wrapper)
}

/** Each word has variables of its own. */
function dress(word: string, style: number): Written {
  const { word: written, before } = (QUOTED[style] ?? plain)(word)
  const suffix = Array.from(word, (character) => character.charCodeAt(0)).join('')
  const rename = (text: string) =>
    text.replace(/(?<=[{$!]|^|; )([avwpqlrmn])(?=[=}[#%]|$|"$)|(?<=n=)m(?=;)/g, `$&${suffix}`)
  return before === '' ? { word: written, before } : { word: rename(written), before: rename(before) }
}

function plain(word: string): Written {
  return { word, before: '' }
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function ansiQuoted(text: string): string {
  return `$'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

function hexadecimal(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`
}
