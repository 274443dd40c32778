/** Words that stand in a value only when it is made up. Long enough that no drawn text has one by chance. */
const WORDS =
  /example|sample|placeholder|change[-_ ]?(?:me|it|this)|your[-_]|yourtoken|yourkey|insert|replace|dummy|redacted|masked|hidden|lorem|foobar|notreal|not[-_]a|invalid|sanitized|obfuscated|truncated|\bfake|fake[-_]|xxxxx|\*{3}|\.{3}|…|#{4}|-{5}|_{5}/i

/** Rows of keys and words of hexadecimal digits that people type in place of a real value. */
const TYPED = /qwerty|asdfgh|deadbeef|cafebabe|badc0de/i

/** How many ordered characters in a row, such as `abcdef`, are no chance any more. */
const ORDERED = 6

/** What stands for a value that something else puts there: `${NAME}`, `<token>`, `{{ name }}`, `%NAME%`, `$(cmd)`. */
const REFERENCE =
  /\$\{|\$\(|\{\{|<[^<>]{1,64}>|^<|^\$[A-Za-z_]|^%[A-Za-z_]\w*%$|^\{[A-Za-z_][\w.]*\}$|%[sd(]|^@[A-Za-z_]+@$/

/** Parts of tokens that the documentation of their makers shows. */
const SHOWN: readonly string[] = [
  // The name of the example of RFC 7519, as its payload has it.
  'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l',
]

/** Whether a value is a reference, a mask or made up, rather than a secret. */
export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, 512)
  return (
    WORDS.test(text) ||
    TYPED.test(text) ||
    REFERENCE.test(text) ||
    /(.)\1{4}/.test(text) ||
    new Set(text).size < Math.min(6, text.length) ||
    repeats(text) ||
    hasRow(text) ||
    SHOWN.some((part) => text.includes(part))
  )
}

/** `abcabcabcabc`: one short piece again and again. */
function repeats(text: string): boolean {
  return [2, 3, 4, 5, 6, 7, 8].some(
    (size) => text.length >= size * 3 && text.slice(size).startsWith(text.slice(0, text.length - size)),
  )
}

/** `abcdef`, `456789`, `987654`. */
function hasRow(text: string): boolean {
  let up = 1
  let down = 1
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    up = step === 1 || (step === -9 && text[at] === '0') ? up + 1 : 1
    down = step === -1 ? down + 1 : 1
    if (up >= ORDERED || down >= ORDERED) return true
  }
  return false
}
