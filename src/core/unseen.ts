/*
 * Characters that a person does not see, or sees elsewhere than they stand, while a program or a model reads them. The
 * ranges are written out because a class of Unicode properties costs a millisecond at every start.
 */
const HIDDEN = [
  // Soft hyphen, joiners, fillers and vowels that are drawn as nothing, an empty braille cell.
  String.raw`\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200D\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0`,
  // Marks that change direction.
  String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`,
  // Separators of lines and paragraphs.
  String.raw`\u2028\u2029`,
  // Variation selectors.
  String.raw`\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`,
  // Notes between lines, controls of shorthand and music, unassigned ones that are ignored.
  String.raw`\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{13430}-\u{1343F}`,
  // Tags.
  String.raw`\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}`,
  // Half a character.
  String.raw`\uD800-\uDFFF`,
].join('')
const CONTROL = String.raw`\u0000-\u001F\u007F-\u009F`

const UNSEEN = new RegExp(String.raw`(?![\t\n])[${CONTROL}${HIDDEN}]`, 'gu')
const RUNS = new RegExp(String.raw`[\s${CONTROL}${HIDDEN}]+`, 'gu')
/** The flags of England, Scotland and Wales: the only words of tags that are drawn. */
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`
const HIDDEN_OR_FLAG = new RegExp(`${FLAG}|[${HIDDEN}]`, 'gu')

/** Text for review: every unseen character but tab and newline is written as `\u{200B}`. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, escapeOne)
}

/**
 * Text to be read: as `escapeUnseen`, but control characters are left to the caller, and joiners, variants and the tags
 * of three flags stay where a script or an emoji needs them.
 */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN_OR_FLAG, (character, at: number) =>
    isNeeded(character, text.slice(Math.max(0, at - 4), at), text.slice(at + character.length, at + 4))
      ? character
      : escapeOne(character),
  )
}

/** The JSON of a value in which unseen characters are escaped, so that it parses to the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeAsJson(JSON.stringify(value, undefined, indent))
}

/** As `escapeUnseen`, in the spelling of JSON. */
export function escapeAsJson(text: string): string {
  return text.replace(UNSEEN, jsonEscape)
}

/** Foreign text for one line of a message: runs of white space and unseen characters become one blank. */
export function blankUnseen(text: string): string {
  return text.replace(RUNS, ' ').trim()
}

function escapeOne(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`
}

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** Arabic, Syriac, N'Ko, the scripts of India, Tibetan, Myanmar, Khmer, Mongolian, Balinese, Javanese and Cham. */
const JOINING = String.raw`[\u0600-\u07FF\u08A0-\u0DFF\u0F00-\u109F\u1780-\u18AF\u1B00-\u1B7F\uA980-\uA9DF\uAA00-\uAA5F\uFB50-\uFDFF\uFE70-\uFEFC]`
const BLACK_FLAG = '\u{1F3F4}'
const VARIANT_OF_IDEOGRAPH = /^[\u{E0100}-\u{E01EF}]$/u
/** Its variants, and the mark that sets a last vowel apart. */
const VARIANT_OF_MONGOLIAN = /^[\u180B-\u180F]$/
/** Marks that take a letter's vowel away; with a joiner after them the letter has another form, also at the end of a word. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2\u1B44\uA9C0]$/

/** One selector of a variant per character, so that a row of them stays visible. */
function isNeeded(character: string, before: string, after: string): boolean {
  if (character.startsWith(BLACK_FLAG)) return true
  if (VARIANT_OF_IDEOGRAPH.test(character)) return /\p{Ideographic}$/u.test(before)
  if (VARIANT_OF_MONGOLIAN.test(character)) return /[\u1820-\u18AA]$/.test(before)
  if (character === '\uFE0F' || character === '\uFE0E')
    return /[\p{Extended_Pictographic}\d#*]$/u.test(before)
  if (character !== '\u200D' && character !== '\u200C') return false
  const isAfterLetter = new RegExp(`${JOINING}$`).test(before)
  if (isAfterLetter && (character === '\u200C' || VIRAMA.test(before))) return true
  if (isAfterLetter && new RegExp(`^${JOINING}`).test(after)) return true
  const endsInEmoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u.test(before)
  return character === '\u200D' && endsInEmoji && /^\p{Extended_Pictographic}/u.test(after)
}
