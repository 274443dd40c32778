/**
 * The names of hosts in any spelling: in code, in texts, in names of variables, files and folders. `cursor` alone is
 * also the word for a place in a text, so it counts only where it cannot be that.
 */
export const spellings: readonly RegExp[] = [
  /claude/i,
  /copilot/i,
  /codex/i,
  /gemini/i,
  /\bcrush\b|\bCRUSH_|hermes|openhands|amazon.?q\b/i,
  /qwen|windsurf|antigravity|kiro|junie|goose\b|augment code|\bcline\b/i,
  /\bdroid\b|factory_project|\bdevin\b|devin_|\bkimi\b|\bgrok\b|\bqoder|deep.?agents|mistral.?vibe/i,
  // Words of the language and of English, so they count only where they cannot be that.
  /^continue$|CONTINUE_(?:PROJECT|GLOBAL)|\.continue\/|Continue CLI/,
  /^augment$|AUGMENT_|\.augment\b|\bAugment\b/,
  /CURSOR_|['"`./]cursor\b|\bCursor(?:'s| has| does| sends| reads| IDE)/,
]

export type NamedLine = { readonly at: number; readonly line: string }

/** Returns the lines of a text that name a host, counted from 1. */
export function hostNames(text: string): readonly NamedLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ at: index + 1, line }))
    .filter(({ line }) => spellings.some((pattern) => pattern.test(line)))
}
