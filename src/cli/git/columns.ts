const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|[\u{20000}-\u{3FFFD}]/u
const NONE = /\p{Mn}|\p{Me}|\p{Cf}/u

/** How many columns of a terminal the text takes. */
export function columns(text: string): number {
  // Most names are plain.
  if (/^[ -~]*$/.test(text)) return text.length
  return Array.from(text).reduce((sum, sign) => sum + (NONE.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1), 0)
}
