/** Bounds of one analysis. What goes over one is reported as `too-large` or `too-deep`, and never taken for harmless. */
export const LIMITS = {
  /** Characters of a line, and of one text in it. */
  text: 64 * 1024,
  /** Characters of all texts that are read for one line. */
  allText: 256 * 1024,
  /** Programs of one line. */
  programs: 500,
  /** Words of all programs. */
  words: 20_000,
  /** Words of one program that may run others. */
  args: 1_000,
  /** Things of one text that cannot be known. */
  doubts: 100,
  /** Programs that run each other in turn. */
  carried: 24,
  /** Nodes of syntax trees that are gone through for one text, counting repetitions. */
  steps: 30_000,
  /** Levels of syntax within each other, and of scripts, functions and substitutions. */
  depth: 400,
  /** Calls of functions within each other. */
  calls: 12,
  /** Values that one variable may have. */
  options: 24,
  /** Ways in which one command is read because variables in it have several values. */
  choices: 32,
  /** Characters that an expansion may make of a word. */
  word: 16 * 1024,
  /** Words that braces may make of one. */
  braces: 64,
} as const
